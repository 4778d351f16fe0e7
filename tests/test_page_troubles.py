"""The page in a real browser when things go wrong: no server, no time, too much text, attacks."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any
from urllib.request import urlopen

import pytest

from tests.browser import LOOKS, looking, serving
from tests.pages import BEST, best, said, settle, slide, word, write
from tests.small_model import write_model

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page, Route

DESKTOP, PHONE = LOOKS[0], LOOKS[3]
KEY = "a-key-of-more-than-16-characters"
TEXT = "They came in order to help."
OTHER = "We left in order to sleep."
ATTACKS = [
    "<img src=x onerror=alert(1)> came in order to help.",
    "<script>alert(1)</script> They came in order to <b onmouseover=alert(1)>help</b>.",
    "\"'><svg onload=alert(1)> in order to javascript:alert(1)",
    "{{constructor.constructor('alert(1)')()}} came in order to help ${alert(1)}",
]


@pytest.fixture(scope="module")
def strict() -> Iterator[str]:
    """A server that wants keys, and takes little at once."""
    environment = {"OTHERWORDS_SERVE_KEYS": f"tests:{KEY}"}
    with serving("--max-characters", "100", environment=environment) as address:
        yield address


@pytest.mark.parametrize("look", [DESKTOP, PHONE], ids=lambda look: look.name)
def test_a_server_that_wants_a_key_and_short_texts(
    browser: Browser, strict: str, look: Any
) -> None:
    with looking(browser, strict, look, allowed=["401", "413", "422"]) as page:
        page.fill("#source", TEXT)
        page.fill("#api-key", "not the key that it wants")
        page.keyboard.press("Enter")
        page.locator("#api-key").wait_for()
        page.fill("#api-key", KEY)
        page.keyboard.press("Enter")
        settle(page)
        page.locator(BEST).wait_for()
        assert best(page) == said(TEXT).text
        page.fill("#source", TEXT * 10)
        page.locator("#notice", has_text="more than this server takes at once").wait_for()
        write(page, TEXT)
        assert page.locator("#notice").is_hidden()
        page.reload()
        settle(page)
        assert best(page) == said(TEXT).text
        # A document is more than one text: each paragraph counts by itself.
        write(page, "\n\n".join([TEXT] * 10))
        assert page.locator(".document .edit").count() == 10 * len(said(TEXT).edits)


def test_a_server_that_went_away(browser: Browser) -> None:
    with serving() as address:
        port = re.findall(r"\d+", address)[-1]
        manager = looking(browser, address, DESKTOP, allowed=["ERR_CONNECTION_REFUSED"])
        page = manager.__enter__()
        write(page, TEXT)
    page.fill("#source", f"{TEXT} {OTHER}")
    page.locator("#notice", has_text="No answer from the server.").wait_for()
    assert best(page) == said(TEXT).text
    with serving("--port", port):
        page.get_by_role("button", name="Try again").click()
        settle(page)
        assert best(page) == said(f"{TEXT} {OTHER}").text
        assert page.locator("#notice").is_hidden()
    manager.__exit__(None, None, None)


@pytest.mark.parametrize("look", [DESKTOP, PHONE], ids=lambda look: look.name)
def test_a_busy_server_is_asked_again(browser: Browser, address: str, look: Any) -> None:
    answers = [429, 429, 200]

    def answer(route: Route) -> None:
        if (status := answers.pop(0) if answers else 200) == 200:
            route.continue_()
        else:
            error = {"error": {"code": "busy", "message": "too many", "where": None}}
            headers = {"Retry-After": "1"}
            route.fulfill(status=status, headers=headers, body=json.dumps(error))

    with looking(browser, address, look, allowed=["429"]) as page:
        page.route("**/v1/paraphrase", answer)
        page.fill("#source", TEXT)
        page.locator("#notice", has_text="The server has its hands full.").wait_for()
        assert "by itself in 1 s" in page.inner_text("#notice")
        page.locator(BEST).wait_for()
        assert best(page) == said(TEXT).text
        assert answers == []


def test_answers_that_are_not_from_our_server(browser: Browser, address: str) -> None:
    with looking(browser, address, DESKTOP, allowed=["502"]) as page:
        page.route("**/v1/paraphrase", lambda route: route.fulfill(status=502, body="<h1>bad</h1>"))
        page.fill("#source", TEXT)
        page.locator("#notice", has_text="That did not work.").wait_for()
        page.unroute("**/v1/paraphrase")
        page.get_by_role("button", name="Try again").click()
        settle(page)
        assert best(page) == said(TEXT).text


def test_a_stream_that_breaks_off_goes_on_where_it_was(browser: Browser, address: str) -> None:
    texts = [f"They came in order to help {number} of us." for number in (5, 6, 7)]
    edits = [len(said(text, n=1, diverse=False).edits) for text in texts]

    def break_off(route: Route) -> None:
        answer = route.fetch()
        first = answer.text().splitlines()[0]
        error = {"error": {"code": "internal", "message": "The server stumbled.", "where": None}}
        route.fulfill(body=f"{first}\n{json.dumps(error)}\n", content_type="application/x-ndjson")

    with looking(browser, address, DESKTOP) as page:
        page.route("**/v1/paraphrase", break_off)
        page.fill("#source", "\n\n".join(texts))
        page.locator("#notice", has_text="The server stumbled.").wait_for()
        assert page.locator(".document .edit").count() == edits[0]
        page.unroute("**/v1/paraphrase")
        page.get_by_role("button", name="Try again").click()
        settle(page)
        assert page.locator(".document .edit").count() == sum(edits)


def harmless(page: Page) -> None:
    """What came as text stayed text."""
    inside = page.locator("main, #tip, #alternatives").locator("img, script, b[onmouseover]")
    assert inside.count() == 0
    assert page.locator("main svg:not(.graph)").count() == 0


def test_text_never_becomes_markup(browser: Browser, address: str) -> None:
    with looking(browser, address, DESKTOP) as page:
        page.click("#more summary")
        for attack in ATTACKS:
            page.fill("#keep", attack)
            page.fill("#avoid", attack)
            write(page, attack)
            if page.locator("#lattice-body").is_hidden():
                page.click("#lattice-open")
                page.locator("#marks-switch").click()
            page.locator(".graph").wait_for()
            harmless(page)
        write(page, "\n\n".join(ATTACKS))
        harmless(page)
        page.locator('#purposes label:has([value="toward"])').click()
        page.fill("#reference", "".join(ATTACKS))
        settle(page)
        harmless(page)
        page.reload()
        settle(page)
        harmless(page)


def test_answers_never_become_markup(browser: Browser, address: str) -> None:
    attack = "<img src=x onerror=alert(1)>"
    edit = {"start": 0, "end": 4, "source": attack, "target": attack, "table": attack, "score": -1}
    edit |= {"usability": 1, "rule": attack, "inner": [{**edit, "usability": 1}]}
    one = {"text": attack, "score": 0, "optimal": True, "complete": True, "fits": True}
    one |= {"bytes": 1, "words": 1, "edits": [edit]}
    unit = {**edit, "begin": 0, "stop": 4, "confidence": 0.5, "inner": []} | {"end": 1}
    token = {"start": 0, "end": 4, "text": attack, "protected": False}
    sentence = {"start": 0, "end": 4, "tokens": [token], "units": [unit], "best": [0]}

    def answer(route: Route) -> None:
        source = {"source": "They", "signature": attack}
        answers = {
            "paraphrase": {"results": [{**source, "paraphrases": [one], "upper_bound": 0}]},
            "lattice": {**source, "sentences": [sentence]},
        }
        route.fulfill(json=answers[route.request.url.rsplit("/", 1)[1]])

    with looking(browser, address, DESKTOP) as page:
        page.route("**/v1/*", answer)
        write(page, "They")
        page.click("#lattice-open")
        page.click(".as-table summary")
        page.locator(".as-table tbody tr").wait_for()
        page.locator(f"{BEST} .edit").hover()
        page.locator("#tip").wait_for()
        assert attack in page.inner_text("#tip")
        page.locator(f"{BEST} .edit").click()
        page.locator(".option", has_text=attack).first.wait_for()
        assert attack in page.inner_text("#signature")
        harmless(page)


def test_errors_never_become_markup(browser: Browser, address: str) -> None:
    attack = "<img src=x onerror=alert(1)>"
    error = {"error": {"code": attack, "message": attack, "where": attack}}
    with looking(browser, address, DESKTOP, allowed=["500"]) as page:
        page.route("**/v1/*", lambda route: route.fulfill(status=500, body=json.dumps(error)))
        page.fill("#source", TEXT)
        page.locator("#notice", has_text=attack).wait_for()
        harmless(page)


def test_the_page_brings_all_it_needs(address: str) -> None:
    with urlopen(address) as answer:
        policy = answer.headers["Content-Security-Policy"]
        html = answer.read().decode()
    assert "script-src 'self'" in policy
    assert "unsafe" not in policy
    assert not re.search(r"<(script|style)>|\son\w+=|\sstyle=|https?://", html)


def test_text_outside_of_the_first_plane(browser: Browser, address: str) -> None:
    with looking(browser, address, DESKTOP) as page:
        text = "😀😀 They came 👩‍👩‍👧 in order to help 𝒳."
        write(page, text)
        slide(page, "#confidence", 4)
        expected = said(text, confidence="bold")
        assert best(page) == expected.text
        page.locator(f"{BEST} .edit").last.click()
        page.locator(".option", has_text="Keep it as it was").click()
        settle(page)
        assert expected.edits[-1].source in best(page)
        assert page.locator(".chip").inner_text().startswith(f"{expected.edits[-1].source} stays")


def test_a_model_that_cannot_tell_how_likely_changes_are_right(
    browser: Browser, tmp_path: Path
) -> None:
    model = write_model(tmp_path / "small")
    with (
        serving("--model", str(model)) as address,
        looking(browser, address, DESKTOP, allowed=["422"]) as page,
    ):
        write(page, "We utilise tools in spite of the rain.")
        page.locator(BEST).wait_for()
        assert best(page) == "We use tools despite the rain."
        assert page.is_disabled("#confidence")
        assert "this model does not know" in page.inner_text("#confidence-says")
        word(page, "use").hover()
        page.locator("#tip").wait_for()
        assert "likely right" not in page.inner_text("#tip")
