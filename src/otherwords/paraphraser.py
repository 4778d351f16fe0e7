"""The corridor: text, tokens, units, plan, search, and a text again."""

from __future__ import annotations

import os
from collections import deque
from collections.abc import Collection, Iterable, Iterator, Sequence, Set
from dataclasses import replace
from functools import partial
from itertools import chain, islice
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal, Unpack

from otherwords._core import Error, UnitDerivations, UnitFinder
from otherwords.applications import Application
from otherwords.applications.compress import Compress
from otherwords.applications.paraphrase import Paraphrase as AnyWords
from otherwords.applications.simplify import Simplify
from otherwords.applications.toward import Toward
from otherwords.choices import with_choices
from otherwords.confidence import most_cost
from otherwords.confidence.teacher import Teacher
from otherwords.errors import OptionError
from otherwords.fitting import fit
from otherwords.hybrid import rank
from otherwords.inputs import Row, row, rows
from otherwords.lattices import Lattice, lattices_of
from otherwords.model import Model, default_folder, folder_of
from otherwords.option_checks import refuse_unknown, whole
from otherwords.options import EDIT_OPTIONS, OPTIONS, EditOptions, Options, with_options
from otherwords.paraphrases import Document, Paraphrase, choose_diverse, read_documents
from otherwords.planning import Plan
from otherwords.rewriting import rewrite
from otherwords.settings import Settings, settle
from otherwords.suggestions import Suggestion, suggestions_of
from otherwords.tables.units import Units
from otherwords.text import tokenise_lines
from otherwords.text.analysis import Analysis
from otherwords.text.surface import Surface
from otherwords.text.tokens import Tokens, encodable
from otherwords.writing import Writer

if TYPE_CHECKING:
    from concurrent.futures import Future

_BATCH = 128  # texts that are worked on together
_SLOW_BATCH = 16  # the same where a scorer or a search takes its time

_threads = whole(0)


