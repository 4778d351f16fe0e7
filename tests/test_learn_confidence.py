"""Confidence from annotations: grades, guards, a teacher, fitting, and the commands."""

from __future__ import annotations

import math
import shutil
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from numpy.typing import NDArray

import otherwords as ow
from otherwords._core import Error, FormatError
from otherwords.cli import main
from otherwords.confidence import GRADE
from otherwords.confidence.teacher import PivotTeacher
from otherwords.learn.confidence import pipeline, weighing
from otherwords.learn.confidence.annotations import (
    Grade,
    InContext,
    Pair,
    UnitKey,
    agreement,
    mean_grades,
    read_contexts,
    read_grades,
    write_contexts,
    write_grades,
)
from otherwords.learn.confidence.entry_grades import read_entry_grades
from otherwords.learn.confidence.fitting import Apart, measure
from otherwords.learn.confidence.grading import SHARES, share_of
from otherwords.learn.confidence.guards import read_guards
from otherwords.learn.confidence.teaching import Gains, ask_about, read_scores, teach
from otherwords.learn.confidence.weighing import questions, teacher_section, weigh
from otherwords.tables import open_table
from otherwords.tables.units import Units
from otherwords.tune.batches import Item, read_answers, write_batches
from tests.known_teacher import KnownTeacher
from tests.small_model import write_model

