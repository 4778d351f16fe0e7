"""Words that hold a sentence together and say little by themselves."""

from __future__ import annotations

from functools import cache

_FUNCTION_WORDS = {
    "en": """
        a an the this that these those some any each every no all both either neither another other
        such what which whose whichever whatever
        i me my mine myself you your yours yourself yourselves he him his himself she her hers
        herself it its itself we us our ours ourselves they them their theirs themselves one ones
        who whom whoever there here
        and or but nor yet so if then than as because while whereas although though unless until
        since when whenever where wherever whether how why
        of in to for on with at by from into onto upon out off over under up down about above below
        across after against along among amongst around before behind beneath beside besides between
        beyond despite during except inside like near outside past per through throughout till
        toward towards underneath unlike via within without
        be am is are was were been being 's 're 'm have has had having 've 'd do does did doing done
        will would shall should can could may might must ought 'll wo ca sha
        not n't never also too very just only even still already again ever quite rather well
    """
}


@cache
def function_words(language: str) -> frozenset[str]:
    """The function words of a language, as far as they are known."""
    return frozenset(_FUNCTION_WORDS.get(language, "").split())
