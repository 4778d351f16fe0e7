"""Patterns from beginning to end: learnt, fitted to labels, learnt again, and broken recipes."""

from __future__ import annotations

import json
import math
import os
import re
import shutil
import signal
import subprocess
import sys
import time
import tomllib
from pathlib import Path

import pyarrow.parquet
import pytest

from otherwords._core import FormatError
from otherwords.cli import main
from otherwords.learn.patterns.models import read_pattern_models
from otherwords.learn.patterns.slots import renumbered
from otherwords.learn.patterns.strict import stands_for
from otherwords.learn.pipeline import Learning
from otherwords.learn.recipe import PATTERN_MODELS
from otherwords.learn.recipe_file import read_recipe
from otherwords.tables import Table, open_table
from tests.pattern_corpora import PEOPLE, RECIPE, THINGS, write_pattern_corpora

SECONDS = 120
TAKE, CONSIDER = "to take [NN_1] into consideration", "to consider [NN_1]"
GIVE = "to give [NN_1] [NN_2]"


@pytest.fixture(scope="module")
def toy(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with a corpus, a recipe, and the model in `model`."""
    folder = tmp_path_factory.mktemp("patterns")
    recipe = write_pattern_corpora(folder)
    assert main(["learn", str(recipe), "-o", str(folder / "model"), "--threads", "2"]) == 0
    return folder


def learn(toy: Path, name: str, settings: str) -> Path:
    """Learns with more settings of the table, from the steps that are there; returns the model."""
    recipe = toy / f"{name}.toml"
    recipe.write_text(RECIPE + settings, "utf-8")
    shutil.copytree(toy / "model.work", toy / f"{name}.work")
    assert main(["learn", str(recipe), "-o", str(toy / name)]) == 0
    return toy / name


def table_of(model: Path) -> Table:
    table = open_table(model / "pt4.table")
    table.verify()
    return table


def targets(table: Table, source: str) -> list[str]:
    return [entry.target for entry in table.lookup(source)]


def rows_of(folder: Path) -> list[dict[str, object]]:
    rows: list[dict[str, object]] = pyarrow.parquet.read_table(folder).to_pylist()
    return rows


def test_patterns_that_say_the_same(toy: Path) -> None:
    table = table_of(toy / "model")
    assert targets(table, TAKE) == [CONSIDER]
    assert targets(table, CONSIDER) == [TAKE]
    assert targets(table, "to give [NN_1] to the farmer") == ["to give the farmer [NN_1]"]
    # The pivot has the thing before the person; the sources count from left to right.
    assert targets(table, GIVE) == ["to give [NN_2] to [NN_1]"]
    assert targets(table, "to give [NN_1] to [NN_2]") == ["to give [NN_2] [NN_1]"]
    entries = rows_of(toy / "model.work" / "pt4.entries" / "rows")
    assert len(entries) > 20
    for row in entries:
        pair = str(row["source"]), str(row["target"])
        assert renumbered(*pair) == pair


def test_the_model_says_what_kind_the_table_is_of(toy: Path) -> None:
    manifest = tomllib.loads((toy / "model" / "model.toml").read_text("utf-8"))
    assert manifest["tables"]["pt4"] == {
        "file": "pt4.table",
        "method": "patterns",
        "kind": "patterns",
        "scores": ["quality"],
    }
    report = (toy / "model" / "report.txt").read_text("utf-8")
    assert "pt4.latin.patterns" in report
    assert re.search(r"Patterns, .*\n +patterns  paired .*\n +pt4\.latin  +\d", report), report
    manifest = json.loads((toy / "model.work" / "pt4.model3" / "manifest.json").read_text())
    candidates = manifest["figures"]["candidates"]
    assert re.search(rf"\nTables\n.*\n +pt4  +{candidates:,}  ", report), report


def test_models_differ_in_what_counts(toy: Path) -> None:
    scores: dict[str, float] = {}
    for name in PATTERN_MODELS:
        model = learn(toy, name, f"model = '{name}'\nscores = ['score']\nfilters = false\n")
        (entry,) = (each for each in table_of(model).lookup(TAKE) if each.target == CONSIDER)
        scores[name] = entry.scores[0]
    assert scores["bc"] > scores["model1"]  # lexical weights are below 1
    assert scores["model3"] < scores["model2"]  # and so are likelihoods
    # All that leads from one to the other is `considerare`, and the pairs of that.
    assert scores["model2"] >= scores["model1"]


def test_roots_and_boundaries_can_be_told(toy: Path) -> None:
    strict = learn(toy, "strict", "roots = 'same'\nboundaries = 'tight'\nquantise = true\n")
    assert not targets(table_of(strict), TAKE)  # `to` and `consideration` have no links
    rooted = learn(toy, "rooted", "roots = 'same'\nkappa = 1\n")
    assert targets(table_of(rooted), TAKE) == [CONSIDER]


def test_frequent_patterns_and_strict_pairs_can_be_asked_for(toy: Path) -> None:
    counts = rows_of(toy / "model.work" / "pt4.links" / "counts")
    ids = {
        row["words"]: row["id"]
        for row in rows_of(toy / "model.work" / "pt4.latin.patterns" / "sources")
    }
    seen = sum(int(str(row["count"])) for row in counts if row["source_id"] == ids[TAKE])
    for least in (seen, seen + 1):
        often = learn(toy, f"often-{least}", f"least_count = {least}\nstrict = true\n")
        assert targets(table_of(often), TAKE) == ([CONSIDER] if least == seen else [])
        for row in rows_of(toy / f"often-{least}.work" / "pt4.entries" / "rows"):
            assert stands_for(str(row["source"]), str(row["target"]))


def test_killed_and_started_again(toy: Path, tmp_path: Path) -> None:
    command = [sys.executable, "-m", "otherwords", "learn", str(toy / "recipe.toml")]
    command += ["-o", str(tmp_path / "model"), "--threads", "1"]
    for step in ("latin.analysis", "pt4.links"):
        process = subprocess.Popen(command, stderr=subprocess.DEVNULL, start_new_session=True)
        deadline = time.monotonic() + SECONDS
        while not (tmp_path / "model.work" / step).exists() and process.poll() is None:
            assert time.monotonic() < deadline
            time.sleep(0.01)
        if process.poll() is None:
            os.killpg(process.pid, signal.SIGKILL)
        process.wait()
    assert main(command[3:]) == 0
    for name in ("pt4.table", "model.toml"):
        assert (tmp_path / "model" / name).read_bytes() == (toy / "model" / name).read_bytes()


def test_a_threshold_that_nothing_reaches(toy: Path) -> None:
    (toy / "high.weights").write_text(
        "[model3]\nweights = [1, 1, 1, 1, 1, 1, 1]\nthreshold = 800\n"
    )
    model = learn(toy, "high", "weights = 'high.weights'\n")
    assert table_of(model).entry_count == 0
    taught = "[model2]\nweights = [1, 1, 1, 1, 1]\nthreshold = 800\n"
    (toy / "untaught.weights").write_text(taught)
    assert targets(table_of(learn(toy, "untaught", "weights = 'untaught.weights'\n")), TAKE)


def labels_of(toy: Path) -> list[str]:
    """Pairs of the corpus; those that name two things or people are wrong."""
    names = {word for word, _ in (*THINGS, *PEOPLE)}
    lines = []
    for row in rows_of(toy / "model.work" / "pt4.model2" / "rows"):
        source, target = renumbered(str(row["source"]), str(row["target"]))
        correct = set(source.split()) & names == set(target.split()) & names
        lines.append(f"{source}\t{target}\t{int(correct)}")
    return sorted(set(lines))


def write_labels(path: Path, lines: list[str]) -> Path:
    path.write_text("\n".join(["source\ttarget\tcorrect", *lines]) + "\n", "utf-8")
    return path


def test_weights_are_fitted_to_labels(toy: Path, capsys: pytest.CaptureFixture[str]) -> None:
    labels = labels_of(toy)
    assert sum(line.endswith("1") for line in labels) > 20
    assert sum(line.endswith("0") for line in labels) > 5
    path = write_labels(toy / "labels.tsv", [*labels, "never\tseen\t1"])
    command = ["tune", "patterns", str(toy / "recipe.toml"), str(path)]
    command += ["--work", str(toy / "model.work"), "-o", str(toy / "weights.toml")]
    assert main(command) == 0
    told = capsys.readouterr().out
    models = read_pattern_models(toy / "weights.toml")
    assert list(models) == list(PATTERN_MODELS)
    assert all(f"{name}: " in told for name in models)
    written = (toy / "weights.toml").read_bytes()
    assert main(command) == 0
    assert (toy / "weights.toml").read_bytes() == written
    settings = "weights = 'weights.toml'\nleast_quality = 0.5\nscores = ['quality', 'score']\n"
    table = table_of(learn(toy, "fitted", settings))
    assert targets(table, TAKE) == [CONSIDER]
    for source in (TAKE, CONSIDER, GIVE):
        for entry in table.lookup(source):
            assert math.log(0.5) - 1e-6 <= entry.scores[0] <= 0


def test_quality_is_fitted_to_sentences_and_weights_are_kept(toy: Path) -> None:
    labels = labels_of(toy)
    unlucky = [line[:-1] + "0" for line in labels[::2]]
    pairs = write_labels(toy / "pairs.tsv", labels)
    sentences = write_labels(toy / "sentences.tsv", [*unlucky, *labels[1::2], *unlucky])
    kept = "[model3]\nweights = [1, 1, 0.5, 0.5, 1, 0.25, 0.25]\nthreshold = -12.5\n"
    (toy / "kept.toml").write_text(kept)
    command = ["tune", "patterns", str(toy / "recipe.toml"), str(pairs)]
    command += ["--work", str(toy / "model.work"), "--keep", str(toy / "kept.toml"), "-o"]
    assert main([*command, str(toy / "alone.toml")]) == 0
    command += [str(toy / "both.toml"), "--in-sentences", str(sentences)]
    assert main(command) == 0
    alone, both = (read_pattern_models(toy / f"{name}.toml") for name in ("alone", "both"))
    for models in (alone, both):
        assert models["model3"].weights == (1, 1, 0.5, 0.5, 1, 0.25, 0.25)
        assert models["model3"].threshold == -12.5
    assert alone["model1"].weights == both["model1"].weights  # not in the file, so fitted
    assert alone["model3"].quality != both["model3"].quality


def test_quality_takes_the_place_of_the_threshold(
    toy: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    weights = "[model3]\nweights = [1, 1, 1, 1, 1, 1, 1]\nthreshold = 800\n"
    (toy / "sure.weights").write_text(weights + "quality = {intercept = 1}\n")
    settings = "weights = 'sure.weights'\nleast_quality = 0.7\n"
    assert targets(table_of(learn(toy, "sure", settings)), TAKE) == [CONSIDER]
    settings = settings.replace("0.7", "0.8")
    assert table_of(learn(toy, "surer", settings)).entry_count == 0
    (toy / "sure.weights").write_text(weights)
    capsys.readouterr()
    command = ["learn", str(toy / "sure.toml"), "-o", str(toy / "sure")]
    assert main(command) == 1
    assert "sure.weights: model3 has no quality, which least_quality" in capsys.readouterr().err


def test_entries_depend_on_what_is_known_of_words(toy: Path) -> None:
    recipe = toy / "known.toml"
    known = "[lm]\ncorpora = ['latin']\n[quality]\nweights = 'none'\ntreebank = 'bank'\n"
    (toy / "none").write_text("")
    (toy / "bank").write_text("")
    recipe.write_text(RECIPE + known, "utf-8")
    steps = {step.name: step for step in Learning(read_recipe(recipe), toy / "known.work").steps}
    entries = steps["pt4.entries"]
    assert entries.parameters["language"] == "en"
    assert entries.files == [toy / "bank"]
    assert steps["vectors"] in entries.inputs


def test_labels_that_tell_nothing(toy: Path, capsys: pytest.CaptureFixture[str]) -> None:
    few = write_labels(toy / "few.tsv", [f"{TAKE}\t{CONSIDER}\t1"])
    command = ["tune", "patterns", str(toy / "recipe.toml"), str(few)]
    command += ["--work", str(toy / "model.work"), "-o", str(toy / "few.toml")]
    assert main(command) == 1
    told = capsys.readouterr().err
    assert "only 1 labelled pairs are among those that the corpora have; label 20" in told
    assert main([*command, "--table", "pt9"]) == 1
    assert "there is no table 'pt9' of patterns; there are: pt4" in capsys.readouterr().err
    labels = labels_of(toy)
    right = [line for line in labels if line.endswith("1")]
    command[3] = str(write_labels(toy / "right.tsv", right))
    assert main(command) == 1
    assert "labelled pairs that the corpora have are correct; label oth" in capsys.readouterr().err
    command[3] = str(write_labels(toy / "all.tsv", labels))
    assert main([*command, "--in-sentences", str(few)]) == 1
    assert "only 1 labelled pairs in sentences are among those" in capsys.readouterr().err
    command[3] = str(toy / "none.tsv")
    assert main(command) == 1
    assert "none.tsv" in capsys.readouterr().err
    assert not (toy / "few.toml").exists()


@pytest.mark.parametrize(
    ("change", "why"),
    [
        (('language = "la"\n', ""), r":9: table\.pt4\.corpora: patterns need pairs of two lang"),
        (('language = "en"', "lower_case = false"), r":9: .*in lower case; set lower_case = true"),
        (('"intersection"', '"union"\nleast_quality = 0.5'), r":12: .*quality is fitted with the"),
        (('"intersection"', '"union"\nscores = []'), r":12: .*there are none; name quality, score"),
        (('"intersection"', '"union"\nscores = ["count"]'), r":12: .*'count' is none of quality"),
        (('"intersection"', '"union"\nextraction = "cepts"'), r":12: .*'patterns' has no extract"),
        (
            ('"intersection"', '"union"\nmodel = "model4"'),
            r":12: .*'model4', not one of bc, model1",
        ),
        (('"intersection"', '"union"\nweights = "no.toml"'), r":12: .*no\.toml: no such file"),
        (('"intersection"', '"union"\nslots = 0'), r":12: .*slots = 0 is out of its limits"),
        (('"patterns"', '"pivot"\nmodel = "bc"'), r':10: .*with method = "patterns" has a model'),
        (('"patterns"', '"pattern"'), r":9: .*'pattern', not one of .*, patterns, collocations"),
        (('["latin"]', '["greek"]'), r":10: .*there is no corpus 'greek'"),
    ],
)
def test_broken_recipes_are_told_where(toy: Path, change: tuple[str, str], why: str) -> None:
    path = toy / "broken.toml"
    path.write_text(RECIPE.replace(*change, 1), "utf-8")
    with pytest.raises(FormatError, match=r"broken\.toml" + why):
        read_recipe(path)


def test_broken_weights_are_told(toy: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (toy / "bad.weights").write_text("[model3]\nweights = [1]\n")
    (toy / "bad.toml").write_text(RECIPE + "weights = 'bad.weights'\n", "utf-8")
    assert main(["learn", str(toy / "bad.toml"), "-o", str(toy / "bad")]) == 1
    assert "bad.weights: model3.weights: the model has 7 features" in capsys.readouterr().err
    assert not (toy / "bad").exists()
    shutil.rmtree(toy / "bad.work", ignore_errors=True)
