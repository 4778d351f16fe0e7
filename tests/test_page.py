"""The page in a real browser: texts, purposes, sliders, options, and what is kept."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

import pytest

from tests.browser import COLOURS, LOOKS, Look, looking
from tests.pages import SENTENCE, SHORTER, best, choose, settle, slide, stored, word, write

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page, Route

# Each feature on both screens and in both colours; all four together are for looks alone.
DESKTOP, PHONE = LOOKS[0], LOOKS[3]


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
    assert best(page) == SHORTER
    assert page.locator("#welcome").is_hidden()
    edits = page.locator(".paraphrase.best .edit")
    assert edits.all_inner_texts() == ["Although", "to"]
    facts = page.locator(".paraphrase.best .facts").inner_text()
    assert "100 of 126 bytes −21 %" in facts
    assert "18 of 25 words −28 %" in facts
    assert "the best there is" in facts


def test_every_example_has_something_to_say(desktop: Page) -> None:
    for place in range(desktop.locator(".example").count()):
        desktop.locator(".example").nth(place).click()
        settle(desktop)
        assert desktop.locator(".edit").count() > 0
        desktop.click("#clear")


def test_results_follow_typing(page: Page) -> None:
    page.locator("#source").press_sequentially("They came in order to help.")
    settle(page)
    assert best(page) == "They came to help."
    assert page.locator("#live").inner_text().startswith("1 change: They came to help.")
    page.locator("#source").press_sequentially(" We use it on a regular basis.")
    settle(page)
    assert best(page) == "They came to help. We use it regularly."
    assert page.inner_text("#source-size") == "57 bytes, 13 words"


def test_late_answers_to_old_questions_are_dropped(desktop: Page) -> None:
    held: list[Route] = []

    def hold_first(route: Route) -> None:
        if held:
            route.continue_()
        else:
            held.append(route)

    desktop.route("**/v1/paraphrase", hold_first)
    desktop.fill("#source", "They came in order to help.")
    while not held:
        desktop.wait_for_timeout(20)
    write(desktop, "We met prior to lunch.")
    assert best(desktop) == "We met before lunch."
    held[0].fulfill(status=500, body="late")
    desktop.wait_for_timeout(100)
    assert best(desktop) == "We met before lunch."
    assert desktop.locator("#notice").is_hidden()


def test_purposes(page: Page) -> None:
    write(page, SENTENCE)
    slide(page, "#boldness", 4)
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
    page.fill("#reference", "A lot of people showed up, though it rained.")
    settle(page)
    assert "a lot of people" in best(page)
    assert page.locator("#waiting-for-reference").is_hidden()


def test_length_budget(page: Page) -> None:
    write(page, SENTENCE)
    assert page.inner_text("#length-says") == "no limit"
    slide(page, "#boldness", 4)
    slide(page, "#length", 65)
    assert page.inner_text("#length-says") == "65 %: at most 81 of 126 bytes"
    assert len(best(page)) <= 81
    assert page.locator(".misfit").count() == 0
    slide(page, "#length", 30)
    assert "Too long for the budget" in page.locator(".best .misfit").inner_text()


def test_boldness(page: Page) -> None:
    write(page, SENTENCE)
    counts = []
    for level in range(5):
        slide(page, "#boldness", level)
        counts.append(page.locator(".best .edit").count())
    assert counts == sorted(counts)
    assert counts[0] < counts[-1]
    assert page.inner_text("#boldness-says").startswith("bold")


def test_several_paraphrases(page: Page) -> None:
    write(page, SENTENCE)
    assert page.locator(".paraphrase").count() == 3
    page.click("#more summary")
    page.select_option("#count", "5")
    settle(page)
    diverse = page.locator(".paraphrase .words").all_inner_texts()
    assert len(diverse) == len(set(diverse)) == 5
    page.locator("label:has(#diverse)").click()
    settle(page)
    near = page.locator(".paraphrase .words").all_inner_texts()
    assert near[0] == diverse[0]
    assert near != diverse
    page.select_option("#count", "1")
    settle(page)
    assert page.locator(".paraphrase").count() == 1


def test_terms_to_keep_and_to_avoid(page: Page) -> None:
    write(page, SENTENCE)
    page.click("#more summary")
    page.fill("#keep", "in order to, weather")
    settle(page)
    assert "in order to" in best(page)
    page.fill("#avoid", "although")
    settle(page)
    assert "lthough" not in best(page)


def test_quotations_stay(desktop: Page) -> None:
    write(desktop, "He said “we came in order to help” and left.")
    assert "came to help" in best(desktop)
    desktop.click("#more summary")
    desktop.locator("label:has(#quoted)").click()
    settle(desktop)
    assert "came in order to help" in best(desktop)


def test_old_words_beside_new_ones(page: Page) -> None:
    write(page, SENTENCE)
    assert page.locator(".best del").count() == 0
    page.locator("#marks-switch").click()
    olds = page.locator(".best del").all_inner_texts()
    assert olds == ["In spite of the fact that", "in order to"]


def test_copying(page: Page) -> None:
    write(page, SENTENCE)
    page.locator(".best .copy").click()
    page.locator(".best .copy", has_text="Copied ✓").wait_for()
    assert page.inner_text("#live") == "Copied."
    assert page.evaluate("navigator.clipboard.readText()") == SHORTER
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
    desktop.locator(".best .copy").click()
    desktop.locator(".best .copy.done").wait_for()
    assert desktop.evaluate("copied") == SHORTER
    assert desktop.evaluate("document.activeElement.classList.contains('copy')")


def test_nothing_to_change(page: Page) -> None:
    write(page, "Xyzzy plugh.")
    assert best(page) == "Xyzzy plugh."
    assert "Nothing to change here." in page.locator(".best .lead").inner_text()


def test_a_reload_loses_nothing(page: Page) -> None:
    choose(page, "simplify")
    write(page, SENTENCE)
    slide(page, "#boldness", 1)
    slide(page, "#length", 90)
    page.click("#more summary")
    page.select_option("#count", "2")
    page.fill("#keep", "weather")
    page.locator(".best .open").first.wait_for()
    word(page, "Although").click()
    page.locator(".option", has_text="Keep it as it was").click()
    settle(page)
    before = page.locator(".paraphrase .words").all_inner_texts()
    page.reload()
    settle(page)
    assert page.input_value("#source") == SENTENCE
    assert page.is_checked('[value="simplify"]')
    assert (page.input_value("#boldness"), page.input_value("#length")) == ("1", "90")
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
    write(desktop, "They came in order to help.")
    other = desktop.context.new_page()
    other.goto(desktop.url)
    settle(other)
    assert other.input_value("#source") == "They came in order to help."
    write(other, "We met prior to lunch.")
    desktop.reload()
    settle(desktop)
    assert best(desktop) == "They came to help."


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
        write(desktop, "They came in order to help.")
        assert best(desktop) == "They came to help."
        assert stored(desktop)["text"] == "They came in order to help."


def test_a_full_store_is_told(desktop: Page) -> None:
    desktop.evaluate("() => { Storage.prototype.setItem = () => { throw new Error('full'); }; }")
    write(desktop, "They came in order to help.")
    assert desktop.locator("#unkept").is_visible()
    assert best(desktop) == "They came to help."


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
