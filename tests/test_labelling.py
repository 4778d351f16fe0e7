"""The labelling screen on a real terminal, and agreement of raters."""

from __future__ import annotations

import fcntl
import math
import os
import pty
import re
import select
import signal
import struct
import subprocess
import sys
import termios
from collections.abc import Iterator
from pathlib import Path

import pytest

import otherwords as ow
from otherwords.cli import main
from otherwords.evaluate.agreement import agreement
from otherwords.text.surface import Surface
from otherwords.tune.labelling import Labelling
from otherwords.tune.labels import read_labels
from otherwords.tune.screen import render

HEAD = "number\tsentence\tbegin\tend\tsource\ttarget\ttables\tann\n"
ROWS = [
    "1\t⟦Purchase⟧ it now.\t0\t1\tPurchase\tbuy\tpt1\t",
    "1\tIt rains.\t\t\t\t\t\t",
    "2\tThis is a ⟦large⟧ house.\t3\t4\tlarge\tenormous\tpt1\t",
    "3\tThey ⟦utilise⟧ it.\t1\t2\tutilise\tuse\tpt1\t1",
    "4\tTrains ⟦commenced⟧.\t1\t2\tcommenced\tbegan\tpt1\t",
    "4\tTrains ⟦commenced⟧.\t1\t2\tcommenced\tstarted\tpt1\t",
]


@pytest.fixture
def labels(tmp_path: Path) -> Path:
    path = tmp_path / "labels.tsv"
    path.write_text(HEAD + "".join(f"{row}\n" for row in ROWS), "utf-8")
    return path


class Terminal:
    """`otherwords tune label` on a pseudo-terminal of 80 columns."""

    def __init__(self, path: Path, rater: str) -> None:
        self.screen, inner = pty.openpty()
        fcntl.ioctl(inner, termios.TIOCSWINSZ, struct.pack("HHHH", 24, 80, 0, 0))
        self.before = termios.tcgetattr(inner)
        command = ["tune", "label", str(path), "--rater", rater]
        self.process = subprocess.Popen(
            [sys.executable, "-m", "otherwords", *command],
            stdin=inner,
            stdout=inner,
            stderr=inner,
            start_new_session=True,
            # Who runs tests in the background may ignore it, and children inherit that.
            preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL),
        )
        self.inner = inner
        self.shown = ""

    def press(self, keys: str) -> None:
        os.write(self.screen, keys.encode())

    def wait_for(self, text: str) -> str:
        """Waits until a text is shown; gives all up to it, and forgets it."""
        while text not in self.shown:
            ready, _, _ = select.select([self.screen], [], [], 30)
            assert ready, f"{text!r} is not in {self.shown!r}"
            self.shown += os.read(self.screen, 4096).decode("utf-8", "replace")
        seen, _, self.shown = self.shown.partition(text)
        return seen

    def close(self) -> None:
        self.process.kill()
        self.process.wait()
        os.close(self.inner)
        os.close(self.screen)


@pytest.fixture
def terminal(labels: Path) -> Iterator[Terminal]:
    opened = Terminal(labels, "ann")
    yield opened
    opened.close()


def labels_of(path: Path, rater: str) -> list[bool | None]:
    return [row.labels.get(rater) for row in read_labels(path).rows if row.is_unit]


def test_a_session(terminal: Terminal, labels: Path) -> None:
    seen = terminal.wait_for("q quit")
    assert "ann: 1 of 5 units labelled" in seen
    assert "\x1b[1m⟦Purchase⟧\x1b[0m it now." in seen
    assert "\x1b[1m⟦Buy⟧\x1b[0m it now." in seen
    assert all(len(line) < 80 for line in re.sub(r"\x1b\[[?\d]*\w", "", seen).split("\r\n"))
    terminal.press("y")
    seen = terminal.wait_for("q quit")
    assert "This is an \x1b[1m⟦enormous⟧\x1b[0m house." in seen
    assert labels_of(labels, "ann") == [True, None, True, None, None]  # before the next is shown
    # Arrows and function keys say nothing, nor does any other key.
    terminal.press("\x1b[A")
    terminal.wait_for("enormous")
    terminal.press("x")
    terminal.wait_for("enormous")
    terminal.press("n")
    terminal.wait_for("began")
    assert labels_of(labels, "ann") == [True, False, True, None, None]
    terminal.press("u")
    terminal.wait_for("enormous")
    assert labels_of(labels, "ann") == [True, None, True, None, None]
    terminal.press("ns")
    terminal.wait_for("started")
    terminal.press("y")
    terminal.wait_for("No unit is left.")
    assert labels_of(labels, "ann") == [True, False, True, None, True]
    terminal.press("q")
    terminal.wait_for("\x1b[?1049l")
    terminal.wait_for("ann: 4 of 5 units labelled")
    assert terminal.process.wait(30) == 0
    assert termios.tcgetattr(terminal.inner) == terminal.before


