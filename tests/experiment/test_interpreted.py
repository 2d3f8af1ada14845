"""Strategies that are played as plain Python: results as if the kernel had played them."""

from __future__ import annotations

import dataclasses
import importlib.util
import json
import os
import random
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from claimsim import registry
from claimsim.errors import InputError, StrategyError
from claimsim.experiment import planning, play
from claimsim.experiment.plan import Batch, batches_of, interpreted
from claimsim.experiment.play import Job, play_job, prepare
from claimsim.experiment.restrict import restrict
from claimsim.experiment.runner import run
from claimsim.experiment.tracing import trace_games
from claimsim.experiment.whatif import compare
from claimsim.kernel import jit
from claimsim.rules.deck import legal_decks
from claimsim.rules.locations import BUILDINGS, NONE, SETTINGS
from claimsim.rules.switches import SWITCHES
from claimsim.scenario import Scenario, parse_scenario
from claimsim.strategy_kit import REGISTERED
from tests.differential.tallying import unlike_tallies
from tests.experiment.playing import strategy_of_ones_own, totals

ROOT = Path(__file__).parent.parent.parent
COMPILED = ("random", "high", "low", "greedy", "duck")
PLAIN = "_plain"

TEXT = """
schema = 1
name = "Interpreted"
[grid]
decks = [{deck}]
settings = ["{setting}"]
buildings = ["{building}"]
matchups = {matchups}
[switches]
{switches}
[run]
deals = 6
seed = 4
mirror = "{mirror}"
ablation = {ablation}
"""

#: A strategy that numba refuses.
UNCOMPILABLE = '''
from claimsim.strategy_kit import highest, lowest, strategy


@strategy(name="bookish", version=1, summary="Of the tests.", source="None.", interpreted=True)
def choose(view, weights):
    """Follow a book, which says nothing of most decisions."""
    book = {"lead": highest, ("follow", 2): lowest}
    try:
        take = book["lead" if view.decision == 0 else ("follow", int(view.phase))]
    except KeyError:
        take = highest
    return take(view.options)
'''


@pytest.fixture(autouse=True)
def twins() -> Iterator[None]:
    """Register an interpreted twin of each compiled strategy."""
    for name in COMPILED:
        twin = dataclasses.replace(registry.find(name), interpreted=True, name=name + PLAIN)
        registry.known()[twin.name] = twin
    try:
        yield
    finally:
        for name in COMPILED:
            registry.known().pop(name + PLAIN, None)


@contextmanager
def bookish(folder: Path) -> Iterator[None]:
    path = folder / "bookish.py"
    path.write_text(UNCOMPILABLE)
    spec = importlib.util.spec_from_file_location("of_the_tests_bookish", path)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    registry.known()["bookish"] = getattr(module.choose, REGISTERED)
    try:
        yield
    finally:
        registry.known().pop("bookish", None)


def scenario_of(matchups: list[list[str]], **changes: Any) -> Scenario:
    fields = {
        "deck": '"claim"', "setting": NONE, "building": NONE, "mirror": "seats", "switches": "",
        "ablation": "false",
    } | changes  # fmt: skip
    return parse_scenario(TEXT.format(matchups=matchups, **fields), "the test")


def turned(scenario: Scenario, sides: tuple[int, ...]) -> Scenario:
    """Return a scenario in which the players of these sides are the twins."""
    cells = dataclasses.replace(
        scenario.cells,
        matchups=tuple(
            tuple(
                dataclasses.replace(one, strategy=one.strategy + PLAIN) if side in sides else one
                for side, one in enumerate(pair)
            )
            for pair in scenario.matchups
        ),
    )
    return dataclasses.replace(scenario, cells=cells)


def tallies_of(scenario: Scenario, first: int = 0, stop: int = 6) -> Any:
    """Play a few deals of every cell in one job."""
    cells = tuple(scenario.cells)
    done = play_job(Job.of(scenario, Batch(0, 0, len(cells), first, stop), cells))
    assert done is not None
    return done[1]


