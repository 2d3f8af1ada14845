"""Why a trick went as it did, in words: all of rules, 4, with the numbers that it looks at."""

from __future__ import annotations

from claimsim.errors import RuleGapError
from claimsim.reference.powers import Powers
from claimsim.reference.tricks import Why, decide
from claimsim.rules import powers as told
from claimsim.rules.ruleset import Card
from claimsim.trace_board import Board
from claimsim.trace_words import name_of, plural, title, words


def reason(board: Board, powers: Powers) -> str:
    """Say why the trick that was just played went to its winner.

    Raises
    ------
    RuleGapError
        The reason found gives the trick to the other player: one of the two is wrong.
    """
    led, follow = board.played
    outcome = decide(powers, board.phase, led, follow, _gain(board, 0), _gain(board, 1))
    if outcome.why.follower_wins != (board.winner == board.seats[1]):
        raise RuleGapError(f"seat {board.winner} won a trick for which no reason was found")
    numbers = _number(board, 0), _number(board, 1)
    if outcome.why is Why.CAPTURES:
        return (
            f"{title(follow)} that follow an equal card capture it, and {numbers[1]} equals "
            f"{numbers[0]}"
        )
    if outcome.why is Why.BEATS:
        return f"{title(follow)} beat {title(led)} when they follow, whatever the numbers"
    if outcome.why is Why.OUTDOES:
        return _outdone(board, led, follow)
    if outcome.why is Why.OFF_FACTION:
        return _off_faction(board, led, follow)
    return _compared(board, outcome.why, numbers)


def _compared(board: Board, why: Why, numbers: tuple[str, str]) -> str:
    """Say how two cards of one faction compare (rules, 4.4)."""
    led, follow = board.played
    counts = ""
    if follow.faction != led.faction:
        counts = f"{name_of(follow)} counts as {title(led)} {follow.printed}; "
    twos = board.rules.setting == "farmlands" and [led.printed, follow.printed].count(2) == 1
    if twos:
        return f"{counts}in Farmlands a 2 ranks above every other card"
    if why is Why.EQUAL:
        return f"{counts}{numbers[1]} equals {numbers[0]}, so the leader wins"
    high, low = numbers if why is Why.LOWER else reversed(numbers)
    return f"{counts}{high} is higher than {low}"


def _outdone(board: Board, led: Card, follow: Card) -> str:
    """Say that a card from outside is high enough (rules, 4.3)."""
    power = board.rules.power(led.faction, told.BeatenFrom)
    assert power is not None
    number = f"the printed {follow.printed}" if power.on == "printed" else _number(board, 1)
    wild = [
        words(faction.name)
        for faction in board.rules.deck.factions
        if board.rules.power(faction.name, told.Wild) is not None
    ]
    aside = f" (except {' and '.join(wild)})" if wild else ""
    return (
        f"{title(led)} that lead are beaten by any other faction's {power.threshold} or more"
        f"{aside}, and {number} is enough"
    )


def _off_faction(board: Board, led: Card, follow: Card) -> str:
    """Say that a card does not follow, and is below the threshold where there is one."""
    power = board.rules.power(led.faction, told.BeatenFrom)
    if power is None:
        return f"{name_of(follow)} does not follow {title(led)}, so the leader wins"
    number = _number(board, 1)
    plain = power.on == "printed" or number == str(follow.printed)
    shown = "" if plain else f" ({number})"
    return (
        f"{name_of(follow)}{shown} does not follow {title(led)} and is below {power.threshold}, "
        "so the leader wins"
    )


def _gain(board: Board, place: int) -> int:
    """Return the bonus of the led card (0) or of the one that followed (1)."""
    return sum(bonus for _, bonus in _gains(board, board.seats[place]))


def _gains(board: Board, seat: int) -> list[tuple[str, int]]:
    """Return what a player's card gains in this trick, in words and numbers (rules, 4)."""
    card = board.played[board.seats.index(seat)]
    boost = sum(
        power.bonus or 0
        for other in board.boosts[seat]
        if (power := board.rules.power(other.faction, told.Boosts)) is not None
    )
    gains = [part for part in board.raised[seat][card.faction] if part[1]]
    if boost:
        factions = " and ".join(dict.fromkeys(title(card) for card in board.boosts[seat]))
        gains.append((f"discarded {factions}", boost))
    return gains


def _number(board: Board, place: int) -> str:
    """Return a card's effective value, and what it is made of where that needs words."""
    card, seat = board.played[place], board.seats[place]
    base = str(card.value)
    if card.value != card.printed:
        base = f"{card.value} for a {card.printed}"
    parts = [base]
    for what, bonus in _gains(board, seat):
        parts.append(f"{bonus} for {_source(board, seat, what)}")
    if len(parts) == 1:
        return base
    return f"{' + '.join(parts)} = {card.value + _gain(board, place)}"


def _source(board: Board, seat: int, what: str) -> str:
    if what == "tridents":
        return plural(board.tridents[seat], "trident")
    if what == "ice_fields":
        return "the lost trick"
    return f"scored {words(what.removeprefix('scored '))}" if what.startswith("scored ") else what
