"""Bugs to plant in one of the engines, each in a power or location: the comparison finds them.

Usage: ``python -m tests.differential.planted`` plants all of the kernel's at once, lets one of
them act at a time, and prints in how many games of its cell the engines then differ, as JSON.
The kernel is compiled for this process alone: no cache ever sees a bug.
"""

from __future__ import annotations

import importlib
import json
import pkgutil
import sys
from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import partial
from typing import Any

import numba

from claimsim import kernel
from claimsim.errors import ClaimsimError
from claimsim.kernel import batch
from claimsim.reference import behaviours, buildings, settings
from claimsim.rules.deck import make_deck
from claimsim.rules.locations import NONE
from claimsim.rules.ruleset import Ruleset
from tests.differential.comparing import Cell, compare

CLAIM = ("goblins", "knights", "dwarves", "undead", "doppelgangers")
CLAIM_2 = ("gnomes", "giants", "dragons", "trolls", "seers")
SEA = ("pirates", "royal_navy", "sea_monsters", "octipi", "fish_people")
SKY = ("lightning_elementals", "phoenix", "unicorns", "basilisks", "vulturekin")
ANGELS = ("angels", *SKY[1:])
EAGLES = ("eagles", *SKY[1:])
PTEROSAURS = ("pterosaurs", *SKY[1:])

#: Games in which a bug is looked for.
GAMES = 60

#: A place of the rules' table that games of five factions never look at: which bug acts.
_BUG = (7, 7)


def cell(deck: tuple[str, ...], setting: str = NONE, building: str = NONE) -> Cell:
    """Return a cell of random players."""
    return Cell(Ruleset(make_deck(deck), {}, {}, setting, building))


def differing(of: Cell) -> int:
    """Return in how many games of a cell the engines differ, up to one that breaks off."""
    count = 0
    try:
        for _, found in compare(of, range(GAMES)):
            count += found is not None
    except ClaimsimError:
        count += 1
    return count


@dataclass(frozen=True)
class ReferenceBug:
    """A method that does something else, and where that should be noticed."""

    owner: type
    method: str
    wrong: Any
    cell: Cell


REFERENCE_BUGS: dict[str, ReferenceBug] = {
    "beats": ReferenceBug(
        behaviours.Beats, "wins_against", lambda self, led: led.printed > 1, cell(CLAIM)
    ),
    "scored_when_played": ReferenceBug(
        behaviours.ScoredWhenPlayed, "acts", lambda self, phase: phase == 2, cell(CLAIM)
    ),
    "loser_scores": ReferenceBug(
        behaviours.LoserScores, "acts", lambda self, phase: phase == 1, cell(CLAIM)
    ),
    "redraws": ReferenceBug(
        behaviours.Redraws, "draws", lambda self, left: min(2, left), cell(SKY)
    ),
    "strengthens": ReferenceBug(
        behaviours.Strengthens, "raises", lambda self, faction: True, cell(SKY)
    ),
    "captures_equal": ReferenceBug(
        behaviours.CapturesEqual, "acts", lambda self, phase: True, cell(SKY)
    ),
    "unique_counts": ReferenceBug(
        behaviours.UniqueCounts, "counts", lambda self, card, pile: 2, cell(ANGELS)
    ),
    "no_repeat_lead": ReferenceBug(
        behaviours.NoRepeatLead, "bars", lambda self, leader, last: leader == last, cell(EAGLES)
    ),
    "extinct": ReferenceBug(
        behaviours.Extinct, "leaves", lambda self, card: card.value > 7, cell(PTEROSAURS)
    ),
    "boosts": ReferenceBug(behaviours.Boosts, "bonus", 2, cell(SKY)),
    "draws_discard": ReferenceBug(
        behaviours.DrawsDiscard, "draws", lambda self, discarded: min(3, discarded), cell(SKY)
    ),
    "arrested_by": ReferenceBug(
        behaviours.ArrestedBy,
        "arrester",
        lambda self, card, pile: None if card.value == 5 else "royal_navy",
        cell(SEA),
    ),
    "exchanges": ReferenceBug(behaviours.Exchanges, "cards", 2, cell(SEA)),
    "beaten_from": ReferenceBug(
        behaviours.BeatenFrom, "by_value", lambda self, effective: effective > 8, cell(SEA)
    ),
    "arms": ReferenceBug(behaviours.Arms, "raises", lambda self, faction: True, cell(SEA)),
    "smashes": ReferenceBug(
        behaviours.Smashes,
        "target",
        lambda self, card, in_front: max(
            (other for other in in_front if other.value <= card.value), default=None
        ),
        cell(CLAIM_2),
    ),
    "limited": ReferenceBug(
        behaviours.Limited,
        "goes",
        lambda self, cards, captured: sorted(cards, key=lambda card: card.value)[:1],
        cell(CLAIM_2),
    ),
    "picks_reward": ReferenceBug(behaviours.PicksReward, "looks", 2, cell(CLAIM_2)),
    "shore": ReferenceBug(settings.Shore, "loser_takes_prize", False, cell(CLAIM, "shore")),
    "plateau": ReferenceBug(
        settings.Plateau, "next_leader", lambda self, game, seat, winner: seat,
        cell(CLAIM, "plateau"),
    ),
    "ice_fields": ReferenceBug(
        settings.IceFields, "raises", lambda self, player: 1 - player.lost,
        cell(CLAIM, "ice_fields"),
    ),
    "lighthouse": ReferenceBug(
        buildings.Lighthouse, "receives", lambda self, game, player, cards: None,
        cell(CLAIM, building="lighthouse"),
    ),
    "pyramid": ReferenceBug(
        buildings.Pyramid, "leaving", lambda self, pile: [c for c in pile if c.value < 3],
        cell(CLAIM, building="pyramid"),
    ),
    "ruins": ReferenceBug(
        buildings.Ruins, "leaving", lambda self, pile: [c for c in pile if c.value % 2 == 0],
        cell(CLAIM, building="ruins"),
    ),
    "tower": ReferenceBug(buildings.Tower, "sums_decide", False, cell(CLAIM, building="tower")),
    "castle": ReferenceBug(
        buildings.Castle, "counts", lambda self, pile: len({c.faction for c in pile}),
        cell(CLAIM, building="castle"),
    ),
}  # fmt: skip


