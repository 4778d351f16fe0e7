"""What clients send: requests of the API, checked before any work is done."""

from __future__ import annotations

from typing import Annotated, Any, Literal, Self

from pydantic import AfterValidator, BaseModel, ConfigDict, Field, model_validator

from otherwords.server import examples


def _encodable(text: str) -> str:
    try:
        text.encode()
    except UnicodeEncodeError:
        raise ValueError("there is half of a surrogate pair, which is no character") from None
    return text


_Text = Annotated[str, AfterValidator(_encodable)]
_Number = Annotated[float, Field(allow_inf_nan=False)]


class _Request(BaseModel):
    model_config = ConfigDict(extra="forbid", strict=True)


class Choice(_Request):
    """A decision of the user: `source[start:end]` becomes the target, or stays as it is."""

    start: int = Field(ge=0, lt=2**31, description="First character, in code points of the text.")
    end: int = Field(ge=0, lt=2**31, description="One behind the last.")
    target: _Text | None = Field(description="What shall stand there; null: what stands there now.")


class Common(_Request):
    """What all requests about texts have."""

    application: _Text = Field(
        "paraphrase", description="The name of an installed application, see `/v1/applications`."
    )
    keep: list[_Text] = Field([], description="Terms that must stay as they are.")
    avoid: list[_Text] = Field([], description="Words that no replacement may bring in.")
    edit_quotes: bool = Field(
        False, description="Whether text inside quotation marks may be edited."
    )
    model: _Text | None = Field(None, description="The name of a model, see `/v1/models`.")

    @property
    def all_texts(self) -> list[str]:
        """The texts, however they were given."""
        raise NotImplementedError

    @property
    def all_references(self) -> list[str] | None:
        """A reference for each text; None if there are none."""
        raise NotImplementedError

    def options(self) -> dict[str, Any]:
        """The options of a paraphraser: those that are given, without fields of HTTP."""
        return self._given(Common)

    def _given(self, kind: type[Common]) -> dict[str, Any]:
        names = set(kind.model_fields) - {"application", "model"}
        return {name: getattr(self, name) for name in names if getattr(self, name) is not None}


class Texts(Common):
    """One or several texts, with their references."""

    text: _Text | None = Field(None, description="A text; or give `texts`.")
    texts: list[_Text] | None = Field(None, description="Several texts; or give `text`.")
    reference: _Text | None = Field(None, description="The reference of all texts.")
    references: list[_Text] | None = Field(None, description="A reference for each text.")

    @model_validator(mode="after")
    def _check_texts(self) -> Self:
        if (self.text is None) == (self.texts is None):
            raise ValueError("give either `text` or `texts`")
        if self.reference is not None and self.references is not None:
            raise ValueError("give either `reference` or `references`")
        if self.references is not None and len(self.references) != len(self.all_texts):
            raise ValueError("there must be as many references as texts")
        return self

    @property
    def all_texts(self) -> list[str]:
        """The texts, however they were given."""
        return [self.text] if self.text is not None else self.texts or []

    @property
    def all_references(self) -> list[str] | None:
        """A reference for each text; None if there are none."""
        if self.reference is not None:
            return [self.reference] * len(self.all_texts)
        return self.references