class Paraphraser:
    """Says texts in other words for a purpose. Any number of threads may use one."""

    def __init__(self, model: Model) -> None:
        self.model = model

    @with_options(OPTIONS)
    def compress(self, text: str, **options: Unpack[Options]) -> Paraphrase:
        """The text in fewer bytes."""
        return self._one(Compress(), row(text), options)

    @with_options(OPTIONS)
    def simplify(
        self, text: str, frequency: Literal["lm", "wordfreq"] = "lm", **options: Unpack[Options]
    ) -> Paraphrase:
        """The text in more common words, judged by the language model or by frequency lists."""
        application = Simplify(frequency, language=self.model.language)
        return self._one(application, row(text), options)

    @with_options(OPTIONS)
    def toward(self, text: str, reference: str, **options: Unpack[Options]) -> Paraphrase:
        """The text in words that come closer to a reference."""
        return self._one(Toward(), row(text, reference), options)

    @with_options(OPTIONS)
    def paraphrase(self, text: str, **options: Unpack[Options]) -> Paraphrase:
        """The text in other words."""
        return self._one(AnyWords(), row(text), options)

    def _one(self, application: Application, given: Row, options: Options) -> Paraphrase:
        (best,) = self._batch(self.settle(application, **options), [given])
        return best

    @with_options(EDIT_OPTIONS)
    def suggest(
        self,
        text: str,
        *,
        confidence: str | float = 0.5,
        application: str | Application = "paraphrase",
        reference: str | None = None,
        **options: Unpack[EditOptions],
    ) -> list[Suggestion]:
        """Every replacement that is at least so likely right, the surest first.

        Args:
            text: Any text.
            confidence: From 0, for every replacement that planning sees, to 1; or `high`.
            application: The name of one that is installed, or one of your own.
            reference: For an application that needs one.
        """
        (found,) = self._suggested([row(text, reference)], confidence, application, options)
        return found

    @with_options(EDIT_OPTIONS)
    def suggest_all(
        self,
        texts: Sequence[str],
        references: Sequence[str] | None = None,
        *,
        confidence: str | float = 0.5,
        application: str | Application = "paraphrase",
        **options: Unpack[EditOptions],
    ) -> list[list[Suggestion]]:
        """The same for several texts; many at once are quicker."""
        return self._suggested(list(rows(texts, references)), confidence, application, options)

    def _suggested(
        self,
        given: Sequence[Row],
        confidence: str | float | None,
        application: str | Application,
        options: EditOptions,
    ) -> list[list[Suggestion]]:
        refuse_unknown(EDIT_OPTIONS, options)
        settings = self.settle(application, confidence=confidence, **options)
        if confidence is None or settings.limit is None:
            raise OptionError("suggestions need a confidence; give a number from 0 to 1, or high")
        documents = self._documents(given)
        units = self.units(settings, documents, [reference for _, reference in given])
        return suggestions_of(self.model, documents, settings.plan(units), settings.limit)

    @with_options(OPTIONS)
    def pipe(
        self,
        texts: Iterable[str],
        *,
        application: str | Application = "paraphrase",
        references: Iterable[str] | None = None,
        threads: int = 1,
        **options: Unpack[Options],
    ) -> Iterator[Paraphrase]:
        """A paraphrase for each text, in order, whatever the number of threads.

        Args:
            texts: Any number of texts, read as they are needed.
            application: The name of one that is installed, or one of your own.
            references: A reference for each text, for applications that need them.
            threads: How many batches are worked on at the same time; 0 for one per core.
        """
        return self.stream(self.settle(application, **options), texts, references, threads=threads)

    @with_options(OPTIONS)
    def settle(
        self, application: str | Application = "paraphrase", **options: Unpack[Options]
    ) -> Settings:
        """Checks options once, for any number of streams."""
        return settle(self.model, application, **options)

    def stream(
        self,
        settings: Settings,
        texts: Iterable[str],
        references: Iterable[str] | None = None,
        *,
        threads: int = 1,
    ) -> Iterator[Paraphrase]:
        """The same as `pipe`, with settings that are ready."""
        most = _threads("threads", threads) or os.cpu_count() or 1
        return self._stream(settings, rows(texts, references), most)

    def _stream(
        self, settings: Settings, given: Iterator[Row], threads: int
    ) -> Iterator[Paraphrase]:
        size = _BATCH if settings.search.is_exact else _SLOW_BATCH
        batches = iter(lambda: list(islice(given, size)), [])
        first = list(islice(batches, 1 if threads == 1 else 2))
        if len(first) < 2:
            for batch in chain(first, batches):
                yield from self._batch(settings, batch)
            return
        batches = chain(first, batches)
        from concurrent.futures import ThreadPoolExecutor

        with ThreadPoolExecutor(threads) as pool:

            def begun(count: int) -> Iterator[Future[list[Paraphrase]]]:
                return (pool.submit(self._batch, settings, b) for b in islice(batches, count))

            waiting = deque(begun(2 * threads))
            while waiting:
                yield from waiting.popleft().result()
                waiting.extend(begun(1))

    @with_options(OPTIONS)
    def lattices(
        self,
        text: str,
        *,
        application: str | Application = "paraphrase",
        reference: str | None = None,
        **options: Unpack[Options],
    ) -> list[Lattice]:
        """What can become of each sentence of a text, and what its best derivation uses.

        Args:
            text: Any text.
            application: The name of one that is installed, or one of your own.
            reference: For an application that needs one.
        """
        settings = self.settle(application, **options)
        if settings.rewriter is not None:
            raise Error("the system rewrites whole sentences, without a lattice; leave it out")
        documents, planned, found = self._decoded(settings, [row(text, reference)])
        return lattices_of(self.model, documents, planned, found)[0]

    def _decoded(
        self, settings: Settings, rows: Sequence[Row]
    ) -> tuple[list[Document], Plan, UnitDerivations]:
        """The corridor up to the search, with what each room made."""
        documents = self._documents(rows)
        units = self.units(settings, documents, [reference for _, reference in rows])
        planned = self._chosen(settings, documents, settings.plan(units))
        return documents, planned, settings.decode(planned)

    def _documents(self, rows: Sequence[Row]) -> list[Document]:
        return read_documents([text for text, _ in rows], self.model.language)

    def _chosen(self, settings: Settings, documents: Sequence[Document], planned: Plan) -> Plan:
        """The plan with what the user has decided for."""
        if not settings.choices:
            return planned
        if len(documents) != 1:
            raise Error("choices are for one text; leave them out, or give the texts one by one")
        return with_choices(
            planned,
            documents[0],
            settings.choices,
            language=self.model.language,
            lower=self.model.lower_case,
        )

    def _batch(self, settings: Settings, rows: Sequence[Row]) -> list[Paraphrase]:
        if settings.rewriter is not None:
            surface = Surface(self.model.language, casing=self.model.casing)
            rewritten = rewrite(settings, settings.rewriter, self._documents(rows), surface)
            return [_best(each) for each in rewritten]
        documents, planned, found = self._decoded(settings, rows)
        writer_of = partial(self._writer, settings)
        ranked = writer_of(planned, found, documents).best(documents, settings.depth)
        ranked = fit(settings, planned, documents, ranked, writer_of)
        if settings.diverse:
            ranked = [choose_diverse(each, settings.n) for each in ranked]
        return [_best(each) for each in ranked]

    def _writer(
        self,
        settings: Settings,
        planned: Plan,
        found: UnitDerivations,
        documents: Sequence[Document],
        ranked: bool = True,
    ) -> Writer:
        surface = Surface(self.model.language, casing=self.model.casing)
        most = None if settings.limit is None else most_cost(settings.limit)
        writer = Writer(planned, found, self.model, surface, most)
        search = settings.search
        if search.scorer is None or not ranked:
            return writer
        return rank(writer, documents, search.scorer, search.candidates)

    def units(
        self,
        settings: Settings,
        documents: Sequence[Document],
        references: Sequence[str | None],
        finder: UnitFinder | None = None,
        *,
        parts: Collection[str] = (),
    ) -> Units:
        """All that the tables offer for the sentences of documents, before anything is planned;
        those of another finder than the model's, if one is given. Units know the parts of the
        analysis that the model needs, and others if they are asked for.
        """
        sentences = [sentence.tokens for document in documents for sentence in document.sentences]
        needed = self.model.needed_parts.union(parts)
        found = self._analysed(sentences, needed)
        analysis: dict[str, Any] = {
            part: [getattr(each, part) for each in found or ()]
            for part in (() if found is None else needed)
        }
        columns = (finder or self.model.finder).find(
            [encodable(tokens.text) for tokens in sentences],
            [tokens.starts for tokens in sentences],
            [tokens.ends for tokens in sentences],
            is_protected=self._protected(settings, documents, sentences, found),
            avoid=settings.avoid,
            only=settings.tables,
            **analysis,
        )
        given = [reference for reference in references if reference is not None]
        if not given:
            return Units(columns, self.model.lm, None, sentences)
        language, lower = self.model.language, self.model.lower_case
        lines = tokenise_lines(given, language, lower=lower, threads=1)
        by_sentence = [
            line
            for line, document in zip(lines, documents, strict=True)
            for _ in document.sentences
        ]
        return Units(columns, self.model.lm, by_sentence, sentences)

    def _protected(
        self,
        settings: Settings,
        documents: Sequence[Document],
        sentences: Sequence[Tokens],
        found: Sequence[Analysis] | None,
    ) -> list[bytes]:
        """Why each token of each sentence must stay as it is, 0 where it need not."""
        protector = settings.protector
        entities = None if found is None else [each.guarded_spans() for each in found]
        alone = iter(protector.protect(sentences, entities))
        protected: list[bytes] = []
        for document in documents:
            protected += protector.protect_quotations(
                document.text,
                [(sentence.start, sentence.tokens) for sentence in document.sentences],
                list(islice(alone, len(document.sentences))),
            )
        return protected

    def _analysed(self, sentences: Sequence[Tokens], needed: Set[str]) -> list[Analysis] | None:
        """These parts, tags, and entities; None if there is no analyser."""
        analyser = self.model.analyser
        if analyser is None:
            if needed:
                raise Error(
                    f"{self.model.folder}: its tables need {', '.join(sorted(needed))}, but it has "
                    'no analyser; learn it again, or load it with analyser="spacy"'
                )
            return None
        words = (tokens.words for tokens in sentences)
        return list(analyser.analyse(words, needed | {"tags", "entities"}))


def _best(ranked: Sequence[Paraphrase]) -> Paraphrase:
    """The best of some, with the others as its alternatives."""
    best, *others = ranked
    return replace(best, alternatives=tuple(others)) if others else best


def load(
    path: str | Path | None = None,
    *,
    analyser: str | None = None,
    teacher: Teacher | str | Path | None = None,
) -> Paraphraser:
    """A paraphraser with the model in a directory that `otherwords learn` wrote.

    Args:
        path: The directory, or the name of a model that comes with the package, such as `en`;
            without it the one that `OTHERWORDS_MODEL` names, or else `en`.
        analyser: `core` or `spacy`, see `otherwords.text.analysis`; without it the model's own.
        teacher: A folder with translation models that are asked how likely edits are right, or one
            of your own, see `otherwords.confidence.teacher`; `bold` never asks.
    """
    folder = default_folder() if path is None else folder_of(path)
    return Paraphraser(Model(folder, analyser=analyser, teacher=teacher))
