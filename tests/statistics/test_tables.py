"""The result tables: worked cells, degenerate runs, additivity, and the registry of metrics."""

import numpy as np
import pandas as pd
import pytest

from claimsim.errors import InputError
from claimsim.experiment.tally import add
from claimsim.rules.catalogue import FACTIONS, INVENTED, Faction
from claimsim.rules.powers import ArrestedBy, Redraws
from claimsim.statistics.columns import put_kinds, told_once
from claimsim.statistics.intervals import Estimate, share
from claimsim.statistics.metrics import METRICS, NO_INTERVAL
from claimsim.statistics.tables import (
    cells_table,
    factions_table,
    make_tables,
    powers_table,
    splits,
)
from tests.statistics.made_tallies import BASE, Game, count, info, made_cell, stack

WON = Game(0, (0, 0, 0, 1, 1), cards=((5, 2), (3, 1), (4, 4), (1, 2), (2, 3)), ties=(0, 0, 1, 0, 0))
LOST = Game(1, (0, 1, 1, 1, -1), cards=((6, 2), (3, 4), (4, 5), (1, 2), (0, 0)))
DRAWN = Game(-1, (0, 0, 1, 1, -1), by="draw")
SPLITS = 12  # splits of at most five votes: 5 0, 4 1, 3 2, 4 0, 3 1, 2 2, 3 0, 2 1, 2 0, 1 1, ...


def _one(deals, games_per_deal, **more):
    infos = [info(0, "greedy", "duck", games_per_deal, **more)]
    tallies = stack([count(deals)])
    return cells_table(infos, tallies).iloc[0], factions_table(infos, tallies).set_index("faction")


def test_a_worked_cell():
    cell, factions = _one([[WON], [WON], [LOST], [DRAWN]], 1)
    assert cell["leader_win_rate"] == pytest.approx((2 + 0.5) / 4)
    assert cell["draw_rate"] == 0.25
    assert cell["decided_by_votes"] == 0.75
    assert cell["decided_by_cards_in_factions"] == 0
    assert cell["decided_by_draw"] == 0.25
    assert cell["votes_3_2"] == 0.5
    assert cell["votes_3_1"] == 0.25
    assert cell["votes_2_2"] == 0.25
    assert cell["mean_margin"] == pytest.approx((1 + 1 + 2 + 0) / 4)
    assert cell["forced_plays"] == pytest.approx(10 / 52)
    assert cell["options_mean"] == pytest.approx(5.0)
    goblins, last = factions.loc["goblins"], factions.loc["doppelgangers"]
    assert goblins["vote_to_winner"] == 0.5  # won twice, lost once, drawn once
    assert goblins["vote_to_leader"] == 1
    assert goblins["swing"] == pytest.approx((2 + 0.5) / 4 - 0.5)
    assert goblins["mean_cards_winner"] == pytest.approx((5 + 5 + 2) / 3)
    assert goblins["mean_cards_loser"] == pytest.approx((2 + 2 + 6) / 3)
    assert last["vote_unawarded"] == 0.5
    assert last["swing"] == pytest.approx(-0.5)  # its holder lost both games
    assert factions.loc["dwarves"]["decided_by_tiebreak"] == 0.5


def test_extra_votes_count_in_the_margin_and_not_in_the_splits():
    games = [Game(0, (0, 0, 0, 1, 1), extra=(1, 1)), Game(1, (0, 0, 0, 1, 1), extra=(0, 2))]
    cell, _ = _one([[game] for game in games], 1, building="dungeon", extra_votes=2)
    assert cell["votes_3_2"] == 1
    assert cell["mean_margin"] == 1
    assert cell["mean_margin_high"] <= 5 + 2


@pytest.mark.parametrize(
    ("by", "column"),
    [
        ("votes", "votes"),
        ("cards", "cards_in_factions"),
        ("monastery", "monastery"),
        ("bridge", "bridge"),
        ("castle", "castle"),
    ],
)
def test_every_ending_has_its_column(by, column):
    cell, _ = _one([[Game(0, (0, 0, 0, 1, 1), by=by)], [DRAWN]], 1)
    assert cell[f"decided_by_{column}"] == 0.5
    assert cell["decided_by_draw"] == 0.5
    values = [cell[n] for n in cell.index if n.startswith("decided") and n.count("_") < 3]
    assert sum(map(bool, values)) == 2 or column == "cards_in_factions"


