"""Pairs of sentences that tell the same, from articles about the same event.

The way of PR: articles are clustered by event, all sentences of a cluster are compared by the word
edit distance, and pairs that differ enough but not too much are kept.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from otherwords._core import Error, SeenPairs, cluster_articles, near_pairs
from otherwords.learn.corpora.batches import Batch, batched
from otherwords.learn.corpora.news import Article, read_articles
from otherwords.text import tokenise_lines

_DAY = 86_400
_ENDLESS = 1 << 62
_MOST = 1_000_000  # words


@dataclass(frozen=True, kw_only=True)
class NewsOptions:
    """Which articles belong together, and which of their sentences make a pair.

    Attributes:
        language: Code of the language of the articles.
        recluster: Find clusters even if all articles say which one is theirs.
        similarity: Least cosine of an article and its cluster.
        days: Most days between an article and the one before it in its cluster; 0 for no limit.
        distance: Most words to insert and delete.
        share: The same as a share of the words of the longer sentence, so that short sentences with
            nothing in common make no pair.
        ratio: Least length of the shorter sentence, as a share of the longer one.
        shortest: Least words of a sentence.
        longest: Most words of a sentence.
        substitutions: Whether a word in place of another is one edit, not two.
    """

    language: str = "en"
    recluster: bool = False
    similarity: float = 0.25
    days: float = 3.0
    distance: int = 12
    share: float = 0.6
    ratio: float = 2 / 3
    shortest: int = 5
    longest: int = 80
    substitutions: bool = False

    def __post_init__(self) -> None:
        for name in ("similarity", "days", "share", "ratio"):
            if not 0.0 <= getattr(self, name) < math.inf:
                raise Error(f"{name} = {getattr(self, name)}: give a number from 0 on")
        for name in ("distance", "shortest", "longest"):
            if not 0 <= getattr(self, name) <= _MOST:
                raise Error(f"{name} = {getattr(self, name)}: give words, from 0 to {_MOST:,}")


@dataclass
class NewsReport:
    """What mining found.

    Attributes:
        articles: Articles read.
        clusters: Clusters of two articles or more.
        sentences: Their sentences of a length that counts.
        repeated: Sentences that were in their cluster before.
        possible: Pairs of sentences in all clusters.
        compared: Pairs whose distance had to be computed.
        punctuation: Near pairs that differ in punctuation only, left out.
        duplicates: Near pairs that another cluster had before, left out.
        pairs: Pairs that are left.
        edits: Sum of their distances.
        words: Sum of the words of their sentences.
    """

    articles: int = 0
    clusters: int = 0
    sentences: int = 0
    repeated: int = 0
    possible: int = 0
    compared: int = 0
    punctuation: int = 0
    duplicates: int = 0
    pairs: int = 0
    edits: int = 0
    words: int = 0

    @property
    def mean_distance(self) -> float:
        """Edits a pair."""
        return self.edits / self.pairs if self.pairs else 0.0

    @property
    def mean_length(self) -> float:
        """Words a sentence of the pairs."""
        return self.words / (2 * self.pairs) if self.pairs else 0.0


@dataclass(frozen=True, slots=True)
class NewsPair:
    """Two sentences as the articles have them."""

    source: str
    target: str
    distance: int
    cluster: str


def read(paths: Sequence[str | Path], options: NewsOptions) -> Iterator[Batch]:
    """Sentence pairs of the news articles of all these files and folders."""
    articles = (item for path in paths for item in read_articles(path, options.language))
    return batched((pair.source, pair.target) for pair in mine_pairs(articles, options))


def mine_pairs(
    articles: Iterable[Article],
    options: NewsOptions,
    *,
    report: NewsReport | None = None,
    threads: int = 0,
) -> Iterator[NewsPair]:
    """The pairs of all clusters, cluster by cluster, in the order of their sentences."""
    report = NewsReport() if report is None else report
    articles = list(articles)
    report.articles = len(articles)
    words = [
        tokenise_lines(article.sentences, options.language, lower=True, threads=threads)
        for article in articles
    ]
    clusters = _clusters(articles, words, options)
    report.clusters = len(clusters)
    lines = [[line for i in members for line in words[i]] for _, members in clusters]
    found = near_pairs(
        lines,
        distance=options.distance,
        share=options.share,
        ratio=options.ratio,
        shortest=options.shortest,
        longest=options.longest,
        substitutions=options.substitutions,
        threads=threads,
    )
    seen = SeenPairs()
    for (name, members), tokens, near in zip(clusters, lines, found, strict=True):
        report.sentences += near.sentences
        report.repeated += near.repeated
        report.possible += len(tokens) * (len(tokens) - 1) // 2
        report.compared += near.compared
        report.punctuation += near.punctuation
        sentences = [sentence for i in members for sentence in articles[i].sentences]
        for pair in near.pairs:
            one, other = tokens[pair.first], tokens[pair.second]
            if not seen.add(*sorted((one, other))):
                report.duplicates += 1
                continue
            report.pairs += 1
            report.edits += pair.distance
            report.words += one.count(" ") + other.count(" ") + 2
            yield NewsPair(sentences[pair.first], sentences[pair.second], pair.distance, name)


def _clusters(
    articles: Sequence[Article], words: Sequence[Sequence[str]], options: NewsOptions
) -> list[tuple[str, list[int]]]:
    """Name and articles of each cluster that has two articles or more."""
    if options.recluster or any(article.cluster is None for article in articles):
        names = _found_clusters(articles, words, options)
    else:
        names = [str(article.cluster) for article in articles]
    members: dict[str, list[int]] = {}
    for place, name in enumerate(names):
        members.setdefault(name, []).append(place)
    return [(name, places) for name, places in members.items() if len(places) > 1]


def _found_clusters(
    articles: Sequence[Article], words: Sequence[Sequence[str]], options: NewsOptions
) -> list[str]:
    for article in articles:
        if options.days and article.time is None:
            raise Error(
                f"{article.place}: the article has no date; give it one, or use 0 days to cluster "
                "articles of any time"
            )
    numbers = cluster_articles(
        [" ".join(lines) for lines in words],
        [article.time or 0 for article in articles],
        similarity=options.similarity,
        window=int(min(options.days * _DAY, _ENDLESS)) if options.days else _ENDLESS,
    )
    return [str(number) for number in numbers]
