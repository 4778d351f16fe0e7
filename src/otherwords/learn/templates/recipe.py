"""What recipes say of templates."""

from __future__ import annotations

from dataclasses import dataclass

from otherwords.learn.settings_file import limits


@dataclass(frozen=True)
class TemplateRecipe:
    """How templates of sentences are learnt; the numbers are those of Barzilay and Lee where they
    say one.

    Attributes:
        corpora: Corpora of the kind `news`, whose articles say of which event they tell.
        similarity: Least share of n-grams (n up to 4) that each two sentences of a cluster have in
            common.
        sentences: Least sentences of a cluster.
        backbone: A word is part of the backbone if more than this share of the sentences has it.
        synonymy: Where no word has more than this share of what follows a word of the backbone,
            there is a slot; else what has less is left out.
        overlap: Least mean share of words that the slots of two templates have in common, in
            sentences about the same event; each slot must have half of it.
        meetings: How many such pairs of sentences there must be.
    """

    corpora: tuple[str, ...] = ()
    similarity: float = limits(0.35, above=0.0, most=1.0)
    sentences: int = limits(10, least=2)
    backbone: float = limits(0.5, above=0.0, most=1.0)
    synonymy: float = limits(0.3, above=0.0, most=1.0)
    overlap: float = limits(0.5, above=0.0, most=1.0)
    meetings: int = limits(2, least=1)
