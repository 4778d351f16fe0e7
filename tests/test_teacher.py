"""A teacher at run time: who is asked what, what answers are worth, and the scorer `pivot`."""

from __future__ import annotations

import math
import os
import sys
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import numpy as np
import pytest

import otherwords as ow
from otherwords.cli import main
from otherwords.confidence.asking import Answers
from otherwords.confidence.taught import BAND, MOST, TeacherWeights, teacher_weights, worth_asking
from otherwords.confidence.teacher import PivotTeacher, Teacher, open_teacher
from otherwords.paraphrases import Paraphrase
from otherwords.scoring import Candidates, rate
from otherwords.scoring.choosing import choose_scorer
from otherwords.scoring.pivot import Pivot
from tests.known_confidence import KNOWN, KnownConfidence
from tests.known_teacher import KnownTeacher
from tests.small_model import TABLES, write_model

TEXT = "We utilise tools in spite of rain with assistance ."
SECTION = "[teacher]\nintercept = 0.5\ncore = 0.75\nforward = 0.5\nlow = 0.25\n"
BOTH_WAYS = SECTION + "backward = 1.0\n"
#: What the teacher thinks of words: `use` is right here, `help` is not.
WORDS = {"use": 3.0, "despite": 1.0, "help": -6.0, "aid": 2.0}


def taught(
    folder: Path,
    teacher: Teacher,
    section: str = SECTION,
    known: dict[str, float] = KNOWN,
) -> ow.Paraphraser:
    """A paraphraser whose core knows what targets are worth."""
    p = ow.load(write_model(folder, more=section), teacher=teacher)
    p.model.__dict__["confidence"] = KnownConfidence(known)
    return p


def by_target(p: ow.Paraphraser, text: str = TEXT) -> dict[str, float]:
    return {one.target: one.confidence for one in p.suggest(text, confidence=0)}


def expected(core: float, said: float, backward: float = 0.0) -> float:
    """By SECTION, or BOTH_WAYS."""
    said = min(max(said, -12.0), 4.0)
    odds = 0.5 + 0.75 * math.log(core / (1 - core)) + 0.5 * said + 0.25 * min(said, -2.0)
    return 1 / (1 + math.exp(-odds - backward))


# ---- what answers are worth ----------------------------------------------------------------------


def test_weights_by_hand() -> None:
    weights = TeacherWeights(intercept=0.5, core=0.75, forward=0.5, low=0.25, backward=1.0)
    core = np.array([0.5, 0.2, 0.9, 0.9])
    forward = np.array([0.0, -3.0, 100.0, -100.0])
    alone = weights.confidence(core, Answers(forward))
    assert alone == pytest.approx(
        [expected(p, said) for p, said in zip(core, forward, strict=True)]
    )
    both = weights.confidence(core, Answers(forward, np.array([1.0, -1.0, 50.0, -50.0])))
    back = [1.0, -1.0, 4.0, -12.0]
    assert both == pytest.approx(
        [expected(p, said, b) for p, said, b in zip(core, forward, back, strict=True)]
    )


def test_the_teacher_changes_what_is_in_the_band(tmp_path: Path) -> None:
    found = by_target(taught(tmp_path, KnownTeacher(WORDS)))
    assert found.pop("the tools") == KNOWN["the tools"]  # hopeless
    assert found == pytest.approx({word: expected(KNOWN[word], WORDS[word]) for word in found})
    assert set(found) == {"use", "despite", "help", "aid"}


def test_both_ways_when_there_is_a_weight(tmp_path: Path) -> None:
    teacher = KnownTeacher(WORDS)
    found = by_target(taught(tmp_path / "both", teacher, BOTH_WAYS))
    assert found["use"] == pytest.approx(expected(KNOWN["use"], 3.0, 1.5))
    assert teacher.backward == 1
    once = KnownTeacher(WORDS)
    by_target(taught(tmp_path / "one", once))
    assert once.backward == 0


def test_answers_change_with_the_teacher(tmp_path: Path) -> None:
    p = taught(tmp_path, KnownTeacher(WORDS))
    best = p.paraphrase(TEXT, confidence=0.8)
    assert {edit.target for edit in best.edits} == {"use", "despite"}
    shown = by_target(p)
    assert {edit.target: edit.confidence for edit in best.edits} == pytest.approx(
        {target: shown[target] for target in ("use", "despite")}
    )
    within = p.compress(TEXT, max_bytes=len(TEXT) - 4)
    assert "help" not in within.text


