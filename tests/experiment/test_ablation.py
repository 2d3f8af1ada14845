"""Ablation: differences on the same deals, against games of the reference engine one by one."""

from __future__ import annotations

import dataclasses
from collections import Counter
from typing import Any

import numpy as np
import pytest

from claimsim.errors import RunDirectoryError
from claimsim.experiment.play import play_job
from claimsim.experiment.runner import run
from claimsim.experiment.tally import ABLATED, FIRED, TALLY
from claimsim.rules.ablation import without
from claimsim.rules.deck import Deck, make_deck
from claimsim.rules.ruleset import Ruleset
from claimsim.rules.spec import parse_faction
from claimsim.scenario import parse_scenario
from claimsim.statistics.metrics import METRICS
from tests.differential.comparing import SEED, Cell, Deals, play_reference
from tests.experiment.playing import jobs_of, totals

TEXT = f"""
schema = 1
name = "Ablation"
[grid]
decks = [
    ["goblins", "knights", "dwarves", "undead", "doppelgangers"],
    ["angels", "dwarves", "undead", "phoenix", "unicorns"],
]
settings = ["none", "underworld"]
buildings = ["tower"]
matchups = [["greedy", "random"], ["greedy", "greedy"]]
[run]
deals = 12
seed = {SEED}
ablation = true
"""

#: Of these decks, the factions that have each power (rules, 3 to 7), and none beside.
OWNERS = {
    "beats": ["knights"],
    "loser_scores": ["dwarves"],
    "scored_when_played": ["undead"],
    "wild": ["doppelgangers"],
    "redraws": ["phoenix"],
    "strengthens": ["unicorns"],
    "unique_counts": ["angels"],
}


def by_hand(rules: Ruleset, name: str) -> Ruleset:
    """Return the rules with one thing off, from what a scenario file would say."""
    if name in ("tower", "underworld"):
        where = "building" if name == "tower" else "setting"
        return dataclasses.replace(rules, **{where: "none"})
    factions = [
        parse_faction(faction.name, {"powers": []}) if faction.name in OWNERS[name] else faction
        for faction in rules.deck.factions
    ]
    return dataclasses.replace(rules, deck=Deck(tuple(factions)))


def points(rules: Ruleset, deck: Deck, cell: Any, deals: int) -> list[tuple[int, int]]:
    """Return the points of the leader and of player a in each deal of `deck`."""
    found = []
    dealt = Deals.of(deck, 0, deals)
    seating = "none" if cell.a == cell.b else "seats"
    played = Cell(rules, cell.a.strategy, cell.b.strategy, seating)
    for deal in range(deals):
        sums = [0, 0]
        for game in range(1 if seating == "none" else 2):
            short = dataclasses.replace(dealt, orders=[o[: rules.deck.size + rules.deck.side_size]
                                                       for o in dealt.orders])  # fmt: skip
            winner = play_reference(played, short, deal, game).result["winner"]
            sums[0] += 1 if winner is None else 2 * (winner == 0)
            sums[1] += 1 if winner is None else 2 * (winner == game)
        found.append((sums[0], sums[1]))
    return found


def test_differences_are_those_of_the_reference_engine() -> None:
    scenario = parse_scenario(TEXT, "the test")
    tallies = totals(scenario, batch_games=10)
    seen: Counter[str] = Counter()
    for cell, tally in zip(scenario.cells, tallies, strict=True):
        whole = points(cell.rules, cell.deck, cell, scenario.deals)
        names = [
            name
            for name in FIRED
            if name in (cell.setting, cell.building)
            or (name in OWNERS and set(OWNERS[name]) & set(cell.deck.names))
        ]
        for name in names:
            off = points(by_hand(cell.rules, name), cell.deck, cell, scenario.deals)
            difference = np.array(whole) - np.array(off)
            place = FIRED.index(name)
            for which in range(len(ABLATED)):
                of = difference[:, which]
                found = [
                    int(tally[f"ablation_{part}"][which, place])
                    for part in ("sum", "squares", "deals")
                ]
                assert found == [of.sum(), (of**2).sum(), np.count_nonzero(of)], (str(cell), name)
                seen[name] += np.count_nonzero(of)
        rest = [place for place, name in enumerate(FIRED) if name not in names]
        assert not tally["ablation_squares"][:, rest].any()
    missing = {*OWNERS, "tower", "underworld"} - {name for name, count in seen.items() if count}
    assert missing <= {"unique_counts"}  # too seldom to change one of so few deals


