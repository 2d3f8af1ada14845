"""From tallies to estimates: intervals, the registry of metrics, and the result tables."""
