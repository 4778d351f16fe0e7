"""Closed classes of words that learning must know: negations, opposites and others."""

from __future__ import annotations

from functools import cache
from itertools import combinations

# They say who or whose; a change of them is one of meaning.
_PERSONAL = {
    "en": """
        i me my mine myself you your yours yourself yourselves he him his himself she her hers
        herself it its itself we us our ours ourselves they them their theirs themselves
        this that these those who whom whose
    """
}

# They stand for nouns, or for an amount of what follows with `of`: what is meant is elsewhere.
_EMPTY_NOUNS = {
    "en": """
        anybody anyone anything everybody everyone everything nobody none nothing one somebody
        someone something bit couple kind lot plenty sort type
    """
}

_NEGATIONS = {
    "en": """
        not n't no never none nobody nothing nowhere neither nor without cannot hardly scarcely
        barely unable impossible fail fails failed lack lacks lacked
    """
}

#: Words that turn a statement round.
NEGATIONS = {language: frozenset(words.split()) for language, words in _NEGATIONS.items()}

# Groups of words of which each is an opposite of the others.
_OPPOSITES = {
    "en": """
        before/after above/below over/under inside/outside up/down in/out on/off with/without
        from/to for/against more/less most/least many/few more/fewer always/never often/seldom
        all/none everything/nothing everyone/nobody everybody/nobody somebody/nobody here/there
        this/that these/those he/she him/her his/her first/last former/latter last/next past/next
        previous/next early/late
        earlier/later same/different yes/no good/bad better/worse best/worst big/small large/small
        great/small long/short high/low higher/lower highest/lowest new/old young/old rich/poor
        strong/weak easy/difficult easy/hard hot/cold open/closed open/close left/right
        north/south east/west northern/southern eastern/western man/woman men/women boy/girl
        son/daughter father/mother brother/sister husband/wife king/queen black/white day/night
        summer/winter today/yesterday today/tomorrow tomorrow/yesterday morning/evening
        increase/decrease increases/decreases increased/decreased increasing/decreasing rise/fall
        rises/falls rose/fell rising/falling buy/sell buys/sells bought/sold buying/selling
        import/export imports/exports accept/reject accepted/rejected accept/refuse begin/end
        begins/ends began/ended beginning/end start/stop start/finish win/lose won/lost
        love/hate true/false right/wrong legal/illegal possible/impossible able/unable
        necessary/unnecessary public/private positive/negative majority/minority
        advantage/disadvantage maximum/minimum success/failure life/death alive/dead male/female
        internal/external supply/demand question/answer teacher/student
        two/three/four/five/six/seven/eight/nine/ten/eleven/twelve
        first/second/third/fourth/fifth hundred/thousand/million/billion
        monday/tuesday/wednesday/thursday/friday/saturday/sunday
        january/february/april/june/july/august/september/october/november/december
    """
}

#: Pairs of words that cannot both be true; WordNet knows more of them.
OPPOSITES = {
    language: frozenset(
        pair for group in groups.split() for pair in combinations(group.split("/"), 2)
    )
    for language, groups in _OPPOSITES.items()
}


@cache
def empty_nouns(language: str) -> frozenset[str]:
    """Nouns that mean little by themselves, as far as they are known."""
    return frozenset(_EMPTY_NOUNS.get(language, "").split())


@cache
def personal_words(language: str) -> frozenset[str]:
    """Pronouns and what else says who or whose, as far as they are known."""
    return frozenset(_PERSONAL.get(language, "").split())