# ---- who is asked what ---------------------------------------------------------------------------


def test_what_a_guard_forbids_is_never_asked(tmp_path: Path) -> None:
    teacher = KnownTeacher(WORDS)
    p = taught(tmp_path, teacher, known={"despite": 0.5, "aid": 0.05, "help": 0.98})
    assert by_target(p)["help"] == 0.98  # as good as certain
    assert teacher.asked == [[TEXT, TEXT.replace("in spite of", "despite")]]
    assert teacher.translated == [[TEXT]]


def test_nobody_is_asked_about_nothing(tmp_path: Path) -> None:
    teacher = KnownTeacher(WORDS)
    p = taught(tmp_path, teacher, known={"use": 0.99})
    assert p.paraphrase(TEXT).text == TEXT.replace("utilise", "use")
    assert [one.text for one in p.pipe(["", "rain"])] == ["", "rain"]
    assert teacher.asked == teacher.translated == []


def test_bold_asks_nobody(tmp_path: Path) -> None:
    teacher = KnownTeacher(WORDS)
    p = taught(tmp_path, teacher)
    plain = ow.load(tmp_path)
    assert p.paraphrase(TEXT, confidence="bold") == plain.paraphrase(TEXT, confidence="bold")
    assert "teacher" not in p.settle(confidence="bold").signature
    assert teacher.translated == []


def test_the_surest_of_a_sentence_are_asked(tmp_path: Path) -> None:
    targets = [f"t{number}" for number in range(MOST + 6)]
    entries = [("utilise", target, -0.1) for target in targets]
    other = [("utilise", targets[5], -0.2)]
    p = ow.load(write_model(tmp_path, {"pt1": entries, "pt2": other}))
    known = {target: 0.9 - 0.02 * number for number, target in enumerate(targets)}
    settings = p.settle(confidence="bold")
    documents = p._documents([("We utilise rain . They utilise it .", None)])
    units = p.units(settings, documents, [None])
    confidence = KnownConfidence(known).of(units, np.arange(len(units)))
    rows = worth_asking(units, confidence)
    assert sorted(rows.tolist()) == rows.tolist()
    found = [(int(units.sentence[row]), units.columns.target(int(row))[0]) for row in rows]
    # What two tables offer counts once, and each sentence for itself.
    assert sorted(found) == sorted(
        (number, target) for number in (0, 1) for target in [*targets[:MOST], targets[5]]
    )
    assert worth_asking(units, np.full(len(units), math.nan)).tolist() == []
    ends = np.full(len(units), math.nan)
    ends[:4] = [BAND[0], BAND[1], BAND[0] - 1e-9, BAND[1] + 1e-9]
    assert worth_asking(units, ends).tolist() == [0, 1]


def test_endless_sentences_are_left_to_the_core(tmp_path: Path) -> None:
    teacher = KnownTeacher(WORDS)
    p = taught(tmp_path, teacher)
    long = "We utilise tools " + "and rain " * 200 + "."
    assert by_target(p, long)["use"] == KNOWN["use"]
    assert teacher.translated == []


@pytest.mark.parametrize("threads", [1, 3])
def test_texts_are_asked_about_together_with_the_same_answers(tmp_path: Path, threads: int) -> None:
    teacher = KnownTeacher(WORDS)
    p = taught(tmp_path, teacher)
    texts = [TEXT, "", "We utilise rain. They utilise it.", TEXT] * 100
    single = {text: p.paraphrase(text) for text in set(texts)}
    teacher.translated.clear()
    assert list(p.pipe(texts, threads=threads)) == [single[text] for text in texts]
    assert len(teacher.translated) == 4  # batches


# ---- what is refused, and said -------------------------------------------------------------------


def test_the_signature_has_the_teacher(tmp_path: Path) -> None:
    p = taught(tmp_path, KnownTeacher(WORDS))
    assert "|confidence:0.8|teacher:known" in p.settle().signature
    p = ow.load(tmp_path)
    p.model.__dict__["confidence"] = KnownConfidence(KNOWN)
    assert "teacher" not in p.settle().signature


