"""The teacher: neural translation to a pivot language and back, asked what fits its sentence.

A sentence is translated once; log p(new sentence | translation) less log p(old one | translation)
then tells how well a replacement keeps the meaning where it stands. The models are those of
OPUS-MT, converted for CTranslate2, in two folders such as `en-fr` and `fr-en`. They are not part of
otherwords; install the extra `teacher` for what runs them.
"""

from __future__ import annotations

import os
import zlib
from collections.abc import Sequence
from functools import cached_property
from pathlib import Path
from typing import Any, Protocol

from otherwords._core import Error
from otherwords.extras import missing
from otherwords.files import name_of
from otherwords.text.tokens import encodable

_TOGETHER = 4  # texts that are scored together: logits of more do not stay in the cache
_TOKENS = 3000  # of texts that are translated together
_LONGEST = 500  # pieces of a text: the models know no more places
_END = "</s>"
_FILES = ("model.bin", "source.spm", "target.spm")
_BLOCK = 1 << 20


class Teacher(Protocol):
    """Translates sentences, and says how likely texts and translations are given each other. Any
    number of threads may use one.
    """

    @property
    def signature(self) -> str:
        """What its answers depend on, in one word."""

    def translate(self, texts: Sequence[str]) -> list[str]:
        """The best translation of each text."""

    def log_probabilities(self, translations: Sequence[str], texts: Sequence[str]) -> list[float]:
        """The natural log of the probability of each text given its translation."""

    def log_probabilities_of_translations(
        self, translations: Sequence[str], texts: Sequence[str]
    ) -> list[float]:
        """The natural log of the probability of each translation given its text."""


class PivotTeacher:
    """A teacher with two models of translation.

    Args:
        folder: Where the folders of both directions are.
        language: The code of the language of the sentences.
        pivot: That of the translations; by default French, and English for French.
        threads: How many callers are served at the same time, each on a core.
        beam: How many hypotheses a translation compares. With fewer than four, the models round in
            another way where few texts are left, and translations depend on the texts beside them.
    """

    def __init__(
        self,
        folder: str | Path,
        language: str = "en",
        pivot: str | None = None,
        *,
        threads: int = 1,
        beam: int = 4,
    ) -> None:
        self.folder = Path(folder)
        self._beam = beam
        pivot = pivot or ("en" if language == "fr" else "fr")
        self._there = _Direction(self.folder / f"{language}-{pivot}", threads)
        self._back = _Direction(self.folder / f"{pivot}-{language}", threads)

    @cached_property
    def signature(self) -> str:
        """The directions, a checksum of all files, and the version of what runs them."""
        import ctranslate2

        digest = self._back.checksum(self._there.checksum(0))
        library = f"ctranslate2-{ctranslate2.__version__}"
        return f"{self._there.name}({digest:08x},beam-{self._beam},{library})"

    def translate(self, texts: Sequence[str]) -> list[str]:
        """The best translation of each text."""
        found = self._there.model.translate_batch(
            self._there.source_pieces(texts),
            beam_size=self._beam,
            max_batch_size=_TOKENS,
            batch_type="tokens",
            max_input_length=_LONGEST,
        )
        return [self._there.text_of(one.hypotheses[0]) for one in found]

    def log_probabilities(self, translations: Sequence[str], texts: Sequence[str]) -> list[float]:
        """The natural log of the probability of each text given its translation."""
        return self._back.log_probabilities(translations, texts)

    def log_probabilities_of_translations(
        self, translations: Sequence[str], texts: Sequence[str]
    ) -> list[float]:
        """The natural log of the probability of each translation given its text."""
        return self._there.log_probabilities(texts, translations)


def open_teacher(given: Teacher | str | os.PathLike[str], language: str) -> Teacher:
    """The teacher in a folder, which serves as many callers as there are cores; a teacher of one's
    own is left as it is. Raises Error if it cannot be opened.
    """
    if isinstance(given, str | os.PathLike):
        return PivotTeacher(Path(given), language, threads=os.cpu_count() or 1)
    return given


class _Direction:
    """A model of translation and its pieces of words."""

    def __init__(self, folder: Path, threads: int) -> None:
        try:
            import ctranslate2
            import sentencepiece
        except ImportError:
            raise missing("a teacher needs CTranslate2 and SentencePiece", "teacher") from None
        for name in _FILES:
            if not (folder / name).is_file():
                raise Error(
                    f"{name_of(folder)}: {name} is missing; a teacher is a folder with OPUS-MT "
                    "models that were converted for CTranslate2"
                )
        self._folder = folder
        pieces = sentencepiece.SentencePieceProcessor
        try:
            # One thread a call: what is done by several may depend on how many they are.
            self.model: Any = ctranslate2.Translator(
                str(folder),
                device="cpu",
                inter_threads=threads,
                intra_threads=1,
                compute_type="int8",
            )
            self._source: Any = pieces(str(folder / "source.spm"))
            self._target: Any = pieces(str(folder / "target.spm"))
        except (OSError, RuntimeError, ValueError) as error:
            raise Error(f"{name_of(folder)}: cannot be opened as a teacher: {error}") from None

    @property
    def name(self) -> str:
        """The languages, as `en-fr`."""
        return self._folder.name

    def checksum(self, so_far: int) -> int:
        """The CRC-32 of all files, after that of others."""
        for name in _FILES:
            with open(self._folder / name, "rb") as file:
                while block := file.read(_BLOCK):
                    so_far = zlib.crc32(block, so_far)
        return so_far

    def log_probabilities(self, sources: Sequence[str], targets: Sequence[str]) -> list[float]:
        """Of each target given its source. Those of a length are scored together, in calls that
        each keep to one core.
        """
        given, wanted = self.source_pieces(sources), self.target_pieces(targets)
        order = sorted(range(len(given)), key=lambda place: (len(given[place]), len(wanted[place])))
        scores = [0.0] * len(order)
        for first in range(0, len(order), _TOGETHER):
            some = order[first : first + _TOGETHER]
            found = self.model.score_batch(
                [given[place] for place in some],
                [wanted[place] for place in some],
                max_input_length=_LONGEST,
            )
            for place, one in zip(some, found, strict=True):
                scores[place] = float(sum(one.log_probs))
        return scores

    def source_pieces(self, texts: Sequence[str]) -> list[list[str]]:
        return _cut(self._source, texts)

    def target_pieces(self, texts: Sequence[str]) -> list[list[str]]:
        return _cut(self._target, texts)

    def text_of(self, pieces: Sequence[str]) -> str:
        return str(self._target.decode([piece for piece in pieces if piece != _END]))


def _cut(processor: Any, texts: Sequence[str]) -> list[list[str]]:
    return [[*processor.encode(encodable(text), out_type=str), _END] for text in texts]
