"""`otherwords evaluate recipe`: the experiments of a paper, published figures beside ours."""

from __future__ import annotations

import argparse
import json
import os
from collections.abc import Sequence
from pathlib import Path

from otherwords._core import Error
from otherwords.cli.learn_progress import LearnProgress
from otherwords.cli.numbers import whole
from otherwords.evaluate.plots import standalone
from otherwords.experiments import Given, Section, open_experiments
from otherwords.experiments.folder import Paper, read_paper, settle
from otherwords.experiments.page import page
from otherwords.experiments.sections import as_text
from otherwords.experiments.verdicts import read_verdicts, refuse_filled
from otherwords.files import name_of, replacing

HELP = (
    "do the experiments of a paper: learn what they need, and print published figures beside ours"
)


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The options of the action."""
    add = parser.add_argument
    add("folder", metavar="FOLDER", help="that of the paper, such as recipes/spg")
    add(
        "-d",
        "--data",
        metavar="FOLDER",
        help="corpora, development sets and the like (default: $OTHERWORDS_DATA)",
    )
    add(
        "-o",
        "--output",
        metavar="FOLDER",
        help="where models, sheets and the report go; a run that was stopped goes on here "
        "(default: the name of the paper's folder)",
    )
    add(
        "--set",
        action="append",
        default=[],
        dest="told",
        metavar="NAME=VALUE",
        help="a setting of the experiments; may be repeated",
    )
    add(
        "--judged",
        action="append",
        default=[],
        metavar="FILE",
        help="what readers said, as the rating site writes it as CSV, in place of what is in the "
        "paper's folder; may be repeated",
    )
    add("--threads", type=whole, default=0, help="how many to use (default: all cores)")


def run(options: argparse.Namespace) -> int:
    """Prints each table when it is there, and writes all into the report."""
    paper = read_paper(Path(options.folder))
    experiments = open_experiments(paper.experiments)
    settings = settle(experiments.settings, paper.settings, options.told, experiments.least)
    given_data = options.data or os.environ.get("OTHERWORDS_DATA")
    if not given_data:
        raise Error("there is no folder of data; name it with --data, or by OTHERWORDS_DATA")
    files = [Path(name) for name in options.judged] or paper.verdicts
    output = Path(options.output or paper.folder.resolve().name)
    output.mkdir(parents=True, exist_ok=True)
    if output.samefile(paper.folder):
        raise Error(f"{name_of(output)} is the paper's own folder; name another with --output")
    refuse_filled(output)
    progress = LearnProgress()
    given = Given(
        folder=paper.folder,
        data=Path(given_data),
        output=output,
        settings=settings,
        verdicts=read_verdicts(files, experiments.questions),
        threads=options.threads or os.cpu_count() or 1,
        watch=progress.tell,
    )
    print(paper.title)
    sections: list[Section] = []
    for section in experiments.run(given):
        progress.finish()
        sections.append(section)
        print(f"\n{as_text(section)}", flush=True)
        for plot in section.plots:
            _write(output / f"{plot.name}.svg", standalone(plot.svg))
        _report(output, paper, sections, finished=False)
    print(f"\nWhere data differ: {paper.different}")
    _report(output, paper, sections, finished=True)
    return 0


def _report(output: Path, paper: Paper, sections: Sequence[Section], *, finished: bool) -> None:
    """Writes what there is so far: a run that is stopped late has found much."""
    content = {
        "title": paper.title,
        "finished": finished,
        "sections": [section.content() for section in sections],
        "different": paper.different,
    }
    _write(output / "report.json", json.dumps(content, ensure_ascii=False, indent=1) + "\n")
    title = paper.title if finished else f"{paper.title} (not finished)"
    _write(output / "report.html", page(title, sections, paper.different))


def _write(path: Path, text: str) -> None:
    with replacing(path) as file:
        file.write(text.encode())
