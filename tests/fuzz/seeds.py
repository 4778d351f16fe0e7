"""Good content for each reader, to begin with."""

from __future__ import annotations

import tempfile
from collections.abc import Callable
from pathlib import Path

from otherwords.align.aligner import align, write_prior
from otherwords.align.columns import bitext
from otherwords.learn.corpora.batches import Batch
from otherwords.learn.corpora.partitions import write_part
from otherwords.learn.quality.vector_file import write_vectors
from otherwords.learn.quality.vectors import Vectors
from tests.small_model import write_model
from tests.toy_corpora import RECIPE as TOY_RECIPE

MODEL = b"""\
name = "small"
language = "en"
lower_case = true
self_score = -1.0
lm = "lm"

[tables.pt1]
file = "pt1.table"
kind = "phrases"
scores = ["p"]

[tables."pt2"]
file = "pt2.table"

[weights.compress]
lm = 1
self = 1.5e-3
usability = 0.25
tables = {pt1 = [1.0], pt2 = 0.5}

[pattern_sureness]
high = 0.6
intercept = -0.1
odds = 1.0
gained = 0.1
lost = 0.1
confirmed = 0.3
confirming_odds = 0.0
agreeing = 0.0
loose = -1.0
judged = 1.0

[scorers.faithful]
weights = {model = 1.0, length = 5.0}
length = {least = 0.5}
"""
CARD = b"""\
description = "General English."
licence = "CC0"

[[corpora]]
name = "Letters"
attribution = "their writers"

[figures]
"bytes saved" = "10 %"
"""
RECIPE = TOY_RECIPE.encode()
RECIPE_FILES = ("fr.en", "fr.fr", "de.en", "de.de", "pairs.tsv")
ANALYSER_RECIPE = b"""\
language = "en"
longest = 40
[corpus.text]
files = ["text.txt"]
sentences = 100
sample = 0.5
[network]
width = 32
rate = 0.01
"""
QUALITY = b"[pivot]\nintercept = -1.5\n\n[direct]\nintercept = 2\n"
PATTERN_MODELS = b"[model1]\nweights = [1.0, 1.0, 1.0, 1.0]\nthreshold = -3.5\nquality = {}\n"
LABELS = (
    "number\tsentence\tbegin\tend\tsource\ttarget\ttables\tann\tben\n"
    "3\tThey ⟦utilise⟧ many tools.\t1\t2\tutilise\tuse\tpt1 pt2\t1\t\n"
    "4\tNo units here.\t\t\t\t\t\t\t\n"
).encode()
PATTERN_LABELS = (
    b"source\ttarget\tcorrect\nsolve [NN_1]\thandle [NN_1]\t1\nbuy [NN_1]\tsell [NN_1]\t0\n"
)
JUDGED_RULES = b"rule_lhs\trule_rhs\tjudgment\nrely on\trefer to\tyes\nbuy\tsell\tno\n"
JUDGED_PHRASES = b"phrase\tparaphrase\tscores\nin spite of\tdespite\t4,5,5\nbuy\tsell\t1.0\n"
DEVELOPMENT = [
    b"source\treference\nThey utilise tools. It rains.\tThey use tools.\n",
    b"One text.\nAnother one. And more.\n",
]
GIVEN = b"in spite of\tdespite\t0.5\nutilise\tuse\t1e-3\n"
TEXTS = ["one line\nmore, é\r\nand the last".encode(), b""]
MOSES = b"A house .\nTwo houses .\n----\nUne maison .\nDeux maisons .\n"
TSV = b"en\tfr\tscore\nA house\tUne maison\t0.5\nA car\tUne voiture\t1e-2\n"
TMX = b"""\
<?xml version="1.0" encoding="UTF-8"?>
<!DOCTYPE tmx [<!ENTITY a "b">]>
<tmx version="1.4"><body>
<tu><tuv xml:lang="en-GB"><seg>A <bpt i="1">house</bpt> &amp; &a;</seg></tuv>
<tuv xml:lang="fr"><seg>Une maison</seg></tuv></tu>
</body></tmx>
"""
JSONL = (
    b'{"en": "A house", "fr": ["Une maison", "maison"], "n": 1e5}\n'
    b'{"en": "\\ud83d\\ude00", "fr": ""}\n'
)
LINKED = b"1\teng\tA house.\n2\tfra\tUne maison.\n----\n1\t2\n2\t1\n"
WORKS = b"It rained. He went.\n\nA chapter.\n----\nRain fell. He left.\n\nOne chapter.\n"
NEWS_JSONL = (
    b'{"title": "Rain", "text": "It rained. He went.", "date": "2004-05-17T18:30", "story": 3}\n'
)
NEWS_TSV = b"title\ttimestamp\tstory\nRain falls\t1084818600000\tx\nMore rain\t2004-05-17\tx\n"
TREEBANK = (
    b"# text = It rains .\n1\tIt\tit\tPRON\tPRP\t_\t2\tnsubj\t_\t_\n"
    b"2-3\trains.\t_\t_\t_\t_\t_\t_\t_\t_\n2\trains\train\tVERB\tVBZ\t_\t0\troot\t_\t_\n\n"
)
WORDNET = (
    b"  1 the licence\n"
    b"00001740 29 v 02 breathe 0 take_a_breath 0 002 * 00005041 v 0000 ! 00004227 v 0103 | draw\n"
)
LINKS = b"0-0 1-2\n\n0-1\n"
GOLD = b'{"source": "a b", "target": "c", "sure": "0-0", "possible": "1-0"}\n'
NBEST = b"0 ||| we use tools ||| lm= -1 ||| -1.25e1\n0 ||| we utilise tools ||| lm= -2 ||| -13\n"
TABLES = [
    b"in spite of ||| despite ||| 0.5 0.1 ||| 0-0 ||| 1 2 3\n",
    b"[NN] ||| house ||| home ||| p(e|f)=1.0 a=2 ||| 0-0\n",
    b"source\ttarget\tp\nhouse\thome\t0.5\n",
]
ORIGIN = b'{"address": "https://x.org/a", "size": 3, "sha256": "00", "etag": "", "modified": ""}\n'

