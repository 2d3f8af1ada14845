"""random: the yardstick that every other player is held against."""

from claimsim.strategy_kit import nth, roll, size, strategy


@strategy(
    name="random",
    version=1,
    summary="Plays any legal card, each with the same chance.",
    source="The usual baseline of game analysis.",
    stochastic=True,
)
def choose(view, weights):
    """Pick one of the options by the dice."""
    return nth(view.options, roll(view.dice, size(view.options)))
