"""The scenario that ``claimsim new scenario`` writes."""

from __future__ import annotations

from claimsim.scenario.text import quote

_TEMPLATE = """\
# A scenario asks one question. Every key is told of by docs/scenario.md, and in editors by what
# `claimsim check --schema` prints. Lines with a # and no blank after it are examples: take the #
# away, and they count.
#
#   claimsim check NAME.toml      is it right, and how much is there to play?
#   claimsim run NAME.toml        play it
schema = 1
name = TITLE
description = "Does leading the first trick help, and how much does the player matter?"

# What is played: cells = decks x settings x buildings x matchups.
[grid]
decks = ["claim"]       # names, lists of factions, or "all": claimsim list decks, list factions
settings = ["none"]     # or "all": claimsim list settings
buildings = ["none"]    # or "all": claimsim list buildings
matchups = [            # who plays whom: claimsim list strategies
    ["greedy", "greedy"],
    ["planner", "planner"],
    ["planner", "greedy"],
]
#allow_what_if = true   # decks that the game's rules do not allow

# How much is played: deals of each cell, each deal with both seatings.
[run]
deals = 2_000
mirror = "seats"
seed = 1
#ablation = true        # play again with each power off, to see what it changes

# Rulings that could go another way: claimsim list switches.
#[switches]
#tiebreak_depth = "highest"

# Numbers of powers and locations: claimsim list parameters.
#[parameters]
#ice_fields.bonus = 2

# An invented faction, or a changed one; its powers: claimsim list powers.
#[factions.golems]
#printed = "0-9"
#powers = [{ power = "loser_scores", phases = [2] }]

# What balanced means, for every cell or some: verdicts, and the exit code of `claimsim run`.
#[[targets]]
#metric = "leader_win_rate"
#value = 0.50
#tolerance = 0.02
#where = { setting = "none" }

# A named change: claimsim whatif NAME.toml --variant golems_for_dwarves
#[variants.golems_for_dwarves]
#grid.decks = [["goblins", "knights", "golems", "undead", "doppelgangers"]]
#grid.allow_what_if = true
"""


def template(name: str) -> str:
    """Return a commented scenario to begin with, which is right as it is.

    Parameters
    ----------
    name
        What it is called; the file is called so, too.
    """
    return _TEMPLATE.replace("NAME", name).replace("TITLE", quote(name))
