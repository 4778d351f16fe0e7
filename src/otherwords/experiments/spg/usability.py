"""Whether paraphrases achieve an application, told automatically: by chance, or on purpose."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping

from otherwords import Paraphraser
from otherwords.experiments import Given, Section
from otherwords.experiments.spg.generation import signed
from otherwords.experiments.spg.outputs import APPLICATIONS, Outputs, Sentences
from otherwords.experiments.spg.published import BY_CHANCE
from otherwords.paraphrases import Paraphrase, size_of
from otherwords.text import tokenise_lines
from otherwords.tune.offers import offers

#: What each application wants of a text.
WANTED = {
    "compress": "fewer bytes",
    "simplify": "a higher score of the language model",
    "toward": "more words of the reference",
}


def usability_of(p: Paraphraser, application: str, result: Paraphrase, reference: str) -> int:
    """3 if the text achieves the application, 2 if it does not, 1 if it is opposite to it."""
    gain = _gain(p, application, result, reference)
    return 3 if gain > 0 else 1 if gain < 0 else 2


def by_chance(given: Given, p: Paraphraser, found: Mapping[str, Outputs]) -> Section:
    """Who achieves which application, of the sentences that are paraphrased."""
    sentences = next(iter(found.values())).sentences
    rows = []
    for application in APPLICATIONS:
        serving = _serving(p, sentences, application)
        for number, how in enumerate((WANTED[application], "each replacement serves it")):
            published = {"baseline-2": f"{BY_CHANCE[application]:.2f}"} if not number else {}
            if not number and application != "simplify":
                published[application] = "100"
            for name in (application, "baseline-1", "baseline-2"):
                outputs = found[name]
                yes = _all_serve(outputs, serving) if number else _achieve(p, application, outputs)
                of = len(outputs.changed)
                cell = f"{100 * yes / of:.2f} of {of}" if of else "none"
                row = f"{application}: {how}: by {name}"
                rows.append((row, published.get(name, ""), cell))
    return Section(
        "Applications achieved, on purpose and by chance (table 1, section 5.2)",
        ("%", "published", "measured"),
        tuple(rows),
        "Shares of the sentences that are paraphrased. The paper does not say how it judged what "
        "Baseline-2 says, so there are two readings of ours: the whole text is what the "
        "application wants, or each replacement in it is one that planning would have kept (but "
        "for a few in which an article is written anew). Neither is near the paper's figures for "
        "all three applications. A unit gains words of the reference, whether or not the rest of "
        "the text has them already, and may lose others, so that a text of toward need not gain.",
        given.signature(sentences.texts, signed(p)),
    )


def _gain(p: Paraphraser, application: str, result: Paraphrase, reference: str) -> float:
    if application == "compress":
        return size_of(result.source) - size_of(result.text)
    model = p.model
    texts = [result.source, result.text, reference]
    source, text, wanted = tokenise_lines(texts, model.language, lower=model.lower_case, threads=1)
    if application == "simplify":
        return float(model.lm.score(text) - model.lm.score(source))
    words = Counter(wanted.split())
    shared = [(Counter(each.split()) & words).total() for each in (text, source)]
    return shared[0] - shared[1]


def _achieve(p: Paraphraser, application: str, outputs: Outputs) -> int:
    pairs = zip(outputs.results, outputs.sentences.references, strict=True)
    return sum(
        result.text != result.source and usability_of(p, application, result, reference) == 3
        for result, reference in pairs
    )


def _serving(
    p: Paraphraser, sentences: Sentences, application: str
) -> dict[tuple[str, int, int, str], bool]:
    """The units that planning keeps, as labels."""
    single = sentences.single(p.model.language)
    return {(*row.key,): True for row in offers(p, single, [application]) if row.is_unit}


def _all_serve(outputs: Outputs, serving: Mapping[tuple[str, int, int, str], bool]) -> int:
    counts = outputs.segments(serving).replacements or ()
    return sum(0 < each.replaced == each.correct for each in counts)
