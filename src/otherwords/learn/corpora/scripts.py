"""Which letters a language is written with, and text that was decoded wrongly."""

from __future__ import annotations

import re

_LETTER = re.compile(r"[^\W\d_]")
_LATIN = "A-Za-zªºÀ-ÖØ-öø-ʯḀ-ỿ\ufb00-\ufb06Ａ-Ｚａ-ｚ"
_SCRIPTS = {
    "latin": _LATIN,
    "cyrillic": "Ѐ-ԯ",
    "greek": "Ͱ-Ͽἀ-῿",
    "han": "㐀-䶿一-鿿豈-\ufaff\U00020000-\U0003ffff",
    "japanese": "㐀-䶿一-鿿ぁ-ヿｦ-ﾟ々",
    "hangul": "가-힣ㄱ-ㆎᄀ-ᇿ",
    "arabic": "؀-ۿݐ-ݿ\ufb50-\ufdff\ufe70-\ufefc",
    "hebrew": "֐-׿",
    "devanagari": "ऀ-ॿ",
    "thai": "ก-๛",
}
_OF_LANGUAGE = {
    **dict.fromkeys(["ru", "uk", "bg", "be", "mk", "sr"], "cyrillic"),
    **dict.fromkeys(["ar", "fa", "ur"], "arabic"),
    **dict.fromkeys(["hi", "mr", "ne"], "devanagari"),
    "el": "greek",
    "he": "hebrew",
    "ja": "japanese",
    "ko": "hangul",
    "th": "thai",
    "zh": "han",
}
_BEYOND_LATIN = re.compile("[\u0370-\u1dff\u2c00-\ufaff\U00010000-\U0003ffff]")

# UTF-8 read as a Western code page: a letter that stands for the first byte, then one that stands
# for a following byte. Other letters than Â and Ã are first bytes of words in capitals, too.
_TAIL = "\x80-\xbf€‚ƒ„…†‡ˆ‰Š‹ŒŽ‘’“”•–—˜™š›œžŸ"
_MOJIBAKE = re.compile(
    f"[ÂÃ][{_TAIL}]|â[€‚][{_TAIL}]|(?:[ÄÅÐÑÎÏØÙ][{_TAIL}]){{2}}|[\ufffd\x80-\x9f]"
)


def is_in_script_of(text: str, language: str) -> bool:
    """Whether at least half of the letters are of the script of the language.

    A language that is not known here is taken to be written in Latin letters.
    """
    script = _OF_LANGUAGE.get(language, "latin")
    if script == "latin" and (text.isascii() or not _BEYOND_LATIN.search(text)):
        return True
    letters = len(_LETTER.findall(text))
    return 2 * len(_PATTERNS[script].findall(text)) >= letters


def is_mojibake(text: str) -> bool:
    """Whether the text has signs of a wrong decoding, such as `Ã©` for `é`."""
    return not text.isascii() and _MOJIBAKE.search(text) is not None


_PATTERNS = {script: re.compile(f"[{letters}]") for script, letters in _SCRIPTS.items()}
