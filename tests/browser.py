"""Real browsers and real servers, for tests of pages."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal, NoReturn

import pytest

if TYPE_CHECKING:
    from playwright.sync_api import Browser, ConsoleMessage, Dialog, Page, Request

#: Where screenshots are written; they are made only if it is set.
SHOTS = "OTHERWORDS_SCREENSHOTS"
_SCROLLING = 800  # milliseconds until nothing moves any more
_PATIENCE = 30_000  # milliseconds that a busy machine may take for anything


def missing(what: str) -> NoReturn:
    """Skips a test for the lack of a program, or fails it in continuous integration, which has all
    of them.
    """
    if os.environ.get("CI"):
        pytest.fail(f"{what} is missing")
    pytest.skip(f"{what} is missing")


@contextmanager
def chromium() -> Iterator[Browser]:
    """A headless browser. Skips the test where there is none."""
    path = shutil.which("chromium") or shutil.which("chromium-browser")
    if path is None:
        missing("chromium")
    try:
        from playwright.sync_api import sync_playwright
    except ImportError:
        missing("playwright")
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=path, args=["--no-sandbox"])
        yield browser
        browser.close()


@contextmanager
def serving(*options: str, environment: Mapping[str, str] | None = None) -> Iterator[str]:
    """Runs `otherwords serve` on a free port until the end; gives its address."""
    command = [sys.executable, "-m", "otherwords", "serve", "--no-log", *options]
    if "--port" not in options:
        command += ["--port", "0"]
    with subprocess.Popen(
        command,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        env={**os.environ, **(environment or {})},
    ) as server:
        assert server.stdout is not None
        said = []
        try:
            for line in server.stdout:
                said.append(line)
                if found := re.search(r"http://\S+/", line):
                    yield found[0]
                    break
            else:
                pytest.fail("the server did not start:\n" + "".join(said))
        finally:
            server.terminate()
            server.communicate(timeout=60)


@dataclass(frozen=True)
class Look:
    """How big a screen is, and its colours."""

    name: str
    width: int
    height: int
    colours: Literal["light", "dark"]

    @property
    def is_phone(self) -> bool:
        """Whether it is held in a hand."""
        return self.width < 600


COLOURS: tuple[Literal["light"], Literal["dark"]] = ("light", "dark")
LOOKS = [
    Look(f"{name}-{colours}", width, height, colours)
    for name, width, height in (("desktop", 1280, 900), ("phone", 390, 844))
    for colours in COLOURS
]


@dataclass
class Watch:
    """What a page must not do: fail, complain, or talk to anybody but its server."""

    address: str
    seen: list[str] = field(default_factory=list)

    def on(self, page: Page) -> None:
        """Begins to watch a page."""
        page.on("pageerror", lambda error: self.seen.append(f"error: {error}"))
        page.on("dialog", self._spoke)
        page.on("console", self._said)
        page.on("request", self._asked)

    def _spoke(self, dialog: Dialog) -> None:
        self.seen.append(f"dialog: {dialog.message}")
        dialog.dismiss()

    def _said(self, message: ConsoleMessage) -> None:
        if message.type == "error":
            self.seen.append(f"console: {message.text}")

    def _asked(self, request: Request) -> None:
        if not request.url.startswith((self.address, "blob:", "data:")):
            self.seen.append(f"asked {request.url}")


@contextmanager
def looking(
    browser: Browser, address: str, look: Look, *, allowed: Sequence[str] = (), **more: Any
) -> Iterator[Page]:
    """A page of its own, with nothing stored; fails if it does what it must not.

    Args:
        browser: Of `chromium`.
        address: Where to go.
        look: On which screen.
        allowed: Parts of complaints that are meant to come, as of a server that is away.
        more: Other settings of the context.
    """
    context = browser.new_context(
        viewport={"width": look.width, "height": look.height},
        color_scheme=look.colours,
        is_mobile=look.is_phone,
        has_touch=look.is_phone,
        permissions=["clipboard-read", "clipboard-write"],
        **more,
    )
    context.set_default_timeout(_PATIENCE)
    page = context.new_page()
    watch = Watch("/".join([*address.split("/")[:3], ""]))
    watch.on(page)
    try:
        page.goto(address)
        yield page
        assert [one for one in watch.seen if not any(part in one for part in allowed)] == []
    finally:
        context.close()


def findings(page: Page) -> list[str]:
    """What axe finds that shuts people out: all that is serious or critical."""
    from axe_playwright_python.sync_playwright import Axe

    violations = Axe().run(page).response["violations"]
    return [
        f"{one['impact']}: {one['id']}: {node['html'][:200]}: {node['failureSummary']}"
        for one in violations
        if one["impact"] in ("serious", "critical")
        for node in one["nodes"]
    ]


def shoot(page: Page, name: str, *, top: int = 0) -> None:
    """Writes a screenshot from a line of the screen on, if somebody asked for them."""
    if folder := os.environ.get(SHOTS):
        size = page.viewport_size
        assert size is not None
        page.wait_for_timeout(_SCROLLING)
        page.screenshot(
            path=Path(folder) / f"{name}.png",
            animations="disabled",
            clip={"x": 0, "y": top, "width": size["width"], "height": size["height"] - top},
        )
