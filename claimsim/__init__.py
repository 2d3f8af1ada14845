"""claimsim: the balance analyser for the card game Claim.

Everything public is here, and is loaded when it is first used::

    import claimsim
    scenario = claimsim.load_scenario("base")
    run = claimsim.run(scenario, deals=10_000)
    print(run.cells)
"""

from __future__ import annotations

import importlib
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from claimsim.errors import ClaimsimError
    from claimsim.experiment.merging import merge
    from claimsim.experiment.restrict import restrict
    from claimsim.experiment.results import Run
    from claimsim.experiment.runner import run
    from claimsim.experiment.sweep import sweep
    from claimsim.experiment.whatif import compare
    from claimsim.scenario import Scenario, load_scenario
    from claimsim.strategy_kit import strategy

__version__ = "0.1.0"

_WHERE = {
    "ClaimsimError": "claimsim.errors",
    "Run": "claimsim.experiment.results",
    "Scenario": "claimsim.scenario",
    "compare": "claimsim.experiment.whatif",
    "load_scenario": "claimsim.scenario",
    "merge": "claimsim.experiment.merging",
    "restrict": "claimsim.experiment.restrict",
    "run": "claimsim.experiment.runner",
    "strategy": "claimsim.strategy_kit",
    "sweep": "claimsim.experiment.sweep",
}

__all__ = [
    "ClaimsimError",
    "Run",
    "Scenario",
    "__version__",
    "compare",
    "load_scenario",
    "merge",
    "restrict",
    "run",
    "strategy",
    "sweep",
]


def __getattr__(name: str) -> Any:
    """Load a public name on first use: numba and pandas take their time."""
    if name not in _WHERE:
        raise AttributeError(f"module 'claimsim' has no attribute {name!r}")
    from claimsim._installation import check_installation

    check_installation()
    value = getattr(importlib.import_module(_WHERE[name]), name)
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return sorted(__all__)
