"""Recipes: what to learn from which corpora."""

from __future__ import annotations

import dataclasses
import os
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from otherwords.align.texts import ALIGNERS, METHODS
from otherwords.learn.corpora.readers import READERS
from otherwords.learn.filters import FILTERS
from otherwords.learn.settings_file import limits
from otherwords.learn.templates.recipe import TemplateRecipe
from otherwords.learn.word_tables import CLUSTERS, THESAURUS, ClusterTable, ThesaurusTable

#: The kinds of corpora: those of the readers, and plain text of one language.
KINDS = (*READERS, "text")
#: The method of tables that people wrote: see `GivenTable`.
GIVEN = "given"
#: The method of tables of patterns: see `PatternTable`.
PATTERNS = "patterns"
#: The method of tables of verb-object collocations: see `CollocationTable`.
COLLOCATIONS = "collocations"
#: How pairs of patterns are scored, from the simplest on.
PATTERN_MODELS = ("bc", "model1", "model2", "model3")


@dataclass(frozen=True)
class Corpus:
    """Where sentence pairs (or, of the kind `text`, sentences) come from.

    Attributes:
        name: What tables and reports call it.
        kind: How it is written: see `KINDS`.
        files: One or two files or folders, relative to the recipe's folder of data.
        language: Language of the other side; the recipe's own for pairs within one language.
        options: What the reader of this kind is told: columns, header, score, least, where, ….
        weight: How often each sentence pair counts.
        sample: Share of the sentence pairs to use, chosen by a fixed rule.
        shortest: Least words of a sentence.
        longest: Most words of a sentence.
        ratio: How many times longer one side may be.
    """

    name: str
    kind: str = limits("moses", choices=KINDS)
    files: tuple[str, ...] = ()
    language: str = ""
    options: Mapping[str, Any] = field(default_factory=dict)
    weight: int = limits(1, least=1, most=1000)
    sample: float = limits(1.0, above=0.0, most=1.0)
    shortest: int = limits(1, least=1)
    longest: int = limits(80, least=1, most=4095)  # what the aligner takes
    ratio: float = limits(9.0, least=1.0)


@dataclass(frozen=True)
class TableRecipe:
    """How one table is learnt.

    Attributes:
        name: Name of the table and of its file.
        method: `pivot` through the other language, or `direct` within one language.
        corpora: Names of the corpora.
        extraction: `phrases` consistent with the alignment, or `cepts`: PR's phrases of up to five
            cepts, weighted by IBM Model 1.
        longest_phrase: Most words of a phrase.
        boundaries: `loose` lets unaligned words stand at the ends of phrases, `tight` does not.
        symmetrisation: How the alignments of both directions become one.
        least_count: See `Pruning`; so are significance, epsilon and tau.
        kappa: See `Selection`; so are least, support, identity and filters.
        signatures: Of which kind the tag signatures are that both phrases of an entry must have
            been seen with: `fine`, `coarse`, or `none` for no such condition.
        alignments: Whether entries of a direct table carry the links of their words.
        least_quality: Least probability that an entry is correct; with `[quality]` only.
        scores: Names of the scores to keep, the first being φ; none for all.
        counts: Whether entries keep how often they were seen.
        quantise: Whether scores are stored in one byte.
    """

    name: str
    method: str = limits(
        "pivot",
        choices=("pivot", "direct", GIVEN, PATTERNS, COLLOCATIONS, THESAURUS, CLUSTERS),
    )
    corpora: tuple[str, ...] = ()
    extraction: str = limits("phrases", choices=("phrases", "cepts"))
    longest_phrase: int = limits(7, least=1, most=20)
    boundaries: str = limits("loose", choices=("loose", "tight"))
    symmetrisation: str = limits("grow-diag-final-and", choices=tuple(METHODS))
    least_count: int = limits(1, least=1)
    significance: float = limits(0.0, least=0.0)
    epsilon: float = limits(1e-5, least=0.0, most=1.0)
    tau: int = limits(200, least=2)
    kappa: int = limits(20, least=1)
    least: float = limits(0.0, least=0.0, most=1.0)
    support: float = limits(0.2, least=0.0, most=1.0)
    identity: str = limits("drop", choices=("drop", "biased", "pivot"))
    filters: tuple[str, ...] = limits(tuple(FILTERS), each=tuple(FILTERS))
    signatures: str = limits("none", choices=("none", "coarse", "fine"))
    alignments: bool = False
    least_quality: float = limits(0.0, least=0.0, most=1.0)
    scores: tuple[str, ...] = ()
    counts: bool = True
    quantise: bool = False


