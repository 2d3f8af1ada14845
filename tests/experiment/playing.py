"""Playing batches without a run directory, for the tests of the back ends."""

from __future__ import annotations

import importlib.util
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import numpy as np

from claimsim import registry
from claimsim.experiment import orders
from claimsim.experiment.plan import make_batches
from claimsim.experiment.play import Job, play_all
from claimsim.experiment.tally import TALLY, Tallies, add
from claimsim.scenario import Scenario, parse_scenario
from claimsim.strategy_kit import REGISTERED

TEXT = """
schema = 1
name = "Back ends"
[grid]
decks = ["claim", "sea"]
settings = ["none", "swamp"]
matchups = [["greedy", "random"], ["greedy", "greedy"]]
[run]
deals = 400
seed = 11
"""

#: A strategy of nobody's but the tests'; it takes the highest option of its View.
MINE = '''
from claimsim.strategy_kit import highest, strategy
from strategies._cards import cheapest


@strategy(name="{name}", version=1, summary="Of the tests.", source="None.")
def choose(view, weights):
    """Return the highest option."""
    return {answer}
'''


def small_scenario(text: str = TEXT) -> Scenario:
    return parse_scenario(text, "the test")


def jobs_of(scenario: Scenario, batch_games: int = 1000) -> list[Job]:
    batches = make_batches(scenario, 0, scenario.deals, batch_games)
    return [Job.of(scenario, b, scenario.cells[b.cell_start : b.cell_stop]) for b in batches]


def totals(
    scenario: Scenario,
    *,
    batch_games: int = 1000,
    workers: int = 1,
    backend: str = "threads",
    scheduler: str | None = None,
    arrived: Callable[[int], None] = lambda _: None,
) -> Tallies:
    """Play a scenario in batches and add them up; every batch arrives once, every game counts."""
    jobs = {job.batch.index: job for job in jobs_of(scenario, batch_games)}
    total = np.zeros(len(scenario.cells), TALLY)
    games: list[int] = []
    answers = play_all(
        scenario,
        list(jobs.values()),
        workers=workers,
        backend=backend,
        scheduler=scheduler,
        played=games.append,
        stopped=lambda: False,
    )
    for index, tallies in answers:
        batch = jobs.pop(index).batch
        add(total[batch.cell_start : batch.cell_stop], tallies)
        arrived(len(jobs))
    assert not jobs
    assert sum(games) == total["games"].sum()
    return total


@contextmanager
def strategy_of_ones_own(
    folder: Path, name: str, answer: str = "highest(view.options)"
) -> Iterator:
    """Register a strategy here, as a file of the user's that no worker has."""
    path = folder / f"{name}.py"
    path.write_text(MINE.format(name=name, answer=answer))
    spec = importlib.util.spec_from_file_location(f"of_the_tests_{name}", path)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    registry.known()[name] = getattr(module.choose, REGISTERED)
    try:
        yield
    finally:
        registry.known().pop(name, None)
        orders._understood.cache_clear()
