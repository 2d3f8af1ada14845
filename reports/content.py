"""What a report says, free of any format: gathered from a finished run alone."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Callable, Iterable, Sequence
from typing import TYPE_CHECKING, Any

from claimsim.statistics.metrics import METRICS
from reports import (
    alerts,
    answers,
    described,
    judged,
    method,
    overall,
    power_tables,
    summaries,
    tournament,
)
from reports.alerts import Looked
from reports.effect_tables import EffectTables
from reports.labels import Labels
from reports.model import Details, Report, Source
from reports.wording import Row, count, faction, listing

if TYPE_CHECKING:
    import pandas as pd

__all__ = ["Report", "Source", "gather", "rows_of"]

#: Cells that a report shows one by one; the tables in the run directory hold all.
MOST_CELLS = 24

#: Deals from which on a single cell says how games end.
_TELLING = 10

#: What is read of every cell, however many there are.
_OF_ALL = [
    *("cell", "deck", "setting", "building", "strategy_a", "strategy_b", "games", "deals"),
    "verdict",
    *("a_win_rate", "a_low", "a_high", "leader_win_rate", "leader_low", "leader_high"),
]

_SPLIT = re.compile(r"votes_(\d+)_(\d+)")


def gather(run: Source) -> Report:
    """Gather a run's report.

    Parameters
    ----------
    run
        A finished run. Of its manifest nothing is used that differs between two runs of the
        same scenario with the same command, so that their reports are the same.
    """
    manifest, infos = run.manifest, run.cells_info
    every = rows_of(run.table("cells", columns=_OF_ALL))
    label = Labels(every)
    home = answers.headline(every)
    shown = _shown(every, home)
    cells, factions = (rows_of(run.table(name, cells=shown)) for name in ("cells", "factions"))
    places: dict[str, int] = {}
    for place, row in enumerate(every):
        places.setdefault(row["deck"], place)
    firsts = {deck: infos[place] for deck, place in places.items()}
    names = {deck: firsts[deck]["factions"] for deck in label.decks}
    played = [firsts[deck] for deck in label.decks]
    whole = next(cell for cell in cells if cell["cell"] == home["cell"])
    possible = [
        (int(found[1]), int(found[2])) for name in cells[0] if (found := _SPLIT.fullmatch(name))
    ]
    effects = _effects(run, label)
    powers, holders = run.table("powers"), power_tables.holders(played)
    details = _details(run, every, home, label)
    verdicts = run.table("verdicts", columns=judged.COLUMNS) if _targets(manifest) else None

    rated = tournament.answers(run)

    def name_of(cell: int) -> str:
        return answers.meeting(every[cell], label)

    looked = Looked(
        every, cells, factions, details.of(home["cell"]), powers, verdicts, home, name_of
    )  # fmt: skip
    return Report(
        name=manifest["name"],
        question=manifest["description"] or manifest["name"],
        answers=[
            *_first(every, home, verdicts, name_of),
            *(effects.told()[:1] if effects is not None else []),
            answers.strategy(every),
            *rated,
            *([] if overall.is_short(every, home) else _ends(whole, factions, possible, label)),
        ],
        alerts=alerts.find(looked),
        facts=_facts(manifest, names.values(), label),
        players=_players(every),
        decks=described.decks(played),
        places=described.places(label.settings, label.buildings),
        changes=described.changes(manifest["scenario"]),
        every=every,
        home=whole,
        cells=cells,
        factions=factions,
        details=details,
        verdicts=[] if verdicts is None else judged.rows(verdicts),
        label=label,
        same_matchup=label.matchups[0] if len(label.matchups) == 1 else "",
        overview=summaries.overview(every, label, names)
        if len(every) >= summaries.MANY_CELLS
        else None,
        powers=power_tables.powers(powers, holders),
        ablation=power_tables.ablation(powers, holders),
        effects=effects,
        left_out=_left_out(len(every) - len(cells)),
        splits=possible,
        mirror=method.MIRRORS[manifest["mirror"]],
        method=[
            *method.words(len(every), targets=verdicts is not None),
            _SURELY,
            *([] if rated or answers.strongest(every) is None else [_RATINGS]),
        ],
        kinds=method.KINDS,
        metrics=list(METRICS.values()),
        provenance=method.provenance(manifest),
        command=manifest["command"],
        again=method.again(manifest["command"]),
        scenario=manifest["scenario"],
    )


def _targets(manifest: dict[str, Any]) -> bool:
    """Say whether a run's scenario says what balanced means."""
    return bool(tomllib.loads(manifest["scenario"]).get("targets"))


_SURELY = (
    "In the answer, too, surely means that the interval leaves out one half once it is widened for "
    "all that were looked at (Bonferroni): all cells where it is asked whether leading helps, all "
    "opponents where it is asked which strategy is the strongest, all factions where it is asked "
    "which vote goes with winning."
)