def test_models_that_know_no_worth_are_refused(tmp_path: Path) -> None:
    p = taught(tmp_path, KnownTeacher(WORDS), section="")
    for ask in (p.paraphrase, p.suggest):
        with pytest.raises(ow.FormatError, match=r"toml: it has no \[teacher\].*--teacher"):
            ask(TEXT)
    assert p.paraphrase(TEXT, confidence="bold").edits
    unsure = ow.load(write_model(tmp_path / "unsure", more=SECTION), teacher=KnownTeacher(WORDS))
    with pytest.raises(ow.Error, match="names no confidence file"):
        unsure.paraphrase(TEXT)


@pytest.mark.parametrize(
    ("section", "why"),
    [
        (SECTION + "forwards = 1.0\n", "teacher: there is no weight 'forwards'; known: intercept"),
        (SECTION.replace("low", "# low"), "teacher: low is missing"),
        (SECTION.replace("0.75", "true"), "teacher.core is True; it should be a finite number"),
        (SECTION.replace("0.75", "nan"), "teacher.core is nan; it should be a finite number"),
        (SECTION.replace("0.75", "1e9"), "teacher: core is 1e+09; it must be from -1000 to 1000"),
        ("teacher = 3", "teacher is 3; it should be of the type dict"),
    ],
)
def test_broken_weights_are_refused(tmp_path: Path, section: str, why: str) -> None:
    p = taught(tmp_path, KnownTeacher(WORDS), section)
    with pytest.raises(ow.FormatError) as error:
        p.paraphrase(TEXT)
    assert str(error.value).startswith(str(tmp_path / "model.toml"))
    assert why in str(error.value)


def test_the_second_direction_may_be_left_out() -> None:
    numbers = {"intercept": 0.0, "core": 1.0, "forward": 0.5, "low": 0.1}
    assert teacher_weights(numbers).backward == 0.0
    assert teacher_weights({**numbers, "backward": 0.5}).backward == 0.5


