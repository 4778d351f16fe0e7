"""`otherwords rate`: from a file of paraphrases to links, results and files."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from pathlib import Path

import httpx
import pytest

from otherwords.cli import main
from otherwords.server.rating.access import enter
from otherwords.server.rating.database import Database
from tests.small_model import write_model

ITEMS = (
    "source\tparaphrase\tsystem\nWe utilise it.\tWe use it.\ta\nWe utilise it.\tWe apply it.\tb\n"
)


@pytest.fixture
def place(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A database in the environment, and a file of items in the folder."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("OTHERWORDS_RATING", "mine.db")
    Path("news.tsv").write_text(ITEMS)
    return tmp_path / "mine.db"


def rate(capfd: pytest.CaptureFixture[str], *words: str, code: int = 0) -> str:
    assert main(["rate", *words]) == code
    said = capfd.readouterr()
    return said.out if code == 0 else said.err


def test_from_a_file_to_results(place: Path, capfd: pytest.CaptureFixture[str]) -> None:
    made = rate(capfd, "create", "news.tsv", "--protocol", "spg")
    assert re.fullmatch(
        r"news: 2 items of 2 systems\norganiser: http://127\.0\.0\.1:8520/rate/enter#\S{43}\n", made
    )
    added = rate(capfd, "judges", "news", "add", "ann", "ben", "--address", "https://x.org/")
    links = re.findall(r"(\w+): https://x\.org/rate/enter#(\S{43})\n", added)
    assert [name for name, _ in links] == ["ann", "ben"]
    database = Database(str(place))
    assert enter(database, links[0][1]) is not None
    new = rate(capfd, "judges", "news", "link", "ann")
    assert enter(database, links[0][1]) is None
    assert enter(database, new.split("#")[1].strip()) is not None
    rate(capfd, "judges", "news", "remove", "ben")
    assert rate(capfd, "judges", "news") == (
        "ann: 0 of 2 items judged\nben: 0 of 2 items judged, removed\n"
    )
    assert rate(capfd, "projects") == "news: spg, 2 items, 2 judges\n"
    old = made.split("#")[1].strip()
    assert enter(database, old) is not None
    assert "/rate/enter#" in rate(capfd, "link", "news")
    assert enter(database, old) is None
    assert rate(capfd, "results", "news") == (
        "2 items, 0 judgements of 2 judges, 0 changes of mind\n"
    )
    assert json.loads(rate(capfd, "results", "news", "--json"))["judgements"] == 0
    assert rate(capfd, "export", "news").startswith("item,source,paraphrase,systems")
    rate(capfd, "export", "news", "--format", "json", "-o", "all.json")
    assert len(json.loads(Path("all.json").read_text())["item_list"]) == 2
    assert rate(capfd, "migrate") == "version 0002\n"
    database.close()


def test_results_as_text(place: Path, capfd: pytest.CaptureFixture[str]) -> None:
    Path("labels.tsv").write_text(
        "number\tsentence\tbegin\tend\tsource\ttarget\ttables\tann\tben\n"
        "1\tThey ⟦utilise⟧ it.\t1\t2\tutilise\tuse\tpt1\t1\t1\n"
        "2\tWe ⟦assist⟧ them.\t1\t2\tassist\thelp\tpt1\t1\t0\n"
    )
    rate(capfd, "create", "labels.tsv", "--protocol", "pr", "--name", "units")
    shown = rate(capfd, "results", "units")
    assert "2 items, 4 judgements of 2 judges" in shown
    assert re.search(r"pt1\s+ben\s+50\.00\s+50\.00\s+2", shown)
    assert re.search(r"pt1\s+all judges\s+25\.00\s+75\.00\s+4", shown)
    assert "ann and ben: 2 items, agreement 50.0%, kappa with P(E) = 1/2 0.000" in shown
    assert "1 item to look at again" in rate(capfd, "second-pass", "units")
    shown = rate(capfd, "results", "units")
    assert "first ann and ben: 2 items" in shown
    assert "final ann and ben: 2 items" in shown
    rate(capfd, "export", "units", "--format", "labels", "-o", "back.tsv")
    assert Path("back.tsv").read_text() == Path("labels.tsv").read_text()


def test_the_site_is_served(place: Path, capfd: pytest.CaptureFixture[str]) -> None:
    rate(capfd, "create", "news.tsv", "--protocol", "pr")
    model = write_model(place.parent)
    command = [sys.executable, "-m", "otherwords", "rate", "serve", "-m", str(model), "--port", "0"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as server:
        try:
            assert server.stdout is not None
            address = server.stdout.readline().split()[2]
            answer = httpx.get(f"{address}rate/", follow_redirects=True)
        finally:
            server.terminate()
    assert server.returncode == 0
    assert answer.status_code == 200
    assert "Come in" in answer.text


@pytest.mark.parametrize(
    ("words", "why"),
    [
        (["projects"], "mine.db: there is no such file; make a project"),
        (["create", "none.tsv", "--protocol", "pr"], "none.tsv: No such file"),
        (["create", "news.tsv", "--protocol", "pr", "--each", "2"], "share"),
        (["create", "news.tsv", "--protocol", "pr", "--panel", "2", "--each", "3"], "panel of 2"),
        (["create", "news.tsv", "--protocol", "pr", "--name", "x" * 101], "no name of a project"),
        (["create", "news.tsv", "--protocol", "pr", "--database", "mysql://x/y"], "not known"),
        (["serve"], "mine.db: there is no such file"),
    ],
)
def test_mistakes(
    place: Path, capfd: pytest.CaptureFixture[str], words: list[str], why: str
) -> None:
    assert why in rate(capfd, *words, code=1)


def test_mistakes_with_a_project(place: Path, capfd: pytest.CaptureFixture[str]) -> None:
    rate(capfd, "create", "news.tsv", "--protocol", "pr")
    for words, why in (
        (["create", "news.tsv", "--protocol", "pr"], "a project 'news' already"),
        (["results", "old"], "no project 'old'"),
        (["judges", "news", "remove", "eve"], "no judge 'eve'"),
        (["judges", "news", "add"], "at least one"),
        (["judges", "news", "list", "eve"], "takes no names"),
        (["export", "news", "--format", "labels"], "are no units"),
        (["export", "news", "--format", "patterns"], "protocol pp"),
    ):
        assert why in rate(capfd, *words, code=1), words
