"""Makes the made-up tallies and runs importable, whatever import mode pytest runs in."""

import sys
from pathlib import Path

sys.path[:0] = [str(Path(__file__).parent), str(Path(__file__).parent.parent / "statistics")]
