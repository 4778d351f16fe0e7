"""`otherwords analyse`: tags, lemmas, trees and entities of texts."""

from __future__ import annotations

import argparse
import json
import sys
from dataclasses import asdict

from otherwords._core import Error
from otherwords.cli.numbers import whole
from otherwords.cli.saying import add_model_arguments
from otherwords.cli.texts import add_text_arguments, batches_of
from otherwords.model import Model, default_folder, folder_of
from otherwords.text.analysis import Analysis, open_analyser
from otherwords.text.sentences import tokenised_sentences
from otherwords.text.tokens import Tokens


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declares the options."""
    add_text_arguments(parser)
    add_model_arguments(parser)
    parser.add_argument(
        "--threads", type=whole, default=0, metavar="T", help="0, the default: all cores"
    )
    parser.add_argument("--json", action="store_true", help="one JSON object a sentence")
    parser.set_defaults(refuse=parser.error)


def run(options: argparse.Namespace) -> int:
    """Analyses each sentence of the texts while the input goes on."""
    folder = folder_of(options.model) if options.model else default_folder()
    model = Model(folder, analyser=options.analyser)
    if model.backend is None:
        raise Error(f"{model.folder}: the model has no analyser; name another, or --analyser spacy")
    analyser = open_analyser(
        model.language, model.backend, model.analyser_file, threads=options.threads
    )
    show = _as_json if options.json else _as_conllu
    for batch in batches_of(options):
        documents = tokenised_sentences([text for text, _ in batch], model.language)
        sentences = [tokens for document in documents for _, tokens in document]
        found = analyser.analyse(tokens.words for tokens in sentences)
        for tokens, analysis in zip(sentences, found, strict=True):
            sys.stdout.buffer.write(show(tokens, analysis).encode())
        sys.stdout.buffer.flush()
    return 0


def _as_json(tokens: Tokens, analysis: Analysis) -> str:
    found = {"text": tokens.text, "words": tokens.words, "starts": tokens.starts}
    return json.dumps({**found, **asdict(analysis)}, ensure_ascii=False) + "\n"


def _as_conllu(tokens: Tokens, analysis: Analysis) -> str:
    """The ten columns of CoNLL-U, with entities in the last one."""
    lines = [f"# text = {' '.join(tokens.text.split())}"]
    for place, word in enumerate(tokens.words):
        head = analysis.heads[place]
        notes = [f"Entity={analysis.entities[place]}"] if analysis.entities[place] else []
        if place + 1 < len(tokens) and tokens.ends[place] == tokens.starts[place + 1]:
            notes.append("SpaceAfter=No")
        fields = [
            str(place + 1),
            word,
            analysis.lemmas[place],
            "_",
            analysis.tags[place],
            "_",
            "0" if head == place else str(head + 1),
            "root" if head == place else analysis.relations[place],
            "_",
            "|".join(notes) or "_",
        ]
        lines.append("\t".join(fields))
    return "\n".join(lines) + "\n\n"