def test_off_leaves_cards_and_what_else_there_is() -> None:
    deck = make_deck(["goblins", "knights", "dwarves", "undead", "phoenix"])
    rules = Ruleset(deck, setting="islands", building="castle")
    for name in ("beats", "loser_scores", "scored_when_played", "redraws"):
        off = without(rules, name)
        assert off.deck.prints == deck.prints
        assert (off.setting, off.building) == ("islands", "castle")
        assert sum(len(f.powers) for f in off.deck.factions) < sum(
            len(f.powers) for f in deck.factions
        )
    assert without(rules, "redraws").deck.side_size == 0
    assert without(rules, "islands").deck == deck
    assert (without(rules, "islands").setting, without(rules, "islands").building) == (
        "none",
        "castle",
    )
    assert without(rules, "castle").building == "none"
    for name in ("wild", "none", "tower", "swamp"):
        with pytest.raises(ValueError, match=name):
            without(rules, name)


def test_the_games_themselves_are_the_same_as_without_ablation() -> None:
    scenario = parse_scenario(TEXT, "the test")
    plain = parse_scenario(TEXT.replace("ablation = true", ""), "the test")
    for job, other in zip(jobs_of(scenario), jobs_of(plain), strict=True):
        with_it, without_it = play_job(job), play_job(other)
        assert with_it is not None
        assert without_it is not None
        for name in TALLY.names or ():
            if not name.startswith("ablation"):
                assert with_it[1][name].tobytes() == without_it[1][name].tobytes(), name
        assert not without_it[1]["ablation_squares"].any()


def test_the_table_of_powers_has_the_differences_if_they_were_asked_for(tmp_path) -> None:
    scenario = parse_scenario(TEXT, "the test")
    columns = [METRICS[name] for name in ("leader_ablation", "a_ablation")]
    done = run(scenario, deals=300, out=tmp_path / "on")
    table = done.powers
    for metric in columns:
        low, high = (table[name] for name in metric.bounds)
        assert ((low <= table[metric.name]) & (table[metric.name] <= high)).all()
        assert ((low >= -1) & (high <= 1)).all()
        alike = table["cell"].isin([1, 3, 5, 7]) & (metric.name == "a_ablation")
        assert ((high - low)[~alike] > 0).all()
        assert ((high - low)[alike] == 0).all()  # greedy against itself: one half, by definition
    row = table[(table["cell"] == 0) & (table["power"] == "wild")].iloc[0]
    tally, place = done.tallies[0], FIRED.index("wild")
    # two games a deal, a win worth 2 points: four points are a whole win rate
    assert row["a_ablation"] == pytest.approx(tally["ablation_sum"][1, place] / 300 / 4)
    off = run(parse_scenario(TEXT.replace("true", "false"), "x"), deals=5, out=tmp_path / "off")
    assert not any("ablation" in name for name in off.powers.columns)


@pytest.mark.parametrize(("jobs", "backend"), [(2, "threads"), (2, "processes")])
def test_the_digest_is_that_of_any_other_way_to_play(jobs: int, backend: str, tmp_path) -> None:
    scenario = parse_scenario(TEXT, "the test")
    one = run(scenario, deals=200, jobs=1, out=tmp_path / "one")
    first = run(scenario, deals=90, jobs=1, out=tmp_path / "two", batch_games=100)
    two = run(
        scenario, deals=200, jobs=jobs, backend=backend, out=first.directory, resume=True,
        batch_games=100,
    )  # fmt: skip
    assert two.digest == one.digest
    # extended, which the kinds of its intervals say
    assert two.powers.drop(columns="interval").equals(one.powers.drop(columns="interval"))


def test_a_run_is_not_gone_on_with_otherwise(tmp_path) -> None:
    run(parse_scenario(TEXT, "x"), deals=5, out=tmp_path / "run")
    with pytest.raises(RunDirectoryError, match="made with ablation = True, not False"):
        run(parse_scenario(TEXT.replace("true", "false"), "x"), deals=9, out=tmp_path / "run",
            resume=True)  # fmt: skip
