"""stormcaller: a specialist of cards that raise another, as Lightning Elementals do."""

from claimsim.strategy_kit import ANSWER, BOOST, TRICK_POWERS, strategy
from strategies._plain import fight, recruit, wants_prize
from strategies._raising import raise_card
from strategies._votes import open_cards


@strategy(
    name="stormcaller",
    version=1,
    summary="Discards Lightning Elementals where a few turn a trick that matters.",
    source="One scored card for two that the opponent does not get.",
    weights={"most": 3.0},
    prize=True,
    locations=("shore",),
    powers=(*TRICK_POWERS, "loser_scores", "boosts"),
    decisions=("boost", "answer"),
)
def choose(view, weights):
    """Play as steady does; in second place raise a card that loses by little."""
    if view.decision in (BOOST, ANSWER):
        return raise_card(view, weights[0])
    if view.phase == 1:
        return recruit(view, wants_prize(view))
    return fight(view, open_cards(view))
