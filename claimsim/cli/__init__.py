"""The command line: one module a command, loaded when it is called."""

from claimsim.cli.app import main

__all__ = ["main"]
