"""The models of a server, by their names."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property
from typing import Any

from otherwords._core import Error
from otherwords.model import default_folder
from otherwords.paraphraser import Paraphraser, load
from otherwords.server.errors import ApiError


class Models:
    """Paraphrasers by the names of their models.

    Args:
        folders: Where the models are; none for the default one.
        analyser: The backend of the analysis, see `otherwords.load`.
    """

    def __init__(self, folders: Sequence[str], analyser: str | None = None) -> None:
        self._by_name: dict[str, Paraphraser] = {}
        for folder in folders or [str(default_folder())]:
            opened = load(folder, analyser=analyser)
            name = opened.model.name
            if name in self._by_name:
                raise Error(
                    f"{folder}: there is a model called {name!r} already; give it another name in "
                    "its model.toml"
                )
            self._by_name[name] = opened

    @property
    def default(self) -> Paraphraser:
        """The one that answers unless a request names another."""
        return next(iter(self._by_name.values()))

    def find(self, name: str | None) -> Paraphraser:
        """The paraphraser with a model. Raises ApiError where there is none."""
        if name is None:
            return self.default
        if name not in self._by_name:
            known = ", ".join(self._by_name)
            raise ApiError(
                422, f"there is no such model; there is {known}", code="no-model", where="model"
            )
        return self._by_name[name]

    def warm_up(self) -> None:
        """Opens all files, so that the first request does not have to."""
        _ = self.cards
        for paraphraser in self._by_name.values():
            paraphraser.paraphrase("Hello.")

    @cached_property
    def cards(self) -> list[dict[str, Any]]:
        """What there is to tell about each model, without places on this machine."""
        from otherwords.card import card_of

        cards = [card_of(paraphraser.model) for paraphraser in self._by_name.values()]
        return [{key: card[key] for key in card if key != "folder"} for card in cards]
