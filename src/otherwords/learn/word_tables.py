"""Tables of single words, which PR's rivals use: what recipes say of them."""

from __future__ import annotations

from dataclasses import dataclass

from otherwords.learn.settings_file import limits

#: The method of tables of synonyms: see `ThesaurusTable`.
THESAURUS = "thesaurus"
#: The method of tables of word classes: see `ClusterTable`.
CLUSTERS = "clusters"


@dataclass(frozen=True)
class ThesaurusTable:
    """Words and the members of their most frequent synset, inflected alike.

    Attributes:
        name: Name of the table and of its file.
        wordnet: WordNet's database files, relative to the recipe; variables are replaced.
        method: Always `thesaurus`.
        quantise: Whether scores are stored in one byte.
    """

    name: str
    wordnet: str
    method: str = limits(THESAURUS, choices=(THESAURUS,))
    quantise: bool = False


@dataclass(frozen=True)
class ClusterTable:
    """Words and the others of their class, by bigram exchange clustering.

    Attributes:
        name: Name of the table and of its file.
        corpora: Corpora whose text in the model's language is used.
        method: Always `clusters`.
        classes: How many classes there are.
        vocabulary: How many words have one: the most frequent ones; PR's number unless told.
        rounds: Most times that each word may move.
        kappa: Most entries of a source: the most frequent words of its class.
        quantise: Whether scores are stored in one byte.
    """

    name: str
    corpora: tuple[str, ...] = ()
    method: str = limits(CLUSTERS, choices=(CLUSTERS,))
    classes: int = limits(4096, least=1, most=1 << 14)
    vocabulary: int = limits(65_225, least=1)
    rounds: int = limits(20, least=1)
    kappa: int = limits(50, least=1)
    quantise: bool = False
