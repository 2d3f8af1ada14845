"""``python -m claimsim``: the command line."""

from claimsim.cli import main

if __name__ == "__main__":
    main()
