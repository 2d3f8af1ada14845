"""Words for cards, factions and numbers."""

from __future__ import annotations

from collections.abc import Iterable

from claimsim.rules.ruleset import Card


def words(name: str) -> str:
    """Return the name of a faction or location as people write it."""
    return name.replace("_", " ").title()


def title(card: Card) -> str:
    """Return the faction of a card."""
    return words(card.faction)


def name_of(card: Card) -> str:
    """Return the name of a card."""
    return f"{title(card)} {card.printed}"


def listed(cards: Iterable[Card]) -> str:
    """Return cards by faction, in the order of the deck, and number; each faction named once."""
    by_faction: dict[str, list[int]] = {}
    for card in sorted(cards, key=lambda card: card.bit):
        by_faction.setdefault(title(card), []).append(card.printed)
    return "; ".join(
        f"{faction} {', '.join(map(str, sorted(printed)))}"
        for faction, printed in by_faction.items()
    )


def plural(count: int, what: str) -> str:
    """Return ``"1 card"`` or ``"3 cards"``."""
    return f"{count} {what}" if count == 1 else f"{count} {what}s"


def verb(cards: list[Card], one: str, several: str) -> str:
    """Return the form of a verb that fits so many cards."""
    return one if len(cards) == 1 else several
