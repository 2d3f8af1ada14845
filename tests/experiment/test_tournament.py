"""Tournaments: what is played, and what a finished run says of its players."""

from __future__ import annotations

import itertools

import numpy as np
import pandas as pd
import pytest

from claimsim.errors import InputError
from claimsim.experiment.merging import merge
from claimsim.experiment.parts import Part, cut
from claimsim.experiment.results import Run
from claimsim.experiment.runner import run
from claimsim.experiment.tournament import TABLES, Tournament
from claimsim.experiment.tournament_plan import (
    BLOCKS,
    directory_of,
    labels,
    named,
    play,
    players_of,
    tournament_of,
)
from claimsim.scenario import Player, Scenario, parse_scenario
from claimsim.statistics.mixtures import METRICS
from claimsim.statistics.pair_tables import limits

TEXT = """
schema = 1
name = "Small"
[grid]
decks = ["claim"]
matchups = [["greedy", "random"], ["greedy", "high"]]
[run]
deals = 200
seed = 5
"""

ROUND_ROBIN = TEXT.replace(
    '[["greedy", "random"], ["greedy", "high"]]',
    '"round_robin"\nstrategies = ["greedy", "random", "high"]',
)

TARGETS = """
[[targets]]
metric = "leader_win_rate"
value = 0.45
tolerance = 0.02
matchups = [["greedy", "high"]]
[[targets]]
metric = "a_win_rate"
value = 0.7
tolerance = 0.1
"""


def scenario(text: str = TEXT) -> Scenario:
    return parse_scenario(text, "the test")


@pytest.fixture(scope="module")
def small(tmp_path_factory) -> Run:
    return play(tournament_of(scenario()), out=tmp_path_factory.mktemp("small") / "run")


@pytest.fixture(scope="module")
def found(small: Run) -> Tournament:
    return Tournament(small)


def test_a_tournament_is_the_run_of_its_round_robin(small: Run, tmp_path) -> None:
    plain = run(scenario(ROUND_ROBIN), out=tmp_path / "plain")
    assert small.digest == plain.digest
    assert small.manifest["identity"] == plain.manifest["identity"]
    assert small.cells.equals(plain.cells)
    assert len(small.scenario.cells) == 6


def test_deals_are_kept_in_blocks(small: Run) -> None:
    assert len(list((small.directory / "tallies").iterdir())) == BLOCKS
    assert small.manifest["ranges"] == [[0, 200]]


def test_blocks_are_all_of_the_deals_each_once() -> None:
    for deals, blocks in ((7, 40), (40, 40), (100, 40), (41, 2), (5, 1)):
        parts = cut(Part(3, deals, 10), blocks)
        assert len(parts) == min(deals, blocks)
        assert [d for p in parts for d in range(p.first_deal, p.stop)] == list(range(3, 3 + deals))
        sizes = {part.deals for part in parts}
        assert max(sizes) - min(sizes) <= 1


def test_players_are_those_of_the_grid_in_its_order() -> None:
    assert [one.label for one in players_of(scenario())] == ["greedy", "random", "high"]
    assert [one.label for one in named(["high", "duck", "high"])] == ["high", "duck"]
    with pytest.raises(InputError, match="did you mean 'greedy'"):
        named(["greed"])


def test_weights_make_other_players() -> None:
    players = [
        Player("planner"),
        Player("planner", (("wild", 2.0),)),
        Player("planner", (("wild", 2.0000001),)),
    ]
    assert labels(players) == ["planner", "planner(wild=2.0)", "planner(wild=2.0000001)"]


@pytest.mark.parametrize(
    ("old", "new", "what"),
    [
        ("seed = 5", 'seed = 5\nmirror = "lead"', 'needs mirror = "seats"'),
        ("seed = 5", 'seed = 5\nmirror = "none"', 'needs mirror = "seats"'),
        (
            "deals = 200",
            'precision = { metric = "draw_rate", half_width = 0.1, max_deals = 1000 }',
            "say how many, with --deals",
        ),
        ('[["greedy", "random"], ["greedy", "high"]]', '[["high", "high"]]', "two or more"),
    ],
)
def test_what_is_no_tournament_is_refused_in_one_line(old: str, new: str, what: str) -> None:
    with pytest.raises(InputError, match=what) as told:
        tournament_of(scenario(TEXT.replace(old, new)))
    assert "\n" not in str(told.value)


