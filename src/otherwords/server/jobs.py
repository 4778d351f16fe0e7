"""Jobs: what a request asks for, done in a thread of its own, text by text."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import asdict, replace
from functools import cached_property, partial
from typing import Any, NamedTuple, TypeVar

from otherwords._core import Error, FormatError
from otherwords.applications import find_application
from otherwords.contents import content_of, edit_content
from otherwords.pair_scores import pair_scores
from otherwords.paraphraser import Paraphraser
from otherwords.paraphrases import size_of
from otherwords.server.errors import ApiError
from otherwords.server.schemas import (
    Common,
    ParaphraseRequest,
    TrueScoreRequest,
    Wanted,
)
from otherwords.server.settings import ServerSettings
from otherwords.settings import Settings

_Result = TypeVar("_Result")
_TEXTS, _CHARACTERS = 16, 4000  # of a batch that is worked on together
_SENTENCE = 40  # characters; about the fewest of a sentence, of which each has its share of time


class Batch(NamedTuple):
    """Texts that are worked on together."""

    texts: Sequence[str]
    references: Sequence[str] | None


class Job:
    """Paraphrases for one request.

    Args:
        paraphraser: What makes them.
        body: The request.
        seconds: For all texts together.
    """

    def __init__(self, paraphraser: Paraphraser, body: Common, seconds: float) -> None:
        self.paraphraser = paraphraser
        self._body = body
        self._seconds = seconds

    @cached_property
    def settings(self) -> Settings:
        """What is wanted, checked. Raises ApiError where that cannot be."""
        settled = self._refusing(partial(self._settle, self._body.options()))
        if settled.search.name == "monte-carlo":
            options = {**self._body.options(), "max_seconds": self._share}
            return self._refusing(partial(self._settle, options))
        # What is proven does not depend on the time, so the signature need not say it.
        return replace(settled, search=replace(settled.search, max_seconds=self._share))

    def _settle(self, options: dict[str, Any]) -> Settings:
        find_application(
            self._body.application
        )  # it must be one, also where a system takes its place
        return self.paraphraser.settle(self._body.application, **options)

    @property
    def _share(self) -> float:
        """Seconds of each sentence."""
        sentences = sum(1 + len(text) // _SENTENCE for text in self._body.all_texts)
        return self._seconds / max(1, sentences)

    def say(self, batch: Batch) -> list[dict[str, Any]]:
        """An answer for each text."""
        settings = self.settings
        answers = self._refusing(
            lambda: list(self.paraphraser.stream(settings, batch.texts, batch.references))
        )
        return [self._shaped(content_of(answer, settings.signature)) for answer in answers]

    def leave(self, batch: Batch) -> list[dict[str, Any]]:
        """The same where there is no time left: the texts as they are."""
        return [self._shaped(self._untouched(text)) for text in batch.texts]

    def suggest(self, batch: Batch) -> list[dict[str, Any]]:
        """The possible replacements of each text."""
        found = self._refusing(
            lambda: self.paraphraser.suggest_all(
                batch.texts,
                batch.references,
                application=self._body.application,
                **self._body.options(),
            )
        )
        return [
            {"source": text, "suggestions": [asdict(each) for each in suggestions]}
            for text, suggestions in zip(batch.texts, found, strict=True)
        ]

    def lattice(self, text: str, reference: str | None) -> dict[str, Any]:
        """The lattice of each sentence of a text."""
        signature = self.settings.signature
        options = {**self._body.options(), "max_seconds": self._share}
        found = self._refusing(
            lambda: self.paraphraser.lattices(
                text, application=self._body.application, reference=reference, **options
            )
        )
        sentences = [asdict(each) for each in found]
        return {"source": text, "signature": signature, "sentences": sentences}

    def score(self, batch: Batch, targets: Sequence[str]) -> list[dict[str, Any]]:
        """The true score of each text and its target."""
        settings, pairs = self.settings, list(zip(batch.texts, targets, strict=True))
        found = self._refusing(
            lambda: pair_scores(self.paraphraser, settings, pairs, batch.references)
        )
        return [
            {
                "source": each.source,
                "target": each.target,
                "score": each.score,
                "lm": each.lm,
                "reason": each.reason or None,
                "units": [edit_content(unit) for unit in each.units],
            }
            for each in found
        ]

    def _untouched(self, text: str) -> dict[str, Any]:
        budget = self.settings.budget(size_of(text))
        one: dict[str, Any] = {
            "text": text,
            "score": None,
            **({} if self.settings.limit is None else {"confidence": 1.0}),
            "optimal": False,
            "complete": False,
            "fits": budget is None or size_of(text) <= budget,
            "edits": [],
        }
        return {
            "source": text,
            "paraphrases": [one],
            "upper_bound": None,
            "signature": self.settings.signature,
        }

    def _shaped(self, content: dict[str, Any]) -> dict[str, Any]:
        explain = not isinstance(self._body, ParaphraseRequest) or self._body.explain
        for one in content["paraphrases"]:
            edits = one.pop("edits")
            one["bytes"], one["words"] = size_of(one["text"]), len(one["text"].split())
            if explain:
                one["edits"] = edits
        return content

    def _refusing(self, work: Callable[[], _Result]) -> _Result:
        """The result of work, which may find that a user wants what cannot be."""
        try:
            return work()
        except FormatError:
            raise  # of a file of the model: nobody who asks can do anything about it
        except Error as error:
            model = self.paraphraser.model
            # Where the model lies is nobody's business.
            message = str(error).replace(str(model.folder), model.name)
            raise ApiError(422, message, code="bad-option") from None


def batches_of(texts: Sequence[str], references: Sequence[str] | None) -> Iterator[Batch]:
    """The texts in batches that take about as long."""
    first = size = 0
    for place, text in enumerate(texts):
        if place > first and (place - first == _TEXTS or size + len(text) > _CHARACTERS):
            yield _batch(texts, references, first, place)
            first, size = place, 0
        size += len(text)
    if first < len(texts):
        yield _batch(texts, references, first, len(texts))


def _batch(
    texts: Sequence[str], references: Sequence[str] | None, first: int, behind: int
) -> Batch:
    return Batch(texts[first:behind], None if references is None else references[first:behind])


def check_limits(body: Common, settings: ServerSettings, field: str) -> None:
    """Raises ApiError where a request asks for too much.

    Args:
        body: The request.
        settings: What it may ask for.
        field: What its texts are called.
    """
    texts, references = body.all_texts, body.all_references or ()
    n, candidates = (body.n, body.candidates) if isinstance(body, Wanted) else (1, None)
    for name, number, most in (
        (field, len(texts), settings.max_texts),
        ("n", n, settings.max_n),
        ("candidates", candidates or 0, settings.max_candidates),
    ):
        if number > most:
            raise ApiError(
                422, f"{number:,} are too many; at most {most:,}", code="too-many", where=name
            )
    targets = [pair.target for pair in body.pairs] if isinstance(body, TrueScoreRequest) else ()
    for name, given in ((field, texts), ("references", references), (field, targets)):
        for place, text in enumerate(given):
            if len(text) > settings.max_characters:
                raise ApiError(
                    422,
                    f"this has {len(text):,} characters; at most {settings.max_characters:,}, so "
                    "send it in parts",
                    code="too-long",
                    where=name if name == "text" else f"{name}[{place}]",
                )
