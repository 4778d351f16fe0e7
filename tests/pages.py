"""What tests of the page do again and again."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from playwright.sync_api import Page

SENTENCE = (
    "In spite of the fact that the weather was bad, a large number of people came to the meeting "
    "in order to express their opinion."
)
SHORTER = (
    "Although the weather was bad, a large number of people came to the meeting to express their "
    "opinion."
)
DOCUMENT = (
    "She was of the opinion that it was late.\n\n"
    "Prior to the meeting, we had lunch. They came in order to help.\n\n"
    "He takes medicine on a regular basis.\n"
)
BEST = ".paraphrase.best .words"


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


def word(page: Page, text: str) -> Any:
    """A word of the best paraphrase that can be pressed."""
    return page.locator(f"{BEST} [data-start]").get_by_text(text, exact=True).first


def stored(page: Page) -> dict[str, Any]:
    """What the browser keeps of the page."""
    state: dict[str, Any] = page.evaluate("JSON.parse(localStorage['otherwords.state'])")
    return state
