"""Labelling: one rater goes through the units that he has not labelled yet."""

from __future__ import annotations

import os
from pathlib import Path

from otherwords._core import Error
from otherwords.files import name_of
from otherwords.tune.labels import LabelRow, check_spans, read_labels, write_labels


class Labelling:
    """The state of a session. Each answer is in the file before the next unit is shown.

    Args:
        path: A file of labels.
        rater: Who labels; a new column if there is none of this name.
        language: Of the sentences.
    """

    def __init__(self, path: str | Path, rater: str, language: str = "en") -> None:
        self.path = Path(path)
        self.rater = rater
        self.language = language
        self._labels = read_labels(path)
        check_spans(self._labels, language)
        self._labels.add_rater(rater)
        self._units = [row for row in self._labels.rows if row.is_unit]
        self._waiting = [row for row in self._units if rater not in row.labels]
        self._place = 0
        self._seen = self._stamp()

    @property
    def current(self) -> LabelRow | None:
        """The unit to be labelled now; None behind the last."""
        return self._waiting[self._place] if self._place < len(self._waiting) else None

    @property
    def labelled(self) -> int:
        """How many units the rater has labelled, ever."""
        return sum(self.rater in row.labels for row in self._units)

    @property
    def units(self) -> int:
        """How many units there are."""
        return len(self._units)

    def answer(self, correct: bool) -> None:
        """Labels the unit and goes on."""
        row = self.current
        if row is not None:
            row.labels[self.rater] = correct
            self._save()
            self._place += 1

    def skip(self) -> None:
        """Goes on; the unit comes again in the next session."""
        self._place = min(self._place + 1, len(self._waiting))

    def undo(self) -> None:
        """Goes back to the unit before, and takes its label away."""
        if self._place > 0:
            self._place -= 1
            if self._waiting[self._place].labels.pop(self.rater, None) is not None:
                self._save()

    def _save(self) -> None:
        if self._stamp() != self._seen:
            raise Error(
                f"{name_of(self.path)}: somebody else has changed it since it was opened; the last "
                "answer is not in it; start again"
            )
        write_labels(self._labels, self.path)
        self._seen = self._stamp()

    def _stamp(self) -> tuple[int, int, int]:
        status = os.stat(self.path)
        return status.st_ino, status.st_size, status.st_mtime_ns
