"""Translation memories (TMX)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import IO
from xml.etree.ElementTree import Element, ParseError, iterparse

from otherwords._core import FormatError
from otherwords.files import name_of, reading
from otherwords.learn.corpora.batches import Batch, batched

_LANGUAGE = "{http://www.w3.org/XML/1998/namespace}lang"


def read(
    paths: Sequence[str | Path], *, source_language: str, target_language: str
) -> Iterator[Batch]:
    """Sentence pairs of one file or several, plain or compressed.

    Args:
        paths: The files.
        source_language: Code of the language of the sources, such as `en`; `en-GB` counts as `en`.
        target_language: The same for the targets.
    """
    return batched(
        pair for path in paths for pair in _pairs(path, source_language, target_language)
    )


def _pairs(path: str | Path, source: str, target: str) -> Iterator[tuple[str, str]]:
    with reading(path) as fd, open(fd, "rb", closefd=False) as file:
        try:
            for texts in map(_texts, _units(file)):
                for one in texts.get(source.lower(), ()):
                    for other in texts.get(target.lower(), ()):
                        yield one, other
        except (ParseError, LookupError, ValueError) as error:  # the last two: of the encoding
            line = error.position[0] if isinstance(error, ParseError) else 1
            raise FormatError(
                f"{name_of(path)}:{line}: this is not TMX: {error}; mend it"
            ) from None


def _units(file: IO[bytes]) -> Iterator[Element]:
    """The translation units, each until the next one is asked for."""
    ancestors: list[Element] = []
    for event, element in iterparse(file, events=("start", "end")):
        if event == "start":
            ancestors.append(element)
            continue
        ancestors.pop()
        if _name(element) == "tu":
            yield element
            for ancestor in ancestors[-1:]:
                ancestor.clear()  # what is done need not stay in memory


def _texts(unit: Element) -> dict[str, list[str]]:
    """The texts of a translation unit by language, without the region."""
    texts: dict[str, list[str]] = {}
    for variant in unit:
        if _name(variant) != "tuv":
            continue
        language = variant.get(_LANGUAGE) or variant.get("lang") or ""
        for segment in variant:
            if _name(segment) == "seg":
                code = language.lower().replace("_", "-").partition("-")[0]
                texts.setdefault(code, []).append(" ".join("".join(segment.itertext()).split()))
    return texts


def _name(element: Element) -> str:
    return element.tag.rpartition("}")[2]