def test_a_power_fires_so_often_and_in_so_many_games():
    fired = [{"wild": 3}, {"wild": 1, "tower": 2}, {}, {"wild": 4}]
    games = [Game(0, (0, 0, 0, 1, 1), fired=one) for one in fired]
    infos = [
        info(0, "x", "y", 1, names=("goblins", "knights"), powers=()),
        info(1, "x", "y", 2, powers=("beats", "wild", "tower")),
    ]
    tallies = stack([count([[games[0]]]), count([games[:2], games[2:]])])
    table = powers_table(infos, tallies)
    assert list(table["cell"]) == [1, 1, 1]
    assert list(table["power"]) == ["beats", "wild", "tower"]
    assert list(table["fired_per_game"]) == [0, 8 / 4, 2 / 4]
    assert list(table["games_fired"]) == [0, 3 / 4, 1 / 4]
    assert (table["fired_per_game_low"] <= table["fired_per_game"]).all()
    assert (table["fired_per_game_high"] > table["fired_per_game"]).all()
    assert (table["fired_per_game_high"] <= 52).all()
    assert (table["games_fired_high"] <= 1).all()


def test_firings_have_the_interval_of_explicit_deals():
    rng = np.random.default_rng(4)
    numbers = rng.poisson(1.5, (400, 2))
    deals = [[Game(0, (0, 0, 0, 1, 1), fired={"wild": int(n)}) for n in pair] for pair in numbers]
    table = powers_table([info(0, "x", "y", 2, powers=("wild",))], stack([count(deals)]))
    half = 1.966 * np.std(numbers.mean(axis=1), ddof=1) / np.sqrt(len(numbers))
    row = table.iloc[0]
    assert row["fired_per_game"] == pytest.approx(numbers.mean())
    assert row["fired_per_game_high"] - row["fired_per_game"] == pytest.approx(half, rel=1e-3)


def test_a_run_without_powers_has_an_empty_table_of_them():
    tallies = stack([count([[WON]])])
    empty = powers_table([info(0, "x", "y", 1)], tallies)
    full = powers_table([info(0, "x", "y", 1, powers=("wild",))], tallies)
    assert len(empty) == 0
    assert list(empty.dtypes) == list(full.dtypes)


def test_cards_are_those_of_the_deck_that_was_played():
    kinds = (
        FACTIONS["pirates"],
        Faction("patrol", (1, 2, 3), (ArrestedBy(by=("nobody",)),), INVENTED, INVENTED, ""),
        Faction("royal_navy", (5,), (Redraws(printed=(0, 1)),), INVENTED, INVENTED, ""),
    )
    names = [kind.name for kind in kinds]
    infos = [info(0, "x", "y", 1, factions=names, kinds=kinds, hand_size=3, side_cards=2)]
    game = Game(0, (0, 0, 1), ties=(0, 0, 0), cards=((2, 1), (1, 0), (1, 1)))
    factions = factions_table(infos, stack([count([[game]])])).set_index("faction")
    assert factions["mean_cards_winner_high"]["pirates"] <= len(FACTIONS["pirates"].printed)
    assert factions["mean_cards_winner_high"]["patrol"] <= 3
    # its own card, two of its side deck, and every Pirate may count as Royal Navy
    assert 3 < factions["mean_cards_winner_high"]["royal_navy"] <= 1 + 2 + 11


def test_intervals_hold_their_values_and_have_a_width_in_every_made_cell():
    infos = [info(0, "x", "y", 2), info(1, "x", "y", 2), info(2, "x", "x", 1)]
    tallies = stack([made_cell(1, 2, 1), made_cell(150, 2, 2, a=0.1), made_cell(40, 1, 3)])
    for table in (cells_table(infos, tallies), factions_table(infos, tallies)):
        lows = [name for name in table if name.endswith("_low")]
        assert lows
        for low in lows:
            stem = low.removesuffix("_low")
            value = table[stem if stem in table else f"{stem}_win_rate"]
            high = table[f"{stem}_high"]
            assert (table[low] <= value).all(), low
            assert (value <= high).all(), low
            assert (high > table[low]).all(), low


