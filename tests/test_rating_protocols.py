"""What judges are asked, and what their answers come to."""

from __future__ import annotations

import pytest

from otherwords import Error
from otherwords.server.rating.scales import PROTOCOLS, protocol_of


@pytest.mark.parametrize("name", PROTOCOLS)
def test_a_protocol_is_whole(name: str) -> None:
    protocol = protocol_of(name)
    assert protocol.name == name
    assert protocol.guidelines
    assert protocol.measure(protocol.correct).values == ("no", "yes")
    for question in protocol.questions:
        keys = [choice.key for choice in question.choices]
        assert len(set(keys)) == len(keys)
        if question.only_if is not None:
            needed = next(each for each in protocol.questions if each.name == question.only_if[0])
            assert needed.step < question.step
            assert question.only_if[1] in needed.values


def test_spg_asks_three_questions_at_once() -> None:
    spg = protocol_of("spg")
    answers = spg.together({}, 1, {"adequacy": "3", "fluency": "3", "usability": "1", "x": "y"})
    assert answers == {"adequacy": "3", "fluency": "3", "usability": "1"}
    assert spg.complete(answers)
    assert not spg.complete({"adequacy": "3", "fluency": "3"})
    assert spg.measure("flawless").read(answers) == "yes"
    assert spg.measure("flawless").read({**answers, "fluency": "2"}) == "no"
    assert spg.measure("flawless").read({"adequacy": "3"}) is None


def test_spg_asks_of_a_purpose_only_where_there_is_one() -> None:
    spg = protocol_of("spg").about("")
    assert [question.name for question in spg.questions] == ["adequacy", "fluency"]
    assert spg.complete({"adequacy": "1", "fluency": "2"})
    assert protocol_of("spg").about("compress") is protocol_of("spg")


def test_mcpg_asks_of_meaning_only_what_is_well_formed() -> None:
    mcpg = protocol_of("mcpg")
    formed = mcpg.together({}, 1, {"well_formed": "yes", "same_meaning": "yes"})
    assert formed == {"well_formed": "yes"}
    assert not mcpg.complete(formed)
    assert mcpg.asked(2, formed)
    both = mcpg.together(formed, 2, {"same_meaning": "yes"})
    assert mcpg.complete(both)
    assert mcpg.measure("both").read(both) == "yes"
    # A change of mind takes away what is not asked any more.
    assert mcpg.together(both, 1, {"well_formed": "no"}) == {"well_formed": "no"}
    assert mcpg.complete({"well_formed": "no"})
    assert mcpg.measure("same_meaning").read({"well_formed": "no"}) is None
    assert mcpg.measure("both").read({"well_formed": "no"}) == "no"
    # One that confirms the first step keeps the second.
    assert mcpg.together(both, 1, {"well_formed": "yes"}) == both


@pytest.mark.parametrize(
    ("name", "step", "given", "why"),
    [
        ("spg", 1, {"adequacy": "3", "fluency": "3"}, "not answered"),
        ("spg", 1, {"adequacy": "4", "fluency": "3", "usability": "3"}, "'4' is no answer"),
        ("pr", 1, {"accept": "maybe"}, "no answer"),
        ("pr", 2, {"accept": "yes"}, "not asked"),
        ("mcpg", 2, {"same_meaning": "yes"}, "not asked"),
        ("pp", 0, {"correct": "yes"}, "not asked"),
    ],
)
def test_what_is_no_answer_is_refused(
    name: str, step: int, given: dict[str, str], why: str
) -> None:
    with pytest.raises(Error, match=why):
        protocol_of(name).together({}, step, given)


def test_an_unknown_protocol_is_refused() -> None:
    with pytest.raises(Error, match="spg, pr, mcpg, pp"):
        protocol_of("bleu")
