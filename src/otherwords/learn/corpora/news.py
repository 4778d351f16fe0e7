"""News articles: JSONL, tables of headlines, or folders of HTML and text."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from otherwords._core import Error, FormatError
from otherwords.extras import missing
from otherwords.files import name_of, open_binary
from otherwords.learn.corpora.fields import rows_of
from otherwords.learn.corpora.jsonl import objects_of
from otherwords.learn.corpora.sentences import split_sentences

_CLUSTER = ("cluster", "story")
_TIME = ("date", "published", "timestamp", "time")
_DAY = re.compile(r"(?<!\d)(\d{4})-?([01]\d)-?([0-3]\d)(?!\d)")
_MILLISECONDS_FROM = 1e11  # as seconds, the year 5138
_LAST = 1e14  # in seconds, millions of years from now: no time of an article


@dataclass(frozen=True, slots=True)
class Article:
    """One article.

    Attributes:
        place: Where it was read, for messages.
        sentences: Its sentences as they are, with the title first if it has one.
        cluster: The event it tells of, if that is known.
        time: When it appeared, in seconds since 1970, if that is known.
    """

    place: str
    sentences: list[str]
    cluster: str | None = None
    time: int | None = None


def read_articles(path: str | Path, language: str = "en") -> Iterator[Article]:
    """The articles of a file or of a folder.

    A `.jsonl` file has an object a line, a `.tsv` file a header and a row an article, both with
    `sentences` (a list, JSONL only) or `text`, or only a `title`; perhaps with `cluster` (or
    `story`) and `date` (or `published`, `timestamp`, `time`; ISO 8601, or seconds or milliseconds
    since 1970). In a folder, every `.html`, `.htm` and `.txt` file is an article, in folders below
    as well, in the order of their names; its date is in its name or path as 2004-05-17 or 20040517,
    or else in the HTML.
    """
    if Path(path).is_dir():
        yield from _folder(Path(path), language)
    elif ".jsonl" in Path(path).suffixes:
        for place, item in objects_of(path):
            yield _article(place, item, language)
    elif ".tsv" in Path(path).suffixes:
        names, rows = rows_of(path, header=True)
        for number, fields in rows:
            row = dict(zip(names or (), fields, strict=False))
            yield _article(f"{name_of(path)}:{number}", row, language)
    else:
        raise Error(f"{name_of(path)}: articles come in a folder, or in a .jsonl or .tsv file")


def _article(place: str, item: Mapping[str, Any], language: str) -> Article:
    title, text = item.get("title", ""), item.get("text", "")
    sentences = item.get("sentences", [])
    good = isinstance(title, str) and isinstance(text, str) and isinstance(sentences, list)
    if not good or not all(isinstance(sentence, str) for sentence in sentences):
        raise FormatError(f"{place}: title and text must be texts, sentences a list of texts")
    if not (title or text or sentences):
        raise FormatError(f"{place}: no sentences, text or title; give the article one of them")
    cluster = next((str(item[name]) for name in _CLUSTER if item.get(name) is not None), None)
    time = next((_time(item[name], place) for name in _TIME if item.get(name)), None)
    said = [title] if title else []
    return Article(place, said + (sentences or split_sentences(text, language)), cluster, time)


def _time(value: Any, place: str) -> int:
    seconds = _seconds(value)
    if seconds is None or abs(seconds) > _LAST:
        raise FormatError(
            f"{place}: {str(value)[:40]!r} is no time; write it as 2004-05-17T18:30 or in seconds "
            "since 1970"
        )
    return seconds


def _seconds(value: Any) -> int | None:
    try:
        number = float(value)
        return int(number / 1000 if abs(number) >= _MILLISECONDS_FROM else number)
    except (TypeError, ValueError, OverflowError):
        pass
    try:
        time = datetime.fromisoformat(str(value))
    except ValueError:
        return None
    return int((time if time.tzinfo else time.replace(tzinfo=UTC)).timestamp())


def _folder(folder: Path, language: str) -> Iterator[Article]:
    endings = {".html", ".htm", ".txt"}
    paths = sorted(
        path for path in folder.rglob("*") if path.suffix.lower() in endings and path.is_file()
    )
    if not paths:
        raise Error(f"{name_of(folder)}: no .html, .htm or .txt file here")
    for path in paths:
        with open_binary(path) as file:
            content = file.read()
        text, day = content.decode("utf-8", "replace"), None
        if path.suffix.lower() != ".txt":
            text, day = _story(content)
        day = _day_in(str(path.relative_to(folder))) or day
        time = _time(day, name_of(path)) if day else None
        if sentences := split_sentences(text, language):
            yield Article(name_of(path), sentences, None, time)


def _day_in(name: str) -> str | None:
    """The last date in a name; a number that only looks like one (20041399) is none."""
    days = ("-".join(parts) for parts in reversed(_DAY.findall(name)))
    return next((day for day in days if _seconds(day) is not None), None)


def _story(html: bytes) -> tuple[str, str | None]:
    """The text of an article without what stands around it, and its date if the page has one."""
    try:
        import trafilatura
    except ImportError:
        raise missing("pages of news need trafilatura", "learn") from None

    found: Any = trafilatura.bare_extraction(html, with_metadata=True, include_comments=False)
    if found is None:
        return "", None
    lines = [line for line in (found.title, found.text) if line]
    return "\n".join(lines), found.date
