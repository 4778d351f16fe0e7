"""Files of settings are read, or refused with what is wrong, whatever they hold."""

from __future__ import annotations

from pathlib import Path

import pytest

from otherwords._core import FormatError
from otherwords.learn.quality.weights import read_weights
from otherwords.model import Model
from otherwords.toml_file import excerpt, is_finite, read_toml


@pytest.mark.parametrize(
    ("content", "why"),
    [
        (b"a = 1\nb = [", r":2?:? ?this is no TOML"),
        (b"a = 1\n\xff", "byte 7 is not valid UTF-8"),
        (b"a = " + b"[" * 5000, "nested too deeply"),
        (b"a = " + b"9" * 5000, "this is no TOML: .*digits"),
        (b"a = 2004-13-41", "this is no TOML"),
    ],
)
def test_what_is_no_toml_is_refused(tmp_path: Path, content: bytes, why: str) -> None:
    path = tmp_path / "settings.toml"
    path.write_bytes(content)
    with pytest.raises(FormatError, match=why):
        read_toml(path)


HUGE = "0x1" + "0" * 4000  # a number that no double can hold, and that Python does not print


def test_numbers_that_cannot_be_calculated_with_are_refused(tmp_path: Path) -> None:
    for value in (float("nan"), float("inf"), int(HUGE, 16), True, "1", None):
        assert not is_finite(value)
    assert is_finite(5e-324)
    assert is_finite(-(10**300))
    (tmp_path / "model.toml").write_text(f"self_score = {HUGE}\n")
    with pytest.raises(FormatError, match=r"self_score is .*a finite number"):
        Model(tmp_path)
    weights = tmp_path / "quality.toml"
    weights.write_text(f"[pivot]\nintercept = {HUGE}\n")
    with pytest.raises(FormatError, match=r"pivot\.intercept: not a finite number"):
        read_weights(weights)


def test_messages_stay_short() -> None:
    assert excerpt("a") == "'a'"
    assert len(excerpt("a" * 10_000)) == 80
    assert excerpt(int(HUGE, 16)) == "no int to be shown"