_RATINGS = (
    "How strong players are in all, and which mixture of them nobody can gain against, is told by "
    "claimsim tournament, which plays every pair."
)


def _first(
    every: Sequence[Row], home: Row, verdicts: pd.DataFrame | None, name: Callable[[int], str]
) -> list[str]:
    """Say whether leading helps, or what the targets' verdicts are; of short cells on average."""
    short = overall.is_short(every, home)
    if verdicts is None:
        return [overall.leader(every) if short else answers.leader(every)]
    if short:
        return overall.verdicts(verdicts, every)
    return judged.sentences(verdicts, home["cell"], name)


def _ends(
    home: Row, factions: Sequence[Row], possible: Sequence[tuple[int, int]], label: Labels
) -> list[str]:
    """Say what winning goes with and how games end; nothing of a cell with hardly any deals."""
    if home["deals"] < _TELLING:
        return []
    return [answers.captures(home, factions, label), answers.splits(home, possible, label)]


def _effects(run: Source, label: Labels) -> EffectTables | None:
    if max(len(label.decks), len(label.settings), len(label.buildings)) == 1:
        return None
    return EffectTables(run.table("effects"))


def _details(run: Source, every: Sequence[Row], home: Row, label: Labels) -> Details:
    """Read what is told of single cells; cards of other decks with the same players, too."""
    alike = {key: home[key] for key in ("setting", "building", "strategy_a", "strategy_b")}
    decks = label.decks if len(label.decks) <= described.MOST_DECKS else [home["deck"]]
    chosen = [
        cell
        for cell in every
        if cell["deck"] in decks and all(cell[key] == value for key, value in alike.items())
    ]
    number = home["cell"]
    return Details(
        places=[(cell["cell"], answers.meeting(cell, label)) for cell in chosen],
        cards=rows_of(run.table("cards", cells=[cell["cell"] for cell in chosen])),
        tricks=rows_of(run.table("tricks", cells=[number])),
        phase_1=rows_of(run.table("phase_1", cells=[number])),
    )


def _shown(cells: Sequence[Row], home: Row) -> list[int]:
    """Choose the cells that are shown: all, or those whose leader edge is the surest.

    Of many short cells only those are shown that say something, beside the one of the answer.
    """
    if len(cells) <= MOST_CELLS:
        return [cell["cell"] for cell in cells]

    def surely(cell: Row) -> float:
        if cell["leader_low"] is None or cell["leader_high"] is None:
            return -1.0
        return float(max(cell["leader_low"] - 0.5, 0.5 - cell["leader_high"]))

    least = 0.0 if overall.is_short(cells, home) else -1.0
    telling = [cell for cell in cells if cell is home or surely(cell) > least]
    order = sorted(telling, key=lambda cell: (cell is not home, -surely(cell), cell["cell"]))
    return sorted(cell["cell"] for cell in order[:MOST_CELLS])


def _left_out(cells: int) -> str:
    if not cells:
        return ""
    return (
        f"{count(cells)} more cells are left out here. Shown is the cell that the answer is about, "
        "and beside it are those whose interval of the leader's win rate lies farthest from one "
        "half, which in a large grid chance alone can bring about; of cells too short to tell "
        "anything, none. The run's tables hold all."
    )


def rows_of(frame: pd.DataFrame) -> list[Row]:
    """Return a table as rows in which every null is None."""
    plain = frame.astype(object).where(frame.notna(), None)
    return [{str(key): value for key, value in row.items()} for row in plain.to_dict("records")]


def _facts(
    manifest: dict[str, Any], decks: Iterable[Sequence[str]], label: Labels
) -> list[tuple[str, str]]:
    names = list(dict.fromkeys(name for deck in decks for name in deck))
    first = manifest["first_deal"]
    axes = [
        (len(label.decks), "decks"),
        (len(label.settings), "settings"),
        (len(label.buildings), "buildings"),
        (len(label.matchups), "matchups"),
    ]
    varied = [f"{count(number)} {what}" for number, what in axes if number > 1]
    product = f" ({' × '.join(varied)})" if len(varied) > 1 else ""
    return [
        ("Games", count(manifest["games"])),
        ("Deals a cell", count(manifest["deals"]) + (f", from deal {first} on" if first else "")),
        ("Cells", count(manifest["cells"]) + product),
        ("Seed", str(manifest["seed"])),
        ("Factions", listing([faction(name) for name in names])),
    ]


def _players(cells: Sequence[Row]) -> list[tuple[str, str]]:
    """Name every strategy that was played, in alphabetical order, and say how it plays."""
    from claimsim import registry

    known = registry.known()
    labels = sorted({cell[key] for cell in cells for key in ("strategy_a", "strategy_b")})
    found = []
    for label in labels:
        name = label.split("(")[0]
        own = "A strategy of one's own, whose file is not at hand."
        found.append((label, known[name].summary if name in known else own))
    return found
