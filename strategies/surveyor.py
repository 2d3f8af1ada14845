"""surveyor: plain play that knows what every setting and building changes."""

from claimsim.strategy_kit import TRICK_POWERS, common, empty, strategy
from strategies._places import extra_vote, greed, pressing_cards, staked_cards
from strategies._plain import fight, recruit, shed, wants_prize
from strategies._votes import counting_cards, open_cards


@strategy(
    name="surveyor",
    version=1,
    summary="Plays as steady does, but knows what each setting and building changes.",
    source="The same hand is worth other tricks at Castle, Lighthouse or Monastery.",
    prize=True,
    locations=(
        "shore",
        "dungeon",
        "lighthouse",
        "pyramid",
        "monastery",
        "bridge",
        "fortress",
        "ruins",
        "castle",
    ),
    powers=(*TRICK_POWERS, "loser_scores", "extinct", "lies_in_front"),
)
def choose(view, weights):
    """Fight for what the building counts; where it punishes having much, lose on purpose."""
    if view.phase == 1:
        return recruit(view, wants_prize(view) or extra_vote(view) > 0)
    if greed(view) < 0:
        return shed(view)
    if extra_vote(view) > 0:
        return recruit(view, True)
    live = staked_cards(view, common(open_cards(view), counting_cards(view)))
    pressing = pressing_cards(view, live, common(view.hand, 0))
    return fight(view, live if empty(pressing) else pressing)
