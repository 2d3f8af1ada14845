"""What-ifs: no change is no difference, and differences are those of the games one by one."""

from __future__ import annotations

import dataclasses
import json
from collections import Counter

import numpy as np
import pytest

from claimsim import chance, registry
from claimsim.cli.whatif_command import other_rulings, plain
from claimsim.errors import InputError
from claimsim.experiment.side_by_side import parted
from claimsim.experiment.whatif import compare, compare_all, dealt_as
from claimsim.kernel.engine import CellEngine
from claimsim.rules.catalogue import FACTIONS
from claimsim.rules.deck import Deck, make_deck
from claimsim.rules.ruleset import Ruleset
from claimsim.rules.spec import parse_faction
from claimsim.scenario import parse_scenario

TEXT = """
schema = 1
name = "What if"
[grid]
decks = ["claim", ["angels", "dwarves", "undead", "phoenix", "unicorns"]]
matchups = [["greedy", "random"], ["planner", "planner"]]
allow_what_if = true
[run]
deals = 300
seed = 3
"""
SCENARIO = parse_scenario(TEXT, "the test")
HEADLINES = ("a_win_rate", "leader_win_rate", "draw_rate", "mean_margin")


def changed(changes: dict[str, object]):
    return SCENARIO.with_changes(changes)


def row(comparison, cell: int, metric: str, of: str = ""):
    table = comparison.differences
    (found,) = table[
        (table["cell"] == cell) & (table["metric"] == metric) & (table["row"] == of)
    ].to_dict("records")
    return found


def test_nothing_changed_is_no_difference_at_all() -> None:
    same = compare(SCENARIO, SCENARIO)
    assert (same.cells["changed_deals"] == 0).all()
    assert (same.cells["unlike_deals"] == 0).all()
    defined = same.differences.dropna(subset=["difference"])
    assert (defined["difference"] == 0).all()
    assert (defined["baseline"] == defined["variant"]).all()
    sure = defined[defined["interval"] != "by definition"]
    assert ((sure["low"] < 0) & (sure["high"] > 0)).all()
    assert set(sure["interval"]) == {"exact", "from both intervals"}
    assert same.pairs[0].examples == []


def points_by_game(rules: Ruleset, key: tuple[int, int], a: str, b: str, deals: int):
    """Return winner, points of a, and margin of each game of each deal, traced one by one."""
    players = (registry.find(a), registry.find(b))
    from claimsim.seated import Seated

    engine = CellEngine(rules, key, *(Seated(one, {}) for one in players), "seats")
    found = []
    for deal in range(deals):
        games = [engine.trace(deal, game).result for game in range(2)]
        found.append(
            [
                (
                    game["winner"],
                    0.5 if game["winner"] is None else float(game["winner"] == seat),
                    abs(game["vote_totals"][0] - game["vote_totals"][1]),
                )
                for seat, game in enumerate(games)
            ]
        )
    return found


def test_differences_are_those_of_games_one_by_one() -> None:
    deals = 80
    variant = changed({"grid.settings": ["shore"]})
    found = compare(SCENARIO, variant, deals=deals)
    cell = SCENARIO.cells[0]
    key = cell.deck.key(SCENARIO.seed)
    one = points_by_game(cell.rules, key, "greedy", "random", deals)
    other = points_by_game(variant.cells[0].rules, key, "greedy", "random", deals)
    turned = [
        deal for deal in range(deals)
        if [g[0] for g in one[deal]] != [g[0] for g in other[deal]]
    ]  # fmt: skip
    assert found.cells["changed_deals"][0] == len(turned) > 0
    assert found.pairs[0].examples == turned[:5]
    for metric, place in (("a_win_rate", 1), ("mean_margin", 2)):
        before, after = (
            np.array([np.mean([g[place] for g in games]) for games in way]) for way in (one, other)
        )
        got = row(found, 0, metric)
        assert got["baseline"] == pytest.approx(before.mean())
        assert got["variant"] == pytest.approx(after.mean())
        assert got["difference"] == pytest.approx((after - before).mean())
        from scipy import stats

        half = stats.t.ppf(0.975, deals - 1) * (after - before).std(ddof=1) / np.sqrt(deals)
        assert got["high"] - got["difference"] == pytest.approx(half)
        assert got["difference"] - got["low"] == pytest.approx(half)
        apart = before.var(ddof=1) + after.var(ddof=1)
        assert got["efficiency"] == pytest.approx(apart / (after - before).var(ddof=1))


