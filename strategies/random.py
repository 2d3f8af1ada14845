"""random: the yardstick that every other player is held against."""

from claimsim.strategy_kit import DECLINE, nth, roll, size, strategy


@strategy(
    name="random",
    version=1,
    summary="Makes any legal choice, each with the same chance.",
    source="The usual baseline of game analysis.",
    stochastic=True,
    decisions=("boost", "answer", "pick", "pass", "exchange", "discard", "draw", "smash"),
)
def choose(view, weights):
    """Pick one of the options by the dice; where one may decline, that is an option too."""
    count = size(view.options)
    index = roll(view.dice, count + (view.need == 0))
    if index == count:
        return DECLINE
    return nth(view.options, index)
