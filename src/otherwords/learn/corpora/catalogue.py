"""Well-known public corpora: where they are and under what terms."""

from __future__ import annotations

from dataclasses import dataclass

from otherwords._core import Error


@dataclass(frozen=True, slots=True)
class Source:
    """A corpus that can be downloaded.

    Attributes:
        about: What it is.
        address: Where it is; `{}` stands for one of the `parts`.
        parts: Language pairs or languages; none if the corpus is one file.
        kind: The reader that fits what is in the file.
        licence: As its publisher states it.
        sha256: The published checksum; none of these publishers gives one that stays.
    """

    about: str
    address: str
    parts: tuple[str, ...]
    kind: str
    licence: str
    sha256: str = ""


_EUROPARL = (
    "bg-en cs-en da-en de-en el-en es-en et-en fi-en fr-en hu-en it-en lt-en lv-en nl-en pl-en "
    "pt-en ro-en sk-en sl-en sv-en"
)
_COMMENTARY = "cs-en de-en en-es en-fr en-it en-ja en-nl en-pt en-ru en-zh"
_OPUS = "de-en en-es en-fr en-it en-nl en-pl en-pt en-ru"

CATALOGUE: dict[str, Source] = {
    "europarl": Source(
        "proceedings of the European Parliament, release 7",
        "https://www.statmt.org/europarl/v7/{}.tgz",
        tuple(_EUROPARL.split()),
        "moses",
        "reuse with acknowledgement (European Union)",
    ),
    "news-commentary": Source(
        "opinion pieces in several languages, release 18.1",
        "https://data.statmt.org/news-commentary/v18.1/training/news-commentary-v18.{}.tsv.gz",
        tuple(_COMMENTARY.split()),
        "tsv",
        "see data.statmt.org/news-commentary",
    ),
    "tatoeba-sentences": Source(
        "sentences of Tatoeba, a language a file",
        "https://downloads.tatoeba.org/exports/per_language/{0}/{0}_sentences.tsv.bz2",
        ("cmn", "deu", "eng", "fin", "fra", "hun", "ita", "nld", "pol", "por", "rus", "spa"),
        "linked",
        "CC BY 2.0 FR",
    ),
    "tatoeba-links": Source(
        "links between the sentences of Tatoeba",
        "https://downloads.tatoeba.org/exports/links.tar.bz2",
        (),
        "linked",
        "CC BY 2.0 FR",
    ),
    "opus-books": Source(
        "copyright-free books, sentence-aligned",
        "https://object.pouta.csc.fi/OPUS-Books/v1/moses/{}.txt.zip",
        tuple(_OPUS.split()),
        "moses",
        "see opus.nlpl.eu",
    ),
    "opus-ted2020": Source(
        "subtitles of TED talks",
        "https://object.pouta.csc.fi/OPUS-TED2020/v1/moses/{}.txt.zip",
        tuple(_OPUS.split()),
        "moses",
        "see opus.nlpl.eu",
    ),
    "opus-wikimatrix": Source(
        "sentence pairs mined from Wikipedia",
        "https://object.pouta.csc.fi/OPUS-WikiMatrix/v1/moses/{}.txt.zip",
        tuple(_OPUS.split()),
        "moses",
        "see opus.nlpl.eu",
    ),
}


def address_of(name: str) -> tuple[str, str]:
    """The address and the published checksum (or nothing) of `corpus` or `corpus/part`."""
    corpus, _, part = name.partition("/")
    source = CATALOGUE.get(corpus)
    if source is None:
        known = ", ".join(CATALOGUE)
        raise Error(f"there is no corpus {corpus!r}; there are: {known}; or give an address")
    if source.parts and part not in source.parts:
        choice = ", ".join(f"{corpus}/{each}" for each in source.parts)
        raise Error(f"say which part of {corpus}: {choice}")
    if part and not source.parts:
        raise Error(f"{corpus} has no parts; ask for {corpus} alone")
    return source.address.format(part), source.sha256
