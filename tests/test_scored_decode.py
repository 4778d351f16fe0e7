"""Tokenised sentences decoded with scorers of whole sentences, against all strings there are."""

from __future__ import annotations

import json
import random
from collections.abc import Iterator
from pathlib import Path

import pytest

from otherwords import Error
from otherwords.cli import main
from otherwords.nbest import read_nbest
from otherwords.scored_search import decode_driven, decode_ranked
from otherwords.scoring.called import Called
from otherwords.scoring.choosing import choose_for_language
from otherwords.scoring.novelty import Novelty
from otherwords.search import DecodeOptions, Decoder, MonteCarloOptions, Search, open_decoder
from tests.small import SOURCE, Small, write_small

LINES = [SOURCE, "  the\tcat ", "", "the dog"]
SENTENCES = [" ".join(line.split()) for line in LINES]


@pytest.fixture
def small(tmp_path: Path) -> Small:
    return write_small(tmp_path)


@pytest.fixture
def decoder(small: Small) -> Iterator[Decoder]:
    with open_decoder([small.table], small.lm) as opened:
        yield opened


def whim(seed: int) -> Called:
    """Likes strings for no reason, and knows which source it is asked about."""

    def like(sources: list[str], texts: list[str]) -> list[float]:
        pairs = zip(sources, texts, strict=True)
        return [random.Random(f"{seed}|{source}|{text}").uniform(-1, 1) for source, text in pairs]

    return Called(like)


def every(decoder: Decoder, line: str) -> dict[str, float]:
    """All strings with their scores, best first."""
    found = decoder.decode(line, DecodeOptions(n=1000)).derivations
    return {each.text: each.score for each in found}


@pytest.mark.parametrize("seed", range(5))
def test_the_best_by_the_scorer(decoder: Decoder, seed: int) -> None:
    scorer = whim(seed)
    for candidates in (1000, 3):
        asked = DecodeOptions(n=candidates)
        found = list(decode_ranked(decoder, LINES, asked, scorer, n=2))
        for line, sentence, result in zip(LINES, SENTENCES, found, strict=True):
            scores = every(decoder, line)
            texts = list(scores)[:candidates]
            said = dict(zip(texts, scorer._function([sentence] * len(texts), texts), strict=True))
            wanted = sorted(texts, key=lambda text: -said[text])[:2]
            assert [each.text for each in result.derivations] == wanted
            for each in result.derivations:
                assert (each.score, each.global_score) == (scores[each.text], said[each.text])
            # Proven where the scorer has seen all there are.
            assert result.optimal == result.complete == (len(scores) < candidates)
    sampled = DecodeOptions(
        search=Search.MONTE_CARLO, n=2, monte_carlo=MonteCarloOptions(stop_at_root=True)
    )
    driven = decode_driven(decoder, LINES, sampled, scorer)
    best = decode_ranked(decoder, LINES, DecodeOptions(n=1000), scorer, n=2)
    for one, other in zip(driven, best, strict=True):
        assert [each.text for each in one.derivations] == [each.text for each in other.derivations]
        assert not one.optimal


def test_ties_go_to_the_higher_score(decoder: Decoder) -> None:
    def none(sources: list[str], texts: list[str]) -> list[float]:
        return [0.0] * len(texts)

    (found,) = decode_ranked(decoder, [SOURCE], DecodeOptions(n=50), Called(none), n=50)
    assert [each.text for each in found.derivations] == list(every(decoder, SOURCE))
    with pytest.raises(Error, match=r"there are 1 scores for \d+ derivations; give one for each"):
        found.ranked([1.0], n=1, proven=False)


def run(
    small: Small, tmp_path: Path, capsys: pytest.CaptureFixture[str], *options: str, code: int = 0
) -> str:
    text = tmp_path / "text"
    text.write_text(f"{SOURCE}\n", "utf-8")
    assert main(["decode", *small.options, str(text), *options]) == code
    shown = capsys.readouterr()
    return shown.out if code == 0 else shown.err


