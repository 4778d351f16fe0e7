"""The rating site through HTTP: every protocol from the link of a judge to the results."""

from __future__ import annotations

import csv
import io
import re
import xml.etree.ElementTree as ET
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from fastapi import FastAPI

from otherwords.server import ServerSettings, create_app
from otherwords.server.rating.items import Item
from tests.postgres import empty_database
from tests.rating_site import SYSTEMS, Guest, Site, items, patterns, text_of
from tests.small_model import write_model

Opened = tuple[Site, FastAPI]
Opener = Callable[..., Opened]


@pytest.fixture(scope="module")
def model(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return write_model(tmp_path_factory.mktemp("model"))


@pytest.fixture(params=["sqlite", "postgresql"])
def place(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    if request.param == "sqlite":
        return str(tmp_path / "ratings.db")
    return empty_database(request.getfixturevalue("postgresql_server"))


@pytest.fixture
def opened(place: str, model: Path) -> Iterator[Opener]:
    """Makes projects, and a server with their site."""
    made: list[Any] = []

    def open_site(protocol: str, given: list[Item] | None = None) -> Opened:
        site = Site(place, protocol, given)
        app = create_app(ServerSettings(models=(str(model),), rating=place))
        made.extend([site.database, app.state.rating])
        return site, app

    yield open_site
    for each in made:
        each.close()


def test_adequacy_fluency_and_usability(opened: Opener) -> None:
    site, app = opened("spg")
    ann = Guest(app, site.judge("ann"))
    assert "<b>0</b> of 12 judged" in ann.see("/")
    seen = set()
    for position in range(1, 13):
        page = ann.see("/next")
        assert f"item {position} of 12" in page
        assert not any(system in page for system in SYSTEMS)
        assert "fewer bytes" in page
        seen.add((text_of(page, "source"), text_of(page, "paraphrase")))
        following = ann.say(position, adequacy="3", fluency="2", usability="1")
        assert following == ("/done" if position == 12 else f"/items/{position + 1}")
    assert seen == {(item.source, item.paraphrase) for item in items()}
    assert "Thank you" in ann.see("/")
    results = Guest(app, site.organiser).see("/results")
    assert results.count("<td>100.00</td>") == 3 * 2 * 4  # groups, ann and all, measures


def test_a_judge_goes_on_elsewhere_and_changes_his_mind(opened: Opener) -> None:
    site, app = opened("spg")
    token = site.judge("ann")
    for position in (1, 2):
        Guest(app, token).say(position, adequacy="1", fluency="1", usability="1")
    again = Guest(app, token)
    assert "item 3 of 12" in again.see("/")
    page = again.see("/items/1")
    assert len(re.findall(r'value="1" data-key="1" checked', page)) == 3
    assert again.say(1, adequacy="3", fluency="1", usability="1") == "/items/3"
    assert "<b>2</b> of 12 judged" in again.see("/")
    # What is skipped comes again at the end.
    assert again.say(12, adequacy="3", fluency="1", usability="1") == "/items/3"
    organiser = Guest(app, site.organiser)
    rows = list(csv.DictReader(io.StringIO(organiser.client.get("/rate/results.csv").text)))
    assert [(row["adequacy"], row["stands"]) for row in rows] == [
        ("1", "0"),
        ("1", "1"),
        ("3", "1"),
        ("3", "1"),
    ]
    assert "3 judgements that stand, 1 changes of mind" in organiser.see("/results")


def test_acceptance_with_a_second_pass(opened: Opener) -> None:
    site, app = opened("pr", items()[:3])
    ann, ben = (Guest(app, site.judge(name)) for name in ("ann", "ben"))
    organiser = Guest(app, site.organiser)
    csrf = re.search(r'name="csrf" value="([^"]+)"', organiser.see("/results"))
    assert csrf is not None
    early = organiser.send("/second-pass", {"csrf": csrf[1]})
    assert early.status_code == 409
    assert "ann (3 to go), ben (3 to go)" in early.text
    for guest, said in ((ann, "yes"), (ben, "no")):
        for position in (1, 2, 3):
            unsure = text_of(guest.see(f"/items/{position}"), "paraphrase").endswith("now.")
            guest.say(position, accept=said if unsure else "yes")
    assert "look again" in ann.see("/")
    assert organiser.send("/second-pass", {"csrf": csrf[1]}).status_code == 303
    for guest, said in ((ann, "yes"), (ben, "no")):
        page = guest.see("/")
        assert "item 1 of 1" in page
        assert re.search(rf"first pass you said\s+“{said}”", page)
        assert guest.say(1, accept="yes") == "/done"
    answer = organiser.client.get("/rate/results.json").json()
    by_pass = {
        each["number"]: each["pairs"][0]["observed"]["value"] for each in answer["agreement"]
    }
    assert by_pass == {1: pytest.approx(2 / 3), None: 1.0}
    page = organiser.see("/results")
    assert "The second pass is open" in page
    assert 'action="/rate/second-pass"' not in page


def test_well_formed_and_then_the_same_meaning(opened: Opener) -> None:
    site, app = opened("mcpg", items()[:3])
    ann = Guest(app, site.judge("ann"))
    page = ann.see("/")
    assert "well formed?" in page
    assert "We utilise tools.</p>" not in page
    assert 'id="source"' not in page
    assert "<mark>" not in page  # that would tell where it differs
    assert ann.say(1, well_formed="yes") == "/items/1?step=2"
    assert "<b>0</b> of 3 judged" in ann.see("/")
    page = ann.see("/items/1?step=2")
    assert text_of(page, "source") == "We utilise tools."
    assert "the same thing?" in page
    assert ann.say(1, step=2, same_meaning="no") == "/items/2"
    assert ann.say(2, well_formed="no") == "/items/3"
    # The second question cannot be had before the first.
    assert "well formed?" in ann.see("/items/3?step=2")
    assert "well formed?" in ann.see("/items/2?step=2")
    ann.say(3, well_formed="yes")
    assert ann.say(3, step=2, same_meaning="yes") == "/done"
    said = Guest(app, site.organiser).client.get("/rate/results.json").json()
    shares = {
        each["measure"]: (each["number"], each["shares"]["yes"])
        for each in said["distributions"]
        if each["judge"] == "ann" and each["number"]
    }
    assert set(shares) == {"well_formed", "same_meaning", "both"}


def test_pairs_of_patterns_with_instances(opened: Opener) -> None:
    site, app = opened("pp", patterns())
    ann = Guest(app, site.judge("ann"))
    pages = [ann.see(f"/items/{position}") for position in (1, 2)]
    shown = {text_of(page, "source"): page for page in pages}
    assert "take costs into account" in shown["consider [NN_1]"]
    assert "Instances" not in shown["[NNP_1] unity"]
    assert ann.say(1, correct="yes") == "/items/2"
    assert ann.say(2, correct="no") == "/done"
    assert "Correct" in Guest(app, site.organiser).see("/results")


def test_results_have_plots_and_files(opened: Opener) -> None:
    site, app = opened("spg")
    organiser = Guest(app, site.organiser)
    assert "There are none yet" in organiser.see("/")
    assert "first judgement" in organiser.see("/")
    for name in ("ann", "ben"):
        guest = Guest(app, site.judge(name))
        for position in range(1, 13):
            number = len(text_of(guest.see(f"/items/{position}"), "paraphrase")) % 3 + 1
            guest.say(position, adequacy=str(number), fluency="3", usability="2")
    page = organiser.see("/results")
    names = re.findall(r'href="/rate/plots/([\w-]+)\.svg"', page)
    assert len(names) == 8
    for name in names:
        answer = organiser.client.get(f"/rate/plots/{name}.svg")
        assert answer.headers["content-type"] == "image/svg+xml"
        picture = ET.fromstring(answer.text)
        title, told = picture[0], picture[1]
        assert (title.tag[-5:], told.tag[-4:]) == ("title", "desc")
        assert title.text
        assert "ALPHASYSTEM" in (told.text or "")
    assert organiser.client.get("/rate/plots/none.svg").status_code == 404
    answer = organiser.client.get("/rate/results.json")
    assert "attachment" in answer.headers["content-disposition"]
    content = answer.json()
    assert len(content["history"]) == 24
    assert [each["done"] for each in content["judges"]] == [12, 12]
    assert {each["pairs"][0]["observed"]["value"] for each in content["agreement"]} == {1.0}
    assert len(content["comparisons"]) == 3 * 4