def test_tables_of_a_run_have_the_same_values(tmp_path) -> None:
    from claimsim.experiment.runner import run

    done = run(SCENARIO, out=tmp_path / "run")
    found = compare(SCENARIO, changed({"switches.victory": "three_votes"}))
    cells = done.cells
    for number in range(len(SCENARIO.cells)):
        for metric in [name for name in cells if f"{name}_low" in cells or name in HEADLINES]:
            told = row(found, number, metric)["baseline"]
            right = cells[metric].astype(float)[number]
            assert told == pytest.approx(right, nan_ok=True), metric
    for table, name in ((done.factions, "faction"), (done.powers, "power")):
        for one in table.to_dict("records"):
            for metric in [m for m in one if f"{m}_low" in one]:
                got = row(found, one["cell"], metric, one[name])["baseline"]
                assert got == pytest.approx(one[metric]), (one, metric)


def test_chunks_and_threads_change_nothing(monkeypatch) -> None:
    from claimsim.experiment import whatif

    variant = changed({"grid.settings": ["underworld"]})
    whole = compare(SCENARIO, variant, jobs=1)
    monkeypatch.setattr(whatif, "chunks", lambda a, b, **_: [(a, a + 1), (a + 1, 100), (100, b)])
    cut = compare(SCENARIO, variant, jobs=2)
    assert whole.differences.equals(cut.differences)
    assert whole.cells.equals(cut.cells)


def test_the_baseline_is_played_once_for_all_variants() -> None:
    played: list[int] = []

    class Counted:
        shows_status = False

        def start(self, games: int, before: int = 0) -> None:
            self.games = games

        def advance(self, games: int) -> None:
            played.append(games)

        def status(self, text: str) -> None: ...

        def message(self, text: str) -> None: ...

        def stop(self) -> None: ...

    watcher = Counted()
    names = ("shore", "swamp", "plateau")
    variants = [(name, changed({"grid.settings": [name]})) for name in names]
    found = compare_all(SCENARIO, variants, deals=20, progress=watcher)
    games = 2 * 2 * 20 + 2 * 20  # of two decks: greedy-random twice a deal, planner-planner once
    assert watcher.games == sum(played) == 4 * games
    alone = compare(SCENARIO, variants[1][1], deals=20)
    assert found[1].differences.equals(alone.differences)


def test_a_home_made_copy_of_a_faction_gives_the_very_same_results() -> None:
    dwarves = FACTIONS["dwarves"]
    copy = {"printed": list(dwarves.printed), "powers": [{"power": "loser_scores", "phases": [2]}]}
    variant = changed({
        "factions.golems": copy,
        "grid.decks": [
            ["goblins", "knights", "golems", "undead", "doppelgangers"],
            ["angels", "golems", "undead", "phoenix", "unicorns"],
        ],
    })  # fmt: skip
    found = compare(SCENARIO, variant)
    assert (found.cells["unlike_deals"] == 0).all()
    for number in range(4):
        got = row(found, number, "vote_to_winner", "dwarves → golems")
        assert got["baseline"] == got["variant"]


def test_an_inert_power_is_no_power() -> None:
    """Octipi whose threshold no card reaches, Trolls without a limit, a strength of nothing."""
    base = TEXT.replace('["angels", "dwarves", "undead", "phoenix", "unicorns"]',
                        '["angels", "octipi", "undead", "phoenix", "unicorns"]')  # fmt: skip
    scenario = parse_scenario(base, "x")
    inert = scenario.with_changes({"parameters.octipi.threshold": 16, "parameters.angels.weight": 1,
                                   "parameters.unicorns.bonus": 0})  # fmt: skip
    powers = {name: {"powers": []} for name in ("octipi", "angels", "unicorns")}
    without = scenario.with_changes({"factions": powers})
    found = compare(inert, without, deals=200)
    numbers = found.cells.loc[2:, "changed_deals"]
    assert (numbers == 0).all()
    for metric in HEADLINES:
        for cell in (2, 3):
            assert row(found, cell, metric)["difference"] == 0


