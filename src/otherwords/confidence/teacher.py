"""The teacher: neural translation to a pivot language and back, asked what fits its sentence.

A sentence is translated once; log p(new sentence | translation) less log p(old one | translation)
then tells how well a replacement keeps the meaning where it stands. The models are those of
OPUS-MT, converted for CTranslate2, in two folders such as `en-fr` and `fr-en`. They are not part of
otherwords; install the extra `teacher` for what runs them.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

from otherwords._core import Error
from otherwords.files import name_of

_TOKENS = 3000  # that are worked on together
_END = "</s>"


class PivotTeacher:
    """Translates sentences, and says how likely others are given the translations.

    Args:
        folder: Where the folders of both directions are.
        language: The code of the language of the sentences.
        pivot: That of the translations.
        threads: How many cores are used.
        beam: How many hypotheses a translation compares.
    """

    def __init__(
        self,
        folder: str | Path,
        language: str = "en",
        pivot: str = "fr",
        *,
        threads: int = 1,
        beam: int = 1,
    ) -> None:
        self.folder = Path(folder)
        self._beam = beam
        self._there = _Direction(self.folder / f"{language}-{pivot}", threads)
        self._back = _Direction(self.folder / f"{pivot}-{language}", threads)

    def translate(self, texts: Sequence[str]) -> list[str]:
        """The best translation of each text."""
        found = self._there.model.translate_batch(
            self._there.source_pieces(texts),
            beam_size=self._beam,
            max_batch_size=_TOKENS,
            batch_type="tokens",
        )
        return [self._there.text_of(one.hypotheses[0]) for one in found]

    def log_probabilities(self, translations: Sequence[str], texts: Sequence[str]) -> list[float]:
        """The natural log of the probability of each text given its translation."""
        sources = self._back.source_pieces(translations)
        targets = self._back.target_pieces(texts)
        found = self._back.model.score_batch(
            sources, targets, max_batch_size=_TOKENS, batch_type="tokens"
        )
        return [float(sum(one.log_probs)) for one in found]


class _Direction:
    """A model of translation and its pieces of words."""

    def __init__(self, folder: Path, threads: int) -> None:
        try:
            import ctranslate2
            import sentencepiece
        except ImportError:
            raise Error(
                "a teacher needs CTranslate2 and SentencePiece; install otherwords[teacher]"
            ) from None
        for name in ("model.bin", "source.spm", "target.spm"):
            if not (folder / name).is_file():
                raise Error(
                    f"{name_of(folder)}: {name} is missing; a teacher is a folder with OPUS-MT "
                    "models that were converted for CTranslate2"
                )
        self.model: Any = ctranslate2.Translator(
            str(folder), device="cpu", inter_threads=1, intra_threads=threads, compute_type="int8"
        )
        self._source: Any = sentencepiece.SentencePieceProcessor(str(folder / "source.spm"))
        self._target: Any = sentencepiece.SentencePieceProcessor(str(folder / "target.spm"))

    def source_pieces(self, texts: Sequence[str]) -> list[list[str]]:
        return [[*self._source.encode(text, out_type=str), _END] for text in texts]

    def target_pieces(self, texts: Sequence[str]) -> list[list[str]]:
        return [[*self._target.encode(text, out_type=str), _END] for text in texts]

    def text_of(self, pieces: Sequence[str]) -> str:
        return str(self._target.decode([piece for piece in pieces if piece != _END]))
