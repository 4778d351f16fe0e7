"""What is fuzzed: what learning and models read, and all targets together."""

from __future__ import annotations

import bz2
import gzip
import io
import lzma
from collections.abc import Callable
from pathlib import Path
from typing import Any

from otherwords._core import Error
from otherwords.align.aligner import read_prior
from otherwords.align.eflomal import prior_lines
from otherwords.align.evaluate import read_gold
from otherwords.align.pharaoh import read_links
from otherwords.card import read_card
from otherwords.files import line_batches
from otherwords.learn.analyser.recipe import read_analyser_recipe
from otherwords.learn.corpora.download import origin_of
from otherwords.learn.corpora.news import read_articles
from otherwords.learn.corpora.partitions import read_corpus
from otherwords.learn.corpora.readers import READERS
from otherwords.learn.corpora.unpack import unpack
from otherwords.learn.given import check_given
from otherwords.learn.ledger import Ledger
from otherwords.learn.patterns.labels import read_judged_rules, read_pattern_labels
from otherwords.learn.patterns.models import read_pattern_models
from otherwords.learn.quality.calibrating import read_judged
from otherwords.learn.quality.vector_file import open_vectors
from otherwords.learn.quality.weights import read_weights
from otherwords.learn.recipe_file import read_recipe
from otherwords.learn.steps import read_manifest
from otherwords.learn.treebank import read_treebank
from otherwords.learn.wordnet import DATABASE, read_synsets
from otherwords.manifest import write_section
from otherwords.model import Model
from otherwords.nbest import read_nbest
from otherwords.pattern_sureness import pattern_sureness
from otherwords.scoring.sections import scorer_section, section_names
from otherwords.tables.formats import guess_format
from otherwords.tune.labels import check_spans, read_labels
from otherwords.tune.sentences import read_sentences
from tests.fuzz import seeds
from tests.fuzz.target import Target, read_all, written_apart
from tests.fuzz.targets_of_use import TARGETS_OF_USE


def _pairs(kind: str, **options: Any) -> Callable[[Path], None]:
    return lambda path: read_all(READERS[kind]([path], **options))


def _two_files(kind: str, **options: Any) -> Callable[[Path], None]:
    return lambda path: read_all(READERS[kind](written_apart(path), **options))


def _model(path: Path) -> None:
    model = Model(path.parent)
    for name in {*model.weighted_names, "compress"}:
        model.weights(name)
    pattern_sureness(model)
    for name in section_names(model.file):
        scorer_section(model.file, name)
    assert all(path.is_file() for path in model.files)
    assert model.backend in {None, "core", "spacy"}


def _section(path: Path) -> None:
    write_section(path.parent, ["weights", "compress"], "[weights.compress]\nlm = 0.5\n")


def _labels(path: Path) -> None:
    check_spans(read_labels(path), "en")


def _synsets(path: Path) -> None:
    for name in DATABASE:
        if name != path.name:
            (path.parent / name).touch()
    read_all(read_synsets(path.parent))


def _nbest(path: Path) -> None:
    read_all(read_nbest((line for batch in line_batches(path) for line in batch), "list"))


def _unpacked(path: Path) -> None:
    unpack(path, path.with_name("unpacked"))


def _packed(compress: Callable[[bytes], bytes]) -> list[bytes]:
    return [compress(text) for text in seeds.TEXTS]


def _zstd(content: bytes) -> bytes:
    import zstandard

    return zstandard.ZstdCompressor(write_checksum=True).compress(content)


def _archives() -> list[bytes]:
    import tarfile
    import zipfile

    tar, zipped = io.BytesIO(), io.BytesIO()
    with tarfile.open(fileobj=tar, mode="w") as packed:
        entry = tarfile.TarInfo("folder/text.en")
        entry.size = 5
        packed.addfile(entry, io.BytesIO(b"text\n"))
    with zipfile.ZipFile(zipped, "w") as file:
        file.writestr("folder/text.en", "text\n")
    return [tar.getvalue(), zipped.getvalue()]


def _ledger(path: Path) -> None:
    Ledger(path.parent, without=frozenset()).holds()


def _step_manifest(path: Path) -> None:
    try:
        read_manifest(path.parent)
    except ValueError:  # the step is made again
        raise Error("no manifest") from None


