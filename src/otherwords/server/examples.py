"""Examples of requests and answers, for the description of the API. Tests send the requests."""

from __future__ import annotations

from typing import Any

_SENTENCE = "They attempted to purchase land."
_SIGNATURE = "otherwords:0.1.0|model:english:d6a64b21|application:compress|confidence:0.8|n:1"

PARAPHRASE: dict[str, Any] = {"texts": [_SENTENCE], "application": "compress", "keep": ["land"]}

TEXT: dict[str, Any] = {
    "source": _SENTENCE,
    "paraphrases": [
        {
            "text": "They tried to buy land.",
            "score": -4.21,
            "confidence": 0.85,
            "optimal": True,
            "complete": True,
            "fits": True,
            "bytes": 23,
            "words": 5,
            "edits": [
                {
                    "start": 5,
                    "end": 17,
                    "source": "attempted to",
                    "target": "tried to",
                    "table": "plain",
                    "score": -0.11,
                    "usability": 4.0,
                    "confidence": 0.94,
                },
                {
                    "start": 18,
                    "end": 26,
                    "source": "purchase",
                    "target": "buy",
                    "table": "pt1",
                    "score": -0.36,
                    "usability": 5.0,
                    "confidence": 0.9,
                },
            ],
        }
    ],
    "upper_bound": -4.21,
    "signature": _SIGNATURE,
}
PARAPHRASES: dict[str, Any] = {"results": [TEXT]}

SUGGEST: dict[str, Any] = {"text": "We assist them."}

SUGGESTIONS: dict[str, Any] = {
    "results": [
        {
            "source": "We assist them.",
            "suggestions": [
                {
                    "start": 3,
                    "end": 9,
                    "source": "assist",
                    "target": "help",
                    "table": "pt1",
                    "confidence": 0.93,
                }
            ],
        }
    ]
}

LATTICE: dict[str, Any] = {"text": "We assist them.", "application": "compress"}

LATTICES: dict[str, Any] = {
    "source": "We assist them.",
    "signature": _SIGNATURE,
    "sentences": [
        {
            "start": 0,
            "end": 15,
            "tokens": [
                {"start": 0, "end": 2, "text": "We", "protected": False},
                {"start": 3, "end": 9, "text": "assist", "protected": False},
                {"start": 10, "end": 14, "text": "them", "protected": False},
                {"start": 14, "end": 15, "text": ".", "protected": False},
            ],
            "units": [
                {
                    "begin": 1,
                    "end": 2,
                    "start": 3,
                    "stop": 9,
                    "source": "assist",
                    "target": "help",
                    "table": "pt1",
                    "score": -0.28,
                    "usability": 2.0,
                    "rule": "",
                    "confidence": 0.93,
                }
            ],
            "best": [0],
        }
    ],
}

TRUE_SCORE: dict[str, Any] = {
    "pairs": [{"source": "We assist them.", "target": "We help them."}],
    "application": "compress",
}

TRUE_SCORES: dict[str, Any] = {
    "results": [
        {
            "source": "We assist them.",
            "target": "We help them.",
            "score": -4.6,
            "lm": -12.9,
            "reason": None,
            "units": [
                {
                    "start": 3,
                    "end": 9,
                    "source": "assist",
                    "target": "help",
                    "table": "pt1",
                    "score": -0.28,
                    "usability": 2.0,
                }
            ],
        }
    ],
    "signature": _SIGNATURE,
}

MODELS: dict[str, Any] = {
    "models": [{"name": "english", "digest": "d6a64b21", "language": "en"}],
    "limits": {
        "max_body": 1048576,
        "max_texts": 1000,
        "max_characters": 20000,
        "max_seconds": 20.0,
        "max_n": 100,
        "max_candidates": 1000,
    },
}

APPLICATIONS: dict[str, Any] = {
    "applications": [{"name": "compress", "description": "The text in fewer bytes."}]
}

HEALTH: dict[str, Any] = {"status": "ok", "version": "0.1.0"}
