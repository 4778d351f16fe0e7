"""Options: each is checked, and each is shown where a user looks for it."""

from __future__ import annotations

import inspect
import math
import re
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

import otherwords as ow
from otherwords.option_checks import Option
from otherwords.options import EDIT_OPTIONS, OPTIONS
from tests.small_model import write_model


@pytest.fixture(scope="module")
def paraphraser(tmp_path_factory: pytest.TempPathFactory) -> ow.Paraphraser:
    return ow.load(write_model(tmp_path_factory.mktemp("model")))


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"n": 0}, "n is 0; it must be a whole number from 1 to 4,294,967,295"),
        ({"n": 1.5}, "n is 1.5; it must be a whole number from 1 to 4,294,967,295"),
        ({"n": 2**32}, "n is 4294967296; it must be a whole number from 1 to 4,294,967,295"),
        ({"n": "3"}, "n is '3'; it must be a whole number from 1 to 4,294,967,295"),
        ({"n": True}, "n is True; it must be a whole number from 1 to 4,294,967,295"),
        ({"diverse": "no"}, "diverse is 'no'; it must be True or False"),
        ({"max_bytes": -1}, "max_bytes is -1; it must be a whole number from 0 on"),
        ({"max_bytes": math.nan}, "max_bytes is nan; it must be a whole number from 0 on"),
        ({"max_bytes": math.inf}, "max_bytes is inf; it must be a whole number from 0 on"),
        ({"ratio": 0}, "ratio is 0; it must be a finite number above 0 and up to 1"),
        ({"ratio": 3}, "ratio is 3; it must be a finite number above 0 and up to 1"),
        ({"ratio": math.nan}, "ratio is nan; it must be a finite number above 0 and up to 1"),
        ({"ratio": "50%"}, "ratio is '50%'; it must be a finite number above 0 and up to 1"),
        (
            {"confidence": math.nan},
            "confidence is nan; it must be high, bold or a number from 0 to 1",
        ),
        (
            {"confidence": "low"},
            "confidence is 'low'; it must be high, bold or a number from 0 to 1",
        ),
        ({"keep": "rain"}, "keep is 'rain'; it must be a list of strings, such as ['rain']"),
        ({"avoid": "rain"}, "avoid is 'rain'; it must be a list of strings, such as ['rain']"),
        ({"keep": 7}, "keep is 7; it must be a list of strings"),
        ({"keep": ["rain", 7]}, "item 2 of keep is 7; it must be a string"),
        ({"choices": 7}, "choices is 7; it must be a list of (start, end, target)"),
        (
            {"choices": [(0, "1", None)]},
            "item 1 of choices is (0, '1', None); it must be (start, end, target): two whole "
            "numbers, and a string or None",
        ),
        ({"system": 7}, "system is 7; it must be the name of a system or a System"),
        ({"replace": -1}, "replace is -1; it must be a whole number from 0 on"),
        (
            {"search": ["exact"]},
            "search is ['exact']; it must be one of exact, hybrid, monte-carlo",
        ),
        ({"max_seconds": 0}, "max_seconds is 0; it must be a finite number above 0"),
        ({"max_seconds": math.inf}, "max_seconds is inf; it must be a finite number above 0"),
        ({"candidates": 0}, "candidates is 0; it must be a whole number from 1 to 4,294,967,295"),
        (
            {"seed": "a"},
            "seed is 'a'; it must be a whole number from 0 to 9,223,372,036,854,775,807",
        ),
    ],
    ids=str,
)
def test_a_wrong_value_is_refused_with_what_is_allowed(
    paraphraser: ow.Paraphraser, options: dict[str, Any], message: str
) -> None:
    with pytest.raises(ow.Error) as caught:
        paraphraser.compress("rain", **options)
    assert str(caught.value) == message


def test_unknown_options_are_refused(paraphraser: ow.Paraphraser) -> None:
    wrong: dict[str, Any] = {"maxbytes": 9}
    with pytest.raises(ow.Error, match=r"'maxbytes'; did you mean 'max_bytes'\? known: n, diverse"):
        paraphraser.compress("rain", **wrong)
    with pytest.raises(ow.Error, match=r"no option 'n'; known: keep, avoid, edit_quotes$"):
        paraphraser.suggest("rain", n=2)  # type: ignore[call-arg]


@pytest.mark.parametrize("wrong", [7, None, ow.Application])
def test_an_application_has_a_name_or_is_one(paraphraser: ow.Paraphraser, wrong: Any) -> None:
    with pytest.raises(ow.Error, match=r"it must be the name of an application or an Application"):
        paraphraser.pipe([], application=wrong)


@pytest.mark.parametrize("name", OPTIONS)
def test_none_stands_for_the_default(paraphraser: ow.Paraphraser, name: str) -> None:
    given: dict[str, Any] = {name: None}
    assert paraphraser.compress("We utilise rain", **given).text == "We use rain"
    assert paraphraser.settle(**given).signature == paraphraser.settle().signature


def test_suggestions_have_no_default_limit(paraphraser: ow.Paraphraser) -> None:
    with pytest.raises(ow.Error, match="suggestions need a confidence"):
        paraphraser.suggest("rain", confidence=None)  # type: ignore[arg-type]


def test_numbers_of_numpy_are_numbers(paraphraser: ow.Paraphraser) -> None:
    numbers: dict[str, Any] = {"n": np.int64(2), "ratio": np.float32(1.0)}
    best = paraphraser.compress("We utilise rain", **numbers)
    assert len(best.alternatives) == 1


@pytest.mark.parametrize(
    ("method", "known"),
    [
        (ow.Paraphraser.compress, OPTIONS),
        (ow.Paraphraser.simplify, OPTIONS),
        (ow.Paraphraser.toward, OPTIONS),
        (ow.Paraphraser.paraphrase, OPTIONS),
        (ow.Paraphraser.pipe, OPTIONS),
        (ow.Paraphraser.lattices, OPTIONS),
        (ow.Paraphraser.settle, OPTIONS),
        (ow.Paraphraser.suggest, EDIT_OPTIONS),
        (ow.Paraphraser.suggest_all, EDIT_OPTIONS),
    ],
)
def test_methods_show_the_options_that_they_accept(
    method: Callable[..., object], known: dict[str, Option]
) -> None:
    documented = (inspect.getdoc(method) or "").split("\n\nOptions:\n")[1]
    assert re.findall(r"^    (\w+): \S", documented, re.MULTILINE) == list(known)
    assert len(documented.splitlines()) == len(known)
    parameters = inspect.signature(method).parameters
    assert "options" not in parameters
    for name, option in known.items():
        assert parameters[name].kind is inspect.Parameter.KEYWORD_ONLY
        assert parameters[name].default == option.default


def test_documented_defaults_are_those_that_are_used(paraphraser: ow.Paraphraser) -> None:
    defaults: dict[str, Any] = {
        name: option.default
        for name, option in OPTIONS.items()
        # These are for a model with confidence, for a search with a scorer, and for Monte-Carlo.
        if name not in {"confidence", "candidates", "episodes", "seed"}
    }
    text = "In spite of rain they utilise tools"
    assert paraphraser.compress(text, **defaults) == paraphraser.compress(text)
    sampled: dict[str, Any] = {name: OPTIONS[name].default for name in ("episodes", "seed")}
    given, usual = (
        paraphraser.settle(search="monte-carlo", **options) for options in (sampled, {})
    )
    assert given.search.sampling.episodes == usual.search.sampling.episodes
    assert given.search.sampling.seed == usual.search.sampling.seed
