"""random: the yardstick that every other player is held against."""

from claimsim.strategy_kit import ANSWER, BOOST, DECLINE, DRAW, SMASH, nth, roll, size, strategy


@strategy(
    name="random",
    version=1,
    summary="Makes any legal choice, each with the same chance.",
    source="The usual baseline of game analysis.",
    stochastic=True,
    decisions=(
        "boost", "answer", "pick", "pass", "exchange", "discard", "draw", "smash",
    ),
)  # fmt: skip
def choose(view, weights):
    """Pick one of the options by the dice; where one may decline, that is an option too."""
    declinable = 0
    for decision in (BOOST, ANSWER, DRAW, SMASH):
        if view.decision == decision:
            declinable = 1
    index = roll(view.dice, size(view.options) + declinable)
    if index == size(view.options):
        return DECLINE
    return nth(view.options, index)
