"""Result directories of comparisons, small and really played, for the tests of their pages."""

from __future__ import annotations

from pathlib import Path

from claimsim.experiment.restrict import restrict
from claimsim.experiment.sweep import sweep
from claimsim.experiment.whatif import compare_all
from claimsim.experiment.whatif_files import write_comparisons
from claimsim.scenario import Scenario, parse_scenario

TEXT = """\
schema = 1
name = "Small sea"
description = "What moves the leader?"
[grid]
decks = ["sea"]
settings = ["none", "ice_fields"]
matchups = [["greedy", "random"], ["greedy", "greedy"]]
[run]
deals = 60
seed = 5
"""

NASTY = '<script>alert(1)</script> & <b>"'

KINDS = ("whatif", "rulings", "sweep", "grid", "restrict")


def scenario(name: str = "Small sea", more: str = "") -> Scenario:
    quoted = name.replace('"', '\\"')
    return parse_scenario(TEXT.replace("Small sea", quoted) + more, "the test")


def make(kind: str, out: Path, name: str = "Small sea", more: str = "") -> Path:
    """Play and write one of :data:`KINDS`."""
    base = scenario(name, more)
    if kind == "whatif":
        changes = [
            ("parameters.octipi.threshold = 4", {"parameters": {"octipi": {"threshold": 4}}})
        ]
    else:
        changes = [
            (f"switches.{name} = {value!r}".replace("'", '"'), {"switches": {name: value}})
            for name, value in (("victory", "three_votes"), ("octipi_threshold_on", "printed"))
        ]
    if kind in ("whatif", "rulings"):
        variants = [(told, base.with_changes(change)) for told, change in changes]
        write_comparisons(compare_all(base, variants, jobs=1), out, kind)
    elif kind == "sweep":
        sweep(base, ["parameters.octipi.threshold=4..10..3"], jobs=1, out=out)
    elif kind == "grid":
        vary = ["parameters.octipi.threshold=4,8", "parameters.ice_fields.bonus=1,2"]
        sweep(base, vary, jobs=1, out=out)
    else:
        restrict(base, ["faction=octipi", "faction=pirates"], jobs=1, out=out)
    return out
