"""Training of language models: the reference models, pruning, files and errors."""

from __future__ import annotations

import gzip
import lzma
import math
import signal
import subprocess
import sys
from collections import Counter, defaultdict
from pathlib import Path

import pytest

from otherwords import Error, lm
from otherwords.cli import main

Words = tuple[str, ...]
Arpa = dict[Words, tuple[float, float | None]]


def read_arpa(path: Path) -> Arpa:
    """All n-grams with log10 probability and back-off."""
    opened = lzma.open(path, "rt", encoding="utf-8") if path.suffix == ".xz" else open(path)
    entries: Arpa = {}
    with opened as lines:
        for line in lines:
            fields = line.rstrip("\n").split("\t")
            if len(fields) > 1:
                backoff = float(fields[2]) if len(fields) > 2 else None
                words = tuple(fields[1].split(" "))
                assert words not in entries
                entries[words] = float(fields[0]), backoff
    return entries


@pytest.fixture(scope="module")
def text(shared: Path) -> Path:
    return shared / "reference" / "lm" / "text.txt.xz"


@pytest.fixture(scope="module")
def small(text: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The first sentences of the text, plain."""
    path = tmp_path_factory.mktemp("text") / "small.txt"
    with lzma.open(text, "rt", encoding="utf-8") as lines:
        path.write_text("".join(next(lines) for _ in range(600)), encoding="utf-8")
    return path


@pytest.mark.parametrize(
    ("name", "order", "cutoffs"),
    [("o2", 2, []), ("o3", 3, []), ("o5", 5, []), ("o3-prune001", 3, [0, 0, 1])],
)
def test_reference_models_are_reproduced(
    text: Path, tmp_path: Path, name: str, order: int, cutoffs: list[int]
) -> None:
    report = lm.train([text], tmp_path / "arpa", order=order, cutoffs=cutoffs)
    made = read_arpa(tmp_path / "arpa")
    expected = read_arpa(text.parent / f"{name}.arpa.xz")
    assert made.keys() == expected.keys()
    assert sum(report.ngram_counts) == len(made)
    for words, (probability, backoff) in expected.items():
        made_probability, made_backoff = made[words]
        assert abs(made_probability - probability) < 1e-4, words
        assert (made_backoff is None) == (backoff is None), words
        assert abs((made_backoff or 0) - (backoff or 0)) < 1e-4, words


def test_reference_discounts_are_reproduced(text: Path, tmp_path: Path) -> None:
    report = lm.train([text], tmp_path / "arpa", order=3)
    expected = [
        [0.614106, 1.02544, 1.36612],
        [0.774527, 1.17678, 1.47739],
        [0.719745, 1.623, 1.7606],
    ]
    for made, wanted in zip(report.discounts, expected, strict=True):
        assert made == pytest.approx(wanted, rel=1e-5)
    assert report.sentences == 5000
    assert report.tokens == 122_836


@pytest.mark.parametrize("entropy", [0.0, 1e-6])
def test_the_model_does_not_depend_on_memory(text: Path, tmp_path: Path, entropy: float) -> None:
    lm.train([text], tmp_path / "roomy", order=5, entropy=entropy)
    lm.train([text], tmp_path / "tight", order=5, entropy=entropy, memory=1 << 20)
    assert (tmp_path / "tight").read_bytes() == (tmp_path / "roomy").read_bytes()


class Pruned:
    """Entropy pruning of a model, from its ARPA text and the text, step by step as published."""

    def __init__(self, arpa: Arpa, text: Path, threshold: float) -> None:
        self.model = {w: [10**p, 1.0 if b is None else 10**b] for w, (p, b) in arpa.items()}
        self.order = max(map(len, arpa))
        self.count_contexts(text)
        kept: set[Words] = {words for words in self.model if len(words) == 1}
        needed: set[Words] = set()
        for order in range(self.order, 1, -1):
            stay = {
                words
                for context, block in self.blocks(order).items()
                for words, loss in self.losses(context, block)
                if loss >= threshold or words in needed
            }
            kept |= stay
            needed = {words[:-1] for words in stay}
        self.model = {words: [self.model[words][0], 1.0] for words in self.model if words in kept}
        for order in range(2, self.order + 1):
            for context, block in self.blocks(order).items():
                self.model[context][1] = (1 - sum(self.model[words][0] for words in block)) / (
                    1 - sum(self.probability(words[1:]) for words in block)
                )

    def count_contexts(self, text: Path) -> None:
        self.occurrences: Counter[Words] = Counter()
        self.length = 0
        for line in text.read_text(encoding="utf-8").splitlines():
            words = ("<s>", *line.split(), "</s>")
            self.length += len(words) - 1
            for begin in range(len(words)):
                for end in range(begin + 1, min(begin + self.order, len(words) + 1)):
                    self.occurrences[words[begin:end]] += 1

    def blocks(self, order: int) -> dict[Words, list[Words]]:
        blocks: dict[Words, list[Words]] = defaultdict(list)
        for words in self.model:
            if len(words) == order:
                blocks[words[:-1]].append(words)
        return blocks

    def probability(self, words: Words) -> float:
        if words in self.model:
            return self.model[words][0]
        backoff = self.model[words[:-1]][1] if words[:-1] in self.model else 1.0
        return backoff * self.probability(words[1:])

    def losses(self, context: Words, block: list[Words]) -> list[tuple[Words, float]]:
        weight = self.model[context][1]
        lower = [self.probability(words[1:]) for words in block]
        lower_rest = 1 - sum(lower)
        rest = weight * lower_rest
        result = []
        for words, low in zip(block, lower, strict=True):
            own = self.model[words][0]
            new_weight = (rest + own) / (lower_rest + low)
            change = own * math.log(new_weight * low / own) + rest * math.log(new_weight / weight)
            loss = -self.occurrences[context] / self.length * change
            result.append((words, math.expm1(loss)))
        return result


@pytest.mark.parametrize(("order", "threshold"), [(2, 1e-5), (4, 1e-5), (4, 1e-4)])
def test_entropy_pruning_drops_what_the_definition_says(
    small: Path, tmp_path: Path, order: int, threshold: float
) -> None:
    lm.train([small], tmp_path / "all", order=order)
    lm.train([small], tmp_path / "pruned", order=order, entropy=threshold)
    everything = read_arpa(tmp_path / "all")
    expected = Pruned(everything, small, threshold).model
    made = read_arpa(tmp_path / "pruned")
    assert made.keys() == expected.keys()
    assert len(everything) * 0.05 < len(made) < len(everything) * 0.95
    for words, (probability, backoff) in made.items():
        assert probability == everything[words][0]
        if backoff is not None and expected[words][1] > 1e-3:
            assert backoff == pytest.approx(math.log10(expected[words][1]), abs=1e-3), words


def test_kenlm_reads_what_was_written(small: Path, tmp_path: Path) -> None:
    kenlm = pytest.importorskip("kenlm")
    lm.train([small], tmp_path / "arpa", order=4, entropy=1e-5)
    lm.train([small], tmp_path / "model", order=4, entropy=1e-5, binary=True)
    peer, own = kenlm.Model(str(tmp_path / "arpa")), lm.LanguageModel(str(tmp_path / "model"))
    for line in small.read_text(encoding="utf-8").splitlines():
        assert own.score(line) == pytest.approx(peer.score(line) * math.log(10), abs=1e-3)


def test_several_texts_are_one(small: Path, tmp_path: Path) -> None:
    content = small.read_bytes()
    first, second = tmp_path / "first.gz", tmp_path / "second.xz"
    cut = content.index(b"\n", len(content) // 2) + 1
    first.write_bytes(gzip.compress(content[:cut]))
    second.write_bytes(lzma.compress(content[cut:]))
    lm.train([first, second], tmp_path / "parts.gz", order=3)
    lm.train([small], tmp_path / "whole", order=3)
    assert (
        gzip.decompress((tmp_path / "parts.gz").read_bytes()) == (tmp_path / "whole").read_bytes()
    )


def test_the_command_line_trains(
    small: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    output = tmp_path / "model"
    options = ["--order", "2", "--prune", "0", "1", "--memory", "1.5M", "--vocabulary", "500"]
    command = ["lm", "train", str(small), "-o", str(output), "--binary", *options]
    assert main([*command, "--temp", str(tmp_path), "--entropy", "1e-7"]) == 0
    assert lm.LanguageModel(str(output)).order == 2
    assert lm.LanguageModel(str(output)).ngram_counts[0] == 503
    said = capsys.readouterr()
    assert said.out == ""
    assert "600 sentences" in said.err
    assert list(tmp_path.iterdir()) == [output]


@pytest.mark.parametrize(
    ("content", "options", "message"),
    [
        (b"", [], "text: there are no words"),
        (b"a b\n<s> c\n", [], "text:2: <s> stands for a bound"),
        (b"a b\n\xff\n", [], "text:2: word 1 is not valid UTF-8"),
        (b"a b\n", [], "order 1 cannot be computed: no n-gram has the count 2"),
        (b"a b\n", ["--prune", "1"], "must be 0"),
        (b"a b\n", ["--memory", "10"], "at least 1 MiB"),
        (b"a b\n", ["--order", "7"], "1 to 5"),
        (b"a b\n", ["--temp", "/no/such/folder"], "/no/such/folder"),
        (lzma.compress(b"a b c\n" * 1000)[:-20], [], "the archive is broken"),
    ],
)
def test_a_failure_says_why_and_leaves_nothing(
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    content: bytes,
    options: list[str],
    message: str,
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("text").write_bytes(content)
    assert main(["lm", "train", "text", "-o", "arpa", *options]) == 1
    assert message in capsys.readouterr().err
    assert [path.name for path in tmp_path.iterdir()] == ["text"]


@pytest.mark.parametrize(
    "options", [["--memory", "much"], ["--prune", "-1"], ["--vocabulary", "x"], ["--order", "x"]]
)
def test_a_wrong_option_is_refused(options: list[str]) -> None:
    with pytest.raises(SystemExit, match="2"):
        main(["lm", "train", "-o", "arpa", *options])


def test_a_model_file_needs_a_name(small: Path) -> None:
    with pytest.raises(Error, match="name a file"):
        lm.train([small], "-", binary=True)


def test_an_interrupt_stops_training_and_leaves_nothing(tmp_path: Path) -> None:
    command = [sys.executable, "-m", "otherwords", "lm", "train", "-o", "arpa"]
    with subprocess.Popen(
        command,
        cwd=tmp_path,
        stdin=subprocess.PIPE,
        # Who runs tests in the background may ignore it, and children inherit that.
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL),
    ) as process:
        assert process.stdin is not None
        block = b"some words in a line\n" * 10_000
        process.stdin.write(block)  # more than a pipe holds: it is reading
        process.send_signal(signal.SIGINT)
        with pytest.raises(BrokenPipeError):
            while True:
                process.stdin.write(block)
                process.stdin.flush()
        assert process.wait() == 130
    assert list(tmp_path.iterdir()) == []