def sample(number: int) -> tuple[Scenario, tuple[int, ...]]:
    """Return a scenario of one cell by its number, and who is played as plain Python in it."""
    dice = random.Random(f"interpreted {number}")  # noqa: S311
    deck = dice.choice(legal_decks()).names
    pair = dice.sample(COMPILED, 2) if number % 4 else [dice.choice(("random", "duck"))] * 2
    switches = [
        f"{name} = {json.dumps(switch.values[1])}"
        for name, switch in SWITCHES.items()
        if dice.random() < 0.3
    ]  # fmt: skip
    scenario = scenario_of(
        [pair],
        deck=str(list(deck)),
        setting=dice.choice((NONE, *SETTINGS)),
        building=dice.choice((NONE, *BUILDINGS)),
        mirror=dice.choice(("none", "seats", "lead")),
        switches="\n".join(switches),
        ablation="true" if number % 3 == 0 else "false",
    )
    # a player against his own twin would be another matchup: a second game of each deal
    return scenario, dice.choice(((0,), (1,), (0, 1))) if number % 4 else (0, 1)


@pytest.mark.parametrize("first", range(0, 48, 12))
def test_tallies_are_those_of_the_compiled_twins(first: int) -> None:
    for number in range(first, first + 12):
        scenario, sides = sample(number)
        twin = turned(scenario, sides)
        assert interpreted(player for pair in twin.matchups for player in pair)
        odd = unlike_tallies(tallies_of(twin, 97, 103)[0], tallies_of(scenario, 97, 103)[0])
        assert odd == [], (number, scenario.cells[0], sides)


def test_the_sample_has_everything() -> None:
    found = [sample(number) for number in range(48)]
    cells = [scenario.cells[0] for scenario, _ in found]
    assert {cell.rules.setting for cell in cells} == {NONE, *SETTINGS}
    assert {cell.rules.building for cell in cells} == {NONE, *BUILDINGS}
    assert {scenario.mirror for scenario, _ in found} == {"none", "seats", "lead"}
    assert {player.strategy for cell in cells for player in (cell.a, cell.b)} == set(COMPILED)
    assert len({name for cell in cells for name in cell.deck.names}) >= 20


def test_numbers_of_what_ifs_are_those_of_the_compiled_twins() -> None:
    whole = scenario_of([["greedy", "random"], ["duck", "duck"]])
    change = {"grid.settings": ["swamp"]}
    found = compare(whole, whole.with_changes(change), deals=12)
    twin = turned(whole, (0, 1))
    variant = turned(whole.with_changes(change), (0, 1))
    again = compare(twin, variant, deals=12, jobs=2)
    assert again.differences.equals(found.differences)
    for one, other in zip(again.pairs, found.pairs, strict=True):
        assert np.array_equal(one.products, other.products)
        assert one.examples == other.examples
    # the variant alone may be played as plain Python: then nothing differs but the engine
    mixed = compare(whole, turned(whole, (0, 1)), deals=12)
    assert (mixed.cells["unlike_deals"] == 0).all()


def test_restrictions_cost_what_they_cost_the_compiled_twins() -> None:
    scenario = scenario_of([["greedy", "random"]])
    forbid = ["faction=knights", "card=dwarves-9", "power=beats"]
    for sides in ((0,), (1,)):  # the restricted player himself, or his opponent
        one, two = (
            restrict(which, forbid, deals=15) for which in (scenario, turned(scenario, sides))
        )
        assert two.prices.equals(one.prices)
        assert (one.prices["changed_deals"] > 0).all()


def test_runs_have_the_same_tables_on_any_back_end(tmp_path, monkeypatch) -> None:
    scenario = scenario_of([["greedy", "random"], ["greedy", "low"]]).replace(deals=40)
    done = run(scenario, out=tmp_path / "compiled")
    twin = turned(scenario, (0,))
    plain = run(twin, out=tmp_path / "plain", jobs=2)
    names = ["strategy_a", "label_a"]
    for table in ("cells", "factions", "powers"):
        one, two = (
            getattr(which, table).drop(columns=names, errors="ignore") for which in (done, plain)
        )
        assert two.equals(one), table
    with bookish(tmp_path):
        mine = scenario_of([["bookish", "greedy"], ["bookish", "bookish"]])
        one = totals(mine, backend="threads", workers=2)
        assert (one["games"] == [12, 6]).all()
        two = totals(mine, backend="processes", workers=2)
        assert one.tobytes() == two.tobytes()
        plays = dataclasses.replace(mine, seed=5)
        assert totals(plays).tobytes() != one.tobytes()


