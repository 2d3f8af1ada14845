"""From a scenario's cells to finished tallies: plan, play, store."""