@dataclass(frozen=True)
class PatternTable:
    """How a table of patterns is learnt, see docs/patterns.md.

    Attributes:
        name: Name of the table and of its file.
        method: Always `patterns`.
        corpora: Names of corpora of two languages.
        model: Which of the models scores the pairs, one of `PATTERN_MODELS`.
        weights: The file that `otherwords tune patterns` wrote, relative to the recipe; without it
            all features count once.
        longest_subtree: Most words of a subtree.
        slots: Most slots of a pattern.
        patterns: Most patterns of a subtree.
        boundaries: `loose` lets words without links stand at the ends of patterns, `tight` does
            not.
        roots: `same` if the roots of two patterns must have the same tag, `any` as in the paper.
        symmetrisation: How the alignments of both directions become one.
        epsilon: Least product of the relative frequencies of a way over a pivot.
        tau: Pivots with more patterns than this lead nowhere.
        pivot_epsilon: The same as `epsilon` between pivots, for Models 2 and 3.
        pivot_threshold: Least score of pivots that are taken for paraphrases of each other.
        least_count: Patterns that were seen less often have no entries of their own, though others
            may become one of them.
        kappa: The most entries of a source.
        filters: Whether pairs are left out that cannot be right: other numbers, one denial more.
        strict: Whether pairs are left out that seldom are right in sentences: other articles or
            punctuation, opposites.
        least_quality: Least probability that an entry is correct, in place of the threshold of the
            model's score; needs `weights`.
        scores: Names of the scores to keep, the first being φ: `quality`, `score` or both.
        quantise: Whether scores are stored in one byte.
    """

    name: str
    method: str = limits(PATTERNS, choices=(PATTERNS,))
    corpora: tuple[str, ...] = ()
    model: str = limits("model3", choices=PATTERN_MODELS)
    weights: str = ""
    longest_subtree: int = limits(10, least=2, most=16)
    slots: int = limits(4, least=1, most=16)
    patterns: int = limits(64, least=1)
    boundaries: str = limits("loose", choices=("loose", "tight"))
    roots: str = limits("any", choices=("any", "same"))
    symmetrisation: str = limits("grow-diag", choices=tuple(METHODS))
    epsilon: float = limits(1e-4, least=0.0, most=1.0)
    tau: int = limits(200, least=2)
    pivot_epsilon: float = limits(0.01, least=0.0, most=1.0)
    pivot_threshold: float = limits(0.03, least=0.0)
    least_count: int = limits(1, least=1)
    kappa: int = limits(20, least=1)
    filters: bool = True
    strict: bool = False
    least_quality: float = limits(0.0, least=0.0, most=1.0)
    scores: tuple[str, ...] = limits(("quality",), each=("quality", "score"))
    quantise: bool = False


@dataclass(frozen=True)
class GivenTable:
    """A table that people wrote: nothing of it is learnt.

    Attributes:
        name: Name of the table and of its file.
        file: Source, target and probability, separated by tabs; relative to the recipe.
        dictionary: Files of entries by lemma, all forms of which become entries, too; see
            `otherwords.learn.dictionary.entries`. Relative to the recipe.
        method: Always `given`.
        quantise: Whether scores are stored in one byte.
    """

    name: str
    file: str
    dictionary: tuple[str, ...] = ()
    method: str = limits(GIVEN, choices=(GIVEN,))
    quantise: bool = False


@dataclass(frozen=True)
class CollocationTable:
    """How a table of verb-object collocations is learnt.

    Attributes:
        name: Name of the table and of its files.
        method: Always `collocations`.
        corpora: Corpora whose collocations, translations and contexts are used.
        confirm: Pairs within one language, which tell a classifier what says the same.
        wordnet: WordNet's database files, relative to the recipe; variables are replaced.
        symmetrisation: How the alignments of both directions become one.
        least_count: Least occurrences of a collocation.
        least_likelihood: Least log-likelihood ratio (Dunning's G²) of its verb and its noun; 0
            keeps all, also those that are seen together less often than by chance.
        significance: See `Pruning`; so are epsilon and tau, of translations.
        least_translations: Least probability, in both directions, to come from one collocation to
            another by translations in common, for these to be a candidate.
        least_contexts: The same for contexts in common.
        least_words: The same for the words of both, where they are no synonyms of WordNet.
        least_links: How often two collocations must be linked to be an example of a paraphrase.
        least_seen: How often each must be linked, with whatever it is, to be in any example.
        least: Least probability that a pair says the same.
        kappa: Most entries of a source.
        score: `one` for all that are accepted, or their `probability`.
        quantise: Whether scores are stored in one byte.
    """

    name: str
    method: str = limits(COLLOCATIONS, choices=(COLLOCATIONS,))
    corpora: tuple[str, ...] = ()
    confirm: tuple[str, ...] = ()
    wordnet: str = ""
    symmetrisation: str = limits("grow-diag", choices=tuple(METHODS))
    least_count: int = limits(5, least=1)
    least_likelihood: float = limits(10.83, least=0.0)
    significance: float = limits(3.84, least=0.0)
    epsilon: float = limits(1e-5, least=0.0, most=1.0)
    tau: int = limits(200, least=2)
    least_translations: float = limits(0.005, least=0.0, most=1.0)
    least_contexts: float = limits(0.005, least=0.0, most=1.0)
    least_words: float = limits(0.01, least=0.0, most=1.0)
    least_links: int = limits(2, least=1)
    least_seen: int = limits(5, least=1)
    least: float = limits(0.4, least=0.0, most=1.0)
    kappa: int = limits(10, least=1)
    score: str = limits("one", choices=("one", "probability"))
    quantise: bool = False