def test_nothing_is_compiled_for_who_is_not_compiled(tmp_path) -> None:
    (tmp_path / "mine").mkdir()
    (tmp_path / "mine" / "bookish.py").write_text(UNCOMPILABLE)
    text = TEXT.format(
        deck='"claim"', setting=NONE, building="tower", matchups=[["bookish", "greedy"]],
        switches="", mirror="seats", ablation="true",
    )  # fmt: skip
    (tmp_path / "one.toml").write_text(text)
    cache = tmp_path / "cache"
    done = subprocess.run(
        [sys.executable, "-m", "claimsim", "run", "one.toml", "--strategies", "mine", "--quiet"],
        cwd=tmp_path,
        env={**os.environ, "CLAIMSIM_CACHE": str(cache), "PYTHONPATH": str(ROOT)},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    assert not list(cache.rglob("*.nb*"))
    assert list((tmp_path / "runs").glob("*/manifest.json"))


def test_only_what_the_kernel_plays_is_compiled(monkeypatch) -> None:
    needed: list[str] = []
    monkeypatch.setattr(play, "compiled", lambda strategy: needed.append(strategy.name))
    prepare(scenario_of([["greedy", "random_plain"], ["duck", "low"]]))
    assert needed == ["duck", "low"]
    monkeypatch.setattr(jit, "cache_folder", lambda: Path("/nowhere/at/all"))
    prepare(scenario_of([["greedy", "random_plain"]]))  # and no cache is needed
    assert needed == ["duck", "low"]


def test_batches_and_calls_are_short() -> None:
    from claimsim.experiment.parts import Part

    scenario = scenario_of([["greedy", "random_plain"], ["greedy", "random"]])
    (batches,) = batches_of(scenario, [Part(0, 1200, 500_000)])
    games = {
        row: [2 * (b.stop - b.first) for b in batches if b.cell_start <= row < b.cell_stop]
        for row in range(2)
    }
    assert [sum(of) for of in games.values()] == [2400, 2400]
    assert max(games[0]) == 1000
    assert max(games[1]) == 2400

    told: list[int] = []
    cells = (scenario.cells[0],)
    job = Job.of(scenario, Batch(0, 0, 1, 0, 300), cells)
    assert play_job(job, told.append, lambda: len(told) == 2) is None
    assert told == [40, 40]


@pytest.mark.parametrize(
    ("answer", "told"),
    [
        ("63 if view.trick == 2 else highest(view.options)", "answered 63 in deal 3, phase 1, "),
        ("highest(view.rules.all_cards)", "answered "),
    ],
)
def test_wrong_answers_are_told_as_usual(tmp_path, answer: str, told: str) -> None:
    with strategy_of_ones_own(tmp_path, "wrong", answer):
        said = []
        for interpreted_too in (False, True):
            entry = dataclasses.replace(registry.find("wrong"), interpreted=interpreted_too)
            registry.known()["wrong"] = entry
            with pytest.raises(StrategyError) as error:
                tallies_of(scenario_of([["low", "wrong"]]), 3, 6)
            said.append(str(error.value))
    assert said[0] == said[1]
    assert told in said[1]
    assert "strategy 'wrong' at seat " in said[1]


@pytest.mark.parametrize(
    "answer", ["highest(view.options) + 0 * (1 // (view.trick - 3))", "view.opinions"]
)
def test_exceptions_are_told_as_usual(tmp_path, answer: str) -> None:
    with strategy_of_ones_own(tmp_path, "wrong", answer):
        registry.known()["wrong"] = dataclasses.replace(registry.find("wrong"), interpreted=True)
        with pytest.raises(StrategyError, match=r"strategy 'wrong' at seat \d raised .* in deal 2"):
            tallies_of(scenario_of([["wrong", "wrong"]]), 2, 4)


def test_games_are_traced_by_the_engine_that_plays_them() -> None:
    scenario = scenario_of([["greedy", "random"]])
    twin = turned(scenario, (0,))
    (compiled,) = trace_games(scenario)
    (plain,) = trace_games(twin)
    assert (compiled["engine"], plain["engine"]) == ("kernel", "reference")
    assert compiled["events"] == plain["events"]
    with pytest.raises(InputError, match="engine 'kernel': strategy 'greedy_plain' is not comp"):
        list(trace_games(twin, "kernel"))


def test_a_plan_is_timed_with_few_games() -> None:
    scenario = scenario_of([["high_plain", "random"]])
    pilot = planning.play_pilot(scenario, ["leader_win_rate"], 1)
    assert pilot.games == planning.PILOT_GAMES // 500
    kernel = planning.play_pilot(scenario_of([["high", "random"]]), ["leader_win_rate"], 1)
    assert pilot.rate < kernel.rate / 10
