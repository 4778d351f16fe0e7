"""The page in a real browser: why words changed, what else there was, and taking it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

import pytest

from tests.browser import LOOKS, looking
from tests.pages import BEST, SENTENCE, SHORTER, best, choose, settle, slide, word, write

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

DESKTOP, PHONE = LOOKS[0], LOOKS[3]


@pytest.fixture(params=[DESKTOP, PHONE], ids=lambda look: look.name)
def page(request: pytest.FixtureRequest, browser: Browser, address: str) -> Iterator[Page]:
    with looking(browser, address, request.param) as opened:
        write(opened, SENTENCE)
        opened.locator(f"{BEST} .open").first.wait_for()
        yield opened


@pytest.fixture
def desktop(browser: Browser, address: str) -> Iterator[Page]:
    with looking(browser, address, DESKTOP) as opened:
        write(opened, SENTENCE)
        opened.locator(f"{BEST} .open").first.wait_for()
        yield opened


def take(page: Page, option: str) -> None:
    page.locator(".option-words").get_by_text(option, exact=True).first.click()
    settle(page)


def test_hovering_explains_a_change(desktop: Page) -> None:
    word(desktop, "to").hover()
    tip = desktop.locator("#tip")
    tip.wait_for()
    text = tip.inner_text()
    assert "in order to → to" in text
    assert "Plain words" in text
    assert "written by hand" in text
    assert "0.90 log -0.105, table plain" in text
    assert "saves 9 bytes" in text
    assert "Likely right" in text
    assert word(desktop, "to").get_attribute("aria-describedby") == "tip"
    tip.hover()
    desktop.wait_for_timeout(300)
    assert tip.is_visible()
    desktop.mouse.move(5, 5)
    tip.wait_for(state="hidden")


def test_focus_explains_a_change(desktop: Page) -> None:
    desktop.locator("#marks").focus()
    desktop.keyboard.press("Tab")
    assert desktop.evaluate("document.activeElement.textContent") == "Although"
    assert "In spite of the fact that → Although" in desktop.inner_text("#tip")
    desktop.keyboard.press("Escape")
    assert desktop.locator("#tip").is_hidden()
    desktop.keyboard.press("ArrowRight")
    assert "other ways here" in desktop.inner_text("#tip")
    desktop.keyboard.press("End")
    assert desktop.evaluate("document.activeElement.textContent") == "opinion"
    # One stop for all words: the next is the button beside them.
    desktop.keyboard.press("Tab")
    assert desktop.evaluate("document.activeElement.className") == "button copy"


def test_another_unit_can_be_taken(page: Page) -> None:
    word(page, "Although").click()
    panel = page.locator("#alternatives")
    panel.locator(".option").first.wait_for()
    assert "Instead of “In spite of the fact that”" in panel.inner_text()
    assert panel.locator('.option[aria-pressed="true"]').inner_text().startswith("although")
    take(page, "despite a")
    assert panel.is_hidden()
    assert best(page).startswith("Despite a")
    assert page.locator(".chip").inner_text().startswith("In spite of the → despite a")
    page.get_by_role("button", name="Undo: In spite of the").click()
    settle(page)
    assert best(page) == SHORTER
    assert page.locator("#choices").is_hidden()


def test_a_change_can_be_refused(page: Page) -> None:
    word(page, "to").click()
    take(page, "Keep it as it was")
    assert "in order to express" in best(page)
    assert page.locator(".chip").inner_text().startswith("in order to stays")
    word(page, "order").click()
    take(page, "Let otherwords decide again")
    assert best(page) == SHORTER


def test_words_that_did_not_change_can(page: Page) -> None:
    word(page, "opinion").click()
    take(page, "view")
    assert best(page).endswith("express their view.")
    word(page, "large").click()
    take(page, "big")
    assert "a big number" in best(page)
    assert page.locator(".chip").count() == 2
    page.get_by_role("button", name="Undo all").click()
    settle(page)
    assert best(page) == SHORTER


def test_choices_by_keys_alone(desktop: Page) -> None:
    word(desktop, "opinion").focus()
    desktop.keyboard.press("Enter")
    desktop.locator(".option").first.wait_for()
    desktop.wait_for_function("document.activeElement.classList.contains('option')")
    assert desktop.evaluate("document.activeElement.textContent") == "Keep it as it was"
    desktop.keyboard.press("ArrowDown")
    chosen = desktop.evaluate("document.activeElement.querySelector('.option-words').textContent")
    desktop.keyboard.press("Enter")
    settle(desktop)
    assert best(desktop).endswith(f"{chosen}.")
    # The focus is where it was, on the word that is there now.
    desktop.wait_for_function("word => document.activeElement.textContent === word", arg=chosen)
    desktop.keyboard.press(" ")
    desktop.locator(".option").first.wait_for()
    desktop.keyboard.press("Escape")
    assert desktop.locator("#alternatives").is_hidden()
    assert desktop.evaluate("document.activeElement.textContent") == chosen


def test_a_word_stays_in_sight_beside_its_alternatives(page: Page) -> None:
    word(page, "Although").click()
    page.locator(".option").nth(2).wait_for()
    page.wait_for_function("""() => {
        const word = document.querySelector(".best .edit").getBoundingClientRect();
        const panel = document.querySelector("#alternatives").getBoundingClientRect();
        const apart = word.bottom <= panel.top || panel.bottom <= word.top;
        return apart && word.top >= 0 && word.bottom <= innerHeight;
    }""")


def test_a_press_elsewhere_closes_the_alternatives(page: Page) -> None:
    word(page, "opinion").click()
    page.locator(".option").first.wait_for()
    page.mouse.click(3, 3)
    assert page.locator("#alternatives").is_hidden()
    assert best(page) == SHORTER


def test_alternatives_say_why_where_nothing_hovers(page: Page) -> None:
    word(page, "to").click()
    page.locator(".why summary").click()
    assert "Wordy phrases and plain ones" in page.locator(".why").inner_text()


def test_choices_follow_the_text(desktop: Page) -> None:
    word(desktop, "opinion").click()
    take(desktop, "view")
    write(desktop, f"Yesterday it rained. {SENTENCE}")
    assert best(desktop).endswith("express their view.")
    assert desktop.locator(".chip").count() == 1
    write(desktop, desktop.input_value("#source").replace("opinion", "anger"))
    assert desktop.locator(".chip").count() == 0


def test_choices_end_with_their_purpose(desktop: Page) -> None:
    word(desktop, "opinion").click()
    take(desktop, "view")
    choose(desktop, "simplify")
    assert desktop.locator(".chip").count() == 0


def test_choices_hold_against_sliders(desktop: Page) -> None:
    word(desktop, "opinion").click()
    take(desktop, "view")
    for level in (0, 4):
        slide(desktop, "#boldness", level)
        assert "view" in best(desktop)


def test_choices_that_cannot_be_are_told(browser: Browser, address: str) -> None:
    with looking(browser, address, DESKTOP, allowed=["422"]) as page:
        write(page, SENTENCE)
        page.locator(f"{BEST} .open").first.wait_for()
        word(page, "opinion").click()
        take(page, "view")
        page.click("#more summary")
        page.fill("#keep", "opinion")
        page.locator("#notice").wait_for()
        page.get_by_role("button", name="Undo my choices").click()
        settle(page)
        assert page.locator("#notice").is_hidden()
        assert best(page).endswith("opinion.")


def test_rules_of_patterns_are_shown(desktop: Page) -> None:
    word(desktop, "large").click()
    take(desktop, "a lot of people")
    word(desktop, "a lot of people").hover()
    tip = desktop.locator("#tip", has_text="Patterns")
    tip.wait_for()
    assert "Rule" in tip.inner_text()
    assert "[NNS_1]" in tip.inner_text()


def test_paraphrases_below_the_best_explain_and_offer_too(page: Page) -> None:
    second = page.locator(".paraphrase").nth(1)
    second.locator(".edit").last.click()
    page.locator(".option", has_text="Keep it as it was").click()
    settle(page)
    assert page.locator(".chip").count() == 1
