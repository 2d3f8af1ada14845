"""``python -m claimsim``: the command line."""

from claimsim.cli import main

main()
