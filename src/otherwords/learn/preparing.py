"""From raw sentence pairs to the rows of a corpus: what needs them in order happens here, and
tokens are made part by part wherever the engine runs.
"""

from __future__ import annotations

import json
import shutil
from collections import Counter
from collections.abc import Callable, Iterator
from pathlib import Path

from otherwords.files import replacing
from otherwords.learn import parts
from otherwords.learn.corpora import Batch, CleaningOptions, CleaningReport, write_corpus
from otherwords.learn.corpora.cleaning import fitting, readable
from otherwords.learn.work import Work
from otherwords.text.casing import CasingCounter


def prepare_parts(
    work: Work,
    read: Callable[[], Iterator[Batch]],
    options: CleaningOptions,
    output: Path,
    *,
    source_casing: CasingCounter | None = None,
    target_casing: CasingCounter | None = None,
    cased: bool = False,
) -> CleaningReport:
    """Cleans and tokenises a corpus into a folder, with the same rows as `prepare` yields.

    What an earlier try has read or tokenised, and keeps beside the output, is used again.
    """
    texts, tokens, note = (output.with_name(name) for name in ("texts", "tokens", "texts.json"))
    if not note.exists():
        report = CleaningReport()
        write_corpus(texts, readable(read(), options, report))
        with replacing(note) as file:
            file.write(json.dumps(vars(report)).encode())
    told = json.loads(note.read_bytes())
    report = CleaningReport(**{**told, "dropped": Counter(told["dropped"])})
    tokens.mkdir(exist_ok=True)
    calls = [
        (str(path), options, work.part_threads, str(tokens / path.name))
        for path in sorted(texts.glob("*.parquet"))
    ]
    work.map(parts.tokenise, calls)
    rows = fitting(
        (parts.read_tokens(call[-1]) for call in calls),
        options,
        report,
        source_casing=source_casing,
        target_casing=target_casing,
        cased=cased,
    )
    write_corpus(output, rows)
    note.unlink()
    shutil.rmtree(texts)
    shutil.rmtree(tokens)
    return report
