"""Pages in a real browser: hostile words stay words, and what gets in can do nothing."""

from __future__ import annotations

import socket
from collections.abc import Iterator
from contextlib import suppress
from typing import TYPE_CHECKING

import pytest

from otherwords.server.rating.items import Instance, Item
from tests.browser import LOOKS, looking, serving
from tests.rating_site import Site
from tests.small_model import write_model
from tests.test_rating_attacks import HOSTILE

if TYPE_CHECKING:
    from playwright.sync_api import Browser

#: Does in a page what an attacker would, and tells what the policy has stopped, as a directive and
#: what it was asked for, when that is all that is expected, or it is not after a long time.
ATTACK = """([elsewhere, expected]) => new Promise((done) => {
  const stopped = new Set();
  const tell = () => done([[...stopped].sort(), window.taken ?? 0]);
  document.addEventListener("securitypolicyviolation", (e) => {
    stopped.add(`${e.effectiveDirective} ${e.blockedURI}`);
    if (expected.every((each) => stopped.has(each))) setTimeout(tell, 100);
  });
  setTimeout(tell, 20000);
  const script = document.createElement("script");
  script.textContent = "window.taken = 1";
  document.body.append(script);
  const foreign = document.createElement("script");
  foreign.src = `${elsewhere}/x.js`;
  document.body.append(foreign);
  document.body.insertAdjacentHTML("beforeend", `
    <img src="/none" onerror="window.taken = 2"><p style="color: red">
    <img src="${elsewhere}/x.png"><iframe src="${elsewhere}/frame"></iframe>
    <object data="${elsewhere}/object"></object>
    <form action="${elsewhere}/form"></form>`);
  document.forms[document.forms.length - 1].submit();
  setTimeout("window.taken = 3", 0);
  fetch(`${elsewhere}/fetch`).catch(() => null);
  const base = document.createElement("base");
  base.href = `${elsewhere}/base`;
  document.head.append(base);
})"""


def stopped_by_the_policy(elsewhere: str) -> list[str]:
    """What must be stopped; of frames and objects the browser tells only where they come from."""
    return sorted(
        [
            f"base-uri {elsewhere}/base",
            f"connect-src {elsewhere}/fetch",
            f"form-action {elsewhere}/form?",
            f"frame-src {elsewhere}",
            f"img-src {elsewhere}/x.png",
            f"object-src {elsewhere}",
            "script-src eval",
            "script-src-attr inline",
            "script-src-elem inline",
            f"script-src-elem {elsewhere}/x.js",
            "style-src-attr inline",
        ]
    )


def heard_by(attacker: socket.socket) -> bytes:
    """All that was sent; a browser may connect before it sees that it must not ask."""
    heard = b""
    with suppress(BlockingIOError):
        while True:
            connection, _ = attacker.accept()
            with connection, suppress(BlockingIOError, ConnectionError):
                connection.setblocking(False)
                heard += connection.recv(1 << 16)
    return heard


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    """A project whose every word is hostile."""
    given = [
        Item(
            f"source {text}",
            f"paraphrase {text}",
            [f"{number} {text}"],
            f"purpose {text}",
            f"reference {text}",
            [Instance(f"one {text}", f"other {text}")],
        )
        for number, text in enumerate(HOSTILE)
    ]
    made = Site(tmp_path_factory.mktemp("site") / "ratings.db", given=given, name=HOSTILE[0])
    yield made
    made.database.close()


@pytest.fixture(scope="module")
def address(site: Site, tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    model = write_model(tmp_path_factory.mktemp("model"))
    with serving("-m", str(model), "--rating", site.database.name) as served:
        yield served


def test_hostile_words_stay_words(browser: Browser, address: str, site: Site) -> None:
    shown = []
    with looking(browser, f"{address}rate/enter#{site.judge(HOSTILE[1])}", LOOKS[0]) as page:
        page.locator("#judge").wait_for()
        for number in range(1, len(HOSTILE) + 1):
            page.goto(f"{address}rate/items/{number}")
            shown.append(page.inner_text("#paraphrase").removeprefix("paraphrase "))
            assert page.locator("main").locator("img, script, svg[onload]").count() == 0
            for scale in ("adequacy", "fluency", "usability"):
                page.locator(f'input[name="{scale}"][value="3"]').check(force=True)
            with page.expect_navigation():
                page.locator("#judge").evaluate("form => form.requestSubmit()")
    assert sorted(shown) == sorted(HOSTILE)
    with looking(browser, f"{address}rate/enter#{site.organiser}", LOOKS[0]) as page:
        page.wait_for_url("**/rate/results")
        assert HOSTILE[1] in page.inner_text("main")
        assert page.locator("main").locator("script, img[onerror], svg[onload]").count() == 0


@pytest.mark.parametrize("path", ["", "docs", "rate/items/1", "rate/results"])
def test_what_gets_into_a_page_can_do_nothing(
    browser: Browser, address: str, site: Site, path: str
) -> None:
    token = site.organiser if path == "rate/results" else site.judge(f"judge of /{path}")
    with socket.create_server(("127.0.0.1", 0)) as attacker:
        attacker.setblocking(False)
        elsewhere = f"http://127.0.0.1:{attacker.getsockname()[1]}"
        expected = stopped_by_the_policy(elsewhere)
        # What a page would ask for is told before it is stopped; the attacker must not hear of it.
        allowed = ["console: ", f"asked {elsewhere}/x.js", f"asked {elsewhere}/x.png"]
        with looking(browser, f"{address}rate/enter#{token}", LOOKS[0], allowed=allowed) as page:
            page.wait_for_url("**/rate/results" if path == "rate/results" else "**/rate/items/*")
            page.goto(address + path)
            stopped, taken = page.evaluate(ATTACK, [elsewhere, expected])
        assert taken == 0
        assert stopped == expected
        assert heard_by(attacker) == b""


@pytest.mark.parametrize("path", ["", "docs", "rate/enter"])
def test_no_page_is_shown_within_another(browser: Browser, address: str, path: str) -> None:
    with looking(browser, f"{address}healthz", LOOKS[0], allowed=[""]) as page:
        page.goto("about:blank")
        page.set_content(f'<iframe src="{address}{path}"></iframe>')
        frame = page.frames[1]
        frame.wait_for_load_state()
        assert frame.url.startswith("chrome-error://")
