"""Restricted play: both engines alike, no forbidden card, and prices of games one by one."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

from claimsim import cardsets, chance, registry
from claimsim.errors import InputError, StrategyError
from claimsim.experiment.restrict import restrict
from claimsim.experiment.restrict_forbidden import Forbidden
from claimsim.experiment.restrict_prices import Count, price_of
from claimsim.kernel import jit
from claimsim.kernel.engine import CellEngine, compiled
from claimsim.reference import play
from claimsim.restricted import Ban, Restricted, bound
from claimsim.rules.catalogue import NAMED_DECKS
from claimsim.rules.deck import make_deck
from claimsim.rules.ruleset import Ruleset
from claimsim.scenario import Scenario, parse_scenario
from claimsim.seated import Seated
from claimsim.strategy_kit import Strategy, lowest, strategy
from claimsim.view import BOOST, DECISIONS, DECLINE, FOLLOW, LEAD, PICK, VIEW
from tests.differential.comparing import difference

TEXT = """
schema = 1
name = "Restricted"
[grid]
decks = ["claim", ["angels", "dwarves", "undead", "phoenix", "unicorns"]]
matchups = [["greedy", "random"], ["planner", "planner"]]
[run]
deals = 300
seed = 3
"""
SCENARIO = parse_scenario(TEXT, "the test")
DECKS = TEXT.splitlines()[4].removeprefix("decks = ")
MATCHUPS = TEXT.splitlines()[5].removeprefix("matchups = ")


def scenario(*, decks: str = DECKS, matchups: str = MATCHUPS, more: str = "") -> Scenario:
    """Return the scenario with other decks or matchups."""
    text = TEXT.replace(DECKS, decks).replace(MATCHUPS, matchups) + more
    return parse_scenario(text, "the test")


CLAIM = Ruleset(make_deck(NAMED_DECKS["claim"]))
KEY = (7, 8)


def deck(*names: str, **more: Any) -> Ruleset:
    return Ruleset(make_deck(names), **more)


def seated(name: str) -> Seated:
    return Seated(registry.find(name), {})


def by_reference(
    rules: Ruleset,
    players: tuple[Seated, Seated],
    deal: int,
    game: int,
    key: tuple[int, int] = KEY,
    choosers: Any = None,
) -> Any:
    """Play one game of a mirrored pair in the reference engine."""
    order = chance.deal_order(rules.deck, key, deal)
    of = choosers or [player.chooser() for player in players]
    seats = [(n, players[n], of[n]) for n in ((1, 0) if game else (0, 1))]
    dice = [n if one.strategy.stochastic else None for n, one, _ in seats]
    return order, play(
        rules,
        order,
        seats[0][2],
        seats[1][2],
        chance.Luck(key, deal, (dice[0], dice[1])),
        keep_views=True,
        decisions=(seats[0][1].strategy.decisions, seats[1][1].strategy.decisions),
    )


ELEMENTS = deck("lightning_elementals", "seers", "phoenix", "sea_monsters", "dragons")
SMASHING = deck("gnomes", "giants", "phoenix", "seers", "octipi", switches={"giant_smash": "may"})
WET = deck("angels", "dwarves", "undead", "unicorns", "trolls", setting="swamp")
SANDS = deck(
    "eagles", "dwarves", "basilisks", "unicorns", "seers", setting="islands", building="tower",
    switches={"basilisk_phases": (1, 2)},
)  # fmt: skip

CASES = [
    (CLAIM, "planner", "random", "faction=knights"),
    (CLAIM, "random", "planner", "card=doppelgangers-9"),
    (CLAIM, "planner", "planner", "skill=lookahead"),
    (ELEMENTS, "random", "random", "power=boosts"),
    (ELEMENTS, "random", "greedy", "faction=lightning_elementals"),
    (ELEMENTS, "random", "random", "power=redraws"),
    (ELEMENTS, "random", "planner", "power=picks_reward"),
    (ELEMENTS, "greedy", "random", "card=phoenix-3"),
    (SMASHING, "random", "random", "power=smashes"),
    (SMASHING, "duck", "random", "faction=phoenix"),
    (WET, "random", "greedy", "faction=dwarves"),
    (WET, "low", "high", "power=limited"),
    (SANDS, "random", "random", "power=no_repeat_lead"),
    (SANDS, "random", "duck", "power=captures_equal"),
]


@pytest.mark.parametrize(
    ("rules", "a", "b", "what"), CASES, ids=[f"{a}-{b} {what}" for _, a, b, what in CASES]
)
def test_both_engines_play_the_restricted_player_alike(rules, a, b, what) -> None:
    player = Forbidden(*what.split("=")).seated(seated(a), rules)
    for players in ((player, seated(b)), (seated(b), player)):
        kernel = CellEngine(rules, KEY, *players, "seats")
        for deal in range(12):
            for game in range(2):
                order, slow = by_reference(rules, players, deal, game)
                assert difference(kernel.trace(deal, game), slow, order) is None


def answers(rules: Ruleset, player: Seated, other: Seated, deals: int) -> list[tuple[Any, ...]]:
    """Return decision, phase, options, whether he may decline, and answer of each decision."""
    seen = []

    def listened(choose: Callable[[Any], int]) -> Callable[[Any], int]:
        def chosen(view: Any) -> int:
            answer = choose(view)
            seen.append((view.decision, view.phase, int(view.options), view.need == 0, answer))
            return answer

        return chosen

    for deal in range(deals):
        for game in range(2):
            choosers = [listened(player.chooser()), other.chooser()]
            by_reference(rules, (player, other), deal, game, choosers=choosers)
    return seen


@pytest.mark.parametrize(
    ("rules", "name", "what"),
    [
        (CLAIM, "planner", "faction=goblins"),
        (ELEMENTS, "random", "faction=seers"),
        (ELEMENTS, "random", "faction=lightning_elementals"),
        (WET, "low", "faction=dwarves"),
        (SANDS, "random", "card=unicorns-4"),
    ],
)
def test_a_forbidden_card_is_never_chosen_where_there_is_another_option(rules, name, what) -> None:
    forbidden = Forbidden(*what.split("="))
    banned = forbidden.ban(rules).phase_1
    kind, name_of = what.split("=")
    assert {str(rules.by_bit[bit]) for bit in cardsets.members(banned)} == {
        str(card) for card in rules.cards
        if name_of in (card.faction, str(card).replace(":", "-"))
    }  # fmt: skip
    chosen, forced, kinds = 0, 0, set()
    for decision, _, options, may_decline, answer in answers(
        rules, forbidden.seated(seated(name), rules), seated("greedy"), 40
    ):
        others = cardsets.without(options, banned)
        if answer != DECLINE and cardsets.contains(banned, answer):
            assert cardsets.empty(others)
            assert not may_decline
            forced += 1
        elif not cardsets.empty(cardsets.common(options, banned)):
            chosen += 1
            kinds.add(decision)
    assert chosen > 20
    assert {LEAD, FOLLOW} <= kinds
    if "seers" in what:
        assert PICK in kinds
    if "lightning" in what:
        assert BOOST in kinds
    if kind == "faction":
        assert forced > 0


def test_the_unrestricted_player_chooses_such_cards() -> None:
    forbidden = Forbidden("faction", "goblins")
    banned = forbidden.ban(CLAIM).phase_1
    free = [
        answer for *_, options, _, answer in answers(CLAIM, seated("planner"), seated("greedy"), 10)
        if cardsets.contains(banned, answer)
        and not cardsets.empty(cardsets.without(options, banned))
    ]  # fmt: skip
    assert len(free) > 10


def test_a_power_is_declined_where_one_may_and_avoided_elsewhere() -> None:
    boosts = Forbidden("power", "boosts").ban(ELEMENTS)
    assert boosts == Ban(declines=frozenset((BOOST, DECISIONS.index("answer"))))
    seen = answers(ELEMENTS, Restricted.of(seated("random"), boosts), seated("random"), 40)
    asked = [answer for decision, *_, answer in seen if decision == BOOST]
    assert len(asked) > 20
    assert set(asked) == {DECLINE}
    draws = Forbidden("power", "redraws")
    assert draws.ban(ELEMENTS) == Ban(declines=frozenset((DECISIONS.index("draw"),)))
    must = deck(*ELEMENTS.deck.names, switches={"phoenix_draw": "always"})
    phoenix = cardsets.of(card.bit for card in must.cards if card.faction == "phoenix")
    assert draws.ban(must) == Ban(phase_2=phoenix)
    assert draws.means(must) == "avoids playing phoenix in Phase 2"
    giants = {card.bit for card in SMASHING.cards if card.faction == "giants"}
    always = deck(*SMASHING.deck.names)
    assert set(cardsets.members(Forbidden("power", "smashes").ban(always).phase_2)) == giants
    both = Forbidden("power", "captures_equal").ban(SANDS)
    assert both.phase_1 == both.phase_2 != 0
    # what the power does not concern stays free: a Seer may be passed, picked, or led in Phase 2
    seers = Forbidden("power", "picks_reward").ban(ELEMENTS)
    assert seers.phase_1 != 0 == seers.phase_2
    assert not seers.everywhere


@pytest.mark.parametrize("by", ["plain", "compiled"])
def test_a_case_by_hand(by: str) -> None:
    """Player low holds Goblins 3 and 5 and Knights 4 and leads: 3, without Goblins 4."""
    bits = {str(card): card.bit for card in CLAIM.cards}
    views = np.zeros(1, VIEW)
    view = views[0]
    view["rules"] = CLAIM.table
    view["phase"], view["need"] = 1, 1
    goblins = cardsets.of(card.bit for card in CLAIM.cards if card.faction == "goblins")
    low = registry.find("low")

    def answer(ban: Ban, *cards: str) -> int:
        view["options"] = cardsets.of(bits[card] for card in cards)
        player = Restricted.of(Seated(low, {}), ban)
        if by == "plain":
            return int(player.chooser()(views.view(np.recarray)[0]))
        given = compiled(bound(low))(view, player.row())
        assert int(view["options"]) == cardsets.of(bits[card] for card in cards)  # put back
        return int(given)

    hand = ("goblins:3", "goblins:5", "knights:4")
    assert answer(Ban(), *hand) == bits["goblins:3"]
    assert answer(Ban(phase_1=goblins), *hand) == bits["knights:4"]
    assert answer(Ban(phase_1=goblins), *hand[:2]) == bits["goblins:3"]  # nothing else to play
    assert answer(Ban(phase_2=goblins), *hand) == bits["goblins:3"]  # it is Phase 1
    three = cardsets.single(bits["goblins:3"])
    assert answer(Ban(phase_1=three), *hand) == bits["knights:4"]
    assert answer(Ban(phase_1=three), *hand[:2]) == bits["goblins:5"]
    top = cardsets.single(63)  # the highest bit, of the second word
    assert answer(Ban(phase_1=top), *hand) == bits["goblins:3"]


def prices(found: Any) -> dict[str, dict[str, Any]]:
    return {row["restriction"]: row for row in found.prices.to_dict("records")}


def test_prices_are_those_of_games_one_by_one() -> None:
    deals, what = 60, Forbidden("faction", "dwarves")
    found = restrict(SCENARIO, [str(what)], deals=deals, player="b")
    lost = []
    for cell in SCENARIO.cells:
        key = cell.deck.key(SCENARIO.seed)
        a, b = registry.seat(cell.a), registry.seat(cell.b)
        banned = {card.bit for card in cell.rules.cards if card.faction == "dwarves"}

        def without(view: Any, b: Seated = b, banned: set[int] = banned) -> int:
            """Do the same as the restricted player, told once more: by trying."""
            free = [c for c in cardsets.members(view.options) if c not in banned]
            return int(b.strategy.choose(_Shown(view, free), b.row()))

        ways = []
        for chooser in (b.chooser(), without):
            points = []
            for deal in range(deals):
                total = 0.0
                for game in range(2):
                    _, played = by_reference(
                        cell.rules, (a, b), deal, game, key, (a.chooser(), chooser)
                    )
                    seat = 0 if game else 1
                    total += 0.5 if played.winner is None else float(played.winner == seat)
                points.append(total / 2)
            ways.append(np.array(points))
        lost.append(ways[0] - ways[1])
        row = found.cells[found.cells["cell"] == cell.index].to_dict("records")[0]
        assert row["baseline"] == pytest.approx(ways[0].mean())
        assert row["price"] == pytest.approx(lost[-1].mean())
    (row,) = found.prices.to_dict("records")
    assert row["price"] == pytest.approx(np.mean(lost))
    assert (row["cells"], row["decks"]) == (4, 2)
    from scipy import stats

    of_decks = [lost[0] + lost[1], lost[2] + lost[3]]  # what the cells of a deck share
    variance = sum(one.var(ddof=1) / deals for one in of_decks) / 4**2
    half = stats.t.ppf(0.975, 2 * (deals - 1)) * np.sqrt(variance)
    assert row["interval"] == "normal"
    assert row["high"] - row["price"] == pytest.approx(half)
    assert row["price"] - row["low"] == pytest.approx(half)


class _Shown:
    """A View with other options."""

    def __init__(self, view: Any, cards: list[int]) -> None:
        self.view = view
        self.options = cardsets.of(cards) or int(view.options)

    def __getattr__(self, name: str) -> Any:
        return getattr(self.view, name)


def test_what_is_out_of_reach_costs_nothing_at_all() -> None:
    boosting = [["lightning_elementals", "dwarves", "undead", "phoenix", "unicorns"]]
    elements = scenario(decks=json.dumps(boosting))
    # greedy and planner never boost: what a player never does, he does not miss
    for row in restrict(elements, ["power=boosts"], player="a").cells.to_dict("records"):
        assert row["price"] == 0.0
        assert row["changed_deals"] == 0
        assert row["baseline"] == row["restricted"]
        assert row["low"] < 0 < row["high"]
        assert row["interval"] == "exact"
    off = scenario(matchups=f'[[{PLAIN}, "greedy"]]')
    (row,) = restrict(off, ["skill=lookahead"]).prices.to_dict("records")
    assert (row["price"], row["changed_deals"]) == (0.0, 0)


PLAIN = '{ strategy = "planner", weights = { lookahead = 0.0 } }'


def test_without_its_skill_a_player_is_one_with_that_weight() -> None:
    found = restrict(SCENARIO, ["skill=lookahead"], player="b")
    (row,) = found.prices.to_dict("records")
    assert row["cells"] == 2  # planner sits at b in one of the matchups
    assert row["price"] > 0.05
    other = scenario(matchups=f'[["planner", {PLAIN}]]')
    played = restrict(other, ["faction=dwarves"], player="b")
    assert played.cells["baseline"].tolist() == pytest.approx(found.cells["restricted"].tolist())


def test_the_players_change_places() -> None:
    turned = scenario(matchups='[["planner", "greedy"], ["low", "duck"]]')
    back = scenario(matchups='[["greedy", "planner"], ["duck", "low"]]')
    forbid = ["faction=all", "power=loser_scores", "card=dwarves-0"]
    one, other = restrict(turned, forbid, player="a"), restrict(back, forbid, player="b")
    assert one.prices.equals(other.prices)
    numbers = ["restriction", "cell", "price", "low", "high", "changed_deals"]
    assert one.cells[numbers].equals(other.cells[numbers])
    assert prices(one)["faction=angels"]["cells"] == 2  # of the four: one deck has them
    assert sorted(one.prices["price"], reverse=True) == one.prices["price"].tolist()


def test_players_who_are_the_same_play_with_each_seating() -> None:
    found = restrict(SCENARIO, ["faction=undead"]).cells
    assert found[found["strategy_a"] == "planner"]["baseline"].tolist() == [0.5, 0.5]
    once = scenario(more='mirror = "none"\n')
    leading = restrict(once, ["faction=undead"]).cells
    assert (leading[leading["strategy_a"] == "planner"]["baseline"] != 0.5).all()


def test_results_do_not_depend_on_jobs_or_chunks(monkeypatch) -> None:
    forbid = ["faction=all", "skill=lookahead"]
    one = restrict(SCENARIO, forbid, jobs=1)
    monkeypatch.setattr("claimsim.experiment.pairing.CHUNK", 70)
    two = restrict(SCENARIO, forbid, jobs=2)
    assert one.prices.equals(two.prices)
    assert one.cells.equals(two.cells)


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("power=bests", "did you mean 'beats'?"),
        ("power=boosts", "found 'boosts'; allowed: a power of the scenario's decks:"),
        ("card=dwarfs-3", "did you mean 'dwarves-3'?"),
        ("card=dwarves-11", "a card of the scenario's decks, FACTION-VALUE"),
        ("faction=knight", "did you mean 'knights'?"),
        ("skill=lookahed", "did you mean 'lookahead'?"),
        ("fraction=knights", "did you mean 'faction'?"),
        ("card", "power=NAME, card=FACTION-VALUE, faction=NAME or skill=NAME"),
    ],
)
def test_what_cannot_be_forbidden_is_refused_in_one_line(text: str, told: str) -> None:
    with pytest.raises(InputError) as refused:
        restrict(SCENARIO, ["faction=dwarves", text])
    assert told in str(refused.value)
    assert "\n" not in str(refused.value)


def test_who_lacks_a_skill_is_told_who_has_it() -> None:
    simple = scenario(matchups='[["greedy", "planner"]]')
    with pytest.raises(InputError, match=r"'greedy' has no such skill.*: .*planner$"):
        restrict(simple, ["skill=lookahead"])
    assert restrict(simple, ["skill=lookahead"], player="b").prices["cells"].tolist() == [2]


def test_a_power_that_asks_nobody_cannot_be_done_without() -> None:
    sea = scenario(decks=f"[{json.dumps(ELEMENTS.deck.names)}]")
    with pytest.raises(InputError, match="whatever a player does"):
        restrict(sea, ["power=exchanges"])
    found = restrict(sea, ["power=all"], deals=10)
    assert "power=exchanges" not in prices(found)


def test_another_player_or_nothing_is_refused() -> None:
    with pytest.raises(InputError, match="player: found 'c'"):
        restrict(SCENARIO, ["faction=dwarves"], player="c")
    with pytest.raises(InputError, match="nothing is forbidden"):
        restrict(SCENARIO, [])


def _stubborn(view, weights):
    return lowest(view.hand)


def test_an_inner_strategy_that_ignores_its_options_is_found_out() -> None:
    plays = frozenset(("lead", "follow"))
    inner = Strategy("stubborn", 1, "", "", {}, False, plays, _stubborn)
    cards = cardsets.of(range(10))
    player = Restricted.of(Seated(inner, {}), Ban(cards, cards))
    engine = CellEngine(CLAIM, KEY, player, seated("low"), "seats")
    with pytest.raises(StrategyError, match="'stubborn' at seat 0 answered -2 in deal 0"):
        engine.play(0, 50)


def test_restricted_players_are_told_apart_when_they_come_from_the_cache(tmp_path) -> None:
    """Compiled each in a process of its own, then loaded into one: linked by name."""
    ban = "Restricted.of(Seated(registry.find(n), {}), Ban())"
    code = f"""
