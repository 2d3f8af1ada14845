"""dumper: a specialist of cards that go to the loser of a trick, as Dwarves do in Phase 2."""

from claimsim.strategy_kit import (
    LEAD,
    TRICK_POWERS,
    common,
    contains,
    empty,
    strategy,
    value,
    without,
)
from strategies._cards import cheapest, dearest, winners
from strategies._plain import fight, recruit, wants_prize
from strategies._votes import open_cards


@strategy(
    name="dumper",
    version=1,
    summary="Collects Dwarves by losing tricks: leads its low ones, throws its high ones.",
    source="The tricks that everybody wants to lose are those with a Dwarf in them.",
    weights={"highest_lead": 4.0},
    prize=True,
    locations=("shore",),
    powers=(*TRICK_POWERS, "loser_scores"),
)
def choose(view, weights):
    """Lose each trick of Phase 2 that has, or can have, a card that its loser scores."""
    given = view.rules.loser_scores[1]
    if view.phase == 1:
        # A high Dwarf wins the trick that it should lose.
        return recruit(view, wants_prize(view) and not contains(given, view.prize))
    live = open_cards(view)
    dwarves = common(view.options, common(live, given))
    if view.decision == LEAD:
        if not empty(dwarves):
            lowest_one = cheapest(view, dwarves)
            if value(view, lowest_one) <= weights[0]:
                return lowest_one
        return fight(view, live)
    losing = without(view.options, winners(view, view.options))
    if contains(common(live, given), view.led) and not empty(losing):
        return dearest(view, losing)
    if not empty(common(losing, dwarves)) and not contains(live, view.led):
        return dearest(view, common(losing, dwarves))
    return fight(view, live)
