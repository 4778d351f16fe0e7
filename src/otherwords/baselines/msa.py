"""MSA, the system of Barzilay and Lee (2003): a sentence that is like one template is said as
another one that belongs to it.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from functools import cache
from pathlib import Path

from otherwords._core import Error
from otherwords.baselines import Rewriter, Rewriting, System
from otherwords.baselines.matching import Match, match
from otherwords.baselines.templates import Piece, Pieces, Slot, Template, read_templates
from otherwords.model import Model
from otherwords.text.tokens import Tokens

_LEAST = 0.6  # share of a perfect alignment, for a sentence to be like a template
_CANDIDATES = 30  # templates to be aligned: those with most words in common


class MultiSequenceAlignment(System):
    """MSA. Few sentences are like a template; others stay as they are."""

    name = "msa"
    rewrites = True

    def tables(self, model: Model) -> Sequence[str]:
        """None."""
        return ()

    def rewriter(self, model: Model) -> Rewriter:
        """The templates of the model."""
        file = model.system_file(self.name)
        if file is None:
            raise Error(
                f"{self.name} needs templates of sentences, and {model.folder} has none; name a "
                "model that has them with -m or load(PATH), or learn one with [templates] in a "
                "recipe such as recipes/pr/recipe.toml (docs/baselines.md)"
            )
        return _opened(file, model.language)


@cache
def _opened(file: Path, language: str) -> TemplateRewriter:
    return TemplateRewriter(read_templates(file), language)


class TemplateRewriter(Rewriter):
    """Rewrites sentences by templates.

    Args:
        templates: Those with partners are of use.
        language: Of the sentences.
    """

    name = "msa"

    def __init__(self, templates: Sequence[Template], language: str) -> None:
        self._templates = templates
        self._pieces = Pieces(language)
        self._by_word: dict[str, list[int]] = {}
        for number, template in enumerate(templates):
            if template.partners:
                for word in set(template.words):
                    self._by_word.setdefault(word, []).append(number)

    def rewrite(self, tokens: Tokens, n: int) -> Sequence[Rewriting]:
        """What the partners of the template say that the sentence is most like."""
        pieces = self._pieces.of([tokens])[0]
        found = self._like(pieces)
        if found is None:
            return []
        template, matched = found
        rewritings = [
            _filled(
                self._templates[partner.template],
                [matched.fillers[slot] for slot in partner.slots],
                pieces,
                matched.score * partner.score,
            )
            for partner in template.partners
        ]
        distinct: dict[tuple[str, ...], Rewriting] = {}
        for each in sorted(rewritings, key=lambda each: (-each.score, each.words)):
            distinct.setdefault(tuple(each.words), each)
        same = tuple(word.lower() for word in tokens.words)
        return [each for words, each in distinct.items() if words != same][:n]

    def _like(self, pieces: Sequence[Piece]) -> tuple[Template, Match] | None:
        """The template that the sentence is most like, if it is like any."""
        shared = Counter(
            number
            for word in {piece.label for piece in pieces}
            for number in self._by_word.get(word, ())
        )
        size = {number: len(set(self._templates[number].words)) for number in shared}
        likely = sorted(shared, key=lambda number: (-shared[number] / size[number], number))
        matches = (
            (found, self._templates[number], number)
            for number in likely[:_CANDIDATES]
            if (found := match(pieces, self._templates[number])) is not None
        )
        good = [each for each in matches if each[0].score >= _LEAST]
        if not good:
            return None
        best = max(good, key=lambda each: (each[0].score, len(each[1].words), -each[2]))
        return best[1], best[0]


def _filled(
    template: Template, fillers: Sequence[tuple[int, int]], pieces: Sequence[Piece], score: float
) -> Rewriting:
    """What a template says with these pieces in its slots."""
    words: list[str] = []
    tokens: list[int] = []
    given = iter(fillers)
    for element in template.elements:
        if isinstance(element, Slot):
            begin, end = next(given)
            for piece in pieces[begin:end]:
                words += piece.word.split(" ")
                tokens += range(piece.begin, piece.end)
        else:
            new = (element,) if isinstance(element, str) else element[0]
            words += new
            tokens += [-1] * len(new)
    return Rewriting(tuple(words), tuple(tokens), score)
