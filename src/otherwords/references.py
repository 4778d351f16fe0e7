"""References said in the words of hypotheses, for the evaluation of machine translation.

A translation that says the same in other words than the reference loses by BLEU and its like.
Kauchak and Barzilay (2006) therefore bring the reference closer to the translation first, by
paraphrases alone, so that its meaning stays.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Unpack

from otherwords._core import Error
from otherwords.applications.toward import Toward
from otherwords.options import Options
from otherwords.paraphraser import Paraphraser


@dataclass(frozen=True)
class References:
    """References of hypotheses, as they were and towards these.

    Attributes:
        original: As they were.
        paraphrased: Each in words closer to its hypothesis.
        signature: What the paraphrases depend on.
    """

    original: Sequence[str]
    paraphrased: Sequence[str]
    signature: str

    @property
    def sets(self) -> dict[str, list[tuple[str, ...]]]:
        """What hypotheses can be compared with: `reference`, `paraphrased`, or `both`."""
        return {
            "reference": [(each,) for each in self.original],
            "paraphrased": [(each,) for each in self.paraphrased],
            "both": list(zip(self.original, self.paraphrased, strict=True)),
        }

    @property
    def changed(self) -> float:
        """The share of references that are paraphrased."""
        pairs = zip(self.original, self.paraphrased, strict=True)
        return sum(one != other for one, other in pairs) / len(self.original)


def toward_hypotheses(
    paraphraser: Paraphraser,
    references: Sequence[str],
    hypotheses: Sequence[str],
    *,
    threads: int = 1,
    **options: Unpack[Options],
) -> References:
    """Paraphrases each reference towards its hypothesis."""
    if len(references) != len(hypotheses):
        raise Error(
            f"there are {len(references):,} references for {len(hypotheses):,} hypotheses; "
            "give one for each"
        )
    if not references:
        raise Error("there are no hypotheses; give at least one")
    settings = paraphraser.settle(Toward(), **options)
    said = paraphraser.stream(settings, references, hypotheses, threads=threads)
    return References(references, [each.text for each in said], settings.signature)
