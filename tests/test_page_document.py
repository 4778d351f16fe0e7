"""The page in a real browser: documents, decisions over changes, and exported files."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

import otherwords as ow
from tests.browser import LOOKS, looking
from tests.pages import DOCUMENT, PARAGRAPHS, said, settle, write

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

DESKTOP, PHONE = LOOKS[0], LOOKS[3]


@pytest.fixture(params=[DESKTOP, PHONE], ids=lambda look: look.name)
def page(request: pytest.FixtureRequest, browser: Browser, address: str) -> Iterator[Page]:
    with looking(browser, address, request.param) as opened:
        write(opened, DOCUMENT)
        yield opened


@pytest.fixture(scope="module")
def answers() -> list[ow.Paraphrase]:
    """What becomes of each paragraph."""
    found = [said(text, n=1, diverse=False) for text in PARAGRAPHS]
    assert all(answer.edits for answer in found)
    return found


@pytest.fixture(scope="module")
def edits(answers: list[ow.Paraphrase]) -> list[ow.Edit]:
    """All changes of the document; at least four."""
    found = [edit for answer in answers for edit in answer.edits]
    assert len(found) >= 4
    return found


@pytest.fixture(scope="module")
def short(answers: list[ow.Paraphrase]) -> str:
    """The document with all changes."""
    return "\n\n".join(answer.text for answer in answers) + "\n"


def states(page: Page) -> str:
    """A letter for each of the first four changes: accepted, rejected or undecided."""
    letters = page.locator(".document .edit").evaluate_all(
        """edits => edits.map(edit => edit.matches(".accepted") ? "a"
            : edit.matches(".rejected") ? "r" : "u")"""
    )
    return "".join(letters)[:4]


def saved(page: Page, name: str, *, marks: bool = False) -> str:
    page.select_option("#export-format", name)
    if page.is_checked("#export-marks") != marks:
        page.locator("label:has(#export-marks)").click()
    with page.expect_download() as waiting:
        page.get_by_role("button", name="Download").click()
    assert waiting.value.suggested_filename == f"in-other-words.{name}"
    return Path(waiting.value.path()).read_text("utf-8")


def test_changes_stand_beside_what_they_replace(
    page: Page, edits: list[ow.Edit], short: str
) -> None:
    shown = page.locator(".document .edit").all_inner_texts()
    olds = page.locator(".document del").all_inner_texts()
    assert shown == [edit.target for edit in edits]
    assert olds == [edit.source for edit in edits]
    facts = page.locator(".review-head .facts").inner_text()
    count = len(edits)
    assert f"{count} changes: 0 accepted, 0 rejected, {count} undecided" in facts
    assert f"{len(short)} of {len(DOCUMENT)} bytes" in facts


def test_changes_tell_their_confidence(page: Page, edits: list[ow.Edit]) -> None:
    page.locator(".document .edit").first.focus()
    page.locator("#tip").wait_for()
    assert edits[0].confidence is not None
    assert f"{round(100 * edits[0].confidence)} % likely right" in page.inner_text("#tip")


def test_decisions_by_keys(page: Page, edits: list[ow.Edit]) -> None:
    page.locator(".document .edit").first.focus()
    page.keyboard.press("a")
    page.keyboard.press("r")
    assert states(page) == "aruu"
    assert page.inner_text(".position") == f"3 of {len(edits)}"
    page.keyboard.press("j")
    page.keyboard.press("r")
    assert states(page) == "arur"
    page.keyboard.press("k")
    page.keyboard.press("u")
    page.keyboard.press("k")
    page.keyboard.press("k")
    assert page.inner_text(".position") == f"1 of {len(edits)}"
    assert states(page) == "auur"
    page.keyboard.press("Shift+A")
    assert states(page) == "aaaa"
    page.keyboard.press("Shift+R")
    assert states(page) == "rrrr"
    page.keyboard.press("Shift+U")
    assert states(page) == "uuuu"


def press(page: Page, name: str) -> None:
    page.get_by_role("button", name=name, exact=True).click()


def test_decisions_by_buttons(page: Page) -> None:
    press(page, "Accept")
    press(page, "Reject")
    assert states(page) == "aruu"
    press(page, "Next change")
    press(page, "Undecided")
    press(page, "Previous change")
    press(page, "Accept")
    assert states(page) == "arau"
    press(page, "Accept all")
    assert states(page) == "aaaa"
    assert "0 rejected, 0 undecided" in page.locator(".review-head .facts").inner_text()
    press(page, "Reject all")
    assert states(page) == "rrrr"
    assert f"{len(DOCUMENT)} of {len(DOCUMENT)} bytes" in page.inner_text(".review-head .facts")
    press(page, "Reset")
    assert states(page) == "uuuu"


def test_letters_typed_into_the_text_decide_nothing(page: Page) -> None:
    page.locator("#source").press("End")
    page.keyboard.type(" ar")
    settle(page)
    assert states(page) == "uuuu"


def test_decisions_survive_a_reload_and_edits_elsewhere(page: Page) -> None:
    page.locator(".document .edit").first.focus()
    page.keyboard.press("a")
    page.keyboard.press("r")
    page.reload()
    settle(page)
    assert states(page) == "aruu"
    write(page, f"It rains.\n\n{DOCUMENT}")
    assert states(page) == "aruu"


def test_exported_text(page: Page, edits: list[ow.Edit], short: str) -> None:
    assert saved(page, "txt") == short
    first = edits[0]
    page.locator(".document .edit").first.focus()
    page.keyboard.press("r")
    head = DOCUMENT[: first.start]
    assert saved(page, "txt") == head + first.source + short[len(head) + len(first.target) :]
    marked = saved(page, "txt", marks=True)
    assert marked.startswith(head + first.source)
    for edit in edits[1:]:
        assert f"[-{edit.source}-] {{+{edit.target}+}}" in marked
    assert marked.count("[-") == marked.count("{+") == len(edits) - 1


def test_exported_markdown_and_html(
    page: Page, edits: list[ow.Edit], answers: list[ow.Paraphrase], short: str
) -> None:
    assert saved(page, "md") == short
    edit = edits[-1]
    assert f"~~{edit.source}~~ **{edit.target}**" in saved(page, "md", marks=True)
    plain = saved(page, "html")
    assert f"<p>{answers[-1].text}</p>" in plain
    assert "<del>" not in plain
    marked = saved(page, "html", marks=True)
    assert f"<del>{edit.source}</del> <ins>{edit.target}</ins>" in marked


def test_exported_files_carry_no_markup_of_the_text(page: Page) -> None:
    write(page, "<b>They</b> came in order to *help* & #1.\n\n# 1. <script>alert(1)</script> ~~x~~")
    html = saved(page, "html")
    assert "<p>&lt;b&gt;" in html
    assert "<script" not in html
    assert "<b>" not in html
    markdown = saved(page, "md")
    assert markdown.startswith(r"\<b\>")
    assert r"\*help\* \& #1." in markdown
    assert r"\# 1. \<script\>alert(1)\</script\> \~\~x\~\~" in markdown


def test_other_words_in_a_document(page: Page, edits: list[ow.Edit]) -> None:
    page.locator(".document .edit").last.focus()
    page.keyboard.press("Enter")
    page.locator(".option", has_text="Keep it as it was").click()
    settle(page)
    shown = page.locator(".document .edit").all_inner_texts()
    assert shown[: len(edits) - 1] == [edit.target for edit in edits[:-1]]
    assert page.locator(".chip").count() == 1
    # Words that did not change can be pressed once somebody is there.
    page.locator(".document .words").first.hover()
    page.locator(".document .words").first.locator(".open").last.click()
    page.locator("#alternatives .option").nth(1).click()
    settle(page)
    assert page.locator(".chip").count() == 2
    page.get_by_role("button", name="Undo all").click()
    settle(page)
    assert len(page.locator(".document .edit").all()) == len(edits)


def test_the_lattice_of_a_paragraph(page: Page) -> None:
    page.click("#lattice-open")
    page.locator(".arc").first.wait_for()
    assert page.locator(".token").first.text_content() == "They"
    page.get_by_role("button", name="Next paragraph").click()
    page.locator(".stepper", has_text="Paragraph 2 of 3").wait_for()
    assert page.locator(".token").first.text_content() == "We"
    page.get_by_role("button", name="Next sentence").click()
    assert page.locator(".token").first.text_content() == "She"
    page.locator(".document .edit").last.focus()
    page.locator(".stepper", has_text="Paragraph 3 of 3").wait_for()
    assert page.locator(".token").first.text_content() == "He"


def test_progress_of_a_long_document(page: Page) -> None:
    page.evaluate("""() => {
        globalThis.seen = [];
        const bar = document.getElementById("progress-bar");
        const box = bar.parentElement;
        const note = () => box.hidden || seen.push([bar.value, box.innerText]);
        const all = {attributes: true, subtree: true, childList: true};
        new MutationObserver(note).observe(box, all);
    }""")
    paragraphs = [f"They came in order to help {number} of us." for number in range(60)]
    page.fill("#source", "\n\n".join(paragraphs))
    settle(page)
    seen = page.evaluate("seen")
    values = [value for value, _ in seen]
    assert values == sorted(values)
    assert len(set(values)) > 2
    assert "of 60 paragraphs" in seen[-1][1]
    assert page.locator("#progress").is_hidden()
    assert page.locator(".document .words:has(.edit)").count() == 60
    assert page.inner_text("#live") == "60 paragraphs ready."
    # One paragraph changes: only that one is asked for again.
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.post_data or ""))
    page.fill(
        "#source", "\n\n".join([*paragraphs[:30], "We left in order to sleep.", *paragraphs[31:]])
    )
    settle(page)
    (body,) = [one for one in asked if "explain" not in one and "ratio" in one]
    assert "We left in order" in body
    assert "of us" not in body
