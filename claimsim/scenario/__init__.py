"""Scenarios: what a designer asks, read from TOML and understood."""

from claimsim.scenario.loading import load_scenario, parse_scenario
from claimsim.scenario.model import Cell, Player, Precision, Scenario, Target

__all__ = [
    "Cell",
    "Player",
    "Precision",
    "Scenario",
    "Target",
    "load_scenario",
    "parse_scenario",
]
