"""The rating site in a real browser: keys, buttons, both sizes, and nobody shut out."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from otherwords.server.rating.items import Instance, Item
from otherwords.server.rating.judging import Place
from otherwords.server.rating.projects import find_project
from otherwords.server.rating.records import Judgement, history
from tests.browser import LOOKS, Look, chromium, findings, looking, serving, shoot
from tests.rating_site import Site, answer_all
from tests.small_model import write_model

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

DESKTOP = next(look for look in LOOKS if look.name == "desktop-light")
PHONE = next(look for look in LOOKS if look.name == "phone-dark")
# A judge for each screen: names are taken once.
ANN = {DESKTOP.name: "Ann", PHONE.name: "Anne"}
BOTH = pytest.mark.parametrize("look", [DESKTOP, PHONE], ids=lambda look: look.name)

SOURCES = {
    "The committee took the matter into consideration before it came to a decision.": [
        "The committee considered the matter before it decided.",
        "The committee considered the matter before it came to a decision.",
        "The panel took the matter into thought before it came to a choice.",
    ],
    "At this point in time they are not able to purchase houses.": [
        "Now they cannot buy houses.",
        "Now they are unable to purchase houses.",
        "At this dot in time they are not able to buy houses.",
    ],
    "The majority of the teachers were in attendance at the meeting.": [
        "Most of the teachers were at the meeting.",
        "Most of the teachers were in attendance at the meeting.",
        "The bulk of the teachers were in presence at the meeting.",
    ],
    "She made an attempt to provide assistance to the children.": [
        "She tried to help the children.",
        "She tried to provide help to the children.",
        "She made a try to supply aid to the kids.",
    ],
}
SYSTEMS = ["exact search", "beam search", "words alone"]
GIVEN = [
    Item(source, paraphrase, [system], "compress")
    for source, paraphrases in SOURCES.items()
    for paraphrase, system in zip(paraphrases, SYSTEMS, strict=True)
]
PATTERNS = [
    Item(
        "take [NN_1] into consideration",
        "consider [NN_1]",
        ["model 3"],
        instances=[
            Instance("take the matter into consideration", "consider the matter"),
            Instance("take costs into consideration", "consider costs"),
        ],
    ),
    Item("[NNP_1] reunification", "[NNP_1] unity", ["model 3"]),
]


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    with chromium() as made:
        yield made


@pytest.fixture(scope="module")
def sites(tmp_path_factory: pytest.TempPathFactory) -> Iterator[dict[str, Site]]:
    """A project for each protocol, all in one database."""
    place = tmp_path_factory.mktemp("ratings") / "ratings.db"
    made = {
        name: Site(place, name, PATTERNS if name == "pp" else GIVEN, name=title)
        for name, title in {
            "spg": "Shorter news",
            "pr": "News",
            "mcpg": "News in two steps",
            "pp": "Patterns",
        }.items()
    }
    yield made
    for site in made.values():
        site.database.close()


@pytest.fixture(scope="module")
def address(sites: dict[str, Site], tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    model = write_model(tmp_path_factory.mktemp("model"))
    with serving("-m", str(model), "--rating", sites["spg"].database.name) as found:
        yield found


def link(address: str, token: str) -> str:
    return f"{address}rate/enter#{token}"


def said(site: Site, name: str) -> list[Judgement]:
    project = find_project(site.database, site.name)
    return [each for each in history(site.database, project.id) if each.judge == name]


def at_item(page: Page, number: int) -> None:
    page.wait_for_url(re.compile(rf"/items/{number}($|\?)"))


def looks_right(page: Page) -> None:
    """Nobody is shut out, and nothing sticks out at the side."""
    assert findings(page) == []
    size = page.viewport_size
    assert size is not None
    # A phone makes everything smaller where something sticks out: ask how wide it is, not whether.
    assert page.evaluate("document.documentElement.scrollWidth") == size["width"]


@BOTH
def test_spg_with_keys(browser: Browser, address: str, sites: dict[str, Site], look: Look) -> None:
    site, name = sites["spg"], ANN[look.name]
    with looking(browser, link(address, site.judge(name)), look) as page:
        at_item(page, 1)
        assert "#" not in page.url
        looks_right(page)
        shoot(page, f"rating-spg-{look.name}")
        page.keyboard.press("3")
        page.keyboard.press("2")
        assert page.locator(".question.current legend").inner_text().endswith("purpose?")
        page.keyboard.press("3")
        at_item(page, 2)
        assert page.get_by_text("1 of 12 judged").is_visible()
        # Back, another mind, and forward to where we were.
        page.keyboard.press("u")
        at_item(page, 1)
        assert page.locator("input[name=fluency][value='2']").is_checked()
        page.keyboard.press("1")
        page.keyboard.press("1")
        page.keyboard.press("1")
        at_item(page, 2)
        page.keyboard.press("s")
        at_item(page, 3)
        # What is not a key of ours does nothing.
        for key in ("4", "y", "x", "Control+3"):
            page.keyboard.press(key)
        assert page.locator(".question input:checked").count() == 0
    assert [dict(each.answers) for each in said(site, name)] == [
        {"adequacy": "3", "fluency": "2", "usability": "3"},
        {"adequacy": "1", "fluency": "1", "usability": "1"},
    ]


@BOTH
def test_spg_with_a_finger(
    browser: Browser, address: str, sites: dict[str, Site], look: Look
) -> None:
    site, name = sites["spg"], f"{ANN[look.name]}’s sister"
    with looking(browser, link(address, site.judge(name)), look) as page:
        at_item(page, 1)
        for question, value in (("adequacy", 3), ("fluency", 3), ("usability", 2)):
            page.locator(f"label:has(input[name={question}][value='{value}'])").click()
        page.locator("#judge button[type=submit]").dblclick()
        at_item(page, 2)
        # The browser asks for what is missing before anything is sent.
        page.locator("#judge button[type=submit]").click()
        assert "/items/2" in page.url
    (only,) = said(site, name)
    assert only.answers == {"adequacy": "3", "fluency": "3", "usability": "2"}


def test_differences_are_marked_on_request(
    browser: Browser, address: str, sites: dict[str, Site]
) -> None:
    with looking(browser, link(address, sites["spg"].judge("eve")), DESKTOP) as page:
        at_item(page, 1)
        mark = page.locator("#paraphrase mark").first

        def colour() -> object:
            return mark.evaluate("one => getComputedStyle(one).boxShadow")

        assert colour() == "none"
        page.keyboard.press("d")
        assert colour() != "none"
        looks_right(page)
        shoot(page, "rating-differences-desktop-light")
        page.keyboard.press("s")
        at_item(page, 2)
        assert page.locator("#differences").is_checked()


@BOTH
def test_acceptance_and_the_second_pass(
    browser: Browser, address: str, sites: dict[str, Site], look: Look
) -> None:
    site = Site(sites["pr"].database.name, "pr", GIVEN[:3], name=f"News of {ANN[look.name]}")
    answer_all(site.database, site.visitor(site.judge("ann")), lambda place: {"accept": "yes"})
    token = site.judge("ben")
    with looking(browser, link(address, token), look) as page:
        for number in (1, 2, 3):
            at_item(page, number)
            if number == 1:
                looks_right(page)
                shoot(page, f"rating-pr-{look.name}")
            page.keyboard.press("n")
        page.wait_for_url("**/done")
        looks_right(page)
    with looking(browser, link(address, site.organiser), look) as page:
        page.get_by_role("button", name="Open the second pass").click()
        page.get_by_text("The second pass is open").wait_for()
    with looking(browser, link(address, token), look) as page:
        at_item(page, 1)
        assert page.get_by_text("In the first pass you said “no”").is_visible()
        looks_right(page)
        shoot(page, f"rating-second-pass-{look.name}")
        page.get_by_role("button", name="Yes").click()
        at_item(page, 2)
    assert [(each.number, each.answers["accept"]) for each in said(site, "ben")] == [
        (1, "no"),
        (1, "no"),
        (1, "no"),
        (2, "yes"),
    ]
    site.database.close()


@BOTH
def test_well_formed_then_meaning(
    browser: Browser, address: str, sites: dict[str, Site], look: Look
) -> None:
    site, name = sites["mcpg"], ANN[look.name]
    with looking(browser, link(address, site.judge(name)), look) as page:
        at_item(page, 1)
        assert page.locator("#source").count() == 0
        looks_right(page)
        page.keyboard.press("y")
        page.wait_for_url("**/items/1?step=2")
        assert page.locator("#source").is_visible()
        looks_right(page)
        shoot(page, f"rating-mcpg-{look.name}")
        page.keyboard.press("u")
        page.wait_for_url("**/items/1?step=1")
        page.keyboard.press("y")
        page.wait_for_url("**/items/1?step=2")
        page.keyboard.press("n")
        at_item(page, 2)
        page.keyboard.press("n")
        at_item(page, 3)
    answers = [dict(each.answers) for each in said(site, name) if each.stands]
    assert answers == [{"well_formed": "yes", "same_meaning": "no"}, {"well_formed": "no"}]


@BOTH
def test_patterns_with_instances(
    browser: Browser, address: str, sites: dict[str, Site], look: Look
) -> None:
    site, name = sites["pp"], ANN[look.name]
    with looking(browser, link(address, site.judge(name)), look) as page:
        for number in (1, 2):
            at_item(page, number)
            if page.get_by_text("consider costs").count():
                looks_right(page)
                shoot(page, f"rating-pp-{look.name}")
            page.keyboard.press("y")
        page.wait_for_url("**/done")
        looks_right(page)
    assert [each.answers["correct"] for each in said(site, name)] == ["yes", "yes"]


def opinion(name: str, place: Place) -> dict[str, str]:
    """What a judge may think of a paraphrase."""
    text = place.paraphrase
    poor = any(word in text for word in ("dot", "thought", "try to", "presence"))
    fine = "considered" in text or "Now" in text or name == "ann"
    labels = "113" if poor else "333" if fine else "233"
    return dict(zip(("adequacy", "fluency", "usability"), labels, strict=True))


@BOTH
def test_results(browser: Browser, address: str, sites: dict[str, Site], look: Look) -> None:
    site = Site(sites["spg"].database.name, "spg", GIVEN, name=f"Results of {ANN[look.name]}")
    for name in ("ann", "ben"):
        answer_all(site.database, site.visitor(site.judge(name)), partial(opinion, name))
    with looking(browser, link(address, site.organiser), look) as page:
        page.wait_for_url("**/results")
        looks_right(page)
        shoot(page, f"rating-results-{look.name}")
        assert page.locator("figure svg").count() == 8
        name = page.locator("figure svg").first.evaluate(
            "one => one.querySelector('title').textContent"
        )
        assert name == "Adequacy: labels"
        with page.expect_download() as download:
            page.get_by_role("link", name="Judgements (CSV)").click()
        assert len(Path(download.value.path()).read_text().splitlines()) == 25
        page.locator("#labels").scroll_into_view_if_needed()
        shoot(page, f"rating-table-{look.name}")
    site.database.close()


def test_a_wrong_link_is_told_kindly(browser: Browser, address: str) -> None:
    with looking(browser, link(address, "nobody"), PHONE, allowed=["403"]) as page:
        page.get_by_role("alert").wait_for()
        looks_right(page)
        assert page.get_by_text("Nobody has this link").is_visible()


def test_colours_can_be_chosen(browser: Browser, address: str) -> None:
    with looking(browser, f"{address}rate/enter", DESKTOP) as page:

        def paper() -> object:
            return page.evaluate("getComputedStyle(document.documentElement).backgroundColor")

        light = paper()
        page.get_by_text("Dark", exact=True).click()
        assert paper() != light
        page.reload()
        assert paper() != light


def test_without_scripts_it_works_as_well(
    browser: Browser, address: str, sites: dict[str, Site]
) -> None:
    site = sites["pr"]
    token = site.judge("without scripts")
    with looking(browser, f"{address}rate/", DESKTOP, java_script_enabled=False) as page:
        page.get_by_label("Your link").fill(link(address, token))
        page.get_by_role("button", name="Come in").click()
        at_item(page, 1)
        page.get_by_role("button", name="No").click()
        at_item(page, 2)
        page.get_by_role("link", name="Back").click()
        at_item(page, 1)
        page.get_by_role("button", name="Leave").click()
        page.wait_for_url("**/enter")
    assert [each.answers["accept"] for each in said(site, "without scripts")] == ["no"]