def test_added_and_removed_cards_leave_the_others_where_they_lay() -> None:
    base = make_deck(["goblins", "knights", "dwarves", "undead", "doppelgangers"])
    more = parse_faction("knights", {"printed": "0-9"})
    fewer = parse_faction("goblins", {"printed": "0-9"})
    for faction, count in ((more, 54), (fewer, 48)):
        deck = Deck(
            tuple(faction if f.name == faction.name else f for f in base.factions), dealt_as=base
        )
        own = [(f.name, p) for f in deck.factions for p in f.printed]
        assert Counter(deck.prints) == Counter(own)
        assert len(deck.prints) == count
        assert deck.key(5) == base.key(5)
        shared = sum(a == b for a, b in zip(base.prints, deck.prints, strict=False))
        assert shared == (52 if count == 54 else 44)
        key = deck.key(5)
        agree = []
        for one, other in zip(
            chance.deal_orders(base, key, 0, 200).tolist(),
            chance.deal_orders(deck, key, 0, 200).tolist(),
            strict=True,
        ):
            agree.append(
                sum(base.prints[a] == deck.prints[b] for a, b in zip(one, other, strict=False))
            )
        # a shuffle that begins anew would leave one card in its place
        assert np.mean(agree) > (49 if count == 54 else 38), np.mean(agree)


def test_the_cards_that_are_shared_are_counted() -> None:
    more = compare(SCENARIO, changed({"factions.dwarves.printed": "0-11"}), deals=10).cells
    first = more.iloc[0]
    assert (first["deck_cards"], first["shared_cards"]) == (52, 52)
    assert 49 < first["cards_in_place"] < 52
    same = compare(SCENARIO, changed({"grid.settings": ["shore"]}), deals=10).cells
    assert (same["cards_in_place"] == same["deck_cards"]).all()


def test_cards_of_side_decks_and_dice_are_shared_too() -> None:
    variant = dealt_as(SCENARIO, changed({"factions.dwarves.printed": "1-9"}))
    deck = variant.decks[1]
    assert deck.side_decks == SCENARIO.decks[1].side_decks
    assert deck.key(3) == SCENARIO.decks[1].key(3)


def test_every_other_ruling_is_tried_once() -> None:
    from claimsim.rules.switches import SWITCHES

    found = other_rulings(SCENARIO)
    assert len(found) == sum(len(s.values) - 1 for s in SWITCHES.values())
    assert len({change for change, _ in found}) == len(found)
    for change, variant in found:
        assert len(variant.switches) == 1, change


def test_changed_deals_are_told_up_to_where_they_part() -> None:
    found = compare(SCENARIO, changed({"grid.settings": ["shore"]}), deals=60)
    told = list(parted(found, 0))
    assert [game.deal for game in told] == found.pairs[0].examples
    for game in told:
        assert game.baseline[0] != game.variant[0]
        assert game.ends[0] != game.ends[1]
        assert any("Shore" in line or "shore" in line for line in (*game.start[1], *game.variant))


def test_json_has_every_metric_of_every_cell() -> None:
    found = compare(SCENARIO, changed({"grid.settings": ["shore"]}), deals=40)
    content = json.loads(json.dumps(plain(found), allow_nan=False))
    assert len(content["cells"]) == 4
    first = content["cells"][0]
    assert (first["deals"], first["setting"]) == (40, "none → shore")
    assert set(first["metrics"]["leader_win_rate"]) >= {
        "baseline", "variant", "difference", "low", "high",
    }  # fmt: skip
    assert set(first["factions"]) == set(SCENARIO.decks[0].names)
    assert {"seat_share", "skill_share", "deal_share", "rest_share", "votes_5_0"} <= set(
        first["metrics"]
    )
    assert set(first["cards"]["goblins:9"]) == {
        "win_rate_dealt", "win_rate_recruited", "win_rate_scored",
    }  # fmt: skip
    assert {"phase 1, trick 3", "phase 2, trick 13"} <= set(first["tricks"])
    assert "4 tricks of Phase 1" in first["phase_1"]


@pytest.mark.parametrize(
    ("change", "what"),
    [
        ({"seed": 4}, "seed 4, where the baseline has 3"),
        ({"mirror": "lead"}, "mirror 'lead', where the baseline has 'seats'"),
    ],
)
def test_other_deals_are_refused(change: dict[str, object], what: str) -> None:
    with pytest.raises(InputError, match=what):
        compare(SCENARIO, dataclasses.replace(SCENARIO, **change))


def test_another_number_of_cells_is_refused() -> None:
    other = parse_scenario(TEXT + "[parameters]\n", "x")
    cells = dataclasses.replace(other.cells, settings=("none", "shore"))
    with pytest.raises(InputError, match="has 2 settings in its grid, the baseline 1"):
        compare(SCENARIO, dataclasses.replace(other, cells=cells))
