"""Tallies laid out for estimation: a row a cell, a cell and faction, or a cell and power."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import chain
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from claimsim.errors import InputError
from claimsim.experiment.tally import (
    ABLATED,
    BY_AWARDED,
    BY_DECIDED,
    CELL_METRICS,
    FACTION_METRICS,
    FIRED,
    TALLY,
    Tallies,
)
from claimsim.rules.catalogue import Faction
from claimsim.rules.powers import ArrestedBy, Redraws
from claimsim.statistics.intervals import Ratio

Info = Mapping[str, Any]
Integers = npt.NDArray[np.int64]


#: What is tallied for each metric that targets, precision and effects may name, and how many
#: points a game is worth in it.
TALLIED = {
    "leader_win_rate": ("leader_points", 2),
    "a_win_rate": ("a_points", 2),
    "draw_rate": ("draws", 1),
    "decided_by_votes": ("by_votes", 1),
    "decided_by_cards_in_factions": ("by_cards", 1),
    "decided_by_monastery": ("by_monastery", 1),
    "decided_by_bridge": ("by_bridge", 1),
    "decided_by_castle": ("by_castle", 1),
    "mean_margin": ("margin", 1),
}


_PLACES = {name: place for place, name in enumerate(FIRED)}


class Sums(NamedTuple):
    """Sums over deals of one metric: its value is total / (deals x scale), from 0 to most."""

    total: Integers
    squares: Integers
    deals: Integers
    scale: Integers
    most: Integers


@dataclass(frozen=True)
class CellCounts:
    """Counts of cells; every array has one element a cell.

    Parameters
    ----------
    tallies
        One row a cell.
    games_per_deal
        Games of every deal: 1, or 2 where deals are mirrored.
    same_player
        The same strategy without dice in both seats, each deal played once.
    factions
        Factions of the cell's deck, which is also the most votes of theirs that a player can
        have.
    extra_votes
        Most votes beside those of the factions.
    hand_size
        Cards dealt to each player.
    side_cards
        Cards of the side decks, which may be drawn into the hands.
    seats_exchanged
        Every deal is played twice, the second time with the players in each other's seats.
    """

    tallies: Tallies
    games_per_deal: Integers
    same_player: npt.NDArray[np.bool_]
    factions: Integers
    extra_votes: Integers
    hand_size: Integers
    side_cards: Integers
    seats_exchanged: npt.NDArray[np.bool_]

    @property
    def deals(self) -> Integers:
        """Deals played."""
        return np.asarray(self.tallies["deals"])

    @property
    def games(self) -> Integers:
        """Games played."""
        return np.asarray(self.tallies["games"])

    def total(self, name: str) -> Integers:
        """Return the sum over deals of one of ``tally.CELL_METRICS``."""
        return np.asarray(self.tallies["sum"][:, CELL_METRICS.index(name)])

    def squares(self, name: str) -> Integers:
        """Return the sum over deals of its square."""
        return np.asarray(self.tallies["squares"][:, CELL_METRICS.index(name)])

    def sums(self, metric: str) -> Sums:
        """Return the sums of one of the metrics that targets, precision and effects may name."""
        name, points = TALLIED[metric]
        most = self.factions + self.extra_votes if name == "margin" else np.int64(1)
        return Sums(
            self.total(name),
            self.squares(name),
            self.deals,
            self.games_per_deal * points,
            np.broadcast_to(most, self.deals.shape),
        )

    def odd_sums(self, metric: str) -> Sums:
        """Return the same of the deals with odd numbers alone."""
        whole, place = self.sums(metric), CELL_METRICS.index(TALLIED[metric][0])
        return whole._replace(
            total=np.asarray(self.tallies["odd_sum"][:, place]),
            squares=np.asarray(self.tallies["odd_squares"][:, place]),
            deals=np.asarray(self.tallies["odd_deals"]),
        )

    def split(self, more: int, fewer: int) -> Integers:
        """Return the games in which one player had `more` votes and the other `fewer`."""
        votes = self.tallies["votes"]
        games = votes[:, more, fewer]
        return np.asarray(games if more == fewer else games + votes[:, fewer, more])

    def per_decision(self, name: str) -> Ratio:
        """Return the sums for `name` over plays; their product was not tallied."""
        return Ratio(
            x=self.total(name),
            xx=self.squares(name),
            xy=None,
            y=self.total("decisions"),
            yy=self.squares("decisions"),
        )


@dataclass(frozen=True)
class FactionCounts:
    """Counts of factions; every array has one element a cell and faction.

    Parameters
    ----------
    cell
        Row of the cell in the tallies.
    number
        The faction's place in the deck.
    name
        Its name.
    cards
        How many cards can count as its own: the deck's, its side deck's, and those of factions
        that it may arrest.
    deals, games_per_deal, same_player
        As in :class:`CellCounts`, of its cell.
    tallies
        The cells' tallies.
    """

    cell: Integers
    number: Integers
    name: tuple[str, ...]
    cards: Integers
    deals: Integers
    games_per_deal: Integers
    same_player: npt.NDArray[np.bool_]
    tallies: Tallies

    def total(self, name: str) -> Integers:
        """Return the sum over deals of one of ``tally.FACTION_METRICS``."""
        return self._pick("faction_sum", name)

    def squares(self, name: str) -> Integers:
        """Return the sum over deals of its square."""
        return self._pick("faction_squares", name)

    def by_awarded(self, name: str) -> Integers:
        """Return the sum over deals of its product with ``awarded``."""
        assert name in BY_AWARDED
        return self._pick("faction_by_awarded", name)

    def by_decided(self, name: str) -> Integers:
        """Return the sum over deals of its product with ``decided``."""
        assert name in BY_DECIDED
        return self._pick("faction_by_decided", name)

    def per_decided_game(self, name: str) -> Ratio:
        """Return the sums for `name` over games that were not drawn."""
        return Ratio(
            x=self.total(name),
            xx=self.squares(name),
            xy=self.by_decided(name),
            y=self.total("decided"),
            yy=self.squares("decided"),
        )

    def half_wins_of_holder(self) -> Ratio:
        """Return the sums for the wins of who got the vote (a draw one half) over awarded games.

        In a deal let A, W and L be the games in which the vote was awarded, and its holder won
        or lost; D = A - W - L were drawn. The holder's wins are (A + W - L) / 2, whose square
        holds the product W L, which is not tallied. It follows from those that are,
        2 W L = (A W - W W) + (A L - L L) - (W + L) D, but for the last term: that is 0 with
        one game a deal, and at most D times the other games of its deal. Taking it at its
        largest makes the variance, if anything, too large.
        """
        awarded, won, lost = (self.total(n) for n in ("awarded", "to_winner", "to_loser"))
        aa, ww, ll = (self.squares(n) for n in ("awarded", "to_winner", "to_loser"))
        aw, al = self.by_awarded("to_winner"), self.by_awarded("to_loser")
        drawn = awarded - won - lost
        twice_wl = np.maximum((aw - ww) + (al - ll) - drawn * (self.games_per_deal - 1), 0)
        return Ratio(
            x=(awarded + won - lost) / 2.0,
            xx=(aa + ww + ll + 2 * aw - 2 * al - twice_wl) / 4.0,
            xy=(aa + aw - al) / 2.0,
            y=awarded,
            yy=aa,
        )

    def _pick(self, field: str, name: str) -> Integers:
        return np.asarray(self.tallies[field][self.cell, self.number, FACTION_METRICS.index(name)])


@dataclass(frozen=True)
class PowerCounts:
    """Counts of powers and locations; every array has one element a cell and power in play.

    Parameters
    ----------
    cell
        Row of the cell in the tallies.
    name
        The power or location.
    place
        Its place in the tallies.
    most
        The most that it can fire in a game: once for every card, or for every extra vote.
    deals, games_per_deal, same_player
        As in :class:`CellCounts`, of its cell.
    tallies
        The cells' tallies.
    """

    cell: Integers
    name: tuple[str, ...]
    place: Integers
    most: Integers
    deals: Integers
    games_per_deal: Integers
    same_player: npt.NDArray[np.bool_]
    tallies: Tallies

    def total(self, name: str) -> Integers:
        """Return the sum over deals of ``fired`` or ``games_fired``."""
        return np.asarray(self.tallies[f"{name}_sum"][self.cell, self.place])

    def squares(self, name: str) -> Integers:
        """Return the sum over deals of its square."""
        return np.asarray(self.tallies[f"{name}_squares"][self.cell, self.place])

    def ablation(self, name: str) -> tuple[Integers, Integers, Integers]:
        """Return of the differences in one of ``tally.ABLATED`` sum, sum of squares and number."""
        which = ABLATED.index(name)
        total, squares, deals = (
            np.asarray(self.tallies[f"ablation_{part}"][self.cell, which, self.place])
            for part in ("sum", "squares", "deals")
        )
        return total, squares, deals


def cell_counts(infos: Sequence[Info], tallies: Tallies) -> CellCounts:
    """Lay tallies out by cell.

    Parameters
    ----------
    infos
        A run's ``cells_info``: one mapping a cell.
    tallies
        Array of ``TALLY``, one row a cell in the same order.

    Raises
    ------
    InputError
        Tallies that are not those of these cells.
    """
    if tallies.dtype != TALLY or tallies.shape != (len(infos),):
        raise InputError(
            f"tallies of shape {tallies.shape} for {len(infos)} cells: one TALLY row a cell needed"
        )
    per_deal = np.array([info["games_per_deal"] for info in infos], np.int64)
    wrong = np.flatnonzero(tallies["games"] != tallies["deals"] * per_deal)
    if wrong.size:
        row = int(wrong[0])
        raise InputError(
            f"cell {infos[row]['cell']}: {tallies['games'][row]} games in "
            f"{tallies['deals'][row]} deals; each deal has {per_deal[row]}"
        )
    return CellCounts(
        tallies=tallies,
        games_per_deal=per_deal,
        same_player=np.array([info["deterministic_pair"] for info in infos], bool),
        factions=np.array([len(info["factions"]) for info in infos], np.int64),
        extra_votes=_column(infos, "extra_votes"),
        hand_size=_column(infos, "hand_size"),
        side_cards=_column(infos, "side_cards"),
        seats_exchanged=np.array([info["seats_exchanged"] for info in infos], bool),
    )


def faction_counts(infos: Sequence[Info], tallies: Tallies) -> FactionCounts:
    """Lay tallies out by cell and faction; parameters and errors as :func:`cell_counts`."""
    cells = cell_counts(infos, tallies)
    cell = np.repeat(np.arange(len(infos)), cells.factions)
    first = np.cumsum(cells.factions) - cells.factions
    return FactionCounts(
        cell=cell,
        number=np.arange(len(cell)) - first[cell],
        name=tuple(chain.from_iterable(info["factions"] for info in infos)),
        cards=np.array(list(chain.from_iterable(_all_sizes(infos))), np.int64),
        deals=cells.deals[cell],
        games_per_deal=cells.games_per_deal[cell],
        same_player=cells.same_player[cell],
        tallies=tallies,
    )


def power_counts(infos: Sequence[Info], tallies: Tallies) -> PowerCounts:
    """Lay tallies out by cell and power; parameters and errors as :func:`cell_counts`."""
    cells = cell_counts(infos, tallies)
    cell = np.repeat(np.arange(len(infos)), [len(info["powers"]) for info in infos])
    name = tuple(chain.from_iterable(info["powers"] for info in infos))
    sizes = list(map(sum, _all_sizes(infos)))
    return PowerCounts(
        cell=cell,
        name=name,
        place=np.array([_PLACES[one] for one in name], np.int64),
        most=(np.array(sizes, np.int64) + cells.extra_votes)[cell],
        deals=cells.deals[cell],
        games_per_deal=cells.games_per_deal[cell],
        same_player=cells.same_player[cell],
        tallies=tallies,
    )


def _column(infos: Sequence[Info], name: str) -> Integers:
    return np.array([info[name] for info in infos], np.int64)


def _all_sizes(infos: Sequence[Info]) -> list[tuple[int, ...]]:
    """Return the sizes of each cell's factions; cells of one deck follow each other."""
    found: list[tuple[int, ...]] = []
    latest: object = None
    sizes: tuple[int, ...] = ()
    for info in infos:
        if info["kinds"] is not latest:
            latest, sizes = info["kinds"], _sizes(info["kinds"])
        found.append(sizes)
    return found


@cache
def _sizes(factions: tuple[Faction, ...]) -> tuple[int, ...]:
    """Return for each faction of a deck how many cards can count as its own."""
    sizes = []
    for faction in factions:
        size = len(faction.printed)
        size += sum(len(power.printed) for power in faction.powers if isinstance(power, Redraws))
        for other in factions:
            for power in other.powers:
                if isinstance(power, ArrestedBy) and faction.name in power.by:
                    size += len(other.printed)
        sizes.append(size)
    return tuple(sizes)
