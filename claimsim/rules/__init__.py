"""What the game is: cards, factions, powers, switches. Plain data, read by both engines."""
