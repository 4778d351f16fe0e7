"""Packages that only parts of this one need, and how they are installed."""

from __future__ import annotations

from otherwords._core import Error

#: The modules that come with each extra of this package.
EXTRAS = {
    "evaluate": ("sacrebleu",),
    "learn": (
        "duckdb",
        "eflomal",
        "jieba",
        "lemminflect",
        "pyarrow",
        "scipy",
        "sklearn",
        "trafilatura",
    ),
    "neural": ("blingfire", "onnxruntime"),
    "serve": (
        "alembic",
        "fastapi",
        "jinja2",
        "prometheus_client",
        "psycopg",
        "sqlalchemy",
        "uvicorn",
    ),
    "spacy": ("spacy",),
    "spark": ("pyspark",),
    "teacher": ("ctranslate2", "sentencepiece"),
    "wordfreq": ("wordfreq",),
}


def missing(what: str, extra: str) -> Error:
    """The error that something needs an extra, with the command that installs it."""
    return Error(f"{what}; run pip install 'otherwords[{extra}]'")


def missing_module(error: ModuleNotFoundError) -> Error | None:
    """The same for a module that cannot be imported; None if no extra has it."""
    module = (error.name or "").partition(".")[0]
    for extra, modules in EXTRAS.items():
        if module in modules:
            return missing(f"this needs {module}", extra)
    return None
