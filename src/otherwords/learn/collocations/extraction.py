"""The work on single parts of analysed corpora; engines call these functions wherever they run.

Each function writes what its last argument names, whole or not at all, after everything else.
"""

from __future__ import annotations

import hashlib
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache
from typing import TYPE_CHECKING

from otherwords._core import symmetrise
from otherwords.align.columns import bitext, links, text_array
from otherwords.align.texts import METHODS
from otherwords.files import replacing
from otherwords.learn.collocations.objects import (
    Sentence,
    contexts_of,
    has_objects,
    is_bare,
    is_plural,
    lemmas_of,
    objects_in,
    sentence_of,
    spell,
)

if TYPE_CHECKING:
    import pyarrow

#: What `extract` writes of a part of a corpus: the collocations with their words and counts; and
#: pairs of an id and that of a translation or of a context, as `plan.count` reads them.
COLLOCATIONS = "collocations"
PAIRS = ("translations", "verbs", "nouns", "contexts")

_COLUMNS = ["tags", "lemmas", "heads", "relations"]
_Pairs = Counter[tuple[int, int]]


def identify(text: str) -> int:
    """A number that stands for a text: 64 bits with a sign."""
    digest = hashlib.blake2b(text.encode(), digest_size=8).digest()
    return int.from_bytes(digest, "little", signed=True)


_identify = lru_cache(1 << 18)(identify)


def word_id(kind: str, lemma: str) -> int:
    """The number of a `verb` or a `noun`."""
    return _identify(f"{kind} {lemma}")


def extract(
    part: str,
    alignment: str,
    analyses: Mapping[str, str],
    language: str,
    symmetrisation: str,
    outputs: Mapping[str, str],
    output: str,
) -> None:
    """Finds the collocations of a part of a corpus, their translations and their contexts.

    Args:
        part: The sentence pairs.
        alignment: Their links; of no use where both sides are of one language.
        analyses: The analysis of each side that is in the model's language.
        language: That of the other side; empty if it is the same.
        symmetrisation: How the links of both directions become one alignment.
        outputs: A Parquet file for each of `PAIRS`.
        output: A Parquet file of id, verb_id, noun_id, verb, noun, count, plurals and bare: how
            often a collocation was seen, how often in the plural, and how often without article.
    """
    found: Counter[tuple[str, str]] = Counter()
    plurals, bare = Counter(found), Counter(found)
    pairs: dict[str, _Pairs] = {name: Counter() for name in PAIRS}
    aligned = _Aligned(part, alignment, symmetrisation) if language else None
    for analysis in analyses.values():
        for row, sentence in _analysed(analysis):
            for verb, noun in objects_in(sentence):
                words = lemmas_of(sentence, verb, noun)
                found[words] += 1
                plurals[words] += is_plural(sentence, noun)
                bare[words] += is_bare(sentence, noun)
                own = _identify(spell(words))
                for context in contexts_of(sentence, verb, noun):
                    pairs["contexts"][own, _identify(context)] += 1
                if aligned is not None:
                    _add_translations(pairs, words, aligned.words(row, verb, noun), language)
    for name in PAIRS:
        _write_pairs(pairs[name], outputs[name])
    verbs, nouns = [verb for verb, _ in found], [noun for _, noun in found]
    _write(
        {
            "id": [_identify(spell(words)) for words in found],
            "verb_id": [word_id("verb", verb) for verb in verbs],
            "noun_id": [word_id("noun", noun) for noun in nouns],
            "verb": verbs,
            "noun": nouns,
            "count": list(found.values()),
            "plurals": [plurals[words] for words in found],
            "bare": [bare[words] for words in found],
        },
        output,
    )


