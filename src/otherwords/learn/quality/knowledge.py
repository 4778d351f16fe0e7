"""What is known about words: senses from WordNet, tags from a treebank, forms from LemmInflect."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from functools import cache
from pathlib import Path

from otherwords import _core
from otherwords._core import FormatError
from otherwords.files import name_of, stamp_of
from otherwords.learn.inflecting import lemminflect
from otherwords.learn.treebank import read_treebank
from otherwords.learn.wordnet import read_synsets
from otherwords.learn.words import personal_words
from otherwords.text.function_words import function_words

_LIKELY = 0.03  # least share of a tag of a word that the treebank has often enough
_OFTEN = 10


class Lexicon:
    """Knowledge that grows with the words that are asked for.

    Args:
        language: Words of languages other than English have no known forms.
        wordnet: A folder with the files of WordNet, or none.
        treebank: A file in CoNLL-U with Penn tags, or none.
    """

    def __init__(self, language: str, wordnet: Path | None, treebank: Path | None) -> None:
        self.knowledge = _core.Knowledge()
        self._language = language
        self._known: set[str] = set()
        self._functional = function_words(language)
        self._personal = personal_words(language)
        self._tags = read_tags(treebank) if treebank is not None else {}
        if wordnet is not None:
            self._read_senses(wordnet)

    def learn(self, words: Iterable[str]) -> None:
        """Adds what is known about words."""
        for word in words:
            if word not in self._known:
                self._known.add(word)
                lemmas, tags = self._forms(word)
                self.knowledge.add_word(
                    word,
                    lemmas,
                    self._likely(word, tags),
                    functional=word in self._functional,
                    personal=word in self._personal,
                )

    def _read_senses(self, wordnet: Path) -> None:
        numbers: dict[str, int] = {}

        def number(key: str) -> int:
            return numbers.setdefault(key, len(numbers))

        for synset in read_synsets(wordnet):
            own = number(synset.key)
            for word in synset.words:
                self.knowledge.add_sense(word, own)
            for key in synset.near:
                self.knowledge.relate(own, number(key))
            for _, key, _ in synset.opposites:
                self.knowledge.oppose(own, number(key))

    def _forms(self, word: str) -> tuple[list[str], list[str]]:
        """The lemmas that a word may have, and the tags that its forms may have."""
        if self._language != "en" or not word.isalpha():
            return [], []
        inflect = lemminflect()
        lemmas: set[str] = set()
        tags: set[str] = set()
        for kind, found in inflect.getAllLemmas(word).items():
            for lemma in found:
                lemmas.add(lemma.lower())
                for tag, spellings in inflect.getAllInflections(lemma, upos=kind).items():
                    # Many nouns are listed as plurals of themselves, few are used so.
                    same = tag == "NNS" and word == lemma
                    if not same and word in (spelling.lower() for spelling in spellings):
                        tags.add(tag)
        return sorted(lemmas), sorted(tags)

    def _likely(self, word: str, possible: list[str]) -> list[str]:
        """The tags of a word, likeliest first: of rare words all that are possible."""
        seen = self._tags.get(word, Counter())
        total = seen.total()
        likely = [tag for tag, count in seen.most_common() if count >= _LIKELY * total]
        if total >= _OFTEN or not possible:
            return likely
        return [*likely, *(tag for tag in possible if tag not in likely)]


def read_tags(path: Path) -> dict[str, Counter[str]]:
    """How often each word, in lower case, has each Penn tag in a treebank."""
    found: dict[str, Counter[str]] = {}
    for sentence in read_treebank([path]):
        for word, tag in zip(sentence.words, sentence.tags, strict=True):
            found.setdefault(word.lower(), Counter())[tag] += 1
    if not found:
        raise FormatError(f"{name_of(path)}: no words in it; name a file in CoNLL-U")
    return found


def open_lexicon(language: str, wordnet: str, treebank: str) -> Lexicon:
    """One for each process, unless files are replaced: reading takes a while. An empty name stands
    for none.
    """
    names = [name for name in (wordnet, treebank) if name]
    return _opened(language, wordnet, treebank, tuple(map(stamp_of, names)))


@cache
def _opened(
    language: str, wordnet: str, treebank: str, _stamps: tuple[tuple[int, int, int], ...]
) -> Lexicon:
    files = (Path(name) if name else None for name in (wordnet, treebank))
    return Lexicon(language, *files)
