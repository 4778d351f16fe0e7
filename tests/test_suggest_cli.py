"""`otherwords suggest`, and models by name."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

import otherwords as ow
from otherwords.cli import main
from otherwords.model import Model
from tests.known_confidence import KNOWN, KnownConfidence
from tests.small_model import write_model

TEXT = "They utilise “tools” in spite of rain"


@pytest.fixture
def model(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> str:
    monkeypatch.setattr(Model, "confidence", KnownConfidence(KNOWN))
    return str(write_model(tmp_path / "model"))


def suggest(capsysbinary: pytest.CaptureFixture[bytes], *words: str | Path) -> str:
    """What the command prints."""
    assert main(["suggest", *map(str, words)]) == 0
    return capsysbinary.readouterr().out.decode()


def test_a_line_for_each_suggestion(capsysbinary: pytest.CaptureFixture[bytes], model: str) -> None:
    printed = suggest(capsysbinary, "-m", model, TEXT, "rain")
    assert printed == (
        "5\t12\t0.95\tutilise → use\tpt1\n21\t32\t0.90\tin spite of → despite\tpt1\n\n\n"
    )


def test_levels_can_be_named(capsysbinary: pytest.CaptureFixture[bytes], model: str) -> None:
    sure = suggest(capsysbinary, "-m", model, "--confidence", "high", TEXT)
    assert sure == suggest(capsysbinary, "-m", model, "--confidence", "0.9", TEXT)
    assert main(["suggest", "-m", model, "--confidence", "bold", TEXT]) == 2


def test_json_has_an_object_for_each_text(
    capsysbinary: pytest.CaptureFixture[bytes], model: str, tmp_path: Path
) -> None:
    (tmp_path / "texts").write_text(f"{TEXT}\nrain\n", "utf-8")
    lines = suggest(
        capsysbinary, "-m", model, "--json", "-i", tmp_path / "texts", "--confidence", "0.92"
    ).splitlines()
    found = [json.loads(line) for line in lines]
    assert found == [
        {
            "source": TEXT,
            "suggestions": [
                {
                    "start": 5,
                    "end": 12,
                    "source": "utilise",
                    "target": "use",
                    "table": "pt1",
                    "confidence": 0.95,
                }
            ],
        },
        {"source": "rain", "suggestions": []},
    ]


def test_options_reach_the_suggestions(
    capsysbinary: pytest.CaptureFixture[bytes], model: str
) -> None:
    def targets(*words: str) -> list[str]:
        printed = suggest(capsysbinary, "-m", model, "--json", "--confidence", "0", *words, TEXT)
        return [one["target"] for one in json.loads(printed)["suggestions"]]

    assert targets() == ["use", "despite"]
    assert targets("--edit-quotes") == ["use", "despite", "the tools"]
    assert targets("--edit-quotes", "--application", "compress") == ["use", "despite"]
    assert targets("--keep", "utilise") == ["despite"]
    assert targets("--avoid", "despite") == ["use"]
    assert targets("--application", "toward", "--reference", "despite it") == ["despite"]


def test_a_model_without_confidence_says_so(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    assert main(["suggest", "-m", str(write_model(tmp_path)), TEXT]) == 1
    assert "names no confidence file" in capsys.readouterr().err


@pytest.mark.parametrize("wrong", ["1.5", "-1", "highest", "nan"])
def test_the_threshold_is_a_probability(capsys: pytest.CaptureFixture[str], wrong: str) -> None:
    with pytest.raises(SystemExit) as caught:
        main(["suggest", f"--confidence={wrong}", TEXT])
    assert caught.value.code == 2
    assert "--confidence" in capsys.readouterr().err


# ---- limits of the other commands ----------------------------------------------------------------


def test_limits_reach_the_search(capsysbinary: pytest.CaptureFixture[bytes], model: str) -> None:
    def said(*words: str) -> str:
        assert main(["paraphrase", "-m", model, *words]) == 0
        return capsysbinary.readouterr().out.decode()

    assert said(TEXT) == "They use “tools” despite rain\n"
    assert said("--confidence", "0.94", TEXT) == "They use “tools” in spite of rain\n"
    assert said("--confidence", "high", TEXT) == "They utilise “tools” despite rain\n"
    assert said("--confidence", "0.99", TEXT) == f"{TEXT}\n"
    assert said("--edit-quotes", "--confidence", "0", "“we utilise it”") == "“we use it”\n"
    assert said("we utilise it", "-n", "2") == "we use it\n"
    assert said("we utilise it", "-n", "2", "--include-source").count("\n") == 3


def test_an_explanation_says_how_likely_it_is_right(
    capsysbinary: pytest.CaptureFixture[bytes], model: str
) -> None:
    assert main(["compress", "-m", model, "--explain", "We utilise it"]) == 0
    lines = capsysbinary.readouterr().out.decode().splitlines()
    assert lines[2].endswith("highest-scoring (proven); 95 % likely right; 13 → 9 bytes")
    assert "  95 % likely right, log score " in lines[3]


def test_texts_that_fit_only_below_the_limit_are_told(
    capsysbinary: pytest.CaptureFixture[bytes], model: str
) -> None:
    budget = ["compress", "-m", model, "--explain", "--max-bytes", "22"]
    assert main([*budget, "They utilise assistance", "They utilise it", "they use it"]) == 0
    out, err = capsysbinary.readouterr()
    assert out.decode().count("fits already") == 2
    assert "surest that fits (proven); 95 % likely right" in out.decode()
    assert err == b""
    assert main(["compress", "-m", model, "--max-bytes", "15", "They utilise assistance"]) == 0
    assert capsysbinary.readouterr().err == b""
    tight = ["compress", "-m", model, "--max-bytes", "13", "--confidence", "0.9"]
    assert main([*tight, "They utilise assistance", "they use it"]) == 0
    out, err = capsysbinary.readouterr()
    assert out == b"They use help\nthey use it\n"
    assert err == (
        b"otherwords compress: 1 of 2 texts fit only with edits below the confidence of 0.9\n"
    )


# ---- models by name ------------------------------------------------------------------------------


def test_models_have_names(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    english = ow.load("en").model.folder
    assert english.name == "en"
    monkeypatch.setenv("OTHERWORDS_MODEL", "en")
    assert ow.load().model.folder == english
    with pytest.raises(ow.Error, match=r"no model 'xx': .* \(installed: en\)"):
        ow.load("xx")
    assert main(["model", "info", "xx"]) == 1
    assert "installed: en" in capsys.readouterr().err
    write_model(tmp_path / "en")
    assert ow.load("en").model.name == "small"  # a folder comes first
    with pytest.raises(ow.FormatError, match="there is no model in it"):
        ow.load("./xx")