@numba.njit
def acts(table, bug):
    """Say whether a bug is to act in this game."""
    return table.arresters[7, 7] == bug


def doing_nothing(right: Any, bug: int, table: int) -> Any:
    """Return a function that does nothing where the right one does something."""

    @numba.njit
    def wrong(*arguments):
        if not acts(arguments[table], bug):
            right(*arguments)

    return wrong


def returning(change: Any, right: Any, bug: int, table: int) -> Any:
    """Return a function that returns something else than the right one."""

    @numba.njit
    def wrong(*arguments):
        found = right(*arguments)
        if acts(arguments[table], bug):
            return change(found, arguments)
        return found

    return wrong


def for_the_other(place: int, right: Any, bug: int, table: int) -> Any:
    """Return a function that takes one seat for the other."""
    after = place + 1

    @numba.njit
    def wrong(*arguments):
        if acts(arguments[table], bug):
            right(*arguments[:place], 1 - arguments[place], *arguments[after:])
        else:
            right(*arguments)

    return wrong


@numba.njit
def _one_more(found, arguments):
    return found + (found >= 0)


@numba.njit
def _zero(found, arguments):
    return found - found


@numba.njit
def _whole_hand(found, arguments):
    return arguments[0].hand[arguments[2]]


@dataclass(frozen=True)
class KernelBug:
    """The name of a function that is replaced, by what, and where that should be noticed.

    ``table`` is the place of the rules' table among its arguments.
    """

    function: str
    wrong: Callable[[Any, int, int], Any]
    cell: Cell
    table: int = 1


KERNEL_BUGS: dict[str, KernelBug] = {
    "no_repeat_lead": KernelBug("lead_options", partial(returning, _whole_hand), cell(EAGLES)),
    "boosts": KernelBug("discard_boosters", doing_nothing, cell(SKY)),
    "captures_equal": KernelBug("note_capture", partial(returning, _zero), cell(SKY)),
    "beaten_from": KernelBug("note_threshold", partial(returning, _zero), cell(SEA)),
    "strengthens": KernelBug("note_strength", partial(returning, _one_more), cell(SKY)),
    "limited": KernelBug("highest_waiting", partial(returning, _zero), cell(CLAIM_2), table=0),
    "smashes": KernelBug("smash", partial(for_the_other, 3), cell(CLAIM_2)),
    "redraws": KernelBug("redraw_lost", partial(for_the_other, 3), cell(SKY)),
    "arms": KernelBug("arm", partial(for_the_other, 3), cell(SEA)),
    "exchanges": KernelBug("exchange_for", doing_nothing, cell(SEA)),
    "picks_reward": KernelBug("picking", partial(returning, _one_more), cell(CLAIM_2)),
    "twins": KernelBug("unmask", partial(returning, _zero), cell(SKY)),
    "extinct": KernelBug("die_out", doing_nothing, cell(PTEROSAURS)),
    "arrested_by": KernelBug("arrest", doing_nothing, cell(SEA)),
    "draws_discard": KernelBug("draw_from_discard", doing_nothing, cell(SKY)),
    "unique_counts": KernelBug("alone", partial(returning, _zero), cell(ANGELS)),
    "plateau": KernelBug("keep_off", partial(returning, _zero), cell(CLAIM, "plateau")),
    "swamp": KernelBug("sink", doing_nothing, cell(CLAIM, "swamp")),
    "fortress": KernelBug(
        "lowest_values", partial(returning, _zero), cell(CLAIM, building="fortress"), table=0
    ),
    "bridge": KernelBug("count_sets", partial(returning, _zero), cell(CLAIM, building="bridge")),
    "tower": KernelBug(
        "sum_values", partial(returning, _zero), cell(CLAIM, building="tower"), table=0
    ),
}


def plant_in_kernel() -> None:
    """Replace the functions wherever the kernel calls them, and compile it."""
    modules = [
        importlib.import_module(f"{kernel.__name__}.{info.name}")
        for info in pkgutil.iter_modules(kernel.__path__)
    ]
    for number, bug in enumerate(KERNEL_BUGS.values()):
        places = [module for module in modules if hasattr(module, bug.function)]
        wrong = bug.wrong(getattr(places[0], bug.function), number, bug.table)
        for module in places:
            setattr(module, bug.function, wrong)
    entry = numba.njit(batch._TRACE, nogil=True)(batch._trace_game)
    batch.trace_entry = lambda: entry


def main() -> None:
    """Print in how many games each bug of the kernel is noticed; 0 without one."""
    plant_in_kernel()
    found = {}
    for number, (name, bug) in enumerate(KERNEL_BUGS.items()):
        rules = replace(bug.cell.rules)  # whose table nobody has read yet
        rules.table["arresters"][_BUG] = number
        found[name] = [differing(bug.cell), differing(replace(bug.cell, rules=rules))]
    sys.stdout.write(json.dumps(found) + "\n")


if __name__ == "__main__":
    main()