LEDGER = b'["64ce0c76f1a2b3c4d5e6f708192a3b4c", "part"]\n["00", "gone"]\n'
STEP_MANIFEST = b'{"key": "k", "outputs": {"a": 1}, "checksums": {"a": "00"}, "cost": {}}\n'
ANSWERS = (
    b'{"source": "It rains a lot.", "signature": "model:x", "paraphrases": [{"text": "It rains '
    b'much.", "edits": [{"start": 9, "end": 14, "target": "much", "table": "pt1"}]}]}\n'
)
DATA = [
    b"source\treference\nIt rains.\tRain falls.\n",
    b'{"source": "It rains.", "references": ["Rain falls.", "It pours."]}\n'
    b'{"orig": "", "refs": ["No"]}\n',
]
JUDGED_TRANSLATIONS = b"hyp\tref\thuman\tlp\nIt rains\tRain falls\t-0.5\tde-en\n"
HUMAN_SCORES = b"0.5\n-1e-2\n100\n"
SYSTEM_SCORES = b"system\thuman_z\nann\t0.5\nben\t-1\n"
ITEMS = [
    b"source\tparaphrase\tsystem\tinstances\na b\ta c\tpt1\ta => b ||| c => d\n",
    b'{"source": "a", "paraphrase": "b", "system": "s", "instances": ["a => b", ["c", "d"]]}\n',
    LABELS,
]
KEYS = b"# keys\nann 0123456789abcdef\n\nben fedcba9876543210\n"
REQUESTS = [
    b'{"text": "It rains.", "n": 2, "ratio": 0.5, "keep": ["x"], "confidence": "high", '
    b'"choices": [{"start": 0, "end": 2, "target": null}], "scorer": {"lm": 1.0}}',
    b'{"texts": ["a", "\\u00e9"], "references": ["b", "c"], "explain": false, "system": "wn"}',
]
SUGGEST_REQUEST = b'{"texts": ["It rains."], "confidence": 0.2, "edit_quotes": true}'
LATTICE_REQUEST = b'{"text": "It rains.", "application": "compress", "avoid": ["rain"]}'
TRUE_SCORE_REQUEST = b'{"pairs": [{"source": "It rains.", "target": "Rain falls."}]}'
KEPT_ROWS = (
    b'{"text": "b", "score": -1.5, "more": {"proven": true, "at": 1, "why": "x"}}\n'
    b'{"text": "c", "score": 2, "more": {"proven": false, "at": 0, "why": ""}}\n'
)
EFLOMAL_PRIORS = b"LEX\tthe\tla\t2\nHMMF\t1\t5\nHMMR\t1\t5\n"
JUDGED_EDITS = b"question\tissue\t2\t0.5\nbuy\tsell\t0\t3\n"
TEMPLATES = (
    b'{"version": 1, "templates": [{"elements": ["it", [["at", "home"], []], {"slot": "number"}], '
    b'"sentences": 9, "partners": [{"template": 0, "slots": [0], "score": 0.5}]}]}'
)
PARAGRAPHS = "A line.\nAnother, é.\r\n \t\r\n\nThe second.\n\n".encode()
REFERENCES = b"One text.\nAnother one.\n----\nA text.\nOne more.\n"
PAPER = b"""\
experiments = "pr"
title = "A paper"
different = "all of it"
verdicts = ["verdicts.tsv"]
[settings]
share = 0.5
"""
VERDICTS = [
    b"item\treader\tcorrect\nx\tann\tyes\ny\tben\t\n",
    b'source,paraphrase,judge,stands,correct\na,"b, c",ann,1,yes\n',
]


def _written(name: str, write: Callable[[Path], object]) -> bytes:
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / name
        write(path)
        return path.read_bytes()


def model_files() -> dict[str, bytes]:
    """The files of a small model."""
    with tempfile.TemporaryDirectory() as folder:
        written = write_model(Path(folder))
        return {path.name: path.read_bytes() for path in written.iterdir()}


def corpora() -> list[bytes]:
    """A prepared corpus in a file."""
    batch = Batch(["a house", "a car"], ["une maison", "une voiture"])
    return [
        _written("part-00000.parquet", lambda path: write_part(path.parent, 0, 0, batch)),
    ]


def vectors() -> list[bytes]:
    """Word vectors in a file."""
    import numpy as np

    rows = np.arange(64, dtype=np.int8).reshape(2, 32)
    return [_written("vectors", lambda path: write_vectors(Vectors(["a", "b"], rows), path))]


def priors() -> list[bytes]:
    """What an alignment has taught, in a file."""
    prior = align(bitext(["a b", "b"], ["c d", "d"]), learn=True).learnt
    assert prior is not None
    return [_written("prior", lambda path: write_prior(prior, path))]