def confirm(
    part: str, alignment: str, source: str, target: str, symmetrisation: str, output: str
) -> None:
    """Counts which collocations stand for each other in sentence pairs of one language: verb is
    linked with verb, and noun with noun.

    Args:
        part: The sentence pairs.
        alignment: Their links.
        source: The analysis of one side,
        target: and of the other.
        symmetrisation: How the links of both directions become one alignment.
        output: A Parquet file of first_id, second_id (not below it) and count.
    """
    found: _Pairs = Counter()
    aligned = _Aligned(part, alignment, symmetrisation)
    others = dict(_analysed(target))
    for row, sentence in _analysed(source):
        if row not in others:
            continue
        links_of = aligned.links(row)
        for verb, noun in objects_in(sentence):
            own = _identify(spell(lemmas_of(sentence, verb, noun)))
            for other_verb, other_noun in objects_in(others[row]):
                if (verb, other_verb) in links_of and (noun, other_noun) in links_of:
                    other = _identify(spell(lemmas_of(others[row], other_verb, other_noun)))
                    found[min(own, other), max(own, other)] += 1
    first, second = _columns(found)
    _write({"first_id": first, "second_id": second, "count": list(found.values())}, output)


class _Aligned:
    """The links of the sentence pairs of a part, and the words of the other side."""

    def __init__(self, part: str, alignment: str, symmetrisation: str) -> None:
        texts = _read(part, ["source", "target"])
        sentences = bitext(texts["source"], texts["target"])
        both = _read(alignment, ["forward", "reverse"])
        forward, reverse = (links(both[name], name=alignment) for name in both.column_names)
        merged = symmetrise(forward, reverse, sentences, METHODS[symmetrisation])
        self._links = text_array(merged.texts())
        self._texts = texts["target"]

    def links(self, row: int) -> set[tuple[int, int]]:
        """Places in the source with those they are linked with."""
        pairs = (link.split("-") for link in self._links[row].as_py().split())
        return {(int(source), int(target)) for source, target in pairs}

    def words(self, row: int, *places: int) -> list[set[str]]:
        """For each place in the source, the words of the other side that it is linked with."""
        found = self.links(row)
        words = self._texts[row].as_py().split()
        return [{words[other] for place, other in found if place == each} for each in places]


def _add_translations(
    pairs: Mapping[str, _Pairs], words: tuple[str, str], linked: Sequence[set[str]], language: str
) -> None:
    """Counts how verb, noun and both together are translated; the words of a translation are in the
    order of the alphabet, since languages order verb and object as they like.
    """
    if not all(linked):
        return

    def translation(found: set[str]) -> int:
        return _identify(f"{language} {' '.join(sorted(found))}")

    pairs["translations"][_identify(spell(words)), translation(set().union(*linked))] += 1
    for kind, word, found in zip(("verb", "noun"), words, linked, strict=True):
        pairs[f"{kind}s"][word_id(kind, word), translation(found)] += 1


def _analysed(path: str) -> Iterator[tuple[int, Sentence]]:
    """The sentences that may have collocations, each with the number of its row."""
    columns = [_read(path, [name])[name].to_pylist() for name in _COLUMNS]
    for row, texts in enumerate(zip(*columns, strict=True)):
        if has_objects(texts[-1]):
            yield row, sentence_of(*texts)


def _write_pairs(pairs: _Pairs, path: str) -> None:
    source, target = _columns(pairs)
    nothing = [0] * len(source)
    _write(
        {
            "source_id": source,
            "target_id": target,
            "count": list(pairs.values()),
            "source_weight": nothing,  # there are no lexical weights
            "target_weight": nothing,
        },
        path,
    )


def _columns(pairs: _Pairs) -> tuple[list[int], list[int]]:
    return [first for first, _ in pairs], [second for _, second in pairs]


def _read(path: str, columns: list[str]) -> pyarrow.Table:
    import pyarrow.parquet

    return pyarrow.parquet.read_table(path, columns=columns, partitioning=None)


def _write(columns: Mapping[str, Sequence[int] | Sequence[str]], path: str) -> None:
    import pyarrow
    import pyarrow.parquet

    arrays = {
        name: pyarrow.array(
            values, pyarrow.string() if name in {"verb", "noun"} else pyarrow.int64()
        )
        for name, values in columns.items()
    }
    with replacing(path) as file:
        pyarrow.parquet.write_table(pyarrow.table(arrays), file, compression="lz4")
