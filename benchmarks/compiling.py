"""Print how long the entry points of the kernel take to be there, in seconds.

Usage: compiling.py ENTRY ...   (deals, cells, trace, strategy)

What is not in the cache (``CLAIMSIM_CACHE``) is compiled; imports are not counted.
"""

from __future__ import annotations

import json
import sys
import time

from claimsim import registry
from claimsim.kernel import batch, grid
from claimsim.kernel.engine import compiled

ENTRIES = {
    "deals": batch.deals_entry,
    "cells": grid.cells_entry,
    "trace": batch.trace_entry,
    "strategy": lambda: compiled(registry.find("random")),
}


def main() -> None:
    """Print one JSON object."""
    begun, processor = time.perf_counter(), time.process_time()
    for name in sys.argv[1:]:
        ENTRIES[name]()
    seconds = {
        "wall": time.perf_counter() - begun,
        "processor": time.process_time() - processor,
    }
    print(json.dumps(seconds))


if __name__ == "__main__":
    main()
