"""What a run's page says of its tournament."""

from __future__ import annotations

from pathlib import Path

import pandas as pd
import pytest

import reports
from claimsim.errors import RunDirectoryError
from claimsim.experiment.results import Run
from claimsim.experiment.tournament import Tournament
from claimsim.experiment.tournament_plan import named, play, tournament_of
from claimsim.scenario import parse_scenario
from reports import tournament
from reports.comparison_page import Section
from reports.content import gather
from reports.heat import HeatMap
from reports.tournament import TABLES, has_tournament, section
from tests.reports.made_runs import ladder
from tests.reports.reading import Page

TEXT = """\
schema = 1
name = "Small"
[grid]
decks = ["claim"]
settings = ["none", "plateau"]
matchups = [["greedy", "random"]]
[run]
deals = 80
seed = 5
"""

PLAYERS = ["random", "duck", "greedy"]


@pytest.fixture(scope="module")
def run(tmp_path_factory) -> Run:
    scenario = tournament_of(parse_scenario(TEXT, "the test"), named(PLAYERS))
    found = play(scenario, out=tmp_path_factory.mktemp("t") / "run", jobs=1)
    Tournament(found).write()
    return found


@pytest.fixture(scope="module")
def said(run: Run) -> Section:
    found = section(run)
    assert found is not None
    return found


def part(said: Section, name: str):
    (found,) = [one for one in said.parts if one.name == name and hasattr(one, "rows")]
    return found


def test_players_stand_in_the_order_of_their_ratings(run: Run, said: Section):
    ratings = pd.read_parquet(run.directory / "ratings.parquet").sort_values("rank")
    table = part(said, "tournament-ratings")
    assert [row[0] for row in table.rows] == list(ratings["player"])
    for row, elo in zip(table.rows, ratings["elo"], strict=True):
        assert float(row[2].split()[0].replace("−", "-")) == pytest.approx(elo, abs=0.51)
    assert ratings["player"].iloc[0] in said.words[0]


def test_equilibrium_and_replies_stand_with_their_players(run: Run, said: Section):
    mixed = pd.read_parquet(run.directory / "equilibrium.parquet").set_index("player")
    evolved = pd.read_parquet(run.directory / "alpha_rank.parquet").set_index("player")
    for row in part(said, "tournament-ratings").rows:
        own = mixed.loc[row[0]]
        assert float(row[3].split()[0]) == pytest.approx(100 * own["weight"], abs=0.51)
        assert row[5] in (own["best_reply"], "–")
        assert int(row[6]) == evolved.loc[row[0], "rank"]


def test_payoffs_are_a_heat_map_in_several_places(run: Run, said: Section):
    payoffs = pd.read_parquet(run.directory / "payoffs.parquet")
    truth = payoffs.set_index(["player", "opponent"])["a_win_rate"]
    map_ = part(said, "tournament-payoffs")
    assert isinstance(map_, HeatMap)
    for player, row in map_.rows:
        for opponent, tone in zip(map_.heads, row, strict=True):
            if player == opponent:
                assert tone.text == ""
            else:
                assert float(tone.text) == pytest.approx(100 * truth[player, opponent], abs=0.051)


def test_edges_say_for_how_many_pairs_they_hold(run: Run, said: Section):
    edges = pd.read_parquet(run.directory / "edges.parquet")
    table, within = part(said, "tournament-edges"), part(said, "tournament-edges-within")
    assert len(within.rows) == (edges["table"] != "cells").sum()
    assert any(cell.startswith("Knights: Pivotal") for cell, *_ in within.rows)
    edges = edges[edges["table"] == "cells"]
    happened = edges[edges["reference"].notna() | (edges["highest"] > 0)]
    assert len(table.rows) == len(happened) < len(edges)
    leader = edges[edges["metric"] == "leader_win_rate"].iloc[0]
    row = next(row for row in table.rows if row[0] == "Leader wins")
    assert row[1] == f"{leader['above']} / {leader['below']} / {leader['undecided']}"
    assert float(row[2].split()[0]) == pytest.approx(100 * leader["uniform"], abs=0.06)
    assert any(f"of {leader['pairs']} pairs" in words for words in said.words)


def test_the_run_s_page_has_the_section_and_a_way_to_it(run: Run):
    text = reports.to_html(run)
    page = Page(text)
    assert any(attrs.get("href") == "#tournament" for attrs in page.all("a"))
    assert any(attrs.get("id") == "tournament" for attrs in page.all("section"))
    ids = [attrs["id"] for _, attrs in page.tags if attrs.get("id")]
    assert len(ids) == len(set(ids))
    assert reports.to_html(Run.open(run.directory)) == text
    lines = reports.to_markdown(run).splitlines()
    assert any(line.startswith("| greedy | 1 | ") for line in lines[lines.index("## Tournament") :])


def test_the_first_screen_tells_of_ratings_and_the_equilibrium(run: Run, tmp_path: Path):
    ratings = pd.read_parquet(run.directory / "ratings.parquet").sort_values("rank")
    mixed = pd.read_parquet(run.directory / "equilibrium.parquet").sort_values("weight")
    best, most = ratings.iloc[0], mixed.iloc[-1]
    (told,) = [text for text in gather(run).answers if text.startswith("Rated highest is ")]
    assert told.startswith(f"Rated highest is {best['player']} with {best['elo']:+.0f} (")
    sure = (ratings["elo_high"].iloc[1:] < best["elo_low"]).all()
    assert ("surely ahead of all others" in told) == sure
    weight = f"{most['player']} {100 * most['weight']:.1f}"
    assert f"Nobody gains against the equilibrium: {weight}" in told
    assert "told by claimsim tournament" not in reports.to_html(run)
    assert '<p class="kicker">claimsim tournament</p>' in reports.to_html(run)
    assert not any(text.startswith("Rated highest") for text in gather(ladder(5)).answers)
    assert "is told by claimsim tournament" in reports.to_html(ladder(5))
    assert "claimsim tournament" not in reports.to_html(ladder(5, ("greedy",)))


def test_players_who_may_be_as_strong_are_named():
    def rated(player, low, high):
        return {"player": player, "elo": (low + high) / 2, "elo_low": low, "elo_high": high}

    rows = [rated("a", 50, 90), rated("b", 30, 60), rated("c", 10, 55), rated("d", 0, 20)]
    assert tournament._rated(rows) == (
        "Rated highest is a with +70 (+50 to +90) Elo points, not surely ahead of b and c."
    )
    assert tournament._rated([rows[0], rows[3]]).endswith("surely ahead of all others.")


def test_tables_of_another_state_of_the_run_are_not_shown(run: Run, tmp_path: Path):
    import shutil

    copy = tmp_path / "copy"
    shutil.copytree(run.directory, copy)
    table = pd.read_parquet(copy / "edges.parquet")
    table.attrs["run"] = "another"
    table.to_parquet(copy / "edges.parquet", index=False)
    found = section(Run.open(copy))
    assert found is not None
    assert not found.parts
    assert "another state of this run" in found.words[0]
    (copy / "edges.parquet").write_bytes(b"PAR1 no parquet")
    with pytest.raises(RunDirectoryError, match=r"edges\.parquet cannot be read"):
        section(Run.open(copy))
    for name in TABLES:
        (copy / f"{name}.parquet").unlink()
    assert not has_tournament(copy)
    assert section(Run.open(copy)) is None
    assert "#tournament" not in reports.to_html(Run.open(copy))
