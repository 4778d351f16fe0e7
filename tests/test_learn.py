"""Learning from beginning to end: the model, going on after a stop, broken corpora and recipes."""

from __future__ import annotations

import gzip
import json
import os
import random
import re
import shutil
import signal
import subprocess
import sys
import time
import tomllib
from pathlib import Path

import pytest

from otherwords._core import Error, FormatError
from otherwords.cli import main
from otherwords.learn.pipeline import Learning
from otherwords.learn.recipe_file import read_recipe
from otherwords.learn.steps import Step, Workshop
from otherwords.tables import open_table
from tests.toy_corpora import RECIPE, files_of, write_corpora

KILLS = 20


@pytest.fixture(scope="module")
def toy(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with corpora, a recipe, and the model in `undisturbed`."""
    folder = tmp_path_factory.mktemp("toy")
    recipe = write_corpora(folder)
    assert main(["learn", str(recipe), "-o", str(folder / "undisturbed"), "--threads", "2"]) == 0
    return folder


def test_the_model_knows_what_says_the_same(toy: Path) -> None:
    model = toy / "undisturbed"
    manifest = tomllib.loads((model / "model.toml").read_text("utf-8"))
    assert manifest["language"] == "en"
    assert manifest["lower_case"] is True
    assert set(manifest["tables"]) == {"pt1", "pt3"}
    for name, table in manifest["tables"].items():
        opened = open_table(model / table["file"])
        opened.verify()
        assert opened.score_names == table["scores"]
        assert opened.lookup("house")[0].target == "home", name
        assert all(entry.target != "house" for entry in opened.lookup("house"))
    assert {"lm", "casing", "report.txt", "report.html"} <= set(os.listdir(model))


def test_both_languages_speak_for_an_entry(toy: Path) -> None:
    table = open_table(toy / "undisturbed" / "pt1.table")
    place = table.score_names.index("languages")
    assert table.lookup("car")[0].scores[place] == pytest.approx(0.6931472)


def test_the_report_says_what_was_read_and_dropped(toy: Path) -> None:
    report = (toy / "undisturbed" / "report.txt").read_text("utf-8")
    assert "both sides are the same" in report
    assert "pt1.french.phrases" in report
    page = (toy / "undisturbed" / "report.html").read_text("utf-8")
    assert page.count("<svg") == page.count("</svg>") > 10


def test_nothing_is_done_twice(toy: Path, capsys: pytest.CaptureFixture[str]) -> None:
    manifests = sorted((toy / "undisturbed.work").glob("*/manifest.json"))
    before = [path.stat().st_mtime_ns for path in manifests]
    recipe = str(toy / "recipe.toml")
    assert main(["learn", recipe, "-o", str(toy / "undisturbed"), "--dry-run"]) == 0
    assert "to do" not in capsys.readouterr().out.replace("all that is to do", "")
    assert main(["learn", recipe, "-o", str(toy / "undisturbed")]) == 0
    assert [path.stat().st_mtime_ns for path in manifests] == before


def test_what_was_tuned_stays(toy: Path, tmp_path: Path) -> None:
    recipe, work = toy / "recipe.toml", str(toy / "undisturbed.work")
    learn = ["learn", str(recipe), "-o", str(tmp_path), "--work", work]
    assert main(learn) == 0
    manifest = tmp_path / "model.toml"
    tuned = "[weights.compress]\n# a remark\nlm = 0.5\n\n[sureness]\nhigh = 0.6\n"
    text = f"self_score = -0.5\n{manifest.read_text('utf-8')}\n{tuned}"
    manifest.write_text(text, "utf-8")
    assert main(learn) == 0
    assert manifest.read_text("utf-8") == text
    manifest.rename(tmp_path / "model.toml.before")  # as a killed run leaves it
    assert main(learn) == 0
    assert manifest.read_text("utf-8") == text
    assert not (tmp_path / "model.toml.before").exists()
    for other in (text.replace('scores = ["direct"', 'scores = ["other"'), "tables = 3", "["):
        manifest.write_text(other, "utf-8")
        assert main(learn) == 0
        assert text == f"self_score = -0.5\n{manifest.read_text('utf-8')}\n{tuned}"


def test_a_change_redoes_what_depends_on_it(
    toy: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    for name in ("fr.en", "fr.fr", "de.en", "de.de", "pairs.tsv"):
        shutil.copy(toy / name, tmp_path)
    (tmp_path / "recipe.toml").write_text(RECIPE.replace("kappa = 5", "kappa = 2"), "utf-8")
    with open(tmp_path / "pairs.tsv", "a", encoding="utf-8") as file:
        file.write("The car is fast.\tThe car is quick.\n")
    work = str(toy / "undisturbed.work")
    assert main(["learn", str(tmp_path / "recipe.toml"), "--work", work, "--dry-run"]) == 0
    lines = capsys.readouterr().out.splitlines()[1:-1]
    redone = [line.split()[0] for line in lines if line.endswith("to do")]
    kinds = ("scores", "meetings", "phrases", "candidates", "entries", "table")
    direct = [f"pt3.{kind}" for kind in kinds]
    expected = [
        "pt1.entries",
        "pt1.table",
        "pairs.corpus",
        "pairs.alignment",
        "pt3.pairs.phrases",
        *direct,
    ]
    assert redone == [*expected, "lm", "casing"]


def test_killed_anywhere_the_model_is_the_same(toy: Path, tmp_path: Path) -> None:
    chance = random.Random(20)
    command = [sys.executable, "-m", "otherwords", "learn", str(toy / "recipe.toml")]
    command += ["-o", str(tmp_path / "model"), "--work", str(tmp_path / "work"), "--threads", "2"]
    expected = files_of(toy / "undisturbed")
    kills = finished = 0
    while kills < KILLS or not finished:
        process = subprocess.Popen(command, stderr=subprocess.DEVNULL, start_new_session=True)
        if kills < KILLS:
            time.sleep(chance.uniform(0.3, 2.0))
            if process.poll() is None:
                os.killpg(process.pid, signal.SIGKILL)
                process.wait()
                kills += 1
                continue
        assert process.wait() == 0
        learnt = files_of(tmp_path / "model")
        differing = {name for name in learnt | expected if learnt.get(name) != expected.get(name)}
        assert not differing
        finished += 1
        shutil.rmtree(tmp_path / "work")
        shutil.rmtree(tmp_path / "model")


def test_what_a_killed_run_left_in_the_model_is_removed(toy: Path, tmp_path: Path) -> None:
    shutil.copytree(toy / "undisturbed", tmp_path / "model")
    (tmp_path / "model" / "lm.part-4321").write_bytes(b"half a lang")
    shutil.copytree(toy / "undisturbed.work", tmp_path / "work")
    command = ["learn", str(toy / "recipe.toml"), "-o", str(tmp_path / "model")]
    assert main([*command, "--work", str(tmp_path / "work")]) == 0
    assert files_of(tmp_path / "model") == files_of(toy / "undisturbed")


def test_an_unknown_engine_is_told_before_the_work(
    toy: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    command = ["learn", str(toy / "recipe.toml"), "-o", str(tmp_path / "model")]
    assert main([*command, "--engine", "duckbd"]) == 1
    assert "'duckbd' is no engine" in capsys.readouterr().err
    assert not list(tmp_path.iterdir())


def test_a_model_that_cannot_be_written_is_told_before_the_work(
    toy: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "model").write_text("a file")
    assert main(["learn", str(toy / "recipe.toml"), "-o", str(tmp_path / "model")]) == 1
    assert "model: File exists" in capsys.readouterr().err
    assert [path.name for path in tmp_path.iterdir()] == ["model"]


def test_one_run_at_a_time(tmp_path: Path) -> None:
    with Workshop(tmp_path).locked(), pytest.raises(Error, match="another process"):  # noqa: SIM117
        with Workshop(tmp_path).locked():
            pass


def test_a_step_finds_the_parts_of_an_earlier_try(tmp_path: Path) -> None:
    workshop = Workshop(tmp_path)
    seen: list[list[str]] = []

    def action(folder: Path) -> dict[str, int]:
        seen.append(sorted(path.name for path in folder.iterdir()))
        (folder / f"part-{len(seen)}").write_text("x")
        if len(seen) == 1:
            raise Error("stopped")
        return {"parts": len(seen)}

    step = Step("numbers", action, {"a": 1})
    with pytest.raises(Error):
        workshop.make(step)
    outcome = workshop.make(step)
    assert seen == [["key"], ["key", "ledger", "part-1"]]
    assert outcome.figures == {"parts": 2}
    changed = Step("numbers", action, {"a": 2})
    assert Workshop(tmp_path).finished(changed) is None


def test_a_damaged_step_is_made_again(tmp_path: Path) -> None:
    def action(folder: Path) -> dict[str, int]:
        (folder / "rows").write_text("all of it")
        return {}

    step = Step("rows", action)
    folder = Workshop(tmp_path).make(step).folder
    (folder / "rows").write_text("half")
    assert Workshop(tmp_path).finished(step) is None
    assert Workshop(tmp_path).make(step).fresh
    for content in ("{", "[]", '{"key": 1}'):
        (folder / "manifest.json").write_text(content)
        assert Workshop(tmp_path).make(step).fresh
    assert json.loads((folder / "manifest.json").read_text())["outputs"] == {"rows": 9}


def test_a_damaged_step_is_made_again_before_it_is_read(tmp_path: Path) -> None:
    def write(folder: Path) -> dict[str, int]:
        (folder / "rows").write_text("all of it")
        return {}

    def copy(folder: Path) -> dict[str, int]:
        shutil.copy(tmp_path / "rows" / "rows", folder / "copy")
        return {}

    rows = Step("rows", write)
    step = Step("copy", copy, inputs=[rows])
    damaged = Workshop(tmp_path).make(rows).folder / "rows"
    damaged.write_text("none of it"[:9])
    workshop = Workshop(tmp_path)
    assert not workshop.make(rows).fresh  # as large as it was
    assert (workshop.make(step).folder / "copy").read_text() == "all of it"
    assert damaged.read_text() == "all of it"


def test_damaged_files_do_not_reach_the_model(toy: Path, tmp_path: Path) -> None:
    shutil.copytree(toy / "undisturbed.work", tmp_path / "work")
    for name in ("pt1.table/pt1.table", "lm/lm"):
        path = tmp_path / "work" / name
        content = bytearray(path.read_bytes())
        content[len(content) // 2] ^= 1
        path.write_bytes(content)
    command = ["learn", str(toy / "recipe.toml"), "-o", str(tmp_path / "model")]
    assert main([*command, "--work", str(tmp_path / "work")]) == 0
    assert files_of(tmp_path / "model") == files_of(toy / "undisturbed")


def test_what_a_killed_run_left_does_not_stay(toy: Path, tmp_path: Path) -> None:
    work = tmp_path / "work"
    shutil.copytree(toy / "undisturbed.work", work)
    key = json.loads((work / "lm" / "manifest.json").read_text("utf-8"))["key"]
    shutil.rmtree(work / "lm")
    shutil.rmtree(work / "casing")
    (work / "lm.unfinished" / "scratch" / "tmp1").mkdir(parents=True)
    (work / "lm.unfinished" / "key").write_text(key)
    for name in ("lm.unfinished/scratch/tmp1/arpa", "spill/duckdb_temp_storage-0.tmp"):
        (work / name).parent.mkdir(exist_ok=True)
        (work / name).write_text("half")
    command = ["learn", str(toy / "recipe.toml"), "-o", str(tmp_path / "model")]
    assert main([*command, "--work", str(work)]) == 0
    assert sorted(os.listdir(work / "lm")) == ["lm", "manifest.json"]
    assert not list((work / "spill").glob("*.tmp"))


def test_names_of_files_in_folders_count(tmp_path: Path) -> None:
    recipe = write_corpora(tmp_path)
    (tmp_path / "news").mkdir()
    (tmp_path / "news" / "2004-05-17.txt").write_text("One fine day.", "utf-8")
    text = RECIPE.replace('kind = "tsv"', 'kind = "news"').replace('"pairs.tsv"', '"news"')
    recipe.write_text(text, "utf-8")

    def key() -> str:
        steps = Learning(read_recipe(recipe), tmp_path / "work").steps
        return Workshop(tmp_path).key(next(s for s in steps if s.name == "pairs.corpus"))

    before = key()
    assert key() == before
    (tmp_path / "news" / "2004-05-17.txt").rename(tmp_path / "news" / "2004-06-17.txt")
    assert key() != before


@pytest.mark.parametrize(
    ("change", "why"),
    [
        (('name = "toy"', "name = 3"), ":1: name: name must be a text"),
        (("kappa = 5", "kapa = 5"), ":20: table.pt1.kapa: there is no setting kapa; do you mean"),
        (("kappa = 5", "kappa = 0"), ":20: table.pt1.kappa: kappa = 0 is out of its limits"),
        (("kappa = 5", 'kappa = "5"'), ":20: table.pt1.kappa: kappa must be a whole number"),
        (("kappa = 5", 'filters = ["x"]'), ":20: table.pt1.filters: 'x' is none of case"),
        (('"fr.fr"', '"fr.xx"'), ":5: corpus.french.files: .*fr.xx: no such file"),
        (('"french", "german"', '"french", "greek"'), ":19: .*there is no corpus 'greek'"),
        (('"french", "german"', '"pairs"'), ":19: .*pivot needs pairs of two languages"),
        (("[lm]", "[lm"), ":2[78]: this is no TOML"),
        (('name = "toy"', 'name = "toy"\ndata = "$NO_SUCH_FOLDER"'), ":2: .*variable is not set"),
        (
            ('kind = "tsv"', 'kind = "tsv"\noptions = {heads = true}'),
            ":15: .*no option 'heads'",
        ),
        (
            ('kind = "tsv"', 'kind = "tsv"\noptions = {columns = [0, 1]}'),
            r":15: .*columns = \[0, 1\]: a list of texts is needed",
        ),
        (
            ('kind = "tsv"', 'kind = "tsv"\noptions = {where = "x"}'),
            ":15: .*where = 'x': a table of texts is needed",
        ),
        (
            ('kind = "tsv"', 'kind = "news"\noptions = {days = -1}'),
            ":15: .*days = -1: give a number from 0 on",
        ),
        (
            ('kind = "tsv"', 'kind = "news"\noptions = {distance = "12"}'),
            ":15: .*distance = '12': a whole number is needed",
        ),
        (("[table.pt3]", '[table."pt1.fr"]'), ":22: .*'pt1.fr' is no name"),
        (('language = "fr"', 'language = "../fr"'), ":6: .*'../fr' is no code of a language"),
        (('language = "en"', 'language = ""'), ":2: .*'' is no code of a language"),
        (("kappa = 5", "epsilon = nan"), ":20: .*epsilon = nan is out of its limits"),
        (("kappa = 5", "significance = inf"), ":20: .*significance = inf is out of its limits"),
        (("kappa = 5", "kappa = 3000000000"), ":20: .*kappa = 3000000000 is out of its limits"),
        (("order = 2", "prune = [1, 1]"), ":29: lm.prune: the first is 0"),
        (("order = 2", "prune = [0, 2, 1]"), ":29: lm.prune: the first is 0"),
        (('"french", "german"]', '"french", "french"]'), ":19: .*'french' is named twice"),
        (('name = "toy"', 'wordnet = "x"\nname = "toy"'), ":1: .*x/data.noun: no such file"),
        (('"pairs.tsv"', '"no files"'), ":15: .*no files: there is no file in this folder"),
        (('kind = "tsv"', 'kind = "csv"'), ":14: .*kind is 'csv', not one of moses"),
    ],
)
def test_broken_recipes_are_told_where(toy: Path, change: tuple[str, str], why: str) -> None:
    path = toy / "broken.toml"
    (toy / "no files").mkdir(exist_ok=True)
    path.write_text(RECIPE.replace(*change, 1), "utf-8")
    with pytest.raises(FormatError, match=r"broken\.toml" + why):
        read_recipe(path)


def learn_changed(folder: Path, name: str, content: bytes) -> int:
    """Learns from the toy corpora with another content in one file."""
    recipe = write_corpora(folder)
    (folder / name).write_bytes(content)
    return main(["learn", str(recipe), "-o", str(folder / "model"), "--threads", "1"])


@pytest.mark.parametrize(
    ("name", "content", "why"),
    [
        (
            "pairs.tsv",
            gzip.compress(b"one line\tof many\n")[:20],
            r"pairs\.tsv: the archive is broken",
        ),
        ("fr.fr", b"une ligne\n", r"fr\.en:2: .*fr\.fr has only 1 lines"),
        ("pairs.tsv", b"", r"corpus pairs: no sentence pair is left of 0; check its files"),
        (
            "fr.fr",
            b"\n" * 150,
            r"corpus french: no sentence pair is left of 150 \(150 × a side",
        ),
    ],
)
def test_useless_corpora_are_told(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], name: str, content: bytes, why: str
) -> None:
    assert learn_changed(tmp_path, name, content) == 1
    told = capsys.readouterr().err
    assert "Traceback" not in told
    assert re.search(why, told)


def test_broken_lines_are_counted(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    write_corpora(tmp_path)
    lines = (tmp_path / "fr.fr").read_bytes().splitlines()
    lines[3], lines[5], lines[7] = b"", b"\xff\xfe", b"x" * 1_000_000
    assert learn_changed(tmp_path, "fr.fr", b"\n".join(lines) + b"\n") == 0
    manifest = tmp_path / "model.work" / "french.corpus" / "manifest.json"
    dropped = json.loads(manifest.read_text("utf-8"))["figures"]["dropped"]
    assert (dropped["empty"], dropped["encoding"], dropped["characters"]) == (1, 1, 1)