@pytest.mark.parametrize("deals", [1, 5, 400])
@pytest.mark.parametrize("game", [WON, LOST, DRAWN], ids=["won", "lost", "drawn"])
def test_games_that_all_end_alike_give_finite_intervals(game, deals):
    cell, factions = _one([[game]] * deals, 1)
    width = cell["leader_high"] - cell["leader_low"]
    assert 0 < width <= 1
    assert cell["leader_interval"] == "exact"
    assert pd.isna(cell["design_effect"])
    assert "design_effect is undefined" in cell["note"]
    drawn = game is DRAWN
    assert factions["mean_cards_winner"].isna().all() == drawn
    assert all(("every game was drawn" in note) == drawn for note in factions["note"])


def test_a_vote_that_nobody_gets_has_no_swing_and_says_so():
    _, factions = _one([[LOST]] * 50, 1)
    last = factions.loc["doppelgangers"]
    assert pd.isna(last["swing"])
    assert pd.isna(last["swing_low"])
    assert "swing is undefined: nobody ever got the vote" in last["note"]
    assert last["vote_unawarded"] == 1
    assert 0.9 < last["vote_unawarded_low"] < 1


def test_no_deal_gives_nulls_and_a_reason():
    infos = [info(0, "x", "y", 2)]
    tallies = stack([np.zeros(1, stack([]).dtype)[0]])
    table = cells_table(infos, tallies)
    assert table["leader_win_rate"].isna().all()
    assert table["votes_3_2"].isna().all()
    assert table["note"][0] == "no deal was played"


def test_the_same_player_twice_wins_one_half_by_definition():
    cell, factions = _one([[WON]] * 30 + [[LOST]] * 10, 1, same=True)
    assert (cell["a_win_rate"], cell["a_low"], cell["a_high"]) == (0.5, 0.5, 0.5)
    assert cell["a_interval"] == "by definition"
    assert cell["interval"] == "a: by definition; leader: exact"
    assert "one half by definition" in cell["note"]
    assert cell["leader_win_rate"] == 0.75
    # the leader always has the goblins; with the seats exchanged as well, a has them half the time
    assert factions.loc["goblins"]["vote_to_leader"] == 1
    assert factions.loc["goblins"]["vote_to_a"] == 0.5


def test_shares_that_cover_all_games_sum_to_one():
    infos = [info(0, "x", "y", 2)]
    table = cells_table(infos, stack([made_cell(80, 2, 9)])).iloc[0]
    names = [f"votes_{h}_{low}" for h, low in splits(infos)]
    assert len(names) == SPLITS
    assert sum(table[name] for name in names) == pytest.approx(1)
    endings = ("votes", "cards_in_factions", "monastery", "bridge", "castle", "draw")
    decided = [f"decided_by_{ending}" for ending in endings]
    assert sum(table[name] for name in decided) == pytest.approx(1)


def test_splits_that_a_small_deck_cannot_have_are_null():
    pair = ("goblins", "knights")
    infos = [info(0, "x", "y", 1), info(1, "x", "y", 1, names=pair, deck="goblins+knights")]
    table = cells_table(infos, stack([made_cell(9, 1, 1), made_cell(9, 1, 2, names=pair)]))
    assert not pd.isna(table["votes_5_0"][0])
    assert pd.isna(table["votes_5_0"][1])
    assert not pd.isna(table["votes_1_1"][1])


def test_tables_of_added_tallies_are_those_of_all_deals():
    rng_deals = [[WON, LOST]] * 7 + [[LOST, LOST]] * 5 + [[DRAWN, WON]] * 3 + [[WON, WON]] * 20
    infos = [info(0, "x", "y", 2)]
    whole = stack([count(rng_deals)])
    parts = stack([count(rng_deals[:4])])
    add(parts, stack([count(rng_deals[4:11])]))
    add(parts, stack([count(rng_deals[11:])]))
    pd.testing.assert_frame_equal(cells_table(infos, parts), cells_table(infos, whole))
    pd.testing.assert_frame_equal(factions_table(infos, parts), factions_table(infos, whole))


