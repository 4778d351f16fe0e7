"""What the modules of the page promise, called in a real browser."""

from __future__ import annotations

import random
import re
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from tests.browser import LOOKS, looking

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

Call = Callable[..., Any]
PAGE = Path(__file__).resolve().parent.parent / "src/otherwords/server/page"


@pytest.fixture(scope="module")
def page(browser: Browser, address: str) -> Iterator[Page]:
    with looking(browser, address, LOOKS[0]) as opened:
        yield opened


@pytest.fixture(scope="module")
def call(page: Page) -> Call:
    """Calls a function of a module with plain data."""

    def call(module: str, function: str, *given: Any) -> Any:
        return page.evaluate(
            "async ([module, name, given]) => (await import(`/js/${module}.js`))[name](...given)",
            [module, function, list(given)],
        )

    return call


def edit(start: int, end: int, target: str) -> dict[str, Any]:
    return {"start": start, "end": end, "target": target}


def test_pieces_are_the_whole(call: Call) -> None:
    source = "😀 a b\n𝒳 c d"
    edits = [edit(2, 3, "AA"), edit(6, 8, ""), edit(9, 9, "!")]
    tokens = [{"start": 0, "end": 1}, {"start": 2, "end": 3}, {"start": 4, "end": 5}]
    pieces = call("segments", "segments", source, edits, tokens)
    assert "".join(piece["text"] for piece in pieces) == "😀 AA b\nc! d"
    assert [piece["text"] for piece in pieces if piece["kind"] == "open"] == ["😀", "b"]
    assert call("segments", "applied", source, edits) == "😀 AA b\nc! d"
    assert call("segments", "applied", source, []) == source


def test_paragraphs_join_to_the_same_text(page: Page) -> None:
    chooser = random.Random(1)
    pieces = ["One.", "Two", " ", "\n", "\r\n", "\n\n", "\t", "“Three!”", "é😀", ". ", "…"]
    texts = ["".join(chooser.choices(pieces, k=chooser.randrange(12))) for _ in range(200)]
    cuts = page.evaluate(
        """async texts => {
            const { paragraphs } = await import("/js/text.js");
            return texts.map(paragraphs);
        }""",
        texts,
    )
    for text, cut in zip(texts, cuts, strict=True):
        assert (
            "".join(part["before"] + part["text"] for part in cut["parts"]) + cut["after"] == text
        )
        assert all(part["text"].strip() for part in cut["parts"])


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("One line\nwrapped here.", ["One line\nwrapped here."]),
        ("One.\nTwo.", ["One.", "Two."]),
        ("“One.”\nTwo.", ["“One.”", "Two."]),
        ("Title\n\nText\nof it.\n\n\n  More.", ["Title", "Text\nof it.", "More."]),
        (" \n ", []),
        ("", []),
    ],
)
def test_paragraphs(call: Call, text: str, expected: list[str]) -> None:
    assert [part["text"] for part in call("text", "paragraphs", text)["parts"]] == expected


def test_choices_that_contradict_give_way(call: Call) -> None:
    choices = [edit(0, 4, "a"), edit(6, 9, "b")]
    assert call("choices", "choose", choices, edit(3, 5, "c")) == [edit(3, 5, "c"), edit(6, 9, "b")]
    assert call("choices", "choose", choices, edit(4, 6, "c"))[1] == edit(4, 6, "c")


def test_choices_move_with_the_text(call: Call) -> None:
    choices = [edit(0, 3, "a"), edit(4, 7, "b"), edit(8, 11, "c")]
    moved = partial(call, "choices", "moved", choices, "one two six")
    assert moved("one 2 six") == [edit(0, 3, "a"), edit(6, 9, "c")]
    assert moved("😀 one two six")[0] == edit(2, 5, "a")
    assert moved("one two six seven") == choices
    assert moved("") == []


@pytest.mark.parametrize("seed", range(5))
def test_lines_of_a_lattice_keep_clear_of_each_other(page: Page, seed: int) -> None:
    chooser = random.Random(seed)
    tokens = [{"text": "x" * chooser.randrange(1, 12)} for _ in range(30)]
    units: list[dict[str, Any]] = []
    for _ in range(150):
        begin = chooser.randrange(30)
        end = min(30, begin + chooser.randrange(1, 6))
        label = "y" * chooser.randrange(1, 40)
        units.append({"begin": begin, "end": end, "label": label, "chosen": chooser.random() < 0.1})
    made = page.evaluate(
        """async ([tokens, units]) => {
            const { layout } = await import("/js/lattice-layout.js");
            return layout(tokens, units, (text) => 8 * text.length);
        }""",
        [tokens, units],
    )
    nodes, arcs = made["nodes"], made["arcs"]
    assert nodes == sorted(set(nodes))
    for place, (unit, arc) in enumerate(zip(units, arcs, strict=True)):
        assert (arc["left"], arc["right"]) == (nodes[unit["begin"]], nodes[unit["end"]])
        assert arc["right"] - arc["left"] > 8 * len(unit["label"])
        assert 0 < arc["y"] < made["ground"]
        for other in arcs[:place]:
            is_beside = other["right"] <= arc["left"] or arc["right"] <= other["left"]
            assert other["y"] != arc["y"] or is_beside


def test_sizes(call: Call) -> None:
    assert call("text", "bytes", "é😀") == 6
    assert call("text", "change", 100, 79) == "−21 %"
    assert call("text", "change", 100, 110) == "+10 %"
    assert call("text", "change", 0, 0) == "±0 %"
    assert call("text", "terms", " a b, c;\n,d ") == ["a b", "c", "d"]


def test_every_file_is_small_and_sets_text_as_text() -> None:
    for path in sorted(PAGE.rglob("*.*")):
        content = path.read_text("utf-8")
        assert content.count("\n") < 300, path.name
        for forbidden in (
            "innerHTML",
            "outerHTML",
            "insertAdjacentHTML",
            "document.write",
            "eval(",
        ):
            assert forbidden not in content, f"{path.name} has {forbidden}"
        for address in ("https://", "//cdn"):
            assert address not in content, f"{path.name} asks {address}"


def test_nothing_is_styled_in_vain() -> None:
    scripts = "".join(path.read_text("utf-8") for path in PAGE.glob("js/*.js"))
    scripts += (PAGE / "index.html").read_text("utf-8")
    styles = "".join(path.read_text("utf-8") for path in PAGE.glob("css/*.css"))
    for name in sorted(set(re.findall(r"\.([a-z][\w-]*)(?=[\s.,:{>\[)+])", styles))):
        if name.startswith("tone-"):
            continue
        assert re.search(rf"(?<![\w-]){name}(?![\w-])", scripts), f".{name} is styled in vain"
