"""`otherwords tune metric`: weights for a metric against references."""

from __future__ import annotations

import json
import tomllib
from pathlib import Path

import pytest

import otherwords as ow
from otherwords.applications import find_application
from otherwords.applications.simplify_sari import SimplifySari
from otherwords.cli import main
from otherwords.evaluate.metric import Segments, find_metric
from otherwords.purposes import choose
from otherwords.tune.measured import MeasuredSet
from otherwords.tune.mert import MertOptions, tune
from tests.small_model import write_model

# People like `use` and `despite`, and leave assistance as it is: the weights at the start do not.
TEXTS = {
    "we utilise assistance": ("we use assistance",),
    "they utilise tools in spite of rain": ("they use tools despite rain",),
    "in spite of assistance they help": ("despite assistance they help",),
    "a rain": ("a rain",),
}
TABLES = {
    "pt1": [("in spite of", "despite", -0.5), ("utilise", "use", -0.25)],
    "pt2": [("assistance", "help", -0.5), ("rain", "the", -0.5)],
}
WEIGHTS = "[weights.paraphrase]\ntables = {pt1 = 100.0, pt2 = 0.1}\n"


@pytest.fixture
def model(tmp_path: Path) -> Path:
    return write_model(tmp_path / "model", TABLES, WEIGHTS)


@pytest.mark.parametrize("metric", ["sari", "sari-original", "bleu", "ter"])
def test_any_metric_can_be_tuned_for(model: Path, metric: str) -> None:
    p = ow.load(model)
    purpose = choose("paraphrase")
    start = purpose.weights(p.model)
    development = MeasuredSet(p, purpose, list(TEXTS), find_metric(metric), TEXTS)
    found = tune(development, start, MertOptions(n=10))
    assert found.value > development.value(development.evaluate(start))
    # All of pt1 and nothing of pt2: what the people said.
    outputs = [next(iter(TEXTS[text])) for text in TEXTS]
    best = find_metric(metric).of(Segments(outputs, list(TEXTS), list(TEXTS.values())))
    assert development.metric.of_sums(found.counts) == pytest.approx(best)


def data(path: Path) -> Path:
    rows = [{"source": text, "references": list(wanted)} for text, wanted in TEXTS.items()]
    path.write_text("".join(f"{json.dumps(row)}\n" for row in rows), "utf-8")
    return path


def test_weights_go_into_the_model_with_figures_of_what_was_held_out(
    model: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    words = ["tune", "metric", str(model), str(data(tmp_path / "data.jsonl"))]
    words += ["--application", "paraphrase", "--held-out", "0.5"]
    manifest = model / "model.toml"
    before = manifest.read_text("utf-8")
    assert main([*words, "--dry-run"]) == 0
    dry = capsys.readouterr()
    assert manifest.read_text("utf-8") == before
    assert dry.err.startswith("iteration 1: sari ")
    assert "on 2 texts tuned on; sari" in dry.out
    assert "on 2 texts held out;\n# sari|variant:easse" in dry.out
    assert "|seed:1|" in dry.out
    assert main(words) == 0
    assert capsys.readouterr().out == dry.out
    written = tomllib.loads(manifest.read_text("utf-8"))["weights"]["paraphrase"]
    assert written == tomllib.loads(dry.out)["weights"]["paraphrase"]
    assert [r.text for r in ow.load(model).pipe(TEXTS)] == [wanted for (wanted,) in TEXTS.values()]


def test_what_cannot_be_tuned_for_is_told(
    model: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = data(tmp_path / "data.jsonl")
    words = ["tune", "metric", str(model), str(path), "--application", "paraphrase"]
    assert main([*words, "--metric", "novelty"]) == 1
    assert "nobody can tell which novelty is best" in capsys.readouterr().err
    path.write_text('{"source": "a"}\n', "utf-8")
    assert main(words) == 1
    assert "no references to compare with" in capsys.readouterr().err
    with pytest.raises(SystemExit):
        main([*words, "--held-out", "1"])


def test_usability_grows_with_how_much_more_frequent_words_are(tmp_path: Path) -> None:
    tables = {"pt1": [("utilise", "use", -1.0), ("use", "utilise", -1.0), ("help", "aid", -1.0)]}
    tables["pt1"] += [("aid", "help", -1.0), ("assistance", "help", -1.0)]
    p = ow.load(write_model(tmp_path, tables))
    assert find_application("simplify-sari") is SimplifySari
    settings = p.settle("simplify-sari")
    from otherwords.tune.offers import documents_of

    documents = documents_of(["use utilise help aid assistance"], "en")
    units = p.units(settings, documents, [None])
    found = {
        (int(units.begin[row]), " ".join(units.columns.target(row))): float(value)
        for row, value in enumerate(settings.plan(units).usability)
        if value == value
    }
    assert set(found) == {(1, "use"), (3, "help"), (4, "help")}
    assert found[1, "use"] == 1.0  # hundreds of times as frequent
    assert 0 < found[3, "help"] < found[4, "help"] <= 1.0
    assert "frequency:wordfreq" in settings.signature