def test_the_command_line(small: Small, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    with open_decoder([small.table], small.lm) as decoder:
        scores = every(decoder, SOURCE)
    compared = Novelty().compare(SOURCE.split(), [text.split() for text in scores])
    new = dict(zip(scores, compared, strict=True))
    for search in ([], ["--search", "hybrid"], ["--search", "monte-carlo", "--episodes", "2000"]):
        for name, weight in [("novelty", 0.0), ("model=0.1,novelty=1", 0.1)]:
            worth = {text: new[text] + weight * scores[text] for text in scores}
            most = max(worth.values())
            out = run(small, tmp_path, capsys, "--scorer", name, *search)
            (line,) = read_nbest(out.splitlines(), "list")
            assert line.score == pytest.approx(most)
            assert worth[line.text] == pytest.approx(most)
            assert f" Model0= {scores[line.text]:.9g} ||| " in out
            shown = json.loads(run(small, tmp_path, capsys, "--scorer", name, *search, "--json"))
            best = shown["paraphrases"][0]
            assert (best["text"], best["global_score"]) == (line.text, pytest.approx(most))
            assert best["optimal"] is ("monte-carlo" not in search)
            told = run(small, tmp_path, capsys, "--scorer", name, *search, "--explain")
            assert f"(by the scorer {most:.4f}, " in told
    # Few candidates are the best by the model; that of the model alone needs no scorer.
    out = run(small, tmp_path, capsys, "--scorer", "novelty", "--candidates", "1", "--best")
    assert out == f"{next(iter(scores))}\n"
    plain = run(small, tmp_path, capsys, "--search", "monte-carlo", "--scorer", "model")
    assert plain == run(small, tmp_path, capsys, "--search", "monte-carlo")
    assert " Model0=" not in plain


@pytest.mark.parametrize(
    ("options", "message"),
    [
        (["--search", "exact", "--scorer", "length"], "exact search has no --scorer; choose"),
        (["--search", "beam", "--scorer", "length"], "beam search has no --scorer; choose"),
        (["--search", "hybrid"], "hybrid search needs --scorer"),
        (["--candidates", "9"], "--candidates are what a scorer ranks; give --scorer"),
        (["--scorer", "length", "-n", "3", "--candidates", "2"], "--candidates must be at least 3"),
        (
            ["--search", "monte-carlo", "--scorer", "length", "--candidates", "9"],
            "leave --candidates out",
        ),
    ],
)
def test_options_that_do_not_go_together(
    small: Small, capsys: pytest.CaptureFixture[str], options: list[str], message: str
) -> None:
    with pytest.raises(SystemExit):
        main(["decode", *small.options, *options])
    assert message in capsys.readouterr().err


@pytest.mark.parametrize(
    ("options", "message", "code"),
    [
        (
            ["--scorer", "grammar"],
            "the scorer grammar needs a model directory, and here is none",
            1,
        ),
        (["--scorer", "model=1,grammar=1"], "the scorer grammar needs a model directory", 1),
        (["--scorer", "faithful"], "there is no scorer 'faithful'; known: embedding, grammar, ", 2),
        (["--scorer", "length=much"], "has no weight for 'length'", 2),
        (["--scorer", "embedding", "--language", "fr"], "the encoder knows English, not", 1),
        (["--search", "monte-carlo", "--scorer", "model=-1"], "cannot go by -1*model alone", 2),
    ],
)
def test_scorers_that_cannot_be_had(
    small: Small,
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
    options: list[str],
    message: str,
    code: int,
) -> None:
    told = run(small, tmp_path, capsys, *options, code=code)
    assert told.startswith("otherwords decode: ")
    assert message in told


def test_scorers_know_the_language() -> None:
    scorer = choose_for_language("fr", "repetition")
    assert getattr(scorer, "language", None) == "fr"
