"""Says a sentence in other words for a purpose: exact, fast, offline, explained.

>>> import otherwords as ow
>>> p = ow.load("path/to/model")  # doctest: +SKIP
>>> p.compress("The committee took the matter into consideration.").text  # doctest: +SKIP
"""

from importlib import import_module
from typing import TYPE_CHECKING, Any

from otherwords._core import Error, FormatError
from otherwords._core import version as __version__

if TYPE_CHECKING:
    from otherwords.applications import Application
    from otherwords.choices import Choice
    from otherwords.lattices import Lattice
    from otherwords.paraphraser import Paraphraser, load
    from otherwords.paraphrases import Edit, Paraphrase
    from otherwords.scoring import Scorer
    from otherwords.suggestions import Suggestion

__all__ = [
    "Application",
    "Choice",
    "Edit",
    "Error",
    "FormatError",
    "Lattice",
    "Paraphrase",
    "Paraphraser",
    "Scorer",
    "Suggestion",
    "__version__",
    "load",
]

# Loaded when first asked for: most programs need only a part.
_HOMES = {
    "Application": "otherwords.applications",
    "Choice": "otherwords.choices",
    "Edit": "otherwords.paraphrases",
    "Lattice": "otherwords.lattices",
    "Paraphrase": "otherwords.paraphrases",
    "Paraphraser": "otherwords.paraphraser",
    "Scorer": "otherwords.scoring",
    "Suggestion": "otherwords.suggestions",
    "load": "otherwords.paraphraser",
}


def __getattr__(name: str) -> Any:
    if name not in _HOMES:
        raise AttributeError(f"module 'otherwords' has no attribute {name!r}")
    return getattr(import_module(_HOMES[name]), name)


def __dir__() -> list[str]:
    """With the names that have not been loaded yet."""
    return sorted({*globals(), *__all__})
