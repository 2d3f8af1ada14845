"""How far a run is, for whoever wants to know."""

from __future__ import annotations

from typing import Protocol


class Progress(Protocol):
    """Whoever wants to know how far a run is."""

    def start(self, games: int) -> None:
        """Playing begins; `games` are to be played."""

    def advance(self, games: int) -> None:
        """So many more games were played; may be called from any thread."""

    def message(self, text: str) -> None:
        """Something worth a line."""

    def stop(self) -> None:
        """Playing is over, for whatever reason."""


class Silent:
    """Progress that nobody looks at."""

    def start(self, games: int) -> None:
        """Say nothing."""

    def advance(self, games: int) -> None:
        """Say nothing."""

    def message(self, text: str) -> None:
        """Say nothing."""

    def stop(self) -> None:
        """Say nothing."""
