"""The page in a real browser: the lattice as a picture and as a table."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import TYPE_CHECKING

import pytest

from tests.browser import LOOKS, looking
from tests.pages import LIVELY, LIVELY_CONFIDENCE, SENTENCE, said, settle, slide, write

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Locator, Page

DESKTOP, PHONE = LOOKS[0], LOOKS[3]


@pytest.fixture(params=[DESKTOP, PHONE], ids=lambda look: look.name)
def page(request: pytest.FixtureRequest, browser: Browser, address: str) -> Iterator[Page]:
    with looking(browser, address, request.param) as opened:
        write(opened, SENTENCE)
        slide(opened, "#confidence", LIVELY)
        opened.click("#lattice-open")
        opened.locator(".arc").first.wait_for()
        yield opened


@pytest.fixture(scope="module")
def taken() -> list[str]:
    """What is used before anybody decides anything."""
    edits = said(SENTENCE, confidence=LIVELY_CONFIDENCE).edits
    return sorted(edit.target.lower() for edit in edits)


def chosen(page: Page) -> list[str]:
    return sorted(each.lower() for each in page.locator(".arc.chosen text").all_text_contents())


def other_label(page: Page) -> str:
    """What a line that was not taken is called; one with a word of its own."""
    arcs = page.locator(".arc:not(.chosen) text").all_text_contents()
    return next(each for each in arcs if arcs.count(each) == 1 and re.fullmatch("[a-z]{5,}", each))


def labelled(page: Page, label: str, more: str = "") -> Locator:
    """The line that is called so."""
    return page.locator(f".arc{more}").filter(has=page.get_by_text(label, exact=True)).first


def test_the_way_that_was_taken_stands_out(page: Page, taken: list[str]) -> None:
    assert chosen(page) == taken
    assert page.locator(".line-of.chosen").count() == len(taken)
    kept = page.locator(".ground.kept").count()
    tokens = page.locator(".token").all_text_contents()
    assert " ".join(tokens[:4]) == "In spite of the"
    assert 0 < kept < len(tokens)
    assert kept == page.locator(".token:not(.replaced)").count()


def test_labels_do_not_overlap(page: Page) -> None:
    boxes = page.locator(".pill").evaluate_all(
        "pills => pills.map(pill => pill.getBBox()).map(box => [box.x, box.x + box.width, box.y])"
    )
    assert len(boxes) > 10
    for place, (left, right, y) in enumerate(boxes):
        for other_left, other_right, other_y in boxes[:place]:
            assert y != other_y or right <= other_left or other_right <= left


def test_tables_can_be_left_out(page: Page) -> None:
    # What is taken stays in sight whatever table it is from.
    of_table = page.locator(".arc.tone-pt1:not(.chosen)")
    assert of_table.count() > 0
    others = page.locator(".arc:not(.tone-pt1)").count()
    taken = page.locator(".arc.chosen").count()
    page.locator(".tick", has_text="By translation").click()
    assert of_table.count() == 0
    assert page.locator(".arc:not(.tone-pt1)").count() >= others > 0
    assert page.locator(".arc.chosen").count() == taken
    page.reload()
    page.locator(".arc").first.wait_for()
    assert of_table.count() == 0
    page.locator(".tick", has_text="By translation").click()
    assert of_table.count() > 0


def test_more_or_fewer_lines(page: Page) -> None:
    counts = []
    for most in range(1, 14):
        page.locator("#lattice-most").fill(str(most))
        page.locator("#lattice-most").dispatch_event("change")
        counts.append(page.locator(".arc").count())
        says = page.inner_text('output[for="lattice-most"]')
        assert says.startswith("all" if most == 13 else f"at most {most},")
        assert f"{counts[-1]} units of " in says
    assert counts == sorted(counts)
    assert counts[0] < counts[-1]
    says = page.inner_text('output[for="lattice-most"]')
    assert says.endswith(f"of {counts[-1]}")


def test_pressing_a_line_takes_it(page: Page) -> None:
    label = other_label(page)
    labelled(page, label).click()
    settle(page)
    labelled(page, label, ".chosen").wait_for()
    assert page.locator(".chip").count() == 1
    assert f"→ {label}" in page.locator(".chip").inner_text()
    labelled(page, label, ".chosen").click()
    settle(page)
    labelled(page, label, ":not(.chosen)").wait_for()


def test_lines_explain_themselves(browser: Browser, address: str) -> None:
    with looking(browser, address, DESKTOP) as page:
        write(page, SENTENCE)
        page.click("#lattice-open")
        page.locator(".arc").first.wait_for()
        label = other_label(page)
        labelled(page, label).hover()
        page.locator("#tip").wait_for()
        assert f"→ {label}" in page.inner_text("#tip")
        assert "% likely right" in page.inner_text("#tip")
        assert page.locator(".line-of.lit").count() == 1
        page.mouse.move(5, 5)
        labelled(page, label).focus()
        spoken = page.evaluate("document.activeElement.getAttribute('aria-label')")
        assert page.locator("#tip").is_visible()
        page.keyboard.press("Enter")
        settle(page)
        labelled(page, label, ".chosen").wait_for()
        assert page.locator(".chip").count() == 1
        assert spoken.split(":")[0] in page.locator(".chip").inner_text()


def test_the_lattice_as_a_table(page: Page, taken: list[str]) -> None:
    page.click(".as-table summary")
    rows = page.locator(".as-table tbody tr")
    rows.first.wait_for()
    assert rows.count() > page.locator(".arc").count() - 1
    shown = page.locator(".as-table tr.chosen th").all_inner_texts()
    assert sorted(each.lower() for each in shown) == taken
    label = other_label(page)
    page.get_by_role("button", name=f"Take {label} for ").first.click()
    settle(page)
    page.locator(".as-table tr.chosen", has_text=label).wait_for()
    assert page.locator(".chip").count() == 1


def test_one_sentence_at_a_time(page: Page) -> None:
    write(page, "They came in order to help. We met prior to lunch. " + SENTENCE * 4)
    page.locator(".stepper", has_text="Sentence 1 of").wait_for()
    assert page.locator(".token").first.text_content() == "They"
    page.get_by_role("button", name="Next sentence").click()
    assert page.locator(".token").first.text_content() == "We"
    page.get_by_role("button", name="Next sentence").click()
    scrolled = page.locator(".picture").evaluate("one => [one.scrollWidth, one.clientWidth]")
    assert scrolled[0] > scrolled[1]


def test_the_lattice_stays_open(page: Page) -> None:
    page.reload()
    page.locator(".arc").first.wait_for()
    page.click("#lattice-open")
    assert page.locator(".arc").first.is_hidden()
    assert page.locator("#lattice-open").get_attribute("aria-expanded") == "false"
