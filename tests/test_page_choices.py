"""The page in a real browser: why words changed, what else there was, and taking it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

import pytest

import otherwords as ow
from tests.browser import LOOKS, looking
from tests.pages import (
    BEST,
    LIVELY,
    LIVELY_CONFIDENCE,
    SENTENCE,
    best,
    choose,
    option_words,
    said,
    settle,
    slide,
    take,
    word,
    write,
)

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

DESKTOP, PHONE = LOOKS[0], LOOKS[3]
EDIT, OPEN = f"{BEST} .edit", f"{BEST} .open"


@pytest.fixture(params=[DESKTOP, PHONE], ids=lambda look: look.name)
def page(request: pytest.FixtureRequest, browser: Browser, address: str) -> Iterator[Page]:
    with looking(browser, address, request.param) as opened:
        write(opened, SENTENCE)
        slide(opened, "#confidence", LIVELY)
        opened.locator(f"{BEST} .open").first.wait_for()
        yield opened


@pytest.fixture
def desktop(browser: Browser, address: str) -> Iterator[Page]:
    with looking(browser, address, DESKTOP) as opened:
        write(opened, SENTENCE)
        slide(opened, "#confidence", LIVELY)
        opened.locator(f"{BEST} .open").first.wait_for()
        yield opened


@pytest.fixture(scope="module")
def expected() -> ow.Paraphrase:
    """What the page shows before anything is decided."""
    return said(SENTENCE, confidence=LIVELY_CONFIDENCE)


def choose_words(page: Page, place: str) -> str:
    """Presses a word, and takes something else for it; the words that were taken."""
    page.locator(place).last.click()
    words = option_words(page)
    take(page, words)
    return words


def test_hovering_explains_a_change(desktop: Page, expected: ow.Paraphrase) -> None:
    edit = next(each for each in expected.edits if each.table != "self")
    shown = desktop.locator(EDIT).nth(expected.edits.index(edit))
    shown.hover()
    tip = desktop.locator("#tip")
    tip.wait_for()
    text = tip.inner_text()
    assert f"{edit.source} → {edit.target}" in text
    assert f"log {edit.score:.3f}, table {edit.table}" in text
    assert f"saves {edit.usability:.0f} byte" in text
    assert edit.confidence is not None
    assert f"{round(100 * edit.confidence)} % likely right" in text
    assert shown.get_attribute("aria-describedby") == "tip"
    tip.hover()
    desktop.wait_for_timeout(300)
    assert tip.is_visible()
    desktop.mouse.move(5, 5)
    tip.wait_for(state="hidden")


def test_focus_explains_a_change(desktop: Page, expected: ow.Paraphrase) -> None:
    first = expected.edits[0]
    desktop.locator("#marks").focus()
    desktop.keyboard.press("Tab")
    desktop.keyboard.press("Home")
    while not desktop.evaluate("document.activeElement.matches('.edit')"):
        desktop.keyboard.press("ArrowRight")
    assert desktop.evaluate("document.activeElement.textContent") == first.target
    assert f"{first.source} → {first.target}" in desktop.inner_text("#tip")
    desktop.keyboard.press("Escape")
    assert desktop.locator("#tip").is_hidden()
    desktop.locator(OPEN).last.focus()
    assert "other way" in desktop.inner_text("#tip")
    desktop.keyboard.press("End")
    last = desktop.locator(f"{BEST} [data-start]").last.inner_text()
    assert desktop.evaluate("document.activeElement.textContent") == last
    # One stop for all words: the next is the button beside them.
    desktop.keyboard.press("Tab")
    assert desktop.evaluate("document.activeElement.className") == "button copy"


def test_another_unit_can_be_taken(page: Page, expected: ow.Paraphrase) -> None:
    edit = expected.edits[1]
    page.locator(EDIT).nth(1).click()
    panel = page.locator("#alternatives")
    panel.locator(".option").nth(1).wait_for()
    assert f"Instead of “{edit.source}”" in panel.inner_text()
    pressed = panel.locator('.option[aria-pressed="true"]').first.inner_text()
    assert pressed.lower().startswith(edit.target.lower())
    words = option_words(page)
    take(page, words)
    assert panel.is_hidden()
    assert words in best(page).lower()
    assert f"→ {words}" in page.locator(".chip").inner_text()
    page.get_by_role("button", name="Undo: ").click()
    settle(page)
    assert best(page) == expected.text
    assert page.locator("#choices").is_hidden()


def test_a_change_can_be_refused(page: Page, expected: ow.Paraphrase) -> None:
    edit = expected.edits[-1]
    page.locator(EDIT).last.click()
    take(page, "Keep it as it was")
    assert edit.source in best(page)
    assert page.locator(".chip").inner_text().startswith(f"{edit.source} stays")
    page.locator(f'{BEST} [data-start="{edit.start}"]').click()
    take(page, "Let otherwords decide again")
    assert best(page) == expected.text


def test_words_that_did_not_change_can(page: Page, expected: ow.Paraphrase) -> None:
    words = choose_words(page, OPEN)
    assert words in best(page).lower()
    assert page.locator(".chip").count() == 1
    page.locator(OPEN).first.click()
    others = option_words(page)
    take(page, others)
    assert others in best(page).lower()
    assert page.locator(".chip").count() == 2
    page.get_by_role("button", name="Undo all").click()
    settle(page)
    assert best(page) == expected.text


def test_choices_by_keys_alone(desktop: Page) -> None:
    desktop.locator(OPEN).last.focus()
    desktop.keyboard.press("Enter")
    desktop.locator(".option").first.wait_for()
    desktop.wait_for_function("document.activeElement.classList.contains('option')")
    assert desktop.evaluate("document.activeElement.textContent") == "Keep it as it was"
    desktop.keyboard.press("ArrowDown")
    chosen = desktop.evaluate("document.activeElement.querySelector('.option-words').textContent")
    desktop.keyboard.press("Enter")
    settle(desktop)
    assert chosen.lower() in best(desktop).lower()
    # The focus is where it was, on the word that is there now.
    desktop.wait_for_function(
        "word => document.activeElement.textContent.toLowerCase() === word", arg=chosen.lower()
    )
    desktop.keyboard.press(" ")
    desktop.locator(".option").first.wait_for()
    desktop.keyboard.press("Escape")
    assert desktop.locator("#alternatives").is_hidden()
    assert desktop.evaluate("document.activeElement.textContent").lower() == chosen.lower()


def test_a_word_stays_in_sight_beside_its_alternatives(page: Page) -> None:
    page.locator(EDIT).first.click()
    page.locator(".option").nth(2).wait_for()
    page.wait_for_function("""() => {
        const word = document.querySelector(".best .edit").getBoundingClientRect();
        const panel = document.querySelector("#alternatives").getBoundingClientRect();
        const apart = word.bottom <= panel.top || panel.bottom <= word.top;
        return apart && word.top >= 0 && word.bottom <= innerHeight;
    }""")


def test_a_press_elsewhere_closes_the_alternatives(page: Page, expected: ow.Paraphrase) -> None:
    page.locator(OPEN).last.click()
    page.locator(".option").first.wait_for()
    page.mouse.click(3, 3)
    assert page.locator("#alternatives").is_hidden()
    assert best(page) == expected.text


def test_alternatives_say_why_where_nothing_hovers(page: Page, expected: ow.Paraphrase) -> None:
    edit = next(each for each in expected.edits if each.table != "self")
    page.locator(EDIT).nth(expected.edits.index(edit)).click()
    page.locator(".why summary").click()
    assert "% likely right" in page.locator(".why").inner_text()


def test_choices_follow_the_text(desktop: Page) -> None:
    words = choose_words(desktop, OPEN)
    source = desktop.locator(".chip").inner_text().split(" → ")[0]
    write(desktop, f"Yesterday it rained. {SENTENCE}")
    assert words in best(desktop).lower()
    assert desktop.locator(".chip").count() == 1
    before, _, after = desktop.input_value("#source").rpartition(source)
    write(desktop, f"{before}anger{after}")
    assert desktop.locator(".chip").count() == 0


def test_choices_end_with_their_purpose(desktop: Page) -> None:
    choose_words(desktop, OPEN)
    choose(desktop, "simplify")
    assert desktop.locator(".chip").count() == 0


def test_choices_hold_against_sliders(desktop: Page) -> None:
    words = choose_words(desktop, OPEN)
    for level in (0, 4):
        slide(desktop, "#confidence", level)
        assert words in best(desktop).lower()


def test_choices_that_cannot_be_are_told(browser: Browser, address: str) -> None:
    with looking(browser, address, DESKTOP, allowed=["422"]) as page:
        write(page, SENTENCE)
        page.locator(OPEN).first.wait_for()
        choose_words(page, OPEN)
        source = page.locator(".chip").inner_text().split(" → ")[0]
        page.click("#more summary")
        page.fill("#keep", source)
        page.locator("#notice").wait_for()
        page.get_by_role("button", name="Undo my choices").click()
        settle(page)
        assert page.locator("#notice").is_hidden()
        assert source in best(page)


def test_rules_of_patterns_are_shown(desktop: Page) -> None:
    text = "The scheme has provoked mixed reactions."
    write(desktop, text)
    slide(desktop, "#confidence", 4)
    found = said(text, confidence="bold").edits
    edit = next(each for each in found if each.rule)
    word(desktop, edit.target).hover()
    tip = desktop.locator("#tip", has_text=edit.rule)
    tip.wait_for()
    assert "Rule" in tip.inner_text()


def test_paraphrases_below_the_best_explain_and_offer_too(page: Page) -> None:
    second = page.locator(".paraphrase").nth(1)
    second.locator(".edit").last.click()
    page.locator(".option", has_text="Keep it as it was").click()
    settle(page)
    assert page.locator(".chip").count() == 1
