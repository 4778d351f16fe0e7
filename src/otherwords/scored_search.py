"""Decoding with a scorer of whole sentences: it ranks what a search finds, or drives it.

The scorer sees words with blanks between them, sources and answers alike.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from otherwords._core import Decoded, DecodeOptions, Decoder
from otherwords.scoring import Candidates, Scorer, for_source, rate


def decode_ranked(
    decoder: Decoder,
    sentences: Sequence[str],
    options: DecodeOptions,
    scorer: Scorer,
    *,
    n: int,
    threads: int = 0,
) -> Iterator[Decoded]:
    """The n best of each sentence by a scorer, among those that a search finds (hybrid search).

    Args:
        decoder: What finds them.
        sentences: Tokenised.
        options: Of the search; its n is how many of each sentence the scorer ranks.
        scorer: What ranks. Of equal ones, those with the higher score come first.
        n: How many are wanted.
        threads: Of the decoder; 0 for all cores.
    """
    found = decoder.decode_all(sentences, options, threads=threads)
    batch = [
        Candidates(
            _as_words(sentence),
            [each.text for each in result.derivations],
            [each.score for each in result.derivations],
        )
        for sentence, result in zip(sentences, found, strict=True)
    ]
    scores = iter(rate(scorer, batch).tolist() if batch else [])
    for result, each in zip(found, batch, strict=True):
        said = [next(scores) for _ in each.texts]
        proven = result.complete and len(said) < options.n
        yield result.ranked(said, n=n, proven=proven)


def decode_driven(
    decoder: Decoder,
    sentences: Sequence[str],
    options: DecodeOptions,
    driver: Scorer,
    *,
    threads: int = 0,
) -> list[Decoded]:
    """What Monte-Carlo search finds when a scorer drives it. The options say how much the score of
    the model counts beside it.
    """
    scorers = [for_source(driver, _as_words(sentence)) for sentence in sentences]
    return decoder.decode_all(sentences, options, threads=threads, scorers=scorers)


def _as_words(sentence: str) -> str:
    """The words as the core splits them, with single blanks between them."""
    return " ".join(word for word in sentence.replace("\t", " ").split(" ") if word)