def test_a_second_rater_and_an_end_at_any_time(labels: Path) -> None:
    terminal = Terminal(labels, "ben")
    try:
        assert "ben: 0 of 5 units labelled" in terminal.wait_for("q quit")
        terminal.press("y")
        terminal.wait_for("q quit")
        terminal.process.send_signal(signal.SIGKILL)
        terminal.process.wait(30)
    finally:
        terminal.close()
    assert labels_of(labels, "ben") == [True, None, None, None, None]
    assert labels_of(labels, "ann") == [None, None, True, None, None]
    terminal = Terminal(labels, "ben")
    try:
        assert "ben: 1 of 5" in terminal.wait_for("q quit")
        terminal.process.send_signal(signal.SIGINT)
        terminal.wait_for("\x1b[?1049l")
        assert terminal.process.wait(30) == 130
        assert termios.tcgetattr(terminal.inner) == terminal.before
    finally:
        terminal.close()


def test_what_others_write_is_not_lost(labels: Path) -> None:
    first, second = Labelling(labels, "ann"), Labelling(labels, "ben")
    first.answer(True)
    with pytest.raises(ow.Error, match=r"labels.tsv: somebody else has changed it"):
        second.answer(False)
    assert labels_of(labels, "ann") == [True, None, True, None, None]


def test_undo_at_the_beginning_and_answers_at_the_end(labels: Path) -> None:
    labelling = Labelling(labels, "ann")
    before = labels.read_bytes()
    labelling.undo()
    assert labels.read_bytes() == before
    for _ in range(9):
        labelling.skip()
    assert labelling.current is None
    labelling.answer(True)
    assert labels.read_bytes() == before
    labelling.undo()
    assert labelling.current is not None
    assert labelling.current.key.target == "started"


def test_no_terminal(labels: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["tune", "label", str(labels), "--rater", "ann"]) == 1
    assert "labelling needs a terminal" in capsys.readouterr().err


def test_long_and_hostile_sentences(tmp_path: Path) -> None:
    path = tmp_path / "labels.tsv"
    text = f"{'word ' * 500}\x1b]0;title\x07 ⟦utilise⟧ {'word ' * 500}"
    path.write_text(f"{HEAD}1\t{text}\t504\t505\tutilise\tuse\tpt1\t\n", "utf-8")
    shown = render(Labelling(path, "ann"), Surface("en"), width=80, height=24)
    assert shown.count("\r\n") <= 24
    assert "⟦utilise⟧" in shown
    assert "⟦use⟧" in shown
    assert "\x1b]" not in shown


def test_a_terminal_may_not_know_its_size_or_be_narrow(labels: Path) -> None:
    labelling = Labelling(labels, "ann")
    shown = render(labelling, Surface("en"), width=80, height=24)
    assert render(labelling, Surface("en"), width=0, height=0) == shown
    assert "y correct" in render(labelling, Surface("en"), width=1, height=1)


# ---- agreement -----------------------------------------------------------------------------------


def test_kappa_by_hand() -> None:
    # 20 both yes, 15 both no, 5 only the first, 10 only the second.
    pairs = [(1, 1)] * 20 + [(0, 0)] * 15 + [(1, 0)] * 5 + [(0, 1)] * 10
    found = agreement(pairs)
    assert (found.items, found.observed) == (50, 0.7)
    assert found.by_chance == pytest.approx(0.5 * 0.6 + 0.5 * 0.4)  # 25 and 30 yes of 50
    assert found.cohen == pytest.approx(0.4)
    assert found.uniform == pytest.approx(0.4)
    assert agreement([(1, 1), (1, 1), (1, 0)]).cohen == pytest.approx(0.0)
    assert agreement([(1, 1), (1, 1), (1, 0)], labels=3).uniform == pytest.approx(0.5)


def test_no_kappa_where_there_is_no_choice() -> None:
    assert math.isnan(agreement([]).observed)
    assert math.isnan(agreement([]).cohen)
    assert math.isnan(agreement([(1, 1)]).cohen)
    assert agreement([(1, 1)]).uniform == 1.0


def test_agreement_of_a_file(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "labels.tsv"
    said = ["1\t1\t", "0\t0\t", "1\t0\t", "1\t\t", "\t\t", "0\t0\t"]
    path.write_text(
        HEAD.replace("ann", "ann\tben\teve")
        + "".join(f"1\t⟦a⟧ b\t0\t1\ta\tc{i}\tpt1\t{labels}\n" for i, labels in enumerate(said)),
        "utf-8",
    )
    assert main(["tune", "agreement", str(path)]) == 0
    assert capsys.readouterr().out.splitlines() == [
        "6 units of 1 sentence",
        "ann  5 labelled, 60.0% correct",
        "ben  4 labelled, 25.0% correct",
        "eve  0 labelled",
        "ann and ben: 4 units, agreement 75.0%, Cohen's kappa 0.5000, kappa with P(E) = 1/2 0.5000",
        "ann and eve: 0 units, agreement –, Cohen's kappa –, kappa with P(E) = 1/2 –",
        "ben and eve: 0 units, agreement –, Cohen's kappa –, kappa with P(E) = 1/2 –",
    ]
