"""Metrics for Prometheus; of several workers, their sums.

Workers share figures through files in the folder that `PROMETHEUS_MULTIPROC_DIR` names, which
`otherwords serve` makes and removes.
"""

from __future__ import annotations

import os
from pathlib import Path

from prometheus_client import (
    CollectorRegistry,
    Counter,
    Gauge,
    Histogram,
    generate_latest,
    multiprocess,
)

#: What names the folder; prometheus_client looks at it when it is imported.
FOLDER = "PROMETHEUS_MULTIPROC_DIR"

_SECONDS = (0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1.0, 2.0, 5.0, 10.0, 20.0, 60.0)


class Metrics:
    """The figures of one application."""

    def __init__(self) -> None:
        registry = self._registry = CollectorRegistry()
        self._requests = Counter(
            "otherwords_requests",
            "Requests by route and status; 0 is for clients that have gone.",
            ["method", "route", "status"],
            registry=registry,
        )
        self._seconds = Histogram(
            "otherwords_request_seconds",
            "Time from the head of a request to the end of its answer.",
            ["route"],
            buckets=_SECONDS,
            registry=registry,
        )
        self._texts = Counter(
            "otherwords_texts", "Texts that were answered.", ["application"], registry=registry
        )
        self._characters = Counter(
            "otherwords_characters", "Characters of these.", ["application"], registry=registry
        )
        self._unproven = Counter(
            "otherwords_incomplete_texts",
            "Texts that were answered with the best so far.",
            ["application"],
            registry=registry,
        )
        self._inside = Gauge(
            "otherwords_requests_inside",
            "Requests that are worked on, wait for their turn, or are being read.",
            registry=registry,
            multiprocess_mode="livesum",
        )

    def count_request(self, method: str, route: str, status: int, seconds: float) -> None:
        """Counts one that has ended."""
        self._requests.labels(method, route, str(status)).inc()
        self._seconds.labels(route).observe(seconds)

    def count_texts(self, application: str, texts: int, characters: int, incomplete: int) -> None:
        """Counts texts that have been answered for an application that there is."""
        self._texts.labels(application).inc(texts)
        self._characters.labels(application).inc(characters)
        self._unproven.labels(application).inc(incomplete)

    def count_inside(self, change: int) -> None:
        """Counts requests that come in or go out."""
        self._inside.inc(change)

    def shown(self) -> bytes:
        """All figures as Prometheus reads them."""
        folder = os.environ.get(FOLDER)
        if folder is None:
            return generate_latest(self._registry)
        _forget_dead(Path(folder))
        registry = CollectorRegistry()
        multiprocess.MultiProcessCollector(registry, path=folder)  # type: ignore[no-untyped-call]
        return generate_latest(registry)


def _forget_dead(folder: Path) -> None:
    """Takes out what is counted of workers that are no more."""
    for path in folder.glob("gauge_live*_*.db"):
        process = path.stem.rpartition("_")[2]
        try:
            os.kill(int(process), 0)  # sends nothing
        except ProcessLookupError:
            path.unlink(missing_ok=True)