#: How a table comes to be.
AnyTable = (
    TableRecipe | PatternTable | CollocationTable | GivenTable | ThesaurusTable | ClusterTable
)


@dataclass(frozen=True)
class LanguageModelRecipe:
    """How the language model is made: options of `otherwords lm train`, and whose text.

    Attributes:
        corpora: Names of the corpora whose text in the model's language is used.
        order: Length of the longest n-grams.
        prune: For each order, drop n-grams that occur this often or less.
        entropy: Drop n-grams whose removal raises the perplexity by less than this share.
        vocabulary: Keep so many words; 0 for all.
        quantise: Whether probabilities are stored in fewer bits.
    """

    corpora: tuple[str, ...] = ()
    order: int = limits(3, least=1, most=5)
    prune: tuple[int, ...] = ()
    entropy: float = limits(0.0, least=0.0)
    vocabulary: int = limits(0, least=0)
    quantise: bool = False


@dataclass(frozen=True)
class QualityRecipe:
    """How likely each entry is to be correct: the first score of every table that is learnt.

    Attributes:
        weights: The file that `otherwords calibrate` wrote, relative to the recipe.
        wordnet: WordNet's database files, relative to the recipe; variables are replaced.
        treebank: A file in CoNLL-U, whose words tell by their tags what kinds phrases are of.
    """

    weights: str
    wordnet: str = ""
    treebank: str = ""


@dataclass(frozen=True)
class Recipe:
    """All that decides about a model.

    Attributes:
        path: The file it was read from.
        name: Name of the model.
        language: Its language.
        lower_case: Whether the model is of lower-cased text.
        aligner: How words are aligned, one of `ALIGNERS`.
        data: The folder that files are relative to.
        wordnet: WordNet's database files, for the filter `opposites`.
        analyser: A file of `otherwords learn analyser`, relative to the recipe, which goes into the
            model; or `spacy`. Without it, signatures are by the analyser of the default model.
        corpora: By name.
        tables: Those to learn, by name, in the order of the recipe.
        patterns: Those of patterns, likewise.
        given: Those that people wrote, likewise.
        collocations: Those of verb-object collocations, likewise.
        thesauri: Those of synonyms, likewise.
        clusters: Those of word classes, likewise.
        templates: Templates of sentences, if there are to be any.
        lm: The language model, if there is to be one.
        quality: How entries are rated, if they are.
    """

    path: Path
    name: str
    language: str = "en"
    lower_case: bool = True
    aligner: str = limits(ALIGNERS[0], choices=ALIGNERS)
    data: Path = Path()
    wordnet: str = ""
    analyser: str = ""
    corpora: Mapping[str, Corpus] = field(default_factory=dict)
    tables: Mapping[str, TableRecipe] = field(default_factory=dict)
    patterns: Mapping[str, PatternTable] = field(default_factory=dict)
    given: Mapping[str, GivenTable] = field(default_factory=dict)
    collocations: Mapping[str, CollocationTable] = field(default_factory=dict)
    thesauri: Mapping[str, ThesaurusTable] = field(default_factory=dict)
    clusters: Mapping[str, ClusterTable] = field(default_factory=dict)
    templates: TemplateRecipe | None = None
    lm: LanguageModelRecipe | None = None
    quality: QualityRecipe | None = None

    def sampled(self, share: float) -> Recipe:
        """The same recipe with this share of every corpus."""
        corpora = {
            name: dataclasses.replace(corpus, sample=corpus.sample * share)
            for name, corpus in self.corpora.items()
        }
        return dataclasses.replace(self, corpora=corpora)

    @property
    def needs_analyser(self) -> bool:
        """Whether anything is learnt from tags or trees, or is told apart by tags."""
        signed = any(table.signatures != "none" for table in self.tables.values())
        return signed or bool(self.patterns or self.collocations or self.thesauri)

    def planned(self) -> dict[str, AnyTable]:
        """All tables, by name; those that people wrote first."""
        return {
            **self.given,
            **self.tables,
            **self.patterns,
            **self.collocations,
            **self.thesauri,
            **self.clusters,
        }

    def file(self, name: str) -> Path:
        """Where a file of the recipe is; its name may have variables."""
        return self.data / os.path.expandvars(name)

    def beside(self, name: str) -> Path:
        """Where a file is that is named relative to the recipe."""
        return (self.path.parent / os.path.expandvars(name)).absolute()