def test_targets_follow_the_matchups() -> None:
    text = (
        TEXT
        + TARGETS
        + (
            '[[targets]]\nmetric = "a_win_rate"\nvalue = 0.8\ntolerance = 0.1\n'
            'matchups = [["greedy", "random"]]\n'
            '[[targets]]\nmetric = "draw_rate"\nvalue = 0.0\ntolerance = 0.1\n'
            'where = { strategy_b = "high" }\n'
        )
    )
    there = tournament_of(scenario(text), named(["random", "greedy"]))
    assert [t.metric for t in there.targets] == ["a_win_rate", "a_win_rate"]
    one = there.targets[1]
    assert [[p.label for p in pair] for pair in one.matchups] == [["random", "greedy"]]
    assert one.value == pytest.approx(0.2)
    assert parse_scenario(there.resolved(), "again").identity() == there.identity()


def test_payoffs_are_the_cells(found: Tournament, small: Run) -> None:
    cells = small.cells.set_index(["strategy_a", "strategy_b"])
    for row in found.payoffs.to_dict("records"):
        who = row["player"], row["opponent"]
        if who[0] == who[1]:
            assert (row["a_win_rate"], row["interval"]) == (0.5, "by definition")
        elif who in cells.index:
            for name in ("a_win_rate", "a_low", "a_high"):
                assert row[name] == cells.loc[who, name]
        else:
            assert row["a_win_rate"] == 1 - cells.loc[who[::-1], "a_win_rate"]
            assert row["a_low"] == 1 - cells.loc[who[::-1], "a_high"]


def test_the_order_of_players_changes_no_payoff(tmp_path) -> None:
    """Without dice, that is: those go by who is player a."""
    text = TEXT.replace("random", "duck")
    found = Tournament(play(tournament_of(scenario(text)), out=tmp_path / "one"))
    turned = ["high", "duck", "greedy"]
    pairs = [list(pair) for pair in itertools.product(turned, repeat=2)]
    pairs = [pair for pair in pairs if pair != ["high", "greedy"]]
    text = TEXT.replace('[["greedy", "random"], ["greedy", "high"]]', repr(pairs).replace("'", '"'))
    other = Tournament(run(scenario(text), out=tmp_path / "other", blocks=BLOCKS))
    assert other.players == turned
    keys = ["player", "opponent"]
    mine, theirs = (t.payoffs.sort_values(keys, ignore_index=True) for t in (found, other))
    rates = [t["a_win_rate"].to_numpy() for t in (mine, theirs)]
    assert rates[0] == pytest.approx(rates[1], abs=1e-15)
    mine, theirs = (t.ratings.sort_values("player", ignore_index=True) for t in (found, other))
    for name in ("rating", "rating_low", "rating_high"):
        assert mine[name].to_numpy() == pytest.approx(theirs[name].to_numpy(), abs=1e-9)
    assert other.mixture.fresh == pytest.approx(found.mixture.fresh)
    edges = [t.edges[["uniform", "uniform_low", "highest_high"]].to_numpy() for t in (found, other)]
    assert edges[0] == pytest.approx(edges[1], nan_ok=True)


def test_edges_are_means_of_cells(found: Tournament, small: Run) -> None:
    cells = small.cells
    weights = np.where(cells["strategy_a"] == cells["strategy_b"], 1, 2) / 9
    sums = found.edges.iloc[: len(METRICS)]
    assert sums["metric"].to_list() == list(METRICS)
    for row in sums.to_dict("records"):
        assert row["uniform"] == pytest.approx(float(weights @ cells[row["metric"]].astype(float)))
        assert row["highest"] == cells[row["metric"]].max()
    first = found.edges.iloc[0]
    assert (first["metric"], first["reference"], first["pairs"]) == ("leader_win_rate", 0.5, 6)
    assert first["above"] + first["below"] + first["undecided"] == 6


