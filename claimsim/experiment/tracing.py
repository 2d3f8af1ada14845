"""Single games, listened to: what ``claimsim trace`` shows."""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from claimsim import chance
from claimsim.errors import InputError
from claimsim.experiment.plan import MAX_DEALS, games_per_deal, interpreted
from claimsim.registry import seat

if TYPE_CHECKING:
    from claimsim.scenario import Cell, Scenario

ENGINES = ("kernel", "reference")


def trace_games(
    scenario: Scenario,
    engine: str | None = None,
    first_deal: int = 0,
    games: int = 1,
    cells: int | None = None,
) -> Iterator[dict[str, Any]]:
    """Play single games and yield their records.

    Parameters
    ----------
    scenario
        What to play.
    engine
        ``"kernel"`` or ``"reference"``: whose play, and whose record, it is. Left out, each cell
        has the one that plays it in a run.
    first_deal, games
        From this deal on, so many games: each game of a mirrored pair before the next deal.
    cells
        So many cells, drawn at random by the scenario's seed; left out, the first cell.

    Raises
    ------
    InputError
        An unknown engine, the kernel for a strategy that is not compiled, more cells than there
        are, or a number out of range.
    """
    if engine is not None and engine not in ENGINES:
        raise InputError(f"unknown engine {engine!r}; known: {', '.join(ENGINES)}")
    for cell in _chosen(scenario, cells):
        each = games_per_deal(cell, scenario.mirror)
        if games < 1 or first_deal < 0 or first_deal + (games - 1) // each >= MAX_DEALS:
            raise InputError(
                f"{games} games from deal {first_deal}: at least one game of deals 0 to "
                f"{MAX_DEALS - 1} would be right"
            )
        for number in range(games):
            deal, game = first_deal + number // each, number % each
            yield trace_game(scenario, cell, engine, deal, game)


def _chosen(scenario: Scenario, count: int | None) -> list[Cell]:
    if count is None:
        return [scenario.cells[0]]
    if not 1 <= count <= len(scenario.cells):
        raise InputError(f"{count:,} cells: the scenario has {len(scenario.cells):,}")
    picked = random.Random(scenario.seed).sample(range(len(scenario.cells)), count)  # noqa: S311  # no secret
    return [scenario.cells[index] for index in sorted(picked)]


def trace_game(
    scenario: Scenario, cell: Cell, engine: str | None, deal: int, game: int
) -> dict[str, Any]:
    """Play one game of a deal and return its record; `engine` as of :func:`trace_games`.

    Raises
    ------
    InputError
        The kernel is to play a strategy that is not compiled.
    """
    from claimsim.record import make_record

    plain = interpreted((cell.a, cell.b))
    if engine == "kernel" and plain:
        raise InputError(
            f"engine 'kernel': strategy {plain[0]!r} is not compiled; 'reference' would be right"
        )
    engine = engine or ("reference" if plain else "kernel")
    play = _by_kernel if engine == "kernel" else _by_reference
    order, events, result = play(scenario, cell, deal, game)
    players = (cell.a, cell.b) if game == 0 else (cell.b, cell.a)
    return make_record(
        scenario_name=scenario.name,
        deal=deal,
        seed=scenario.seed,
        engine=engine,
        strategies=[player.label for player in players],
        rules=cell.rules,
        order=order,
        events=events,
        result=result,
    )


_Played = tuple[list[int], list[dict[str, Any]], dict[str, Any]]


def _by_kernel(scenario: Scenario, cell: Cell, deal: int, game: int) -> _Played:
    from claimsim.experiment.play import cell_engine

    traced = cell_engine(cell, scenario.mirror, scenario.seed).trace(deal, game)
    return traced.order, traced.events, traced.result


def _by_reference(scenario: Scenario, cell: Cell, deal: int, game: int) -> _Played:
    from claimsim.reference import play

    key = cell.deck.key(scenario.seed)
    swap = game == 1 and scenario.mirror == "lead"
    order = chance.deal_order(cell.deck, key, deal, swap=swap)
    players = [(number, seat(player)) for number, player in enumerate((cell.a, cell.b))]
    if game == 1:
        players.reverse()
    one, other = (seated for _, seated in players)
    dice = [n if seated.strategy.stochastic else None for n, seated in players]
    played = play(
        cell.rules,
        order,
        one.chooser(),
        other.chooser(),
        chance.Luck(key, deal, (dice[0], dice[1])),
        names=(one.strategy.name, other.strategy.name),
        deal=deal,
        decisions=(one.strategy.decisions, other.strategy.decisions),
    )
    return order, played.events, played.result