REPOSITORY = Path(__file__).resolve().parent.parent
GUARDS = '[count.negation]\nwords = ["not", "n\'t", "without"]\n'
#: Where `bank` may become `shore`, and where it may not.
RIVERS = ["The boat lay on the bank of the river {}.", "Trees grow on the bank of the stream {}."]
MONEY = ["He took money to the bank in the city {}.", "The bank lent {} people money in the city."]
ANIMALS = [
    "cats", "dogs", "cows", "pigs", "hens", "bees", "ants", "owls", "rats", "bats", "elks", "seals",
    "ducks", "geese", "goats", "sheep", "hares", "foxes", "bears", "wolves", "moles", "mice",
]  # fmt: skip


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A model with an analyser, annotations of two senses of a word, and guards."""
    root = tmp_path_factory.mktemp("learning")
    tables = {
        "pt1": [
            ("bank", "shore", -0.7),
            ("bank", "bench", -1.0),
            ("money", "cash", -0.4),
            ("city", "town", -0.3),
            ("the bank", "without the bank", -0.5),
        ]
    }
    model = write_model(root / "model", tables, 'analyser = "analyser"')
    manifest = model / "model.toml"
    text = manifest.read_text("utf-8")
    manifest.write_text(
        text.replace('file = "pt1.table"', 'file = "pt1.table"\nmethod = "pivot"'), "utf-8"
    )
    shutil.copyfile(REPOSITORY / "models" / "en" / "analyser", model / "analyser")
    said = root / "said"
    said.mkdir()
    grades = [("bank", "shore", 2), ("bank", "bench", 0), ("money", "cash", 3)]
    write_grades(
        [Grade(Pair(a, b), grade, "ann", "2026-01-01", "g") for a, b, grade in grades],
        said / "grades.tsv",
    )
    write_contexts(list(contexts()), said / "contexts.tsv.xz")
    (root / "guards.toml").write_text(GUARDS, "utf-8")
    return root


def contexts() -> list[InContext]:
    """The unit of `bank` in sentences: right at a river, wrong with money."""
    units = []
    for number, (frame, word) in enumerate((f, a) for f in RIVERS + MONEY for a in ANIMALS * 3):
        sentence = frame.format(word).replace(".", f" {number}.")
        begin = [token.lower() for token in sentence.split(" ")].index("bank")
        key = UnitKey(sentence, begin, begin + 1, "shore")
        answer = "1" if frame in RIVERS else "0s"
        part = ("held-sentences" if number % 11 == 0 else "fit") if number % 7 else "held-random"
        units.append(InContext("toy", key, answer, "ann", "2026-01-01", "c", 1.0, part))
    return units


@pytest.fixture(scope="module")
def learnt(folder: Path) -> Path:
    """The model that is learnt from all this by the command."""
    output = folder / "learnt"
    arguments = ["--annotations", str(folder / "said"), "--guards", str(folder / "guards.toml")]
    command = ["learn", "confidence", str(folder / "model"), "-o", str(output), *arguments]
    assert main(command) == 0
    return output


def test_contexts_tell_senses_apart(learnt: Path) -> None:
    p = ow.load(learnt)
    at_river, with_money = (
        {one.target: one.confidence for one in p.suggest(text, confidence=0)}["shore"]
        for text in (RIVERS[0].format("swans"), MONEY[0].format("swans"))
    )
    assert at_river > with_money + 0.15


def test_units_for_calibration_say_how_likely_the_network_is_right(
    folder: Path, learnt: Path, tmp_path: Path
) -> None:
    said = tmp_path / "said"
    shutil.copytree(folder / "said", said)
    strict = []
    for number, unit in enumerate(contexts() + contexts()):
        key = unit.key._replace(sentence=unit.key.sentence.replace(".", f" again{number}."))
        answer = "1" if unit.is_right and number % 3 == 0 else "0"
        strict.append(replace(unit, key=key, answer=answer, part="calibration"))
    write_contexts([*contexts(), *strict], said / "contexts.tsv.xz")
    arguments = ["--annotations", str(said), "--guards", str(folder / "guards.toml")]
    output = tmp_path / "strict"
    assert main(["learn", "confidence", str(folder / "model"), "-o", str(output), *arguments]) == 0
    river, money = RIVERS[0].format("swans"), MONEY[0].format("swans")
    p = ow.load(output)
    assert shore(p, money) < shore(p, river) < shore(ow.load(learnt), river) - 0.2


def test_weights_of_confidence_stay_in_the_manifest(tmp_path: Path) -> None:
    section = "[confident.paraphrase]\nconfidence = 5.0\n"
    (tmp_path / "model.toml").write_text(f'confidence = "old"\nlm = "lm"\n\n{section}', "utf-8")
    output = tmp_path / "output"
    output.mkdir()
    for confidence, line in ((False, ""), (True, 'confidence = "confidence"\n')):
        pipeline._write_manifest(tmp_path, output, confidence=confidence)
        written = (output / "model.toml").read_text("utf-8")
        assert written == f'lm = "lm"\n{line}\n{section}'


def test_what_is_never_right_leaves_the_tables(learnt: Path) -> None:
    table = open_table(learnt / "pt1.table")
    assert list(table.score_names) == ["p", GRADE]
    found = {entry.target: entry.scores for entry in table.lookup("bank")}
    assert set(found) == {"shore"}
    assert found["shore"][1] == pytest.approx(math.log(SHARES[2]), abs=1e-4)


def test_guards_forbid_what_they_name(learnt: Path) -> None:
    targets = {one.target for one in ow.load(learnt).suggest("the bank lent it .", confidence=0)}
    assert "shore" in targets
    assert not any("without" in target for target in targets)


def test_the_report_tells_of_held_out_parts(
    folder: Path, learnt: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    arguments = ["--annotations", str(folder / "said"), "--guards", str(folder / "guards.toml")]
    command = ["learn", "confidence", str(folder / "model"), "-o", str(folder / "again")]
    assert main([*command, *arguments]) == 0
    report = capsys.readouterr().err
    assert "pt1.table: 2 entries graded, 2 with a predicted grade, 1 left out" in report
    for part in ("held-sentences", "held-random"):
        assert f"{part}: " in report
    assert (learnt / "confidence").read_bytes() == (folder / "again" / "confidence").read_bytes()


def test_too_few_annotations_are_refused(
    folder: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    write_grades([], tmp_path / "grades.tsv")
    write_contexts(contexts()[:20], tmp_path / "contexts.tsv")
    arguments = ["--annotations", str(tmp_path), "--guards", str(folder / "guards.toml")]
    output = tmp_path / "output"
    command = ["learn", "confidence", str(folder / "model"), "-o", str(output), *arguments]
    assert main(command) == 1
    assert "annotate at least 200" in capsys.readouterr().err
    assert not output.exists()


# ---- annotations ---------------------------------------------------------------------------------


def test_annotations_are_read_as_they_were_written(tmp_path: Path) -> None:
    units = contexts()
    write_contexts(units, tmp_path / "c.tsv.gz")
    assert read_contexts(tmp_path / "c.tsv.gz") == units
    grades = [Grade(Pair("a b", "c [NN_1]"), 3, "x", "2026-01-01", "b")]
    write_grades(grades, tmp_path / "g.tsv")
    assert read_grades(tmp_path / "g.tsv") == grades


@pytest.mark.parametrize(
    ("line", "why"),
    [
        ("news\tA b.\t0\t1\tc\t7\tx\td\tb\t1\tfit", "the answer is '7'"),
        ("news\tA b.\t1\t1\tc\t1\tx\td\tb\t1\tfit", "begin must be less than end"),
        ("news\tA b.\tx\t1\tc\t1\tx\td\tb\t1\tfit", "begin is 'x'"),
        ("news\tA b.\t0\t1\tc\t1\tx\td\tb\tnan\tfit", "the weight is 'nan'"),
        ("news\tA b.\t0\t1\tc\t1\tx\td\tb\t1\tmine", "the part is 'mine'"),
        ("news\tA b.", "it has 2 fields, not 11"),
    ],
)
def test_broken_contexts_say_where(tmp_path: Path, line: str, why: str) -> None:
    path = tmp_path / "c.tsv"
    write_contexts([], path)
    path.write_text(path.read_text("utf-8") + line + "\n", "utf-8")
    with pytest.raises(FormatError, match=r"c\.tsv:2: ") as caught:
        read_contexts(path)
    assert why in str(caught.value)


@pytest.mark.parametrize("line", ["a\tb\t4\tx\td\tb", "\tb\t1\tx\td\tb"])
def test_broken_grades_say_where(tmp_path: Path, line: str) -> None:
    path = tmp_path / "g.tsv"
    write_grades([], path)
    path.write_text(path.read_text("utf-8") + line + "\n", "utf-8")
    with pytest.raises(FormatError, match=r"g\.tsv:2: "):
        read_grades(path)


def test_grades_of_several_annotators_are_averaged() -> None:
    pair = Pair("a", "b")
    grades = [Grade(pair, grade, name, "d", "b") for grade, name in ((1, "x"), (2, "y"))]
    assert mean_grades(grades) == {pair: 1.5}
    assert share_of(1.5) == pytest.approx(math.sqrt(SHARES[1] * SHARES[2]))
    assert share_of(3) == pytest.approx(SHARES[3])


def test_grades_of_entries_hold_for_all_forms(tmp_path: Path) -> None:
    path = tmp_path / "dictionary.tsv"
    header = "kind\tsource\ttarget\tgrade\tannotator\tdate\tbatch\n"
    path.write_text(header + "V\tpurchase\tbuy\t3\ta\t2026-11-19\t1\n", "utf-8")
    assert {each.pair: each.grade for each in read_entry_grades(path, "en")} == {
        Pair("purchase", "buy"): 3,
        Pair("purchases", "buys"): 3,
        Pair("purchased", "bought"): 3,
        Pair("purchasing", "buying"): 3,
    }
    for wrong in ("X\tpurchase\tbuy\t3", "V\tpurchase\tbuy\t4"):
        path.write_text(f"{header}{wrong}\ta\t2026-11-19\t1\n", "utf-8")
        with pytest.raises(FormatError, match=r"dictionary\.tsv:2: the kind is"):
            list(read_entry_grades(path, "en"))


def test_agreement_counts_items_with_two_answers() -> None:
    assert agreement({1: ["1", "1"], 2: ["1", "0"], 3: ["1"]}) == (2, 0.5)


def test_measures_by_hand() -> None:
    measured = measure(
        np.array([0.15, 0.15, 0.95, 0.95]),
        np.array([0, 1, 1, 1], np.float32),
        np.array([3.0, 1.0, 1.0, 1.0]),
    )
    assert measured.area == pytest.approx((2 * 3 + 1 * 3 * 0.5) / (3 * 3))
    assert measured.error == pytest.approx((4 * 0.10 + 2 * 0.05) / 6)


# ---- guards --------------------------------------------------------------------------------------


def test_guards_become_lines(tmp_path: Path) -> None:
    path = tmp_path / "guards.toml"
    path.write_text('[same.number]\neach = ["two"]\n[match.m]\nmay = ["may", "able to"]\n', "utf-8")
    assert read_guards(path) == (
        "same\tnumber\t*\ttwo\nmatch\tm\tmay\tmay\nmatch\tm\tmay\table to\n"
    )


@pytest.mark.parametrize("text", ["[other.x]\na = []\n", "[count]\na = 1\n", "[count.a]\nb = 1\n"])
def test_broken_guards_are_refused(tmp_path: Path, text: str) -> None:
    path = tmp_path / "guards.toml"
    path.write_text(text, "utf-8")
    with pytest.raises(FormatError, match=r"guards\.toml"):
        read_guards(path)


# ---- the teacher ---------------------------------------------------------------------------------


class Lakes(KnownTeacher):
    """A teacher that knows where there are shores."""

    def __init__(self) -> None:
        super().__init__({"cash": 1.0})

    def _sum(self, text: str) -> float:
        is_wrong = "shore" in text and ("money" in text or "cash" in text)
        return super()._sum(text) - 6.0 * is_wrong


def test_what_a_teacher_said_is_not_asked_again(folder: Path, tmp_path: Path) -> None:
    p = ow.load(folder / "model")
    sentences = [MONEY[0].format("swans")]
    teacher = Lakes()
    said = teach(p, sentences, tmp_path / "work", lambda: teacher)
    place = sentences[0].split(" ").index("city")
    assert said[UnitKey(sentences[0], place, place + 1, "town")] == 0.0
    assert said[UnitKey(sentences[0], 2, 3, "cash")] == 1.0
    assert teach(p, sentences, tmp_path / "work", nobody) == said
    assert len(teacher.asked) == 1
    (part,) = (tmp_path / "work").iterdir()
    assert read_scores(part) == said


def nobody() -> Lakes:
    raise AssertionError("all has been asked")


def test_annotated_units_are_asked_about_both_ways(folder: Path, tmp_path: Path) -> None:
    p = ow.load(folder / "model")
    sentence = MONEY[0].format("swans")
    keys = [UnitKey(sentence, 2, 3, "cash"), UnitKey(sentence, 5, 6, "shore")]
    unknown = UnitKey(sentence, 2, 3, "coins")

    def everything(units: Units, rows: NDArray[np.int64]) -> NDArray[np.int64]:
        return rows

    said = ask_about(p, [*keys, unknown], tmp_path, Lakes, everything)
    assert said == {keys[0]: Gains(1.0, 0.5), keys[1]: Gains(-6.0, -3.0)}
    assert ask_about(p, [*keys, unknown], tmp_path, nobody, everything) == said
    (one,) = ask_about(p, keys, tmp_path, Lakes, lambda units, rows: rows[:1])
    assert one == keys[0]


def apart(count: int) -> tuple[Apart, dict[UnitKey, Gains]]:
    """Units of which the core knows little and a teacher much."""
    generator = np.random.default_rng(5)
    keys = [UnitKey(f"sentence {number}", 0, 1, "x") for number in range(count)]
    confidence = generator.uniform(0.3, 0.7, count)
    forward = generator.normal(-2.0, 3.0, count)
    right = (forward + generator.normal(0.0, 1.0, count) > -1.0).astype(np.float32)
    said = {key: Gains(float(one), 0.0) for key, one in zip(keys, forward, strict=True)}
    return Apart(keys, confidence, right, np.ones(count)), said


def test_answers_are_weighed_by_annotations() -> None:
    known, said = apart(1000)
    weighed = weigh(known, said, both_ways=False)
    assert weighed is not None
    assert weighed.weights.forward > 0
    assert weighed.weights.backward == 0
    assert weighed.without.area < 0.6
    assert weighed.forward.area > 0.9
    assert weighed.forward.error < 0.1
    assert weighed.both_ways.area == pytest.approx(weighed.forward.area, abs=0.01)
    assert weigh(*apart(99), both_ways=False) is None
    section = teacher_section(weighed)
    assert section.startswith("[teacher]\n# AUC 0.")
    assert [line.split(" = ")[0] for line in section.splitlines()[2:]] == [
        "intercept",
        "core",
        "forward",
        "low",
        "backward",
    ]


def test_only_units_that_would_be_asked_about_are_weighed(monkeypatch: pytest.MonkeyPatch) -> None:
    known, _ = apart(50)
    known.confidence[:20] = 0.05
    assert set(questions(known)) == set(known.keys[20:])
    monkeypatch.setattr(weighing, "_MOST", 10)
    assert len(questions(known)) == 10
    assert set(questions(known)) <= set(known.keys[20:])


def test_a_model_learns_what_a_teacher_is_worth(
    folder: Path,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.setattr(pipeline, "PivotTeacher", lambda folder, language: Lakes())
    monkeypatch.setattr(weighing, "_LEAST", 10)
    text = tmp_path / "text.txt"
    text.write_text("\n".join(frame.format("cats") for frame in RIVERS + MONEY), "utf-8")
    given = ["--annotations", str(folder / "said"), "--guards", str(folder / "guards.toml")]
    more = ["--teacher", "lakes", "--text", str(text), "--work", str(tmp_path / "work")]
    learnt, again = tmp_path / "learnt", tmp_path / "again"
    command = ["learn", "confidence", str(folder / "model"), "-o", str(learnt), *given, *more]
    assert main([*command, "--both-ways"]) == 0
    report = capsys.readouterr().err
    for how in ("without it", "with it", "both ways"):
        assert f"asked of the teacher, {how}: " in report
    p = ow.load(learnt, teacher=Lakes())
    assert p.model.teacher_weights.forward > 0
    assert p.model.teacher_weights.backward > 0
    river, money = RIVERS[0].format("swans"), MONEY[0].format("swans")
    plain = ow.load(learnt)
    assert shore(p, river) > shore(p, money)
    unsure = "She kept money at the bank."  # of others the core is too sure to ask
    assert shore(p, unsure) < shore(plain, unsure)
    # Beside another confidence, answers are worth something else.
    assert main(["learn", "confidence", str(learnt), "-o", str(again), *given]) == 0
    assert "[teacher]" not in (again / "model.toml").read_text("utf-8")


def shore(p: ow.Paraphraser, text: str) -> float:
    return {one.target: one.confidence for one in p.suggest(text, confidence=0)}["shore"]


def test_a_folder_without_models_is_no_teacher(tmp_path: Path) -> None:
    pytest.importorskip("ctranslate2")
    with pytest.raises(Error, match="bin is missing"):
        PivotTeacher(tmp_path)


# ---- batches -------------------------------------------------------------------------------------


def test_batches_and_their_answers(tmp_path: Path) -> None:
    items = [Item(f"shown {i}", (f"s{i}", f"t{i}")) for i in range(5)]
    assert write_batches(tmp_path, "b", items, ("source", "target"), size=2, twice=0.5) == 3
    assert (tmp_path / "b-0001.tsv").read_text("utf-8") == "1\tshown 0\n2\tshown 1\n"
    assert [path.name for path in sorted(tmp_path.glob("*.twice"))] == ["b-0002.twice"]
    (tmp_path / "b-0001.ann.txt").write_text("2\t3\ndone\n", "utf-8")
    answers = list(read_answers(tmp_path, "b", {"0": "", "3": ""}, ("source", "target")))
    assert [(one.fields[0], one.answer, one.annotator) for one in answers] == [
        ("s0", "0", "ann"),
        ("s1", "3", "ann"),
    ]


@pytest.mark.parametrize("line", ["9\t3", "1\t7", "1\t0\n1\t3"])
def test_wrong_answers_say_where(tmp_path: Path, line: str) -> None:
    write_batches(tmp_path, "b", [Item("x", ("s",))], ("source",), size=2, twice=0)
    (tmp_path / "b-0001.ann.txt").write_text(line + "\ndone\n", "utf-8")
    with pytest.raises(FormatError, match=r"b-0001\.ann\.txt:\d: "):
        list(read_answers(tmp_path, "b", {"0": "", "3": ""}, ("source",)))


def test_names_of_batches_may_begin_with_one_another(tmp_path: Path) -> None:
    for name in ("u", "u-b"):
        write_batches(tmp_path, name, [Item("x", (name,))], ("source",), size=2, twice=0)
        (tmp_path / f"{name}-0001.ann.txt").write_text("1\t1\ndone\n", "utf-8")
    for name in ("u", "u-b"):
        (answer,) = read_answers(tmp_path, name, {"1": ""}, ("source",))
        assert answer.fields == (name,)


@pytest.mark.parametrize(
    ("name", "item", "why"),
    [
        ("b", Item("a\tb", ("s",)), "tab or line break"),
        ("b", Item("a", ("s\n",)), "tab or line break"),
        ("a/b", Item("a", ("s",)), "slashes"),
    ],
)
def test_what_would_break_batches_is_refused(
    tmp_path: Path, name: str, item: Item, why: str
) -> None:
    with pytest.raises(Error, match=why):
        write_batches(tmp_path / "new", name, [item], ("source",), size=2, twice=0)
    assert not (tmp_path / "new").exists()


def test_sampled_units_come_back_as_annotations(
    folder: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    text = tmp_path / "text.txt"
    text.write_text("\n".join([RIVERS[0].format("cats"), MONEY[0].format("cats")]), "utf-8")
    batches, output = tmp_path / "batches", tmp_path / "contexts.tsv"
    model = str(folder / "model")
    assert main(["tune", "sample", model, str(text), "-o", str(batches), "--kind", "toy"]) == 0
    shown = (batches / "batch-0001.tsv").read_text("utf-8")
    assert "[[bank -> shore]]" in shown
    place = next(line.split("\t")[0] for line in shown.splitlines() if "[[city -> town]]" in line)
    (batches / "batch-0001.ann.txt").write_text(f"{place}\t1\ndone\n", "utf-8")
    assert main(["tune", "merge", str(batches), "-o", str(output), "--date", "2026-01-02"]) == 0
    units = read_contexts(output)
    assert [unit.key.target for unit in units if unit.is_right] == ["town"]
    assert {(unit.kind, unit.annotator, unit.date) for unit in units} == {
        ("toy", "ann", "2026-01-02")
    }
    # Merged again, they are there once; what is known is not sampled again.
    assert main(["tune", "merge", str(batches), "-o", str(output), "--date", "2026-01-02"]) == 0
    assert read_contexts(output) == units
    again = ["tune", "sample", model, str(text), "-o", str(tmp_path / "more")]
    capsys.readouterr()
    assert main([*again, "--known", str(output)]) == 0
    assert capsys.readouterr().err.startswith("0 items")


def test_sampled_pairs_come_back_as_grades(folder: Path, tmp_path: Path) -> None:
    text = tmp_path / "text.txt"
    text.write_text(MONEY[0].format("cats") + "\n", "utf-8")
    batches, output = tmp_path / "batches", tmp_path / "grades.tsv"
    command = ["tune", "sample", str(folder / "model"), str(text), "-o", str(batches), "--pairs"]
    assert main(command) == 0
    shown = (batches / "batch-0001.tsv").read_text("utf-8").splitlines()
    place = next(line.split("\t")[0] for line in shown if "money → cash" in line)
    (batches / "batch-0001.ann.txt").write_text(f"{place}\t3\ndone\n", "utf-8")
    assert main(["tune", "merge", str(batches), "-o", str(output), "--pairs"]) == 0
    grades = {grade.pair: grade.grade for grade in read_grades(output)}
    assert grades[Pair("money", "cash")] == 3
    assert set(grades.values()) == {0, 3}
