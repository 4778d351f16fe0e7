"""Templates of whole sentences, as multi-sequence alignment (Barzilay and Lee 2003) finds them.

A template is what many sentences have in common: words, places where one of a few wordings stands,
and slots, which take whatever a sentence has there. Two templates belong together if articles about
the same event have filled their slots with the same words.

The file is JSON: `{"version": 1,"templates": [{"elements": […], "sentences": 9,"partners": […]}]}`
with `"word"` for a word, `[["at", "home"], []]` for a choice and `{"slot": "number"}` for a slot.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, NamedTuple

from otherwords._core import FormatError
from otherwords.files import name_of, replacing
from otherwords.text.protection import Protector, Reason
from otherwords.text.tokens import Tokens

VERSION = 1

#: What slots can be of: of anything, of a number or of a name.
ANYTHING, NUMBER, NAME = "", "number", "name"
_KINDS = {ANYTHING, NUMBER, NAME}


class Piece(NamedTuple):
    """A word of a sentence in lower case, or a number or a name as a whole, and its tokens."""

    word: str
    kind: str
    begin: int
    end: int

    @property
    def label(self) -> str:
        """What pieces are told apart by: all names are alike, and all numbers."""
        return f"<{self.kind}>" if self.kind else self.word


@dataclass(frozen=True)
class Slot:
    """A place for what a sentence has there: for anything, a number or a name."""

    kind: str = ANYTHING


#: A choice: wordings that mean the same, the most frequent one first; one may be empty.
Choice = tuple[tuple[str, ...], ...]
Element = str | Choice | Slot


@dataclass(frozen=True)
class Partner:
    """Another template that says the same.

    Attributes:
        template: Its number.
        slots: For each of its slots the number of the one that the words come from.
        score: How far articles have filled these alike, from 0 to 1.
    """

    template: int
    slots: tuple[int, ...]
    score: float


@dataclass(frozen=True)
class Template:
    """What sentences have in common.

    Attributes:
        elements: From left to right.
        sentences: How many there were.
        partners: Templates that say the same, best first.
    """

    elements: tuple[Element, ...]
    sentences: int
    partners: tuple[Partner, ...] = ()

    @property
    def words(self) -> list[str]:
        """Those that are always there."""
        return [each for each in self.elements if isinstance(each, str)]

    @property
    def slots(self) -> list[Slot]:
        """From left to right."""
        return [each for each in self.elements if isinstance(each, Slot)]


class Pieces:
    """Cuts sentences into pieces. Any number of threads may use one."""

    def __init__(self, language: str) -> None:
        self._protector = Protector(language)

    def of(self, sentences: Sequence[Tokens]) -> list[list[Piece]]:
        """The pieces of each sentence; names and numbers of several tokens are one."""
        reasons = self._protector.protect(sentences)
        return [
            _pieces(tokens.words, reason) for tokens, reason in zip(sentences, reasons, strict=True)
        ]


def _pieces(words: Sequence[str], reasons: bytes) -> list[Piece]:
    pieces: list[Piece] = []
    for place, (word, reason) in enumerate(zip(words, reasons, strict=True)):
        kind = NUMBER if reason & Reason.NUMBER else NAME if reason & Reason.NAME else ANYTHING
        if kind and pieces and pieces[-1].kind == kind:
            before = pieces.pop()
            joined = f"{before.word} {word.lower()}"
            pieces.append(Piece(joined, kind, before.begin, place + 1))
        else:
            pieces.append(Piece(word.lower(), kind, place, place + 1))
    return pieces


def write_templates(templates: Iterable[Template], path: Path) -> None:
    """Writes the file."""
    content = {
        "version": VERSION,
        "templates": [
            {
                "elements": [_plain(each) for each in template.elements],
                "sentences": template.sentences,
                "partners": [
                    {"template": each.template, "slots": list(each.slots), "score": each.score}
                    for each in template.partners
                ],
            }
            for template in templates
        ],
    }
    with replacing(path) as file:
        file.write(json.dumps(content, ensure_ascii=False, indent=None).encode())


def read_templates(path: Path) -> list[Template]:
    """Reads the file. Raises FormatError for anything else."""
    try:
        content = json.loads(path.read_bytes())
        if content["version"] != VERSION:
            raise FormatError(
                f"{name_of(path)}: of version {content['version']!r}, and only {VERSION} is known; "
                "learn it again"
            )
        templates = [_template(each) for each in content["templates"]]
        for template in templates:
            _check(template, templates)
    except (
        ValueError,
        LookupError,
        TypeError,
        AttributeError,
        OverflowError,
        RecursionError,
    ):
        raise FormatError(f"{name_of(path)}: no templates of sentences; learn it again") from None
    return templates


def _plain(element: Element) -> Any:
    if isinstance(element, Slot):
        return {"slot": element.kind}
    return element if isinstance(element, str) else [list(wording) for wording in element]


def _template(given: Any) -> Template:
    partners = [
        Partner(int(each["template"]), tuple(map(int, each["slots"])), float(each["score"]))
        for each in given["partners"]
    ]
    elements = tuple(_element(each) for each in given["elements"])
    return Template(elements, int(given["sentences"]), tuple(partners))


def _element(given: Any) -> Element:
    if isinstance(given, dict):
        if given["slot"] not in _KINDS:
            raise ValueError
        return Slot(given["slot"])
    if isinstance(given, str):
        return given
    return tuple(tuple(str(word) for word in wording) for wording in given)


def _check(template: Template, templates: Sequence[Template]) -> None:
    own = len(template.slots)
    for partner in template.partners:
        other = templates[partner.template] if partner.template >= 0 else None
        if other is None or len(other.slots) != len(partner.slots):
            raise ValueError
        if any(not 0 <= slot < own for slot in partner.slots):
            raise ValueError
