"""Made-up games, and their tallies counted game by game in plain Python.

The counting here is written from the descriptions in claimsim.experiment.tally alone, so that
it shares no code with the kernel and none with the statistics.
"""

from __future__ import annotations

from dataclasses import dataclass, field

import numpy as np

from claimsim.experiment.tally import CELL_METRICS, FACTION_METRICS, FIRED, TALLY
from claimsim.rules.catalogue import FACTIONS

BASE = ("goblins", "knights", "dwarves", "undead", "doppelgangers")


@dataclass
class Game:
    """One finished game; holders are seats, -1 nobody."""

    winner: int
    holders: tuple[int, ...]
    seat_a: int = 0
    by: str = "votes"
    ties: tuple[int, ...] = (0, 0, 0, 0, 0)
    cards: tuple[tuple[int, int], ...] = field(default=((0, 0),) * 5)  # by faction: seats 0, 1
    extra: tuple[int, int] = (0, 0)  # extra votes of seats 0 and 1
    fired: dict[str, int] = field(default_factory=dict)  # by power or location
    decisions: int = 52
    options: int = 260
    forced: int = 10


def count(deals: list[list[Game]]) -> np.void:
    """Return the TALLY row of deals, each a list of games."""
    row = np.zeros(1, TALLY)
    row["deals"] = len(deals)
    row["games"] = sum(map(len, deals))
    for games in deals:
        cell = dict.fromkeys(CELL_METRICS, 0)
        results = [{0: 2, 1: 0, -1: 1}[game.winner] for game in games]
        row["outcomes"][0, results[0], results[1] if len(games) == 2 else 0] += 1
        rows = [dict.fromkeys(FACTION_METRICS, 0) for _ in games[0].holders]
        for game in games:
            votes = [game.holders.count(0), game.holders.count(1)]
            row["votes"][0, votes[0], votes[1]] += 1
            cell["leader_points"] += {0: 2, 1: 0, -1: 1}[game.winner]
            cell["a_points"] += 1 if game.winner < 0 else 2 * (game.winner == game.seat_a)
            cell["draws"] += game.winner < 0
            for ending in ("votes", "cards", "monastery", "bridge", "castle"):
                cell[f"by_{ending}"] += game.winner >= 0 and game.by == ending
            cell["margin"] += abs(votes[0] + game.extra[0] - votes[1] - game.extra[1])
            cell["decisions"] += game.decisions
            cell["options"] += game.options
            cell["forced"] += game.forced
            for f, holder in enumerate(game.holders):
                rows[f]["awarded"] += holder >= 0
                rows[f]["to_leader"] += holder == 0
                rows[f]["to_a"] += holder == game.seat_a
                rows[f]["by_tiebreak"] += game.ties[f]
                if game.winner >= 0:
                    rows[f]["decided"] += 1
                    rows[f]["to_winner"] += holder == game.winner
                    rows[f]["to_loser"] += holder == 1 - game.winner
                    rows[f]["cards_winner"] += game.cards[f][game.winner]
                    rows[f]["cards_loser"] += game.cards[f][1 - game.winner]
        for i, name in enumerate(FIRED):
            fired = [game.fired.get(name, 0) for game in games]
            numbers = {"fired": sum(fired), "games_fired": sum(map(bool, fired))}
            for what, number in numbers.items():
                row[f"{what}_sum"][0, i] += number
                row[f"{what}_squares"][0, i] += number**2
        for i, name in enumerate(CELL_METRICS):
            row["sum"][0, i] += cell[name]
            row["squares"][0, i] += cell[name] ** 2
        for f, numbers in enumerate(rows):
            for i, name in enumerate(FACTION_METRICS):
                row["faction_sum"][0, f, i] += numbers[name]
                row["faction_squares"][0, f, i] += numbers[name] ** 2
                row["faction_by_awarded"][0, f, i] += numbers[name] * numbers["awarded"]
                row["faction_by_decided"][0, f, i] += numbers[name] * numbers["decided"]
    return row[0]


def one_game(rng: np.random.Generator, edge: float, seat_a: int, names: tuple[str, ...]) -> Game:
    """Invent a game; `edge` above 0 favours seat 0. Not Claim, but with numbers like it."""
    holders, ties, cards = [], [], []
    for name in names:
        size = len(FACTIONS[name].printed)
        out = int(rng.binomial(size, 0.12 if name != "undead" else 0.3))
        left = size - out
        mine = int(rng.binomial(left, np.clip(rng.beta(4, 4) + edge, 0.01, 0.99)))
        tie = mine * 2 == left
        holder = (0 if mine * 2 > left else 1) if not tie else int(rng.random() < 0.5)
        holders.append(-1 if left == 0 else holder)
        ties.append(int(tie and left > 0))
        cards.append((mine, left - mine))
    votes = holders.count(0), holders.count(1)
    by = "votes"
    if votes[0] != votes[1]:
        winner = int(votes[1] > votes[0])
    else:
        by = "cards"
        held = [sum(c[s] for c, h in zip(cards, holders, strict=True) if h == s) for s in (0, 1)]
        winner = -1 if held[0] == held[1] else int(held[1] > held[0])
    forced = int(rng.integers(6, 22))
    return Game(
        winner=winner,
        holders=tuple(holders),
        seat_a=seat_a,
        by=by,
        ties=tuple(ties),
        cards=tuple(cards),
        options=int(rng.integers(220, 300)),
        forced=forced,
    )


def made_cell(
    deals: int,
    games_per_deal: int,
    seed: int,
    *,
    leader: float = 0.02,
    a: float = 0.0,
    names: tuple[str, ...] = BASE,
) -> np.void:
    """Return the tally of invented deals: edges for the leader and for player a."""
    rng = np.random.default_rng(seed)
    played = []
    for _ in range(deals):
        luck = rng.normal(0, 0.08)
        played.append(
            [
                one_game(rng, luck + leader + (a if seat == 0 else -a), seat, names)
                for seat in range(games_per_deal)
            ]
        )
    return count(played)


def info(
    cell: int,
    a: str,
    b: str,
    games_per_deal: int,
    *,
    same: bool = False,
    names: tuple[str, ...] = BASE,
    deck: str = "claim",
    powers: tuple[str, ...] = (),
    **more: object,
) -> dict[str, object]:
    """Return the entry of cells_info of a cell."""
    return {
        "cell": cell,
        "deck": deck,
        "setting": "none",
        "building": "none",
        "strategy_a": a,
        "strategy_b": b,
        "factions": list(names),
        "kinds": tuple(FACTIONS[name] for name in names),
        "hand_size": sum(len(FACTIONS[name].printed) for name in names) // 4,
        "side_cards": 0,
        "extra_votes": 0,
        "powers": list(powers),
        "games_per_deal": games_per_deal,
        "deterministic_pair": same,
        "seats_exchanged": games_per_deal == 2,
        **more,
    }


def stack(rows: list[np.void]) -> np.ndarray:
    """Return tally rows as one array."""
    out = np.zeros(len(rows), TALLY)
    for i, row in enumerate(rows):
        out[i] = row
    return out
