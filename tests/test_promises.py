"""Every promise in docs/promises.md is linked to a test that exists."""

from __future__ import annotations

import re
from pathlib import Path

LINK = re.compile(r"\[[^\]]+\]\(([^)#]+)\)")
NAME = re.compile(r"`(test_\w+)`")


def rows_of(page: str) -> list[tuple[str, str]]:
    """The promises and the cells that name their tests."""
    lines = [line for line in page.splitlines() if line.startswith("| ")]
    rows = [tuple(line.strip("| ").split(" | ")) for line in lines]
    return [(row[0], row[1]) for row in rows if row[0] != "Promise"]


def test_every_promise_is_linked_to_a_test(repository: Path) -> None:
    docs = repository / "docs"
    rows = rows_of((docs / "promises.md").read_text("utf-8"))
    assert len(rows) > 35
    for promise, tests in rows:
        links = LINK.findall(tests)
        assert links, promise
        texts = []
        for link in links:
            path = (docs / link).resolve()
            assert path.is_file(), f"{promise}: {link}"
            assert path.is_relative_to(repository / "tests") or path.is_relative_to(
                repository / "core"
            ), link
            texts.append(path.read_text("utf-8"))
        for name in NAME.findall(tests):
            assert any(f"def {name}(" in text for text in texts), f"{promise}: there is no {name}"
        python = [link for link in links if "/test_" in link and link.endswith(".py")]
        assert not python or NAME.search(tests), f"{promise}: name a test"


def test_every_fuzzer_is_promised(repository: Path) -> None:
    page = (repository / "docs" / "promises.md").read_text("utf-8")
    fuzzers = sorted(path.name for path in (repository / "core" / "fuzz").glob("fuzz_*.cpp"))
    assert len(fuzzers) >= 10
    for name in fuzzers:
        assert f"(../core/fuzz/{name})" in page
        assert any((repository / "core" / "fuzz" / "seeds" / name[:-4]).iterdir()), name
