"""Strategies compiled with a check of every index, their helpers included.

Run by a test in a process of its own, ``python -m tests.strategies.checked FILE NAME ...``, with
``NUMBA_BOUNDSCHECK=1``: what was compiled before without the check would be taken again. The file
holds Views, an array for each name, and what to answer. Prints how many answers were right.
"""

from __future__ import annotations

import sys
import warnings

import numba
import numpy as np
from numba.extending import register_jitable

from claimsim import registry
from claimsim.kernel import batch
from claimsim.strategy_kit import HELPERS, Choose, helper, lowest
from tests.strategies.shown import record, weights_of


@helper
def _far(view, place):
    return view.bonus[place]


def _reads_too_far(view, weights):
    """Read, in a helper, what is no longer of the array."""
    return lowest(view.options) + _far(view, view.pile_count + 900) * 0


def compiled(choose: Choose):
    return numba.njit(batch.CHOOSE, boundscheck=True)(choose)


def main(file: str, names: list[str]) -> None:
    """Answer the Views of each strategy."""
    warnings.simplefilter("ignore")
    registry.shipped()
    for shared in HELPERS:
        register_jitable(shared)
    count = 0
    with np.load(file) as shown:
        try:
            compiled(_reads_too_far)(record(shown[names[0]][0]), np.zeros(32))
        except IndexError:
            pass
        else:
            raise SystemExit("an index that is too high was not noticed")
        for name in names:
            strategy = registry.find(name)
            choose, weights = compiled(strategy.choose), weights_of(strategy)
            for view, answer in zip(shown[name], shown[f"{name} answers"], strict=True):
                if int(choose(record(view), weights)) != answer:
                    raise SystemExit(f"{name} answers otherwise")
                count += 1
    sys.stdout.write(f"{count}\n")


if __name__ == "__main__":
    main(sys.argv[1], sys.argv[2:])
