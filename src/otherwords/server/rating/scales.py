"""The protocols of the papers.

| name | of | questions |
|---|---|---|
| `spg` | SPG, section 4.2 | adequacy, fluency and usability, 1 to 3 each |
| `pr` | PR, section 4 | is it a paraphrase; a second pass where judges disagree |
| `mcpg` | MCPG, section 4.3 | well formed; then, where it is, the same meaning |
| `pp` | PP, section 3.5 | is a pair of patterns correct, with instances |
"""

from __future__ import annotations

from otherwords._core import Error
from otherwords.server.rating.protocols import NO, YES, Answers, Choice, Measure, Protocol, Question


def _scale(name: str, text: str, *meanings: str, about_purpose: bool = False) -> Question:
    choices = (Choice(str(i), str(i), meaning, str(i)) for i, meaning in enumerate(meanings, 1))
    return Question(name, text, tuple(choices), about_purpose=about_purpose)


def _yes_no(
    name: str, text: str, no: str, yes: str, step: int = 1, only_if: tuple[str, str] | None = None
) -> Question:
    choices = Choice(NO, "No", no, "n"), Choice(YES, "Yes", yes, "y")
    return Question(name, text, choices, step, only_if)


def _of(question: Question, title: str) -> Measure:
    return Measure(
        question.name, title, question.values, lambda answers: answers.get(question.name)
    )


def _all_of(name: str, title: str, **wanted: str) -> Measure:
    """Yes where all questions have the wanted answers, no where one has another."""

    def read(answers: Answers) -> str | None:
        given = {question: answers.get(question) for question in wanted}
        if any(value not in (None, wanted[question]) for question, value in given.items()):
            return NO
        return None if None in given.values() else YES

    return Measure(name, title, (NO, YES), read)


_ADEQUACY = _scale(
    "adequacy",
    "Is the meaning preserved?",
    "Evidently changed, or something that matters is lost or added",
    "Generally preserved; a nuance differs",
    "Completely preserved",
)
_FLUENCY = _scale(
    "fluency",
    "Is it a good sentence?",
    "Cannot be understood",
    "Understandable, with an error that a careful writer would not make",
    "Flawless",
)
_USABILITY = _scale(
    "usability",
    "Does it serve the purpose?",
    "Against the purpose",
    "The purpose is not achieved",
    "The purpose is achieved",
    about_purpose=True,
)
_ACCEPT = _yes_no(
    "accept",
    "Is the second sentence a paraphrase of the first?",
    "It says something else, or is no sentence that one would write",
    "It says the same in other words",
)
_WELL_FORMED = _yes_no(
    "well_formed",
    "Is the following sentence well formed?",
    "A careful writer would not write it",
    "A careful writer could have written it",
)
_SAME_MEANING = _yes_no(
    "same_meaning",
    "Do the following two sentences express the same thing?",
    "Something is changed, lost or added",
    "They express the same thing",
    step=2,
    only_if=("well_formed", YES),
)
_CORRECT = _yes_no(
    "correct",
    "Do the two patterns mean the same?",
    "Not for many fillers of the slots",
    "For many fillers of the slots",
)

_ALONE = "Judge each item alone. Which system made it is not shown, and does not matter."
_DOUBT = "In doubt, choose the lower answer. You can go back and change your mind at any time."

PROTOCOLS: dict[str, Protocol] = {
    "spg": Protocol(
        "spg",
        "Adequacy, fluency and usability",
        (
            "Adequacy compares the paraphrase with the source: is anything changed, lost or added?",
            "Fluency looks at the paraphrase alone: agreement, articles, prepositions, odd words.",
            "Usability asks whether the purpose, where there is one, is served: fewer bytes, "
            "easier words, or words that are closer to the reference.",
            _ALONE,
            _DOUBT,
        ),
        (_ADEQUACY, _FLUENCY, _USABILITY),
        (
            _of(_ADEQUACY, "Adequacy"),
            _of(_FLUENCY, "Fluency"),
            _of(_USABILITY, "Usability"),
            _all_of("flawless", "Adequacy and fluency 3", adequacy="3", fluency="3"),
        ),
        correct="flawless",
    ),
    "pr": Protocol(
        "pr",
        "Accept as a paraphrase",
        (
            "Say yes if the second sentence keeps the meaning of the first and could have been "
            "written by a careful writer.",
            "A different sense, a wrong number or tense, a lost negation, information lost or "
            "added, or a broken idiom: say no.",
            _ALONE,
            _DOUBT,
        ),
        (_ACCEPT,),
        (_of(_ACCEPT, "Accepted"),),
        correct="accept",
        second_pass=True,
    ),
    "mcpg": Protocol(
        "mcpg",
        "Well formed, then the same meaning",
        (
            "First you see one sentence: say whether it is well formed, whatever it means.",
            "If it is, you see the sentence that it was made from: say whether both express the "
            "same thing.",
            _ALONE,
            _DOUBT,
        ),
        (_WELL_FORMED, _SAME_MEANING),
        (
            _of(_WELL_FORMED, "Well formed"),
            _of(_SAME_MEANING, "Meaning preserved, where well formed"),
            _all_of("both", "Well formed and meaning preserved", well_formed=YES, same_meaning=YES),
        ),
        correct="both",
        hidden_source=True,
    ),
    "pp": Protocol(
        "pp",
        "Pairs of patterns, with instances",
        (
            "A pattern has slots, such as [NN_1], that stand for words of a kind.",
            "Say yes if for many fillers of the slots the two patterns mean the same. The "
            "instances below help; try three fillers of your own before you decide.",
            _ALONE,
            _DOUBT,
        ),
        (_CORRECT,),
        (_of(_CORRECT, "Correct"),),
        correct="correct",
    ),
}


def protocol_of(name: str) -> Protocol:
    """The protocol of this name. Raises Error where there is none."""
    if name not in PROTOCOLS:
        raise Error(f"there is no protocol {name!r}; take one of: {', '.join(PROTOCOLS)}")
    return PROTOCOLS[name]
