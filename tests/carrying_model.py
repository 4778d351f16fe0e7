"""A small model with a table of each kind, and units of sentences whose trees are given."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import NamedTuple

from otherwords import _core
from otherwords.lm import convert
from otherwords.model import KINDS
from otherwords.tables import TableBuilder, open_table
from tests.small_model import Entries, write_model

#: How the words of collocations are inflected.
FORMS = {
    "boost VB": "boost",
    "boost VBD": "boosted",
    "commerce NN": "commerce",
    "get VBD": "got",
    "notion NN": "notion",
    "raise VBD": "raised",
    "question NNS": "questions",
}


class Tree(NamedTuple):
    """Words with blanks between them, and what an analyser says of each."""

    words: str
    tags: str
    heads: Sequence[int]
    relations: str = ""
    lemmas: str = ""


def write_carrying_model(
    folder: Path, tables: Mapping[str, Entries], kinds: Mapping[str, str], more: str = ""
) -> Path:
    """A model whose tables are of these kinds, phrases where none is given."""
    write_model(folder, tables, more)
    write_forms(folder / "forms.table", FORMS)
    text = (folder / "model.toml").read_text("utf-8")
    for name, kind in kinds.items():
        forms = '\nforms = "forms.table"' if kind == "collocations" else ""
        file = f'file = "{name}.table"'
        text = text.replace(file, f'{file}\nkind = "{kind}"{forms}')
    (folder / "model.toml").write_text(text, "utf-8")
    return folder


def write_forms(path: Path, forms: Mapping[str, str]) -> None:
    builder = TableBuilder(["p"])
    for source, target in forms.items():
        builder.add(source, target, [0.0])
    builder.write(path)


class Finder:
    """Looks units up in one table, for sentences with given trees."""

    def __init__(
        self,
        folder: Path,
        kind: str,
        entries: Entries,
        forms: Mapping[str, str] | None = None,
        *,
        loose: bool = False,
    ) -> None:
        builder = TableBuilder(["p"])
        for source, target, score in entries:
            builder.add(source, target, [score])
        builder.write(folder / "one.table")
        if not (folder / "lm").exists():
            arpa = folder / "lm.arpa"
            arpa.write_text(
                "\\data\\\nngram 1=3\n\n\\1-grams:\n-99\t<s>\n-1\t</s>\n-2\t<unk>\n\n\\end\\\n"
            )
            convert(arpa, folder / "lm")
        write_forms(folder / "one.forms", forms or FORMS)
        self._finder = _core.UnitFinder(
            [open_table(folder / "one.table")],
            _core.LanguageModel(str(folder / "lm")),
            lower_case=True,
            language="en",
            kinds=[_core.TableKind.LOOSE_PATTERNS if loose else KINDS[kind][0]],
            forms=[open_table(folder / "one.forms")],
        )

    def find(
        self,
        tree: Tree,
        is_protected: Sequence[int] = (),
        barriers: Sequence[int] = (),
        avoid: Sequence[str] = (),
    ) -> _core.Units:
        """The units of a sentence; a barrier stands behind each of these words."""
        words = tree.words.split()
        text, starts, ends = "", [], []
        for place, word in enumerate(words):
            starts.append(len(text))
            ends.append(len(text) + len(word))
            text += word + (" \u200b" if place in barriers else " ")
        return self._finder.find(
            [text.rstrip(" ")],
            [starts],
            [ends],
            is_protected=[bytes(place in is_protected for place in range(len(words)))],
            tags=[tree.tags.split()],
            heads=[list(tree.heads)],
            relations=[tree.relations.split()] if tree.relations else None,
            lemmas=[tree.lemmas.split()] if tree.lemmas else None,
            avoid=avoid,
        )


def targets(units: _core.Units) -> list[tuple[int, int, str, list[int]]]:
    """Begin, end, target and the tokens that are carried along, of each unit."""
    return [
        (
            int(units.begin[row]),
            int(units.end[row]),
            " ".join(units.target(row)),
            units.target_tokens[units.target_offsets[row] : units.target_offsets[row + 1]].tolist(),
        )
        for row in range(len(units))
    ]
