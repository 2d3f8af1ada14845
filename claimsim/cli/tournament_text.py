"""What ``claimsim tournament`` prints: as text of 80 columns, and as JSON."""

from __future__ import annotations

import textwrap
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import click
import numpy as np

if TYPE_CHECKING:
    from claimsim.experiment.tournament import Tournament

_WIDTH = 80

#: Longest name of a player in a table; longer ones stand below it.
_NAME = 16

#: Columns of a block of payoffs: five characters each, after number and name.
_COLUMNS = 11

#: Rings that are told one by one.
_MOST_CYCLES = 5

#: What errors of several pairs together go by.
_SOURCES = {
    "decks": "pairs err together as is seen between decks",
    "deals": "pairs err together as is seen between blocks of deals",
    "unknown": "how pairs err together is not known: intervals over several pairs are as wide as "
    "they could be, and nothing is said of the fit",
}


def plain(found: Tournament) -> dict[str, Any]:
    """Return all of a tournament as JSON holds it; None where there is no number."""
    from claimsim.experiment.tournament import TABLES
    from claimsim.statistics.alpha_rank import ALPHA, POPULATION
    from claimsim.statistics.equilibrium import RESAMPLES

    run, fit, mixture = found.run, found.fit, found.mixture
    reply = None if mixture.reply < 0 else found.players[mixture.reply]
    return {
        "run": str(run.directory),
        "digest": run.digest,
        "scenario": run.manifest["name"],
        "players": found.players,
        "deals": found.counts.deals,
        "places": len(found.counts.deck),
        "errors": found.source,
        **{name: _rows(getattr(found, name)) for name in TABLES},
        "transitivity": {
            "chi_square": _number(fit.chi_square),
            "df": _number(fit.freedom),
            "error_df": _number(fit.error_freedom),
            "nominal_df": fit.nominal,
            "p": _number(fit.p),
        },
        "equilibrium_value": mixture.value,
        "equilibrium_check": {
            "gain": _number(mixture.fresh),
            "low": _number(mixture.fresh_low),
            "high": _number(mixture.fresh_high),
            "best_reply": reply,
        },
        "resamples": RESAMPLES,
        "alpha": ALPHA,
        "population": POPULATION,
    }


def _rows(table: Any) -> list[dict[str, Any]]:
    return [
        {name: _number(value) for name, value in row.items()} for row in table.to_dict("records")
    ]


def _number(value: Any) -> Any:
    return None if isinstance(value, float) and not np.isfinite(value) else value


def print_tournament(found: Tournament) -> None:
    """Print ranking, payoffs, and what follows in sentences."""
    from claimsim.cli.terminal import print_heading

    size, places = len(found.players), len(found.counts.deck)
    print_heading(f"{found.run.manifest['name']}: a tournament of {size} players")
    deals = "deal" if found.counts.deals == 1 else "deals"
    over = f" in each of {places:,} places" if places > 1 else ""
    _say(
        f"{found.counts.deals:,} {deals} of each pair{over}, the same for all, with each seating. "
        f"Intervals are at 95\N{NO-BREAK SPACE}%; {_SOURCES[found.source]}."
    )
    order = np.argsort(-found.rating.value, kind="stable").tolist()
    _print_ranking(found, order)
    _print_payoffs(found, order)
    click.echo()
    says = [_transitivity(found), *_cycles(found), _equilibrium(found), _alpha_rank(found)]
    for text in (*says, *_edges(found)):
        _say(text)


def _print_ranking(found: Tournament, order: Sequence[int]) -> None:
    from claimsim.cli.terminal import print_table

    ratings, mixture = (t.to_dict("records") for t in (found.ratings, found.equilibrium))
    evolved = found.alpha_rank.to_dict("records")
    number = {player: place for place, player in enumerate(order, 1)}
    rows = []
    for player in order:
        rated, mixed = ratings[player], mixture[player]
        reply = found.players.index(mixed["best_reply"])
        rows.append(
            [
                str(number[player]),
                _short(found.players[player]),
                f"{rated['elo']:+.0f}",
                ""
                if found.rating.prior
                else f"{rated['elo_low']:+.0f} to {rated['elo_high']:+.0f}",
                f"{100 * mixed['weight']:.1f}",
                f"{100 * mixed['weight_low']:.0f} to {100 * mixed['weight_high']:.0f}",
                f"{100 * mixed['exploitability']:.1f}",
                "" if reply == player else str(number[reply]),
                str(evolved[player]["rank"]),
            ]
        )
    columns = ["#", "player", "Elo", "", "weight", "", "beaten", "by", "alpha"]
    print_table("", columns, rows)
    _say(
        "weight: in the equilibrium, in %; beaten: what the best reply, by number, wins above one "
        "half, in points of %; alpha: the rank by alpha-rank."
    )
    for player in order:
        if _short(found.players[player]) != found.players[player]:
            _say(f"#{number[player]}: {found.players[player]}")


