"""high: no thought for anything but the number on the card."""

from claimsim.strategy_kit import strategy
from strategies._cards import dearest


@strategy(
    name="high",
    version=1,
    summary="Plays the highest legal card.",
    source="The usual baseline of trick-taking games.",
)
def choose(view, weights):
    """Return the option of extreme value, the first of equals in record order."""
    return dearest(view, view.options)
