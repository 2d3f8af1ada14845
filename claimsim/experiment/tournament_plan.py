"""What a tournament plays: a scenario's grid, with every player against every other."""

from __future__ import annotations

import dataclasses
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from claimsim.errors import InputError
from claimsim.experiment.runner import default_directory, run
from claimsim.registry import find
from claimsim.scenario.cells import Player
from claimsim.statistics.pair_means import MANY_DECKS, pairs_of

if TYPE_CHECKING:
    from claimsim.experiment.results import Run
    from claimsim.scenario import Scenario, Target

#: Blocks that the deals of few decks are cut into, to see how pairs err together.
BLOCKS = 40

#: Games of a batch: with the blocks apart, as many cells at a time as memory has room for.
_BATCH_GAMES = 50_000


def players_of(scenario: Scenario) -> list[Player]:
    """Return the players of a grid, each once, in the order in which its matchups name them."""
    return list(dict.fromkeys(player for pair in scenario.matchups for player in pair))


def named(names: Iterable[str]) -> list[Player]:
    """Return strategies as players with weights of their own, each once.

    Raises
    ------
    InputError
        An unknown one.
    """
    return [Player(find(name).name) for name in dict.fromkeys(names)]


def labels(players: Sequence[Player]) -> list[str]:
    """Return what players are called: each by another name, their weights in full if needed."""
    short = [player.label for player in players]
    return [
        _in_full(player) if short.count(label) > 1 else label
        for player, label in zip(players, short, strict=True)
    ]


def _in_full(player: Player) -> str:
    inside = ", ".join(f"{name}={value!r}" for name, value in player.weights)
    return f"{player.strategy}({inside})"


def pairings(players: Sequence[Player]) -> tuple[tuple[Player, Player], ...]:
    """Return the matchups of a round robin, as ``matchups = "round_robin"`` has them."""
    return tuple((players[i], players[j]) for i, j in pairs_of(len(players)))


def tournament_of(scenario: Scenario, players: Sequence[Player] | None = None) -> Scenario:
    """Return a scenario whose matchups are a round robin.

    It is the scenario with ``matchups = "round_robin"`` over the players: the same cells, the same
    results. Its variants are left out, and so are matchups of its targets that are not played.

    Parameters
    ----------
    scenario
        The grid, deals and rulings.
    players
        Who plays, each once; left out, the scenario's own.

    Raises
    ------
    InputError
        Fewer than two players, deals that are not played with each seating, or as many as a
        precision needs: then pairs would not play the same deals.
    """
    chosen = players_of(scenario) if players is None else list(players)
    if len(chosen) < 2:
        raise InputError(
            f"{scenario.name}: {len(chosen)} player; a tournament needs two or more: name them "
            "with --strategy, or take --all"
        )
    if scenario.mirror != "seats":
        raise InputError(
            f'{scenario.name}: mirror = "{scenario.mirror}"; a tournament needs mirror = "seats", '
            "so that no player has the better hands"
        )
    if scenario.precision is not None:
        raise InputError(
            f"{scenario.name} plays until its intervals are narrow enough (precision), and all "
            "pairs must play the same deals: say how many, with --deals"
        )
    matchups = pairings(chosen)
    targets: list[Target] = []
    for target in scenario.targets:
        targets += [one for one in _turned(target, matchups) if one not in targets]
    return dataclasses.replace(
        scenario,
        cells=dataclasses.replace(scenario.cells, matchups=matchups),
        targets=tuple(targets),
        variants={},
    )


def _turned(target: Target, matchups: Sequence[tuple[Player, Player]]) -> list[Target]:
    """Return a target with its matchups as a round robin has them; none where it has none of them.

    With each seating of every deal the players' order matters to ``a_win_rate`` alone.
    """
    named_a, named_b = (target.where.get(f"strategy_{side}") for side in "ab")
    if not any(named_a in (None, a.label) and named_b in (None, b.label) for a, b in matchups):
        return []
    if target.matchups is None:
        return [target]
    kept = tuple(pair for pair in target.matchups if pair in matchups)
    turned = tuple(
        (b, a) for a, b in target.matchups if (a, b) not in matchups and (b, a) in matchups
    )
    if target.metric != "a_win_rate":
        both = tuple(dict.fromkeys(kept + turned))
        return [dataclasses.replace(target, matchups=both)] if both else []
    found = [dataclasses.replace(target, matchups=kept)] if kept else []
    if turned:
        found.append(dataclasses.replace(target, matchups=turned, value=1.0 - target.value))
    return found


def directory_of(scenario: Scenario) -> Path:
    """Return ``runs/NAME-tournament-SEED``."""
    return default_directory(dataclasses.replace(scenario, name=f"{scenario.name} tournament"))


def play(scenario: Scenario, *, out: str | Path | None = None, **options: Any) -> Run:
    """Play a tournament's scenario (:func:`tournament_of`) into a run directory.

    Parameters
    ----------
    scenario
        With a round robin.
    out
        The run directory; by default :func:`directory_of`.
    options
        As :func:`claimsim.experiment.runner.run` has them; errors too.
    """
    few = len(scenario.decks) < MANY_DECKS
    apart = {"blocks": BLOCKS, "batch_games": _BATCH_GAMES} if few else {}
    return run(scenario, out=out or directory_of(scenario), **{**apart, **options})
