"""Finished runs made of invented tallies, as reports see them."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

import pandas as pd

from claimsim.rules.deck import make_deck
from claimsim.rules.ruleset import Ruleset
from claimsim.statistics.details import make_details
from claimsim.statistics.effects import CellFactors, effects_table
from claimsim.statistics.tables import make_tables
from tests.statistics.made_tallies import info, made_cell, stack

#: Cells whose cards and tricks are counted: the first, which reports are about.
_DETAILED = 100

PLAYERS = ("planner", "greedy", "random")


@dataclass
class MadeRun:
    """What ``claimsim.experiment.results.Run`` offers a report.

    Tables in `made` stand for those that the tallies would give.
    """

    cells_info: list[dict[str, Any]]
    tallies: Any
    name: str = "Claim, first leader"
    description: str = "Does the first leader have an edge?"
    more: dict[str, Any] = field(default_factory=dict)
    made: dict[str, pd.DataFrame] = field(default_factory=dict)

    @cached_property
    def manifest(self) -> dict[str, Any]:
        digests = {p: p * 4 for i in self.cells_info for p in (i["strategy_a"], i["strategy_b"])}
        return {
            "name": self.name,
            "description": self.description,
            "scenario": 'schema = 1\nname = "Claim, first leader"\n\n[run]\nseed = 1\n',
            "seed": 1,
            "mirror": "seats",
            "first_deal": 0,
            "deals": int(self.tallies["deals"].max()),
            "cells": len(self.cells_info),
            "games": int(self.tallies["games"].sum()),
            "seconds": 1.25,
            "version": "0.1.0",
            "rules_digest": "a1" * 16,
            "kernel_digest": "b2" * 16,
            "strategy_digests": digests,
            "digest": "c3" * 32,
            "command": "claimsim run scenarios/base.toml --deals 400 --seed 1",
            "started": "2025-01-01T00:00:00+00:00",
            "host": "some-host",
            **self.more,
        }

    def table(
        self,
        name: str,
        cells: Collection[int] | None = None,
        columns: Sequence[str] | None = None,
    ) -> pd.DataFrame:
        if name not in self.made and name != "effects":
            self.made = {**self._tables(name), **self.made}
        found = self.made[name] if name in self.made else self._effects()
        rows = found if cells is None else found[found["cell"].isin(list(cells))]
        return rows if columns is None else rows[list(columns)]

    def _tables(self, name: str) -> dict[str, pd.DataFrame]:
        if name not in ("cards", "tricks", "phase_1"):
            return make_tables(self.cells_info, self.tallies)
        infos = [{**i, "rules": _rules(i)} for i in self.cells_info[:_DETAILED]]
        return make_details(infos, self.tallies[:_DETAILED])

    def _effects(self) -> pd.DataFrame:
        """Return the effects on the leader's win rate, with errors as its intervals have them."""
        cells = self.table("cells")
        settings, buildings = (list(dict.fromkeys(cells[n])) for n in ("setting", "building"))
        decks = {i["deck"]: i["factions"] for i in self.cells_info}
        pairs = list(dict.fromkeys(zip(cells["strategy_a"], cells["strategy_b"], strict=True)))
        factors = CellFactors.crossed(
            list(decks.values()), settings, buildings, [f"{a} against {b}" for a, b in pairs]
        )
        errors = (cells["leader_high"] - cells["leader_low"]) / 3.92
        values = cells["leader_win_rate"]
        return effects_table(factors, values, errors**2, cells["deals"], "leader_win_rate")


def _rules(entry: dict[str, Any]) -> Ruleset:
    deck = make_deck(entry["factions"], allow_what_if=True)
    return Ruleset(deck, setting=entry["setting"], building=entry["building"])


def grid(decks: dict[str, tuple[str, ...]], deals: int = 30, **more: Any) -> MadeRun:
    """Return a run of some decks with three settings and three buildings, two players each."""
    infos, rows = [], []
    for deck, names in decks.items():
        for setting in ("none", "windy_peaks", "plateau"):
            for building in ("none", "dungeon", "castle"):
                places = [name for name in (setting, building) if name != "none"]
                number = len(infos)
                infos.append(
                    info(
                        number,
                        "planner",
                        "greedy",
                        2,
                        names=names,
                        deck=deck,
                        powers=("wild", *places),
                        setting=setting,
                        building=building,
                        extra_votes=2 if building == "dungeon" else 0,
                    )
                )
                rows.append(made_cell(deals, 2, number, leader=0.01 * number, names=names))
    return MadeRun(infos, stack(rows), **more)


def ladder(deals: int = 150, players: tuple[str, ...] = PLAYERS, **more: Any) -> MadeRun:
    """Return a run of every pair of players, the same player twice too."""
    infos, rows = [], []
    for i, a in enumerate(players):
        for j, b in enumerate(players[i:], start=i):
            same = a == b and a != "random"
            number = len(infos)
            per_deal = 1 if same else 2
            infos.append(info(number, a, b, per_deal, same=same))
            rows.append(made_cell(deals, per_deal, number, leader=0.02, a=0.03 * (j - i)))
    return MadeRun(infos, stack(rows), **more)
