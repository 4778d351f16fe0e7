"""Tables that people wrote: in recipes, and the one of plain English."""

from __future__ import annotations

import math
import re
import tomllib
from pathlib import Path

import pytest

from otherwords._core import FormatError
from otherwords.cli import main
from otherwords.learn.recipe_file import read_recipe
from otherwords.tables import open_table
from otherwords.text import tokenise
from tests.toy_corpora import RECIPE, write_corpora

PLAIN = Path(__file__).parent.parent / "models" / "en" / "plain.tsv"

GIVEN = '\n[table.plain]\nmethod = "given"\nfile = "plain.tsv"\n'


def test_a_table_can_be_given(tmp_path: Path) -> None:
    recipe = write_corpora(tmp_path)
    learn = ["learn", str(recipe), "--work", str(tmp_path / "work"), "--threads", "2", "-o"]
    before, model = tmp_path / "before", tmp_path / "model"
    assert main([*learn, str(before)]) == 0
    recipe.write_text(f"{RECIPE}{GIVEN}quantise = true\n", "utf-8")
    (tmp_path / "plain.tsv").write_text("in order to\tto\t0.9\nso as to\tto\t0.8\n", "utf-8")
    assert main([*learn, str(model)]) == 0
    manifest = tomllib.loads((model / "model.toml").read_text("utf-8"))
    given = {"file": "plain.table", "method": "given", "scores": ["direct"]}
    assert manifest["tables"].pop("plain") == given
    assert set(manifest["tables"]) == {"pt1", "pt3"}
    for name in ("pt1.table", "pt3.table", "lm", "casing"):
        assert (model / name).read_bytes() == (before / name).read_bytes()
    opened = open_table(model / "plain.table")
    assert opened.score_names == ["direct"]
    [entry] = opened.lookup("in order to")
    assert entry.target == "to"
    assert entry.scores == pytest.approx([math.log(0.9)], abs=1e-3)
    assert re.search(r"plain +given +2 +2\n", (model / "report.txt").read_text("utf-8"))


def test_a_model_may_have_nothing_but_given_tables(tmp_path: Path) -> None:
    (tmp_path / "recipe.toml").write_text(f'name = "plain"\n{GIVEN}', "utf-8")
    (tmp_path / "plain.tsv").write_text("prior to\tbefore\t0.8\n", "utf-8")
    model = tmp_path / "model"
    assert main(["learn", str(tmp_path / "recipe.toml"), "-o", str(model)]) == 0
    assert open_table(model / "plain.table").lookup("prior to")[0].target == "before"


@pytest.mark.parametrize(
    ("content", "why"),
    [
        ("prior to\tbefore\t0.8\nprior to\n", r"plain\.tsv:2: "),
        ("prior to\tbefore\tsometimes\nso as to\tto\t0.9\n", r"plain\.tsv:1: 'sometimes' is no"),
        ("prior to\tbefore\t0.8\nso as to\tto\t90\n", r"plain\.tsv:2: '90' is no probability"),
        ("prior to\tbefore\t0.8\n\nSo as to\tto\t0.9\n", r"plain\.tsv:3: .* in lower case"),
        ("prior to\tbefore\t0.8\t0.7\n", r"plain\.tsv:1: "),
        ("", r"plain\.tsv: "),
    ],
)
def test_broken_given_tables_are_told_before_the_work(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], content: str, why: str
) -> None:
    recipe = write_corpora(tmp_path)
    recipe.write_text(f"{RECIPE}{GIVEN}", "utf-8")
    (tmp_path / "plain.tsv").write_text(content, "utf-8")
    assert main(["learn", str(recipe), "-o", str(tmp_path / "model")]) == 1
    told = capsys.readouterr().err
    assert "Traceback" not in told
    assert re.search(why, told)
    assert not (tmp_path / "model.work" / "french.corpus").exists()


@pytest.mark.parametrize(
    ("settings", "why"),
    [
        (GIVEN, r":33: table\.plain\.file: .*plain\.tsv: no such file"),
        (GIVEN.replace("plain.tsv", "$NO_SUCH_FOLDER/x"), ":33: .*variable is not set"),
        (GIVEN.replace('file = "plain.tsv"', ""), ":31: table.plain: file is missing"),
        (f'{GIVEN}corpora = ["pairs"]', ":34: .*a table with method = 'given' has no corpora"),
        (f"{GIVEN}kappa = 5", ":34: .*a table with method = 'given' has no kappa"),
        (f"{GIVEN}quantize = true", ":34: .*no setting quantize; do you mean quantise"),
        (GIVEN.replace('"given"', '"direct"'), ':33: .*only a table with method = "given" has a'),
        (GIVEN.replace('"given"', '"gven"'), ":32: .*'gven', not one of pivot, direct, given"),
    ],
)
def test_wrong_settings_of_given_tables_are_told(tmp_path: Path, settings: str, why: str) -> None:
    recipe = write_corpora(tmp_path)
    recipe.write_text(f"{RECIPE}{settings}", "utf-8")
    with pytest.raises(FormatError, match=r"recipe\.toml" + why):
        read_recipe(recipe)


def test_plain_english_is_in_order() -> None:
    rows = [line.split("\t") for line in PLAIN.read_text("utf-8").splitlines()]
    sources = [source for source, _, _ in rows]
    assert sources == sorted(set(sources))
    for source, target, probability in rows:
        assert source != target
        assert 0.5 < float(probability) < 1
        for phrase in (source, target):
            assert phrase == phrase.lower()
            assert " ".join(_words(phrase)) == phrase


def _words(phrase: str) -> list[str]:
    """What the words of a phrase are in a text, where some have no space between them."""
    written = phrase.replace(" n't", "n't").replace("can not", "cannot").replace(" ,", ",")
    return tokenise(written).words
