"""The page for everybody: what axe finds in every view, on every screen and in all colours."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

import pytest

from tests.browser import LOOKS, Look, findings, looking, shoot
from tests.pages import BEST, SENTENCE, choose, settle, slide, write

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page


@pytest.fixture(params=LOOKS, ids=lambda look: look.name)
def look(request: pytest.FixtureRequest) -> Look:
    chosen: Look = request.param
    return chosen


@pytest.fixture
def page(browser: Browser, address: str, look: Look) -> Iterator[Page]:
    with looking(browser, address, look) as opened:
        yield opened


def test_a_first_visit(page: Page, look: Look) -> None:
    shoot(page, f"page-welcome-{look.name}")
    for summary in page.locator("summary:visible").all():
        summary.click()
    assert findings(page) == []


def test_one_sentence(page: Page, look: Look) -> None:
    page.locator(".example").first.click()
    settle(page)
    page.locator(f"{BEST} .open").first.wait_for()
    page.locator(f"{BEST} .edit").first.click()
    page.locator(".option").nth(2).wait_for()
    shoot(page, f"page-alternatives-{look.name}")
    assert findings(page) == []
    page.keyboard.press("Escape")
    page.locator(f"{BEST} .open").last.click()
    page.locator(".option").nth(1).click()
    settle(page)
    page.locator("#marks-switch").click()
    if not look.is_phone:
        page.locator(f"{BEST} .edit").first.hover()
        page.locator("#tip").wait_for()
    if look.is_phone:
        page.mouse.move(2, 2)
        page.locator("#answer").evaluate("one => one.scrollIntoView({block: 'start'})")
    shoot(page, f"page-sentence-{look.name}")
    choose(page, "toward")
    slide(page, "#confidence", 4)
    page.fill("#reference", "Although it rained, many people came.")
    settle(page)
    page.locator(f"{BEST} .edit").first.focus()
    assert findings(page) == []


def test_the_lattice(page: Page, look: Look) -> None:
    write(page, SENTENCE)
    page.click("#lattice-open")
    page.locator(".arc").first.wait_for()
    page.locator("#lattice").scroll_into_view_if_needed()
    page.mouse.move(2, 2)
    page.locator("#lattice").evaluate("one => one.scrollIntoView({block: 'start'})")
    shoot(page, f"page-lattice-{look.name}")
    # What a long sentence has more of is the same again, and slow to check.
    write(page, "They came in order to help.")
    page.locator(".token", has_text="They").wait_for()
    page.click(".as-table summary")
    page.locator(".as-table tbody tr").first.wait_for()
    assert findings(page) == []


def test_a_document(page: Page, look: Look) -> None:
    page.locator(".example").last.click()
    settle(page)
    page.locator(".document .edit").first.focus()
    for key in "aajr":
        page.keyboard.press(key)
    page.locator("#tip").wait_for()
    assert findings(page) == []
    page.mouse.move(2, 2)
    page.keyboard.press("Escape")
    shoot(page, f"page-document-{look.name}", top=0 if look.is_phone else 110)


def test_troubles(browser: Browser, address: str, look: Look) -> None:
    with looking(browser, address, look, allowed=["503"]) as page:
        page.route("**/v1/*", lambda route: route.fulfill(status=503, body="{}"))
        page.fill("#source", SENTENCE)
        page.locator("#notice").wait_for()
        assert findings(page) == []


def test_motion_is_not_forced_on_anybody(browser: Browser, address: str) -> None:
    with looking(browser, address, LOOKS[0], reduced_motion="reduce") as page:
        write(page, SENTENCE)
        moving = page.locator("*").evaluate_all(
            "all => all.filter(one => getComputedStyle(one).transitionDuration !== '0s').length"
        )
        assert moving == 0


def test_everything_can_be_reached_by_keys(browser: Browser, address: str) -> None:
    with looking(browser, address, LOOKS[0]) as page:
        write(page, SENTENCE)
        page.reload()
        page.locator(f"{BEST} .open").first.wait_for()
        reached: list[str] = []
        while "lattice-open" not in reached:
            page.keyboard.press("Tab")
            name, is_shown = page.evaluate("""() => {
                const one = document.activeElement;
                const ring = one.matches("fieldset input") ? one.nextElementSibling : one;
                return [one.id || one.className, getComputedStyle(ring).outlineStyle !== "none"];
            }""")
            assert is_shown, f"{name} has the focus, and nobody sees it"
            assert len(reached) < 40
            reached.append(name)
        assert reached[0] == "skip"
        order = ["source", "length", "confidence", "marks", "button copy", "lattice-open"]
        places = [reached.index(name) for name in order]
        assert places == sorted(places)