KEY = {
    "cells": None,
    "factions": "faction",
    "powers": "power",
    "cards": "card",
    "tricks": "trick",
    "phase_1": "tricks",
}


@pytest.mark.parametrize("table", KEY)
def test_edges_tell_of_every_metric_of_every_table(tmp_path, table: str) -> None:
    """Two settings: means over both, in plain pandas."""
    text = TEXT.replace('decks = ["claim"]', 'decks = ["claim"]\nsettings = ["none", "swamp"]')
    text = text.replace('"random"', '"duck"')
    done = Tournament(play(tournament_of(scenario(text)), deals=60, out=tmp_path / "run"))
    assert (done.run.cells["games"] == done.run.cells["deals"]).sum() == 6, "three play themselves"
    rows, cells = done.run.table(table), done.run.cells
    where = cells.set_index("cell").loc[rows["cell"]]
    for name in ("strategy_a", "strategy_b", "setting"):
        rows[name] = where[name].to_numpy()
    if table == "tricks":
        rows["trick"] = [
            f"phase {p}, trick {t}" for p, t in zip(rows.phase, rows.trick, strict=True)
        ]
    elif table == "phase_1":
        rows["tricks"] = [f"{number} tricks of Phase 1" for number in rows["tricks"]]
    rows["key"] = rows[KEY[table]] if KEY[table] else ""
    asked = done.edges[(done.edges["table"] == table) & ~done.edges["metric"].isin(METRICS)]
    wanted = {str(name).removesuffix("_low") for name in rows if str(name).endswith("_low")}
    wanted -= {"a", "leader", "vote_to_a", *METRICS}
    assert set(asked["metric"]) == {name for name in wanted if rows[name].notna().any()}
    for row in asked.to_dict("records"):
        here = rows[rows["key"] == row["row"]]
        metric = row["metric"]
        means = {
            end: here.groupby(["strategy_a", "strategy_b"])[f"{metric}{end}"]
            .agg(lambda column: column.astype(float).mean())
            .reindex(cells.groupby(["strategy_a", "strategy_b"]).size().index)
            .astype("Float64")
            .astype(float)
            for end in ("", "_low", "_high")
        }
        value = means[""]
        doubled = [1 if a == b else 2 for a, b in value.index]
        for end, mean in means.items():
            expected = float(np.dot(doubled, mean) / 9)
            assert row[f"uniform{end}"] == pytest.approx(expected, nan_ok=True)
        assert (row["lowest"], row["highest"]) == pytest.approx((value.min(), value.max()))
        assert value[row["highest_player"], row["highest_opponent"]] == pytest.approx(value.max())
        assert row["lowest_low"] <= means["_low"].min() + 1e-12
        assert row["highest_high"] >= means["_high"].max() - 1e-12
        least, most = limits(metric)
        assert least <= row["lowest_low"]
        assert row["highest_high"] <= most
        alone = done.mixture.weight.argmax()
        if done.mixture.weight[alone] == 1:
            name = done.players[alone]
            assert row["equilibrium"] == pytest.approx(value[name, name], nan_ok=True)
    if table == "cells":
        shares = asked.set_index("metric").loc[
            ["seat_share", "skill_share", "deal_share", "rest_share"]
        ]
        assert shares["uniform"].sum() == pytest.approx(1, abs=0.01), "clipped with few deals"


def test_limits_are_the_numbers_of_the_registry() -> None:
    assert limits("forced_plays") == (0, 1)
    assert limits("swing") == (-0.5, 0.5)
    assert limits("fired_per_game") == (0, np.inf)
    assert limits("seat_share") == (-np.inf, np.inf)
    assert limits("votes_3_2") == (0, 1)


