"""Shipped scenarios, one TOML file a question."""
