"""The strategy that ``claimsim new strategy`` writes."""

from __future__ import annotations

from claimsim.view import FIELDS

_TEMPLATE = '''\
"""NAME: say in a line how it plays."""

# A strategy is one function in one file. Try it:
#
#   claimsim list strategies --strategies .
#   claimsim tournament base --strategies . --strategy NAME --strategy greedy --strategy random
#   claimsim trace base --strategies .            one game in words, of the scenario's players
#
# numba compiles it, so that it keeps to numbers, sets of cards and loops: no texts, lists or
# dictionaries, no try, no classes. interpreted=True in the decorator lifts that: then it is plain
# Python, played by the reference engine, a thousand times slower.
from claimsim.strategy_kit import LEAD, empty, lowest, remove, strategy, value, wins


@strategy(
    name="NAME",
    version=1,  # raise it when the play changes
    summary="Wins as cheaply as it can, else throws its lowest card.",
    source="Your idea, or where you found it.",
    weights={"price": 1.0},  # numbers that scenarios and sweeps may change
    # stochastic=True,      # it reads view.dice, a random number
    # prize=True,           # it looks at view.prize
    # memory=True,          # it reads what one must remember, view.unseen for instance
    # powers=["wild"],      # powers that it knows: claimsim list powers
)
def choose(view, weights):
    """Return one card of view.options, or DECLINE where the decision allows it.

    `view` shows what a player may know: view.hand, view.led, view.prize, view.phase, view.score,
    view.unseen and more, all told of at the end of this file. Cards are numbers, sets of cards
    are walked through as below. `weights` holds the numbers of the decorator, in their order.
    Neither may be written to, and nothing may be kept from one decision to the next: results must
    not depend on how deals are shared out among threads and machines.
    """
    best = lowest(view.options)
    best_score = -1000.0
    rest = view.options
    while not empty(rest):
        card = lowest(rest)
        rest = remove(rest, card)
        if view.decision == LEAD:
            score = value(view, card) + 0.0
        else:
            score = 100.0 * wins(view, card) - weights[0] * value(view, card)
        if score > best_score:
            best, best_score = card, score
    return best


# What a View shows:
FIELDS'''


def template(name: str) -> str:
    """Return a commented strategy to begin with, which plays as it is.

    Parameters
    ----------
    name
        What it is called; the file is called so, too.
    """
    fields = "".join(f"#   view.{field.name:<16} {field.meaning}\n" for field in FIELDS)
    return _TEMPLATE.replace("NAME", name).replace("FIELDS", fields)