def _eflomal_priors(path: Path) -> None:
    import eflomal

    prior_lines(eflomal, path)


def _articles(path: Path) -> None:
    read_all(read_articles(path))


TARGETS: dict[str, Target] = {
    "model": Target(_model, [seeds.MODEL], "model.toml", seeds.model_files()),
    "manifest": Target(_section, [seeds.MODEL], "model.toml"),
    "card": Target(read_card, [seeds.CARD], "card.toml"),
    "recipe": Target(
        read_recipe, [seeds.RECIPE], "recipe.toml", dict.fromkeys(seeds.RECIPE_FILES, b"")
    ),
    "analyser_recipe": Target(
        read_analyser_recipe, [seeds.ANALYSER_RECIPE], "recipe.toml", {"text.txt": b""}
    ),
    "quality_weights": Target(read_weights, [seeds.QUALITY], "quality.toml"),
    "pattern_models": Target(read_pattern_models, [seeds.PATTERN_MODELS], "patterns.toml"),
    "labels": Target(_labels, [seeds.LABELS]),
    "pattern_labels": Target(read_pattern_labels, [seeds.PATTERN_LABELS]),
    "judged_rules": Target(read_judged_rules, [seeds.JUDGED_RULES]),
    "judged_phrases": Target(read_judged, [seeds.JUDGED_PHRASES]),
    "development": Target(read_sentences, seeds.DEVELOPMENT),
    "given": Target(lambda path: check_given(path, lower_case=True), [seeds.GIVEN]),
    "lines": Target(lambda path: read_all(line_batches(path)), seeds.TEXTS),
    "gzip": Target(lambda path: read_all(line_batches(path)), _packed(gzip.compress)),
    "bzip2": Target(lambda path: read_all(line_batches(path)), _packed(bz2.compress)),
    "xz": Target(lambda path: read_all(line_batches(path)), _packed(lzma.compress)),
    "zstd": Target(lambda path: read_all(line_batches(path)), _packed(_zstd)),
    "archive": Target(_unpacked, _archives()[:1], "texts.tar"),
    "zip": Target(_unpacked, _archives()[1:], "texts.zip"),
    "moses": Target(_two_files("moses"), [seeds.MOSES]),
    "tsv": Target(_pairs("tsv", header=True, columns=["en", "1"], score="score"), [seeds.TSV]),
    "tmx": Target(_pairs("tmx", source_language="en", target_language="fr"), [seeds.TMX]),
    "jsonl": Target(_pairs("jsonl", columns=["en", "fr"]), [seeds.JSONL]),
    "translations": Target(_pairs("translations"), [seeds.TSV]),
    "linked": Target(
        _two_files("linked", source_language="eng", target_language="fra"), [seeds.LINKED]
    ),
    "works": Target(_two_files("works", split=True), [seeds.WORKS]),
    "news_jsonl": Target(_articles, [seeds.NEWS_JSONL], "news.jsonl"),
    "news_tsv": Target(_articles, [seeds.NEWS_TSV], "news.tsv"),
    "treebank": Target(lambda path: read_treebank([path]), [seeds.TREEBANK]),
    "wordnet": Target(_synsets, [seeds.WORDNET], "data.noun"),
    "links": Target(read_links, [seeds.LINKS]),
    "eflomal_priors": Target(_eflomal_priors, [seeds.EFLOMAL_PRIORS]),
    "gold": Target(read_gold, [seeds.GOLD]),
    "nbest": Target(_nbest, [seeds.NBEST]),
    "table_format": Target(guess_format, seeds.TABLES),
    "download_record": Target(
        lambda path: origin_of(path.with_name("file")), [seeds.ORIGIN], "file.source.json"
    ),
    "corpus_parquet": Target(
        lambda path: read_all(read_corpus(path.parent)),
        seeds.corpora(),
        "part-00000.parquet",
    ),
    "vectors_parquet": Target(
        lambda path: open_vectors(str(path)), seeds.vectors(), "vectors.parquet"
    ),
    "prior_parquet": Target(read_prior, seeds.priors(), "prior.parquet"),
    "ledger": Target(_ledger, [seeds.LEDGER], "ledger", {"part": b"part"}),
    "step_manifest": Target(_step_manifest, [seeds.STEP_MANIFEST], "manifest.json"),
    **TARGETS_OF_USE,
}
