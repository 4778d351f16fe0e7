"""The page in a real browser: texts, purposes, sliders, options, and what is kept."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

import pytest

from tests.browser import COLOURS, LOOKS, Look, looking
from tests.pages import (
    BEST,
    LIVELY,
    LIVELY_CONFIDENCE,
    SENTENCE,
    best,
    choose,
    said,
    settle,
    slide,
    stored,
    texts_of,
    until_shown,
    write,
)

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page, Route

# Each feature on both screens and in both colours; all four together are for looks alone.
DESKTOP, PHONE = LOOKS[0], LOOKS[3]
TEXT, OTHER = "They came in order to help.", "We left in order to sleep."


@pytest.fixture(params=[DESKTOP, PHONE], ids=lambda look: look.name)
def page(request: pytest.FixtureRequest, browser: Browser, address: str) -> Iterator[Page]:
    with looking(browser, address, request.param) as opened:
        yield opened


@pytest.fixture
def desktop(browser: Browser, address: str) -> Iterator[Page]:
    with looking(browser, address, DESKTOP) as opened:
        yield opened


def test_an_example_leads_to_a_paraphrase(page: Page) -> None:
    assert page.locator("#welcome").is_visible()
    page.locator(".example").first.click()
    settle(page)
    assert page.input_value("#source") == SENTENCE
    expected = said(SENTENCE)
    assert best(page) == expected.text
    assert page.locator("#welcome").is_hidden()
    edits = page.locator(".paraphrase.best .edit")
    assert edits.all_inner_texts() == [edit.target.strip() or "‸" for edit in expected.edits]
    facts = page.locator(".paraphrase.best .facts").inner_text()
    assert f"{expected.size} of 126 bytes −" in facts
    assert f"{len(expected.text.split())} of 25 words −" in facts
    assert "the best there is" in facts
    assert expected.confidence is not None
    assert f"{round(100 * expected.confidence)} % likely right" in facts


def test_every_example_has_something_to_say(desktop: Page) -> None:
    slide(desktop, "#confidence", 4)
    for place in range(desktop.locator(".example").count()):
        desktop.locator(".example").nth(place).click()
        settle(desktop)
        assert desktop.locator(".edit").count() > 0
        desktop.click("#clear")


def test_results_follow_typing(page: Page) -> None:
    page.locator("#source").press_sequentially(TEXT)
    settle(page)
    expected = said(TEXT)
    assert best(page) == expected.text
    changes = "1 change" if len(expected.edits) == 1 else f"{len(expected.edits)} changes"
    assert page.locator("#live").inner_text().startswith(f"{changes}: {expected.text}")
    page.locator("#source").press_sequentially(f" {OTHER}")
    settle(page)
    assert best(page) == said(f"{TEXT} {OTHER}").text
    assert page.inner_text("#source-size") == "54 bytes, 12 words"


def test_late_answers_to_old_questions_are_dropped(desktop: Page) -> None:
    held: list[Route] = []

    def hold_first(route: Route) -> None:
        if held:
            route.continue_()
        else:
            held.append(route)

    desktop.route("**/v1/paraphrase", hold_first)
    desktop.fill("#source", TEXT)
    while not held:
        desktop.wait_for_timeout(20)
    write(desktop, OTHER)
    assert best(desktop) == said(OTHER).text
    held[0].fulfill(status=500, body="late")
    desktop.wait_for_timeout(100)
    assert best(desktop) == said(OTHER).text
    assert desktop.locator("#notice").is_hidden()


def test_purposes(page: Page) -> None:
    write(page, SENTENCE)
    slide(page, "#confidence", 4)
    texts = {}
    for application in ("compress", "simplify", "paraphrase"):
        choose(page, application)
        texts[application] = best(page)
        assert page.locator("#reference-sheet").is_hidden()
    assert len(set(texts.values())) == 3
    assert len(texts["compress"]) < len(texts["paraphrase"])
    choose(page, "toward")
    assert page.locator("#waiting-for-reference").is_visible()
    assert page.locator("#paraphrases").is_hidden()
    reference = "A lot of people showed up, though it rained."
    page.fill("#reference", reference)
    settle(page)
    assert best(page) == said(SENTENCE, "toward", reference, confidence="bold").text
    assert page.locator("#waiting-for-reference").is_hidden()


def test_length_budget(page: Page) -> None:
    write(page, SENTENCE)
    assert page.inner_text("#length-says") == "no limit"
    slide(page, "#confidence", 4)
    slide(page, "#length", 65)
    assert page.inner_text("#length-says") == "65 %: at most 81 of 126 bytes"
    assert len(best(page)) <= 81
    assert page.locator(".misfit").count() == 0
    slide(page, "#length", 30)
    assert "Too long for the budget" in page.locator(".best .misfit").inner_text()


def test_confidence(page: Page) -> None:
    write(page, SENTENCE)
    assert page.inner_text("#confidence-says").startswith("80 %: the default")
    for level, confidence in enumerate((0.9, 0.8, 0.6, 0.4, "bold")):
        slide(page, "#confidence", level)
        expected = said(SENTENCE, confidence=confidence)
        assert best(page) == expected.text
        facts = page.locator(".best .facts").inner_text()
        is_told = bool(expected.edits) and confidence != "bold"
        assert ("likely right" in facts) == is_told
    assert page.inner_text("#confidence-says").startswith("bold")


def test_a_budget_counts_more_than_confidence(desktop: Page) -> None:
    write(desktop, SENTENCE)
    slide(desktop, "#confidence", 0)
    slide(desktop, "#length", 65)
    assert "Less likely right than you asked for" in desktop.locator(".best .misfit").inner_text()


def test_several_paraphrases(page: Page) -> None:
    write(page, SENTENCE)
    slide(page, "#confidence", 4)
    assert page.locator(".paraphrase").count() == 3
    page.click("#more summary")
    page.select_option("#count", "5")
    settle(page)
    diverse = page.locator(".paraphrase .words").all_inner_texts()
    assert len(diverse) == len(set(diverse)) == 5
    assert diverse == texts_of(said(SENTENCE, n=5, confidence="bold"))
    page.locator("label:has(#diverse)").click()
    settle(page)
    near = page.locator(".paraphrase .words").all_inner_texts()
    assert near == texts_of(said(SENTENCE, n=5, diverse=False, confidence="bold"))
    page.select_option("#count", "1")
    settle(page)
    assert page.locator(".paraphrase").count() == 1


def test_terms_to_keep_and_to_avoid(page: Page) -> None:
    write(page, SENTENCE)
    slide(page, "#confidence", 4)
    edit = said(SENTENCE, confidence="bold").edits[-1]
    page.click("#more summary")
    page.fill("#keep", f"{edit.source}, weather")
    settle(page)
    kept = said(SENTENCE, confidence="bold", keep=[edit.source, "weather"])
    assert best(page) == kept.text
    assert edit.source in best(page)
    page.fill("#keep", "")
    page.fill("#avoid", edit.target)
    settle(page)
    assert best(page) == said(SENTENCE, confidence="bold", avoid=[edit.target]).text
    assert edit.target not in best(page)


def test_quotations_stay(desktop: Page) -> None:
    text = f"“{SENTENCE}”"
    write(desktop, text)
    slide(desktop, "#confidence", LIVELY)
    assert best(desktop) == text
    desktop.click("#more summary")
    desktop.locator("label:has(#edit-quotes)").click()
    settle(desktop)
    expected = said(text, edit_quotes=True, confidence=LIVELY_CONFIDENCE)
    assert best(desktop) == expected.text != text
    desktop.locator("label:has(#edit-quotes)").click()
    settle(desktop)
    assert best(desktop) == text
    slide(desktop, "#confidence", 4)
    assert best(desktop) == said(text, confidence="bold").text != text


def test_old_words_beside_new_ones(page: Page) -> None:
    write(page, SENTENCE)
    assert page.locator(".best del").count() == 0
    page.locator("#marks-switch").click()
    olds = page.locator(".best del").all_inner_texts()
    assert olds == [edit.source for edit in said(SENTENCE).edits]


def test_copying(page: Page) -> None:
    write(page, SENTENCE)
    slide(page, "#confidence", 4)
    until_shown(page, said(SENTENCE, confidence="bold").text)
    page.locator(".best .copy").click()
    page.locator(".best .copy", has_text="Copied ✓").wait_for()
    assert page.inner_text("#live") == "Copied."
    assert page.evaluate("navigator.clipboard.readText()") == best(page)
    page.locator(".paraphrase .copy").nth(1).click()
    page.locator(".copy.done").nth(1).wait_for()
    second = page.locator(".paraphrase .words").nth(1).inner_text()
    assert page.evaluate("navigator.clipboard.readText()") == second


def test_copying_without_a_clipboard(desktop: Page) -> None:
    desktop.evaluate("Object.defineProperty(navigator, 'clipboard', {value: undefined})")
    desktop.evaluate("""document.addEventListener('copy', () => {
        globalThis.copied = document.activeElement.value;
    })""")
    write(desktop, SENTENCE)
    until_shown(desktop, said(SENTENCE).text)
    desktop.locator(".best .copy").click()
    desktop.locator(".best .copy.done").wait_for()
    assert desktop.evaluate("copied") == best(desktop)
    assert desktop.evaluate("document.activeElement.classList.contains('copy')")


def test_nothing_to_change(page: Page) -> None:
    write(page, "Xyzzy plugh.")
    assert best(page) == "Xyzzy plugh."
    assert "Nothing to change here." in page.locator(".best .lead").inner_text()


def test_a_reload_loses_nothing(page: Page) -> None:
    choose(page, "simplify")
    write(page, SENTENCE)
    slide(page, "#confidence", 4)
    slide(page, "#length", 90)
    page.click("#more summary")
    page.select_option("#count", "2")
    page.fill("#keep", "weather")
    page.locator(".best .open").first.wait_for()
    page.locator(f"{BEST} .edit").first.click()
    page.locator(".option", has_text="Keep it as it was").click()
    settle(page)
    before = page.locator(".paraphrase .words").all_inner_texts()
    page.reload()
    settle(page)
    assert page.input_value("#source") == SENTENCE
    assert page.is_checked('[value="simplify"]')
    assert (page.input_value("#confidence"), page.input_value("#length")) == ("4", "90")
    assert page.input_value("#keep") == "weather"
    assert page.locator(".paraphrase .words").all_inner_texts() == before
    assert page.locator(".chip").count() == 1


def test_clearing_forgets_the_text(page: Page) -> None:
    write(page, SENTENCE)
    page.click("#clear")
    assert page.locator("#welcome").is_visible()
    assert page.locator("#lattice").is_hidden()
    assert page.evaluate("document.activeElement.id") == "source"
    for storage in ("localStorage", "sessionStorage"):
        assert "weather" not in page.evaluate(f"JSON.stringify({storage})")


def test_each_tab_has_its_own_text(desktop: Page) -> None:
    write(desktop, TEXT)
    other = desktop.context.new_page()
    other.goto(desktop.url)
    settle(other)
    assert other.input_value("#source") == TEXT
    write(other, OTHER)
    desktop.reload()
    settle(desktop)
    assert best(desktop) == said(TEXT).text


def test_what_others_have_stored_does_no_harm(desktop: Page) -> None:
    for value in (
        "no JSON",
        "[]",
        '{"text": 7, "parts": {}, "lattice": null, "count": "x"}',
        '{"parts": [1]}',
    ):
        desktop.evaluate("value => { sessionStorage['otherwords.state'] = value }", value)
        desktop.reload()
        desktop.evaluate("sessionStorage.clear()")
        write(desktop, TEXT)
        assert best(desktop) == said(TEXT).text
        assert stored(desktop)["text"] == TEXT


def test_a_full_store_is_told(desktop: Page) -> None:
    desktop.evaluate("() => { Storage.prototype.setItem = () => { throw new Error('full'); }; }")
    write(desktop, TEXT)
    assert desktop.locator("#unkept").is_visible()
    assert best(desktop) == said(TEXT).text


def colour_of(page: Page) -> Any:
    return page.evaluate("getComputedStyle(document.documentElement).backgroundColor")


@pytest.mark.parametrize("look", [DESKTOP, PHONE], ids=lambda look: look.name)
def test_colours(browser: Browser, address: str, look: Look) -> None:
    with looking(browser, address, look) as page:
        first = colour_of(page)
        (other,) = (colours for colours in COLOURS if colours != look.colours)
        page.locator("#theme label", has_text=other.capitalize()).click()
        assert colour_of(page) != first
        page.reload()
        assert colour_of(page) != first
        assert page.is_checked(f'[name="theme"][value="{other}"]')
        page.emulate_media(color_scheme=other)
        page.locator("#theme label", has_text="Auto").click()
        assert colour_of(page) != first
        page.emulate_media(color_scheme=look.colours)
        assert colour_of(page) == first


def test_nothing_is_wider_than_the_screen(page: Page) -> None:
    write(page, f"{'Donaudampfschifffahrtsgesellschaft' * 9} came in order to help.")
    page.click("#lattice-open")
    page.locator(".arc").first.wait_for()
    width = page.evaluate("[document.documentElement.scrollWidth, innerWidth]")
    assert width[0] <= width[1]
