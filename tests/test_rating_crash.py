"""A server that is killed, and clicks that come many at a time: what was answered is stored."""

from __future__ import annotations

import os
import signal
import threading
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import httpx
import pytest

from otherwords.server.rating.projects import find_project
from otherwords.server.rating.records import history
from tests.postgres import empty_database
from tests.rating_site import Site, fields_of, items
from tests.serving import running
from tests.small_model import write_model

SPG = {"adequacy": "3", "fluency": "2", "usability": "1"}
SOURCES = [f"Sentence number {number}." for number in range(40)]


@pytest.fixture(scope="module")
def model(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return write_model(tmp_path_factory.mktemp("model"))


@pytest.fixture(params=["sqlite", "postgresql"])
def site(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Site]:
    place = str(tmp_path / "ratings.db")
    if request.param == "postgresql":
        place = empty_database(request.getfixturevalue("postgresql_server"))
    made = Site(place, given=items(SOURCES))
    yield made
    made.database.close()


def place_of(site: Site) -> str:
    return site.database.name


class Clicker:
    """A judge at a server in another process, who remembers what was answered."""

    def __init__(self, address: str, token: str) -> None:
        self.client = httpx.Client(base_url=address, headers={"Origin": address}, timeout=30)
        self.client.post("/rate/enter", data={"token": token})
        self.answered: list[int] = []

    def judge(self, position: int) -> None:
        page = self.client.get(f"/rate/items/{position}")
        answer = self.client.post(f"/rate/items/{position}", data={**fields_of(page.text), **SPG})
        if answer.status_code == 303:
            self.answered.append(position)


def stored(site: Site, name: str) -> int:
    project = find_project(site.database, site.name)
    return sum(each.judge == name for each in history(site.database, project.id))


def judge_until_it_ends(who: Clicker, enough: threading.Event, number: int) -> None:
    """Goes on until the server has gone; says when so many were answered."""
    try:
        while True:
            waiting = who.client.get("/rate/next").headers["location"]
            who.judge(int(waiting.rpartition("/")[2]))
            if len(who.answered) >= number:
                enough.set()
    except httpx.HTTPError:
        pass
    finally:
        enough.set()


def test_a_killed_server_loses_nothing_that_it_has_answered(
    site: Site, model: Path, tmp_path: Path
) -> None:
    token = site.judge("ann")
    answered = 0
    for kill in (1, 2):
        with running(model, tmp_path, "--rating", place_of(site)) as server:
            ann = Clicker(server.address, token)
            page = ann.client.get("/rate/items/1").text
            assert f"<b>{stored(site, 'ann')}</b> of 120 judged" in page
            enough = threading.Event()
            thread = threading.Thread(target=judge_until_it_ends, args=(ann, enough, 3 + kill))
            thread.start()
            enough.wait(60)
            os.kill(server.process.pid, signal.SIGKILL)
            server.process.wait()
            thread.join()
            ann.client.close()
        assert ann.answered
        answered += len(ann.answered)
        # What was stored when the answer could not be sent any more is no loss.
        assert answered <= stored(site, "ann") <= answered + kill


def test_clicks_at_the_same_moment_count_once_in_several_workers(
    site: Site, model: Path, tmp_path: Path
) -> None:
    tokens = [site.judge(name) for name in ("ann", "ben")]
    with running(model, tmp_path, "--rating", place_of(site), "--workers", "2") as server:
        people = [Clicker(server.address, token) for token in tokens]
        for person in people:
            pages = [person.client.get(f"/rate/items/{position}") for position in (1, 2, 3)]
            forms = [fields_of(page.text) for page in pages]
            with ThreadPoolExecutor(12) as pool:
                answers = list(
                    pool.map(
                        lambda job, person=person: (
                            person.client.post(
                                f"/rate/items/{job[0]}", data={**job[1], **SPG}
                            ).status_code
                        ),
                        [(position, form) for position, form in enumerate(forms, 1)] * 4,
                    )
                )
            assert answers == [303] * 12
            person.client.close()
    assert stored(site, "ann") == stored(site, "ben") == 3