@pytest.mark.parametrize("third", [WON, DRAWN], ids=["no draws", "draws"])
def test_swing_has_the_variance_of_explicit_deals_and_never_less(third):
    rng = np.random.default_rng(11)
    kinds = [WON, LOST, third]
    deals = [[kinds[i] for i in rng.integers(0, 3, 2)] for _ in range(700)]
    _, factions = _one(deals, 2)
    for f, name in enumerate(BASE):
        half_wins, awarded = [], []
        for games in deals:
            got = [g for g in games if g.holders[f] >= 0]
            awarded.append(len(got))
            half_wins.append(sum(0.5 if g.winner < 0 else g.winner == g.holders[f] for g in got))
        x, y = np.array(half_wins, float), np.array(awarded, float)
        ratio = x.sum() / y.sum()
        half = 1.963 * np.std(x - ratio * y, ddof=1) / np.sqrt(len(y)) / y.mean()
        row = factions.loc[name]
        assert row["swing"] == pytest.approx(ratio - 0.5)
        got_half = (row["swing_high"] - row["swing_low"]) / 2
        if third is WON and half > 0.02:
            assert got_half == pytest.approx(half, rel=0.01)
        else:
            assert got_half >= half * 0.99


def test_win_rates_agree_with_shares_of_explicit_points():
    infos = [info(0, "x", "y", 2)]
    deals = [[WON, LOST]] * 150 + [[WON, WON]] * 170 + [[LOST, LOST]] * 130
    cell = cells_table(infos, stack([count(deals)])).iloc[0]
    points = np.array([2] * 150 + [4] * 170 + [0] * 130)
    expected = share([points.sum()], [(points**2).sum()], [450], [4])
    assert cell["leader_low"] == expected.low[0]
    assert cell["leader_high"] == expected.high[0]


def test_every_column_of_numbers_is_a_registered_metric_or_its_bound():
    infos = [info(0, "x", "y", 1)]
    tallies = stack([made_cell(5, 1, 1)])
    named = {
        "cells": {"cell", "deck", "setting", "building", "strategy_a", "strategy_b", "deals"}
        | {
            "games",
            "a_interval",
            "leader_interval",
            "interval",
            "other_intervals",
            "verdict",
            "note",
        },
        "factions": {"cell", "faction", "interval", "note"},
        "powers": {"cell", "power", "interval", "note"},
    }
    tables = make_tables(infos, tallies, ablation=True)
    for name, table in tables.items():
        expected = set(named[name])
        for metric in METRICS.values():
            if metric.table != name:
                continue
            if metric.name == "votes_H_L":
                for h, low in splits(infos):
                    stem = f"votes_{h}_{low}"
                    expected |= {stem, f"{stem}_low", f"{stem}_high"}
            else:
                expected |= {metric.name}
                if metric.name not in NO_INTERVAL:
                    expected |= set(metric.bounds)
        assert set(table.columns) == expected


def test_rows_say_which_interval_is_of_which_kind() -> None:
    kinds = {
        "x": ["normal", "exact", "undefined", "normal"],
        "y": ["normal", "normal", "undefined", "wilson"],
        "z": ["normal", "exact", "undefined", "undefined"],
    }
    nothing = np.zeros(4)
    found = {name: Estimate(nothing, nothing, nothing, np.array(of, object))
             for name, of in kinds.items()}  # fmt: skip
    columns: dict[str, pd.Series] = {}
    put_kinds(columns, "interval", found)
    assert list(columns["interval"]) == ["normal", "exact; normal: y", "", "normal; wilson: y"]


def test_texts_are_told_once_for_all_rows_that_share_them() -> None:
    asked: list[tuple[int, ...]] = []

    def tell(row):
        asked.append(tuple(row))
        return f"{row[0]} of {row[1]}"

    codes = np.array([[1, -1, 1, 2], [3, 3, 3, 3]], np.int8)
    assert list(told_once(codes, tell)) == ["1 of 3", "-1 of 3", "1 of 3", "2 of 3"]
    assert sorted(asked) == [(-1, 3), (1, 3), (2, 3)]
    nothing = told_once(np.zeros((2, 0), np.int8), tell)
    assert (len(nothing), nothing.dtype) == (0, "str")


def test_every_metric_is_described():
    for name, metric in METRICS.items():
        assert metric.name == name
        assert metric.unit in {"share", "votes", "cards", "options", "firings", "ratio"}
        for text in (metric.label, metric.formula, metric.range, metric.summary):
            assert text
            assert "\n" not in text


def test_tallies_of_other_cells_are_refused():
    infos = [info(0, "x", "y", 2)]
    with pytest.raises(InputError, match="for 1 cells"):
        cells_table(infos, stack([made_cell(3, 2, 1), made_cell(3, 2, 2)]))
    with pytest.raises(InputError, match="3 games in 3 deals; each deal has 2"):
        cells_table(infos, stack([made_cell(3, 1, 1)]))