def test_targets_ask_every_pair(tmp_path) -> None:
    text = TEXT.replace('decks = ["claim"]', 'decks = ["claim"]\nsettings = ["none", "swamp"]')
    text += (
        TARGETS
        + 'where = { setting = "swamp" }\n'
        + TARGETS.split("[[targets]]")[1].join(["[[targets]]", 'where = { setting = "swamp" }\n'])
    )
    done = Tournament(play(tournament_of(scenario(text)), deals=60, out=tmp_path / "run"))
    asked = done.edges[done.edges["reference"].notna()]
    assert asked["metric"].to_list() == ["leader_win_rate"] * 3
    assert asked["reference"].to_list() == [0.5, 0.45, 0.45]
    assert asked["where"].to_list() == ["", "", "setting swamp"]
    cells = done.run.cells
    cells = cells[cells["setting"] == "swamp"]
    weights = np.where(cells["strategy_a"] == cells["strategy_b"], 1, 2) / 9
    wanted = float(weights @ cells["leader_win_rate"].astype(float))
    assert asked["uniform"].iloc[2] == pytest.approx(wanted)
    assert done.payoffs["interval"].isin(["normal", "by definition"]).all()


def test_many_decks_are_groups(tmp_path) -> None:
    text = TEXT.replace('decks = ["claim"]', 'decks = "all"\nboxes = ["claim", "claim_2"]')
    text = text.replace('[["greedy", "random"], ["greedy", "high"]]', '[["greedy", "random"]]')
    done = Tournament(play(tournament_of(scenario(text)), deals=4, out=tmp_path / "run"))
    assert done.source == "decks"
    decks = len(done.run.scenario.decks)
    assert done.result.means.freedom == decks - 1
    cells = done.run.cells
    pair = cells[(cells["strategy_a"] == "greedy") & (cells["strategy_b"] == "random")]
    assert done.result.means.value[0] == pytest.approx(pair["a_win_rate"].astype(float).mean())


def test_a_plain_run_has_the_widest_intervals(found: Tournament, tmp_path) -> None:
    plain = Tournament(run(scenario(ROUND_ROBIN), out=tmp_path / "plain"))
    assert (found.source, plain.source) == ("deals", "unknown")
    assert plain.payoffs.equals(found.payoffs)
    assert plain.ratings["rating"].equals(found.ratings["rating"])
    assert (plain.ratings["std_error"] > found.ratings["std_error"]).all()
    assert np.isnan(plain.fit.p)
    assert found.fit.p >= 0


def test_merged_and_extended_tournaments_are_the_whole(found: Tournament, tmp_path) -> None:
    half = tournament_of(scenario()).replace(deals=100)
    one = play(half, out=tmp_path / "one")
    two = play(half, first_deal=100, out=tmp_path / "two")
    merged = Tournament(merge([one.directory, two.directory], out=tmp_path / "merged"))
    assert merged.run.digest == found.run.digest
    assert merged.payoffs.equals(found.payoffs)
    assert len(merged.counts.block_deals) == 2 * BLOCKS
    more = Tournament(play(half, deals=200, out=one.directory, resume=True))
    assert more.run.digest == found.run.digest
    assert more.payoffs.drop(columns="interval").equals(found.payoffs.drop(columns="interval"))


@pytest.mark.parametrize(
    ("text", "what"),
    [
        (TEXT, "has no cells of greedy against greedy"),
        (ROUND_ROBIN.replace("seed = 5", 'seed = 5\nmirror = "lead"'), 'mirror = "lead"'),
        (
            TEXT.replace('["greedy", "random"], ["greedy", "high"]', '["high", "high"]'),
            "one player",
        ),
    ],
)
def test_runs_of_something_else_are_refused(text: str, what: str, tmp_path) -> None:
    done = run(scenario(text), deals=4, out=tmp_path / "run")
    with pytest.raises(InputError, match=what):
        Tournament(done)


def test_tables_are_files_that_say_whose_they_are(found: Tournament) -> None:
    found.write()
    for name in TABLES:
        read = pd.read_parquet(found.run.directory / f"{name}.parquet")
        assert read.attrs["run"] == found.run.digest
        assert read.to_dict("list").keys() == getattr(found, name).to_dict("list").keys()
        assert len(read) == len(getattr(found, name))
    assert Run.open(found.run.directory).digest == found.run.digest


def test_the_analysis_is_a_function_of_the_run(small: Run, found: Tournament) -> None:
    again = Tournament(Run.open(small.directory))
    for name in TABLES:
        assert getattr(again, name).equals(getattr(found, name))


def test_directories_are_named_by_the_scenario() -> None:
    assert str(directory_of(scenario())) == "runs/small-tournament-5"