def _print_payoffs(found: Tournament, order: Sequence[int]) -> None:
    """Print win rates in %, as many columns at a time as 80 characters hold."""
    from claimsim.cli.terminal import print_heading

    matrix = found.result.matrix()
    click.echo()
    print_heading("Wins in % of the player of a row against that of a column")
    longest = max(len(_short(name)) for name in found.players)
    for start in range(0, len(order), _COLUMNS):
        shown = order[start : start + _COLUMNS]
        head = "".join(f"{start + n:>5}" for n in range(1, len(shown) + 1))
        click.echo(f"{' ' * (longest + 4)}{head}")
        for place, player in enumerate(order, 1):
            cells = "".join(
                "    –" if player == other else _share(matrix[player, other]) for other in shown
            )
            click.echo(f"{place:>3} {_short(found.players[player]):<{longest}}{cells}")


def _transitivity(found: Tournament) -> str:
    fit = found.fit
    if found.rating.prior:
        return (
            "Some players lose every game against all others: their ratings would be infinite. "
            "Ratings give each pair one drawn game more, and have no intervals."
        )
    if np.isnan(fit.p):
        return "Whether ratings alone explain the payoffs cannot be tested here."
    says = (
        "Ratings do not tell all: payoffs differ from what they would be if ratings alone decided"
        if fit.p <= 0.05
        else "Nothing speaks against ratings: payoffs are as if they alone decided"
    )
    return f"{says} (chi-square {fit.chi_square:.1f}, {fit.freedom:.1f} df, {_p(fit.p)})."


def _p(p: float) -> str:
    return "p < 0.0001" if p < 1e-4 else f"p = {p:.4f}"


def _cycles(found: Tournament) -> list[str]:
    rings = found.result.cycles
    if not rings:
        return ["No three players surely beat each other in a ring."]
    many = "ring" if len(rings) == 1 else "rings"
    lines = [f"{len(rings):,} {many} of three players who surely beat each other:"]
    for one in rings[:_MOST_CYCLES]:
        names = [found.players[player] for player in one.players]
        rates = ", ".join(f"{100 * rate:.1f} %" for rate in one.win_rates)
        lines.append(f"  {names[0]} beats {names[1]} beats {names[2]} beats {names[0]}: {rates}")
    if len(rings) > _MOST_CYCLES:
        lines.append(f"  … and {len(rings) - _MOST_CYCLES:,} more: --json has all")
    return lines


def _equilibrium(found: Tournament) -> str:
    mixture = found.mixture
    played = [
        f"{found.players[n]} {100 * mixture.weight[n]:.1f} %"
        for n in np.argsort(-mixture.weight, kind="stable")
        if mixture.weight[n] > 0
    ]
    text = f"Nobody gains against the equilibrium ({', '.join(played)})."
    if mixture.reply < 0:
        return text
    check = (
        "A check with the equilibrium of the even deals, in the odd ones, which had no part in it:"
    )
    if mixture.fresh <= 0:
        return f"{text} {check} nobody gains."
    span = f"{100 * mixture.fresh_low:+.2f} to {100 * mixture.fresh_high:+.2f}"
    return (
        f"{text} {check} the best reply, {found.players[mixture.reply]}, wins "
        f"{100 * mixture.fresh:+.2f} points of % above one half ({span})."
    )


def _alpha_rank(found: Tournament) -> str:
    from claimsim.statistics.alpha_rank import ALPHA, POPULATION

    how = f"alpha-rank (alpha {ALPHA:g}, population {POPULATION})"
    rows = [row for row in found.alpha_rank.to_dict("records") if row["differs"]]
    if not rows:
        return f"{how[0].upper()}{how[1:]} and ratings agree wherever ratings surely differ."
    rank = dict(zip(found.players, found.rating.rank, strict=True))
    told = ", ".join(
        f"{row['player']} {row['rank']} (by rating {rank[row['player']]})" for row in rows
    )
    return f"By {how} some stand elsewhere: {told}."


def _edges(found: Tournament) -> list[str]:
    from claimsim.statistics.mixtures import sentence

    lines = []
    for row in found.edges.to_dict("records"):
        if np.isnan(row["reference"]):
            continue
        lines.append(sentence({str(name): value for name, value in row.items()}))
        unit = 1 if row["metric"] == "mean_margin" else 100
        mixed = [
            f"{unit * row[name]:.2f} ({unit * row[f'{name}_low']:.2f} to "
            f"{unit * row[f'{name}_high']:.2f})"
            for name in ("uniform", "equilibrium")
        ]
        low, high = abs(row["lowest"] - row["reference"]), abs(row["highest"] - row["reference"])
        worst = "lowest" if low > high else "highest"
        what = f"{row['metric']}{' in %' if unit == 100 else ''}"
        lines.append(
            f"  {what}: over all pairs alike {mixed[0]}, in the equilibrium {mixed[1]}; farthest "
            f"off {unit * row[worst]:.2f} ({unit * row[f'{worst}_low']:.2f} to "
            f"{unit * row[f'{worst}_high']:.2f}), {row[f'{worst}_player']} against "
            f"{row[f'{worst}_opponent']}"
        )
    return lines


def _short(name: str) -> str:
    return name if len(name) <= _NAME else f"{name[: _NAME - 1]}…"


def _say(text: str) -> None:
    indent = " " * (len(text) - len(text.lstrip()))
    click.echo(
        textwrap.fill(
            text,
            _WIDTH,
            subsequent_indent=indent,
            break_long_words=False,
            break_on_hyphens=False,
        )
    )


def _share(rate: float) -> str:
    """Return a rate in % in five characters."""
    return f"{100 * rate:5.1f}" if rate < 1 else "  100"
