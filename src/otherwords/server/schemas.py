"""What clients send: requests of the API, checked before any work is done."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, Field, StringConstraints, model_validator

SENTENCE = "The committee took the matter into consideration."
_Text = Annotated[str, StringConstraints(strict=True)]
_Share = Annotated[float, Field(ge=0.0, le=1.0)]
_Finite = Annotated[float, Field(allow_inf_nan=False)]


class _Request(BaseModel):
    model_config = ConfigDict(extra="forbid", strict=True)


class Choice(_Request):
    """A decision of the user: `source[start:end]` becomes the target, or stays as it is."""

    start: int = Field(ge=0, description="First character, in code points of the text.")
    end: int = Field(ge=0, description="One behind the last.")
    target: _Text | None = Field(description="What shall stand there; null: what stands there now.")


class Wanted(_Request):
    """What every text is said in other words for, and how; as `otherwords.settings.Options`."""

    application: _Text = Field(
        "paraphrase", description="The name of an installed application, see `/v1/applications`."
    )
    n: int = Field(1, ge=1, description="How many paraphrases of each text.")
    diverse: bool = Field(False, description="Whether these shall differ in their edits.")
    max_bytes: int | None = Field(None, ge=0, description="Budget of a text, in bytes of UTF-8.")
    ratio: Annotated[float, Field(gt=0, allow_inf_nan=False)] | None = Field(
        None, description="The same as a share of the source."
    )
    keep: list[_Text] = Field([], description="Terms that must stay as they are.")
    avoid: list[_Text] = Field([], description="Words that no replacement may bring in.")
    quoted: bool = Field(False, description="Whether text in quotation marks stays as it is.")
    precision: Literal["normal", "high"] | _Share = Field(
        "normal",
        description="`high` for fewer, surer edits; a number: how likely a unit must be correct.",
    )
    keep_fillers: bool = Field(
        False, description="Whether words that patterns carry along stay as they are."
    )
    search: Literal["exact", "hybrid", "monte-carlo"] | None = Field(
        None, description="How the best are found; null: `hybrid` with a scorer, else `exact`."
    )
    scorer: _Text | dict[_Text, _Finite] | None = Field(
        None, description="What ranks whole sentences: a name, or weights by names."
    )
    candidates: int | None = Field(None, ge=1, description="How many of a sentence it ranks.")
    episodes: int | None = Field(None, ge=1, description="Of Monte-Carlo search.")
    seed: int | None = Field(None, ge=0, lt=2**63, description="Of its random numbers.")
    system: Literal["baseline-1", "baseline-2"] | None = Field(
        None, description="A system to compare with, instead of the application."
    )
    model: _Text | None = Field(None, description="The name of a model, see `/v1/models`.")


class ParaphraseRequest(Wanted):
    """Texts to be said in other words."""

    text: _Text | None = Field(None, description="A text; or give `texts`.")
    texts: list[_Text] | None = Field(None, description="Several texts; or give `text`.")
    reference: _Text | None = Field(None, description="The reference of all texts.")
    references: list[_Text] | None = Field(None, description="A reference for each text.")
    explain: bool = Field(True, description="Whether answers say what was edited and why.")
    choices: list[Choice] = Field(
        [], description="Decisions of the user that are fixed; only with one text."
    )

    @model_validator(mode="after")
    def _check(self) -> ParaphraseRequest:
        if (self.text is None) == (self.texts is None):
            raise ValueError("give either `text` or `texts`")
        if self.reference is not None and self.references is not None:
            raise ValueError("give either `reference` or `references`")
        if self.references is not None and len(self.references) != len(self.all_texts):
            raise ValueError("there must be as many references as texts")
        if self.choices and len(self.all_texts) != 1:
            raise ValueError("choices are for one text")
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


class LatticeRequest(Wanted):
    """A text whose lattice is wanted."""

    text: _Text = Field(description="The text.", examples=[SENTENCE])
    reference: _Text | None = Field(None, description="A reference to come closer to.")


def options_of(wanted: Wanted) -> dict[str, Any]:
    """The options of a paraphraser: all that are not null and no fields of HTTP."""
    fields = wanted.model_dump(include=set(Wanted.model_fields) - {"application", "model"})
    return {name: value for name, value in fields.items() if value is not None}
