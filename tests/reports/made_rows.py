"""Rows of tables and verdicts, invented, as the first screen of a report sees them."""

from __future__ import annotations

import pandas as pd

from reports import alerts, judged
from tests.reports.reading import plain

TARGET = '[[targets]]\nmetric = "leader_win_rate"\nvalue = 0.5\ntolerance = 0.02\n'


def verdict(cell, value, kind, *, half=0.005, needed=None, worst=False):
    return {
        "cell": cell,
        "target": 1,
        "metric": "leader_win_rate",
        "wanted": 0.5,
        "tolerance": 0.02,
        "value": value,
        "low": value - half,
        "high": value + half,
        "verdict": kind,
        "deals_needed": needed,
        "most_unbalanced": worst,
        "second_half": value + 0.001,
        "second_half_low": value - 0.009,
        "second_half_high": value + 0.011,
        "interval": "normal",
    }


def told(*rows, home=0):
    frame = pd.DataFrame(rows)
    return [plain(text) for text in judged.sentences(frame, home, lambda cell: f"cell {cell}")]


def looked(**changed):
    cells = [cell_row(0, "a", "b", 0.5), cell_row(1, "a", "c", 0.5), cell_row(2, "b", "c", 0.5)]
    known = {
        "cells": cells,
        "shown": cells,
        "factions": [],
        "cards": [],
        "powers": pd.DataFrame(columns=["cell", "power", "games_fired"]),
        "verdicts": None,
        "home": cells[0],
        "name": lambda cell: f"cell {cell}",
    }
    return alerts.Looked(**{**known, **changed})


def cell_row(number, a, b, rate, leader=0.5):
    return {
        "cell": number,
        "deck": "claim",
        "setting": "none",
        "building": "none",
        "strategy_a": a,
        "strategy_b": b,
        "games": 1000,
        "deals": 1000,
        "a_win_rate": rate,
        "a_low": rate - 0.01,
        "a_high": rate + 0.01,
        "leader_win_rate": leader,
        "leader_low": leader - 0.01,
        "leader_high": leader + 0.01,
    }


def texts(**changed):
    return [plain(alert.text) for alert in alerts.find(looked(**changed))]


def faction_row(name, swing):
    ends = {"swing": swing, "swing_low": swing - 0.01, "swing_high": swing + 0.01}
    return {"cell": 0, "faction": name, **ends}


def decks(rates):
    rows = []
    for deck, row in enumerate(rates):
        for rate in row:
            number = len(rows)
            rows.append({**cell_row(number, "a", "a", 0.5, rate), "deck": str(deck)})
            rows[-1] |= {"leader_low": 0.0, "leader_high": 0.98}
    return rows