import sys
from claimsim import registry
from claimsim.kernel.engine import CellEngine
from claimsim.restricted import Ban, Restricted
from claimsim.rules.catalogue import NAMED_DECKS
from claimsim.rules.deck import make_deck
from claimsim.rules.ruleset import Ruleset
from claimsim.seated import Seated
from claimsim.kernel.engine import compiled
players = [{ban} for n in sys.argv[1:]]
for player in players:
    compiled(player.strategy)
if len(players) > 1:
    rules = Ruleset(make_deck(NAMED_DECKS["claim"]))
    for n, player in zip(sys.argv[1:], players):
        free = CellEngine(rules, (1, 2), *[Seated(registry.find(n), {{}})] * 2, "none").trace(0)
        assert CellEngine(rules, (1, 2), player, player, "none").trace(0).events == free.events, n
"""
    folder = tmp_path / "cache"
    kernel = f"kernel-{jit.kernel_digest()}"
    if (jit.cache_folder() / kernel).exists():
        shutil.copytree(jit.cache_folder() / kernel, folder / kernel)
    surroundings = {**os.environ, "CLAIMSIM_CACHE": str(folder)}
    for names in (["high"], ["low"], ["high", "low"]):
        done = subprocess.run(
            [sys.executable, "-c", code, *names],
            env=surroundings, capture_output=True, text=True, check=False,
        )  # fmt: skip
        assert done.returncode == 0, done.stderr


def test_too_many_weights_leave_no_room() -> None:
    many = {f"w{n}": 0.0 for n in range(30)}
    inner = Strategy("many", 1, "", "", many, False, frozenset(), lambda view, weights: 0)
    with pytest.raises(InputError, match="'many' has 30 weights"):
        bound(inner)


def test_a_skill_names_weights_that_there_are() -> None:
    with pytest.raises(StrategyError, match=r"'x' switches its skill 'sight' off by .*'far'"):
        strategy(
            name="x", version=1, summary="", source="", weights={"near": 1.0},
            skills={"sight": {"far": 0.0}},
        )(lambda view, weights: 0)  # fmt: skip


def test_an_interval_of_few_changes_goes_by_how_many_deals_changed() -> None:
    few = price_of([Count(1000, 2000, 1990, 20, 5)], 4)
    assert few.interval == "exact"
    assert few.low < -0.0025 < 0 < few.price == 0.0025 < few.high
    twice = price_of([Count(1000, 4000, 3600, 1600, 300)], 8)  # two cells that always agree ...
    once = price_of([Count(1000, 2000, 1800, 400, 300)], 4)
    assert twice == once  # ... know no more than one
    alone = price_of([Count(1, 2, 4, 4, 1)], 4)
    assert (alone.interval, alone.price) == ("exact", -0.5)
