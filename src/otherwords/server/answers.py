"""What clients get: the answers of the API, as its description tells them.

Answers are not built from these, which would cost more than the work; tests compare.
"""

from __future__ import annotations

from pydantic import BaseModel, ConfigDict, Field

from otherwords.server import examples


class _Answer(BaseModel):
    model_config = ConfigDict(extra="forbid")


class ErrorContent(_Answer):
    """What went wrong."""

    code: str = Field(description="For programs: it stays the same.")
    message: str = Field(description="For people: what, why, and what to do next.")
    where: str | None = Field(description="The field that it is about, as `texts[3]`.")


class ErrorAnswer(_Answer):
    """The answer when something went wrong, whatever it is."""

    error: ErrorContent


class EditAnswer(_Answer):
    """One replacement: `source_text[start:end]`, which is `source`, gives way to `target`."""

    start: int = Field(description="First character, counted in code points of the source.")
    end: int = Field(description="One behind the last.")
    source: str = Field(description="What stood there.")
    target: str = Field(description="What stands there now.")
    table: str = Field(description="The table that offered it; `self`: it follows from another.")
    score: float = Field(description="Natural log of the table's score.")
    usability: float = Field(description="How well it serves the application.")
    confidence: float | None = Field(
        None, description="How likely it is right where it stands; absent: nobody asked."
    )
    rule: str | None = Field(None, description="The patterns that it is an instance of, if any.")
    inner: list[EditAnswer] | None = Field(None, description="Edits within what it carries along.")


class ParaphraseAnswer(_Answer):
    """A text in other words."""

    text: str
    score: float | None = Field(description="Null: the time of the request was over before.")
    global_score: float | None = Field(None, description="What the scorer says, if there is one.")
    confidence: float | None = Field(
        None, description="How likely all edits are right together; absent: nobody asked."
    )
    optimal: bool = Field(description="Whether it is proven to be the best there is.")
    complete: bool = Field(description="Whether it is proven to be in its place.")
    fits: bool = Field(description="Whether it keeps to the budget.")
    confident: bool = Field(
        True,
        description="False: a sentence is less likely right than asked for, since only that fits "
        "the budget.",
    )
    bytes: int = Field(description="Bytes of the text in UTF-8.")
    words: int = Field(description="Words of the text, which have white space between them.")
    edits: list[EditAnswer] | None = Field(None, description="From left to right; see `explain`.")


class TextAnswer(_Answer):
    """A text and its paraphrases, best first."""

    source: str
    paraphrases: list[ParaphraseAnswer]
    upper_bound: float | None = Field(description="No paraphrase scores higher; null: not known.")
    signature: str = Field(description="What scores depend on.")


class ParaphrasesAnswer(_Answer):
    """A result for each text, in order."""

    model_config = ConfigDict(json_schema_extra={"examples": [examples.PARAPHRASES]})

    results: list[TextAnswer]


class SuggestionAnswer(_Answer):
    """A possible replacement: `text[start:end]`, which is `source`, may give way to `target`."""

    start: int = Field(description="First character, counted in code points of the text.")
    end: int = Field(description="One behind the last.")
    source: str = Field(description="What stands there.")
    target: str = Field(description="What may stand there instead.")
    table: str = Field(description="The table that offers it.")
    confidence: float = Field(description="How likely the sentence is right with it alone.")


class TextSuggestionsAnswer(_Answer):
    """A text and its possible replacements."""

    source: str
    suggestions: list[SuggestionAnswer] | None = Field(
        description="The surest first; null: the time of the request was over before."
    )


class SuggestionsAnswer(_Answer):
    """A result for each text, in order."""

    model_config = ConfigDict(json_schema_extra={"examples": [examples.SUGGESTIONS]})

    results: list[TextSuggestionsAnswer]


class TokenAnswer(_Answer):
    """A token of a sentence; places are characters of the whole text."""

    start: int
    end: int
    text: str
    protected: bool = Field(description="Whether it must stay as it is.")


class UnitAnswer(_Answer):
    """What could be said instead of some tokens."""

    begin: int = Field(description="Its first token.")
    end: int = Field(description="One behind its last token.")
    start: int = Field(description="Its first character.")
    stop: int = Field(description="One behind its last character.")
    source: str
    target: str
    table: str
    score: float
    usability: float
    rule: str
    confidence: float | None = Field(
        description="How likely the sentence is right with it alone; null: not known."
    )


class SentenceAnswer(_Answer):
    """A sentence with all that the tables offer for it."""

    start: int
    end: int
    tokens: list[TokenAnswer]
    units: list[UnitAnswer]
    best: list[int] = Field(description="Places in `units` of those of the best derivation.")


class LatticeAnswer(_Answer):
    """The lattice of a text."""

    model_config = ConfigDict(json_schema_extra={"examples": [examples.LATTICES]})

    source: str
    signature: str
    sentences: list[SentenceAnswer]


class PairAnswer(_Answer):
    """The best way to make a paraphrase."""

    source: str
    target: str
    score: float | None = Field(description="Null: it cannot be made.")
    lm: float | None = Field(description="Natural log of what the language model says of it.")
    reason: str | None = Field(description="Why it cannot be made.")
    units: list[EditAnswer] = Field(
        description="What makes it, with targets as tables have them; other words stay."
    )


class TrueScoresAnswer(_Answer):
    """A result for each pair, in order."""

    model_config = ConfigDict(json_schema_extra={"examples": [examples.TRUE_SCORES]})

    results: list[PairAnswer]
    signature: str


class LimitsAnswer(_Answer):
    """What a request may ask for."""

    max_body: int = Field(description="Bytes of a request.")
    max_texts: int
    max_characters: int = Field(description="Of each text.")
    max_seconds: float
    max_n: int
    max_candidates: int


class ModelsAnswer(_Answer):
    """The models of this server; the first answers unless a request names another."""

    model_config = ConfigDict(json_schema_extra={"examples": [examples.MODELS]})

    models: list[dict[str, object]] = Field(description="As `otherwords model info --json`.")
    limits: LimitsAnswer


class ApplicationAnswer(_Answer):
    """A purpose."""

    name: str
    description: str


class ApplicationsAnswer(_Answer):
    """The applications that are installed."""

    model_config = ConfigDict(json_schema_extra={"examples": [examples.APPLICATIONS]})

    applications: list[ApplicationAnswer]


class HealthAnswer(_Answer):
    """That the server works."""

    model_config = ConfigDict(json_schema_extra={"examples": [examples.HEALTH]})

    status: str
    version: str
