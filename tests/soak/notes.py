"""What clients note while a soak goes on."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field


@dataclass
class Notes:
    """What happened.

    Attributes:
        seen: How often each kind of client saw each status or end.
        problems: What must not happen, each once, and how often.
        stop: Set when clients shall come to an end.
    """

    seen: Counter[tuple[str, str]] = field(default_factory=Counter)
    problems: Counter[str] = field(default_factory=Counter)
    stop: bool = False

    def see(self, kind: str, what: str) -> None:
        """Counts what a client saw; answers that blame the server are problems."""
        self.seen[kind, what] += 1
        if len(what) == 3 and what.startswith("5"):
            self.problem(f"{kind}: {what}")

    def problem(self, what: str) -> None:
        """Counts what must not happen."""
        self.problems[what] += 1