def test_commands_take_a_teacher(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    pytest.importorskip("ctranslate2", reason="needs otherwords[teacher]")
    model, teacher = write_model(tmp_path / "model", TABLES), str(tmp_path)
    for command in (["paraphrase", "--scorer", "pivot", "--confidence", "bold"], ["suggest"]):
        assert main([*command, "-m", str(model), "--teacher", teacher, TEXT]) == 1
        error = capsys.readouterr().err
        assert ("en-fr: model.bin is missing" in error) == (command[0] == "paraphrase")
        assert ("[teacher]" in error or "no confidence file" in error) == (command == ["suggest"])
    assert main(["simplify", "-m", str(model), "--scorer", "pivot", TEXT]) == 1
    assert "the scorer pivot needs a teacher; load the model with" in capsys.readouterr().err


def test_without_the_extra_it_says_what_to_install(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setitem(sys.modules, "ctranslate2", None)
    with pytest.raises(ow.Error, match=r"run pip install 'otherwords\[teacher\]'"):
        open_teacher(tmp_path, "en")


def test_broken_models_are_refused(tmp_path: Path) -> None:
    pytest.importorskip("ctranslate2", reason="needs otherwords[teacher]")
    (tmp_path / "en-fr").mkdir()
    for name in ("model.bin", "source.spm", "target.spm"):
        (tmp_path / "en-fr" / name).write_bytes(b"nothing")
    with pytest.raises(ow.Error, match="en-fr: cannot be opened as a teacher"):
        open_teacher(tmp_path, "en")
    with pytest.raises(ow.Error, match=r"fr-en: model\.bin is missing"):
        open_teacher(tmp_path, "fr")


# ---- the scorer ----------------------------------------------------------------------------------


def test_pivot_scores_by_the_translation_of_the_source() -> None:
    teacher = KnownTeacher(WORDS)
    batch = [
        Candidates("we use it", ["we use it", "aid", "we use it"]),
        Candidates("rain", []),
        Candidates("we use it", ["help", "aid"]),
    ]
    scorer = Pivot(teacher)
    assert rate(scorer, batch).tolist() == [3.0, 2.0, 3.0, -6.0, 2.0]
    assert teacher.translated == [["we use it", "rain"]]
    assert teacher.asked == [["we use it", "aid", "help"]]
    assert rate(scorer, []).tolist() == []
    assert scorer.signature == "pivot(known)"


def test_pivot_takes_the_teacher_of_the_model(tmp_path: Path) -> None:
    teacher = KnownTeacher(WORDS)
    p = ow.load(write_model(tmp_path), teacher=teacher)
    text = "We utilise tools with assistance ."
    best = p.paraphrase(text, scorer="pivot", confidence="bold")
    assert best.text == "We use tools with aid ."
    assert best.global_score == 5.0
    alone = ow.load(tmp_path).paraphrase(text, scorer=Pivot(teacher))
    assert (alone.text, alone.global_score) == (best.text, best.global_score)
    both = choose_scorer(p.model, {"model": 1, "pivot": 0.5})
    assert both.signature == "1*model+0.5*pivot(known)"
    with pytest.raises(ow.Error, match=r"pivot needs a teacher; load the model with teacher="):
        ow.load(tmp_path).paraphrase(text, scorer="pivot")


# ---- translation models --------------------------------------------------------------------------

SENTENCES = [
    "In order to assist the residents, the town purchased approximately forty vehicles.",
    "She attempted to obtain the document, but they were unable to locate it.",
    "The committee failed to reach an agreement prior to the meeting on Monday.",
    "Rain is likely.",
]


@pytest.fixture(scope="module")
def opus() -> Path:
    """The folder of translation models that the environment names."""
    pytest.importorskip("ctranslate2", reason="needs otherwords[teacher]")
    folder = os.environ.get("OTHERWORDS_TEACHER", "")
    if not Path(folder).is_dir() or not folder:
        pytest.skip(
            "no translation models; set OTHERWORDS_TEACHER to the folder of en-fr and fr-en"
        )
    return Path(folder)


@pytest.fixture(scope="module")
def english(opus: Path, tmp_path_factory: pytest.TempPathFactory) -> ow.Paraphraser:
    """The English model with weights for a teacher."""
    folder = tmp_path_factory.mktemp("english")
    shipped = ow.load("en").model.folder
    for path in shipped.iterdir():
        (folder / path.name).symlink_to(path)
    (folder / "model.toml").unlink()
    manifest = (shipped / "model.toml").read_text("utf-8").split("\n[teacher]")[0]
    (folder / "model.toml").write_text(f"{manifest}\n{BOTH_WAYS}", "utf-8")
    return ow.load(folder, teacher=opus)


@pytest.fixture(scope="module")
def pivot(opus: Path) -> PivotTeacher:
    return PivotTeacher(opus, threads=2)


def test_what_keeps_the_meaning_is_likelier(pivot: PivotTeacher) -> None:
    text = "The town purchased forty vehicles."
    (french,) = pivot.translate([text])
    texts = [text, "The town bought forty vehicles.", "The town sold forty vehicles."]
    for ask in (pivot.log_probabilities, pivot.log_probabilities_of_translations):
        old, near, opposite = ask([french] * 3, texts)
        assert near > opposite + 2
        assert abs(near - old) < 3
        assert max(old, near, opposite) < 0


Ask = Callable[[Sequence[str], Sequence[str]], list[float]]


def test_answers_do_not_depend_on_the_batch(pivot: PivotTeacher) -> None:
    texts = [*SENTENCES, "", "\ud800", "ليت هذا 🙂"]
    french = pivot.translate(texts)
    assert french[:4] == [pivot.translate([text])[0] for text in texts[:4]]
    for ask in (pivot.log_probabilities, pivot.log_probabilities_of_translations):
        together = ask(french, texts)
        assert all(math.isfinite(score) for score in together)
        single = [ask([one], [text])[0] for one, text in zip(french, texts, strict=True)]
        assert together == single
        assert ask([], []) == []
    assert pivot.translate([]) == []


def test_endless_texts_have_scores(pivot: PivotTeacher) -> None:
    (score,) = pivot.log_probabilities(["a" * 3000], ["rain " * 700])
    assert math.isfinite(score)


def test_english_answers_with_a_teacher(english: ow.Paraphraser) -> None:
    def answer(text: str) -> Paraphrase:
        return english.paraphrase(text, confidence=0.6)

    together = list(english.pipe(SENTENCES, confidence=0.6))
    with ThreadPoolExecutor(2) as pool:
        assert list(pool.map(answer, SENTENCES)) == together
    assert any(one.edits for one in together)
    assert "|teacher:en-fr(" in english.settle().signature


def test_english_candidates_by_pivot(english: ow.Paraphraser) -> None:
    best = english.paraphrase(SENTENCES[0], scorer="pivot", confidence=0.5, candidates=8)
    assert best.global_score is not None
    assert best.global_score < 0
