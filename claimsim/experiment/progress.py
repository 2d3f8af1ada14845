"""How far a run is, for whoever wants to know."""

from __future__ import annotations

from typing import Protocol


class Progress(Protocol):
    """Whoever wants to know how far a run is."""

    @property
    def shows_status(self) -> bool:
        """Whether anybody sees a status; what it would say is not computed otherwise."""

    def start(self, games: int, before: int = 0) -> None:
        """Playing begins; of `games` in all, `before` are there already and cost no time."""

    def advance(self, games: int) -> None:
        """So many more games were played; may be called from any thread."""

    def status(self, text: str) -> None:
        """How things stand, in place of what was said before; an empty text takes it away."""

    def message(self, text: str) -> None:
        """Something worth a line."""

    def stop(self) -> None:
        """Playing is over, for whatever reason."""


class Silent:
    """Progress that nobody looks at."""

    shows_status = False

    def start(self, games: int, before: int = 0) -> None:
        """Say nothing."""

    def advance(self, games: int) -> None:
        """Say nothing."""

    def status(self, text: str) -> None:
        """Say nothing."""

    def message(self, text: str) -> None:
        """Say nothing."""

    def stop(self) -> None:
        """Say nothing."""