class Wanted(Common):
    """What texts are said in other words for, and how; as `otherwords.options.Options`."""

    n: int = Field(1, ge=1, description="How many paraphrases of each text.")
    diverse: bool = Field(False, description="Whether these shall differ in their edits.")
    max_bytes: int | None = Field(
        None, ge=0, lt=2**53, description="Budget of a text, in bytes of UTF-8."
    )
    ratio: Annotated[_Number, Field(gt=0, le=1)] | None = Field(
        None, description="The same as a share of the source."
    )
    confidence: Literal["high", "bold"] | Annotated[_Number, Field(ge=0, le=1)] | None = Field(
        None,
        description="How likely each whole sentence must be right; `high` for 0.9, `bold` for no "
        "limit; null: 0.8, or no limit where the model has no confidence file.",
    )
    include_source: bool = Field(
        False, description="Whether the text as it is may be among several paraphrases."
    )
    keep_fillers: bool = Field(
        False, description="Whether words that patterns carry along stay as they are."
    )
    search: Literal["exact", "hybrid", "monte-carlo"] | None = Field(
        None, description="How the best are found; null: `hybrid` with a scorer, else `exact`."
    )
    scorer: _Text | dict[_Text, _Number] | None = Field(
        None, description="What ranks whole sentences: a name, or weights by names."
    )
    candidates: int | None = Field(None, ge=1, description="How many of a sentence it ranks.")
    episodes: int | None = Field(None, ge=1, lt=2**63, description="Of Monte-Carlo search.")
    seed: int | None = Field(None, ge=0, lt=2**63, description="Of its random numbers.")
    system: _Text | None = Field(
        None,
        description="The name of a system to compare with, such as `baseline-2`, instead of the "
        "application.",
    )

    def options(self) -> dict[str, Any]:
        """The options of a paraphraser: those that are given, without fields of HTTP."""
        return self._given(Wanted)


class ParaphraseRequest(Texts, Wanted):
    """Texts to be said in other words."""

    model_config = ConfigDict(json_schema_extra={"examples": [examples.PARAPHRASE]})

    explain: bool = Field(True, description="Whether answers say what was edited and why.")
    choices: list[Choice] = Field(
        [], max_length=1000, description="Decisions of the user that are fixed; only with one text."
    )

    @model_validator(mode="after")
    def _check_choices(self) -> Self:
        if self.choices and len(self.all_texts) != 1:
            raise ValueError("choices are for one text")
        return self

    def options(self) -> dict[str, Any]:
        """The options of a paraphraser, with what is decided already."""
        chosen = [(choice.start, choice.end, choice.target) for choice in self.choices]
        return {**super().options(), **({"choices": chosen} if chosen else {})}


class SuggestRequest(Texts):
    """Texts whose possible replacements are wanted."""

    model_config = ConfigDict(json_schema_extra={"examples": [examples.SUGGEST]})

    confidence: Annotated[_Number, Field(ge=0, le=1)] = Field(
        0.5, description="How likely each replacement must be right; 0 for all that there are."
    )

    def options(self) -> dict[str, Any]:
        """The options of a paraphraser, with the confidence."""
        return {**super().options(), "confidence": self.confidence}


class LatticeRequest(Wanted):
    """A text whose lattice is wanted."""

    model_config = ConfigDict(json_schema_extra={"examples": [examples.LATTICE]})

    text: _Text = Field(description="The text.")
    reference: _Text | None = Field(None, description="A reference to come closer to.")

    @property
    def all_texts(self) -> list[str]:
        """The text."""
        return [self.text]

    @property
    def all_references(self) -> list[str] | None:
        """The reference, if there is one."""
        return None if self.reference is None else [self.reference]


class Pair(_Request):
    """A sentence and what it is said to become."""

    source: _Text = Field(description="The sentence.")
    target: _Text = Field(description="The paraphrase.")
    reference: _Text | None = Field(None, description="A reference, for applications that need it.")


class TrueScoreRequest(Wanted):
    """Pairs whose true scores are wanted."""

    model_config = ConfigDict(json_schema_extra={"examples": [examples.TRUE_SCORE]})

    pairs: list[Pair] = Field(description="Each is scored by itself.")

    @model_validator(mode="after")
    def _check(self) -> TrueScoreRequest:
        if len({pair.reference is None for pair in self.pairs}) > 1:
            raise ValueError("give a reference for each pair or for none")
        return self

    @property
    def all_texts(self) -> list[str]:
        """The sources."""
        return [pair.source for pair in self.pairs]

    @property
    def all_references(self) -> list[str] | None:
        """A reference for each pair; None if there are none."""
        given = [pair.reference for pair in self.pairs if pair.reference is not None]
        return given or None
