"""What a table that people wrote must be, beyond what its format asks for."""

from __future__ import annotations

from pathlib import Path

from otherwords._core import FormatError
from otherwords.files import line_batches, name_of


def check_given(path: Path, *, lower_case: bool) -> None:
    """Raises FormatError at the first line without a probability, where a table of any scores may
    have a header or any number; or with capitals, if the model has none.
    """
    number = 0
    for lines in line_batches(path):
        for line in lines:
            number += 1
            if not line.strip():
                continue
            words, probability = line.rsplit("\t", 1) if "\t" in line else (line, "")
            if not _is_probability(probability):
                raise FormatError(
                    f"{name_of(path)}:{number}: {probability.strip()!r} is no probability; end "
                    "the line with one above 0 and up to 1, and a tab before it"
                )
            if lower_case and words != words.lower():
                raise FormatError(
                    f"{name_of(path)}:{number}: the model is in lower case and would never find "
                    f"{words!r}; write it so"
                )


def _is_probability(text: str) -> bool:
    try:
        return 0.0 < float(text) <= 1.0
    except ValueError:
        return False
