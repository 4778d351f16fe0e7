"""A small rating project, and visitors of its site."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from html import unescape
from pathlib import Path

from fastapi import FastAPI
from httpx import Response

from otherwords.server.rating.access import Visitor, enter, visitor_of
from otherwords.server.rating.assignment import Panel
from otherwords.server.rating.database import Database
from otherwords.server.rating.items import Instance, Item
from otherwords.server.rating.judging import Place, new_form, place_at, progress, say
from otherwords.server.rating.projects import create_project, find_project
from otherwords.server.rating.protocols import Answers
from otherwords.server.rating.scales import protocol_of
from otherwords.server.rating.seats import add_judge
from tests.serving import ADDRESS, TestClient

SOURCES = ["We utilise tools.", "They assist us.", "It commenced at once.", "He had no money."]
SYSTEMS = ["ALPHASYSTEM", "BETASYSTEM", "GAMMASYSTEM"]


def items(sources: Sequence[str] = SOURCES, application: str = "compress") -> list[Item]:
    """An item for each source and system, all different."""
    return [
        Item(source, f"{source[:-1]}, {place}.", [system], application)
        for source in sources
        for place, system in zip(("so", "too", "now"), SYSTEMS, strict=True)
    ]


def patterns() -> list[Item]:
    """Two pairs of patterns."""
    return [
        Item(
            "consider [NN_1]",
            "take [NN_1] into account",
            ["ALPHASYSTEM"],
            instances=[Instance("consider costs", "take costs into account")],
        ),
        Item("[NNP_1] unity", "[NNP_1] uniting", ["BETASYSTEM"]),
    ]


class Site:
    """A project in a database.

    Attributes:
        database: Where it is.
        organiser: The token of its organiser.
    """

    def __init__(
        self,
        place: str | Path,
        protocol: str = "spg",
        given: Sequence[Item] | None = None,
        *,
        name: str = "news",
        panel: Panel | None = None,
    ) -> None:
        self.name = name
        self.database = Database(str(place))
        own = items() if given is None else given
        try:
            self.database.migrate()
            self.organiser = create_project(
                self.database, name, protocol_of(protocol), own, panel or Panel()
            )
        except BaseException:
            self.database.close()
            raise

    def judge(self, name: str) -> str:
        """The token of a new judge."""
        return add_judge(self.database, find_project(self.database, self.name), name)

    def visitor(self, token: str) -> Visitor:
        """The owner of a token, as the site sees him."""
        who = visitor_of(self.database, enter(self.database, token))
        assert who is not None
        return who


def answer_all(database: Database, who: Visitor, choose: Callable[[Place], Answers]) -> None:
    """Lets a judge say what is chosen of all that waits; nothing of what gets no answers."""
    for position in progress(database, who).waiting:
        place = place_at(database, who, position)
        assert place is not None
        given = choose(place)
        for step in range(1, who.protocol.steps + 1):
            if given and who.protocol.about(place.application).asked(step, given):
                say(
                    database,
                    who,
                    position,
                    form=new_form(),
                    number=who.current_pass,
                    step=step,
                    given=given,
                )


class Guest:
    """Somebody with a browser that keeps cookies.

    Args:
        app: The server.
        token: Of the link to come in by, if there is one.
    """

    def __init__(self, app: FastAPI, token: str | None = None) -> None:
        self.client = TestClient(app, base_url=ADDRESS, headers={"Origin": ADDRESS})
        if token is not None:
            answer = self.client.post("/rate/enter", data={"token": token})
            assert answer.status_code == 200, answer.text

    def see(self, path: str) -> str:
        """A page that must be there."""
        answer = self.client.get(f"/rate{path}")
        assert answer.status_code == 200, answer.text
        return str(answer.text)

    def send(self, path: str, fields: dict[str, str], **answers: str) -> Response:
        """Sends a form; goes on to no other page."""
        data = {**fields, **answers}
        answer: Response = self.client.post(f"/rate{path}", data=data, follow_redirects=False)
        return answer

    def judge(self, position: int) -> None:
        """Answers the questions of SPG."""
        self.say(position, adequacy="3", fluency="2", usability="3")

    def say(self, position: int, *, step: int = 1, **answers: str) -> str:
        """Judges an item as a person would; returns where the site sends us."""
        fields = fields_of(self.see(f"/items/{position}?step={step}"))
        answer = self.send(f"/items/{position}", fields, **answers)
        assert answer.status_code == 303, answer.text
        return str(answer.headers["location"]).removeprefix("/rate")


def fields_of(page: str) -> dict[str, str]:
    """What the form of a page sends beside answers."""
    form = page[page.index('id="judge"') :] if 'id="judge"' in page else page
    found = re.findall(r'<input type="hidden" name="(\w+)" value="([^"]*)">', form)
    return {name: unescape(value) for name, value in found}


def text_of(page: str, name: str) -> str:
    """The text of an element of a page, without what is marked in it."""
    found = re.search(rf'id="{name}">(.*?)</p>', page, re.DOTALL)
    assert found is not None, page
    return unescape(re.sub(r"</?mark>", "", found[1]))
