"""What tests of the page do again and again."""

from __future__ import annotations

import re
from functools import cache
from typing import TYPE_CHECKING, Any

import otherwords as ow

if TYPE_CHECKING:
    from playwright.sync_api import Page

SENTENCE = (
    "In spite of the fact that the weather was bad, a large number of people came to the meeting "
    "in order to express their opinion."
)
#: The slider's position for 40 %, where more changes than by default, and that confidence.
LIVELY, LIVELY_CONFIDENCE = 3, 0.4
#: Texts in which little but "in order to" can change.
PARAGRAPHS = (
    "They came in order to help.",
    "We left in order to sleep. She called in order to ask.",
    "He works in order to live.",
)
DOCUMENT = "\n\n".join(PARAGRAPHS) + "\n"
BEST = ".paraphrase.best .words"


@cache
def _model() -> ow.Paraphraser:
    return ow.load()


def said(
    text: str, application: str = "compress", reference: str | None = None, **options: Any
) -> ow.Paraphrase:
    """What the English model says in place of a text, asked as the page asks to begin with."""
    wanted = {"n": 3, "diverse": True, "confidence": 0.8, **options}
    references = None if reference is None else [reference]
    (found,) = _model().pipe([text], application=application, references=references, **wanted)
    return found


def texts_of(answer: ow.Paraphrase) -> list[str]:
    """The best paraphrase and its alternatives."""
    return [answer.text, *(each.text for each in answer.alternatives)]


def settle(page: Page) -> None:
    """Waits until what is shown answers what is asked."""
    page.wait_for_selector("#answer:not([aria-busy])")


def write(page: Page, text: str) -> None:
    """Writes a text and waits for its answer."""
    page.fill("#source", text)
    settle(page)


def choose(page: Page, application: str) -> None:
    """Presses the button of a purpose, and waits if there is something to ask for."""
    page.locator(f'#purposes label:has([value="{application}"])').click()
    settle(page)


def slide(page: Page, slider: str, value: int) -> None:
    """Moves a slider, and waits for the answer."""
    page.locator(slider).fill(str(value))
    settle(page)


def best(page: Page) -> str:
    """The best paraphrase, as it is shown."""
    return page.locator(BEST).inner_text()


def until_shown(page: Page, text: str) -> None:
    """Waits until a text is the best paraphrase: another answer would replace all buttons."""
    is_shown = "([place, text]) => document.querySelector(place)?.innerText === text"
    page.wait_for_function(is_shown, arg=[BEST, text])


def word(page: Page, text: str) -> Any:
    """A word of the best paraphrase that can be pressed."""
    return page.locator(f"{BEST} [data-start]").get_by_text(text, exact=True).first


def option_words(page: Page) -> str:
    """The words of an alternative that is not taken; plain ones, which keep their spelling."""
    page.locator(".option").nth(1).wait_for()
    options = page.locator('.option[aria-pressed="false"]:visible:has(.dot:not(.none))')
    words: list[str] = options.locator(".option-words").all_inner_texts()
    return next(each for each in words if re.fullmatch("[a-z ]+", each))


def take(page: Page, option: str) -> None:
    """Takes an alternative, and waits for the answer."""
    page.locator(".option-words").get_by_text(option, exact=True).first.click()
    settle(page)


def stored(page: Page) -> dict[str, Any]:
    """What the browser keeps of the page."""
    state: dict[str, Any] = page.evaluate("JSON.parse(localStorage['otherwords.state'])")
    return state
