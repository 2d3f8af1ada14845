"""Pairs that no game can bring together: what never fires while the other is in play, and why."""

from __future__ import annotations

IMPOSSIBLE: dict[tuple[str, str], str] = {
    ("unique_counts", "tower"): "7.7: under Tower no card counts more than once",
}
