"""The page ``docs/metrics.md``: what the registry of metrics says, as Markdown.

``make docs`` writes it anew.
"""

from __future__ import annotations

from itertools import groupby

from claimsim.statistics import intervals
from claimsim.statistics.anytime import ANYTIME
from claimsim.statistics.bounds import DEFINITION, WIDEST
from claimsim.statistics.effects import CLUSTERED, HALVES
from claimsim.statistics.metrics import METRICS, Metric

_HEAD = """# Metrics

Written from the registry (`claimsim/statistics/metrics.py`) by `make docs`; `claimsim list metrics`
and every report say the same. A win rate counts a draw as one half. The *leader* is the player in
seat 0, who leads the first trick; *a* and *b* are the players of a matchup. Every metric `x` has
its interval at 95 % in `x_low` and `x_high` (`a_win_rate` and `leader_win_rate`: `a_low` and so
on), and each row of a table says the kinds of its intervals.
"""

_MORE_KINDS = f"""\
* `"{ANYTIME}"`: of runs with a precision; valid whenever playing stopped
  (`claimsim/statistics/anytime.py`);
* `"{CLUSTERED}"`: of effects over a grid (`claimsim/statistics/effects.py`);
* `"{HALVES}"`: of effects over few decks, by what the deals with even and with odd numbers
  differ (`claimsim/statistics/effects_deals.py`);
* `"{WIDEST}"`: the bounds that hold even if all parts erred in step: of effects over few decks
  (`claimsim/statistics/effects_deals.py`), of means over pairs of players
  (`claimsim/statistics/pair_means.py`, `claimsim/statistics/pair_tables.py`);
* `"{DEFINITION}"`: it could not be another number;
"""


def page() -> str:
    """Return the page."""
    parts = [_HEAD]
    for table, metrics in groupby(METRICS.values(), key=lambda metric: metric.table):
        parts.append(f"\n## Table `{table}`\n")
        parts += map(_entry, metrics)
    parts.append("\n## Kinds of interval\n\n" + _kinds())
    return "".join(parts)


def _entry(metric: Metric) -> str:
    return (
        f"\n### `{metric.name}`\n\n"
        f"{_escaped(metric.formula)}\n\n"
        f"* unit: {metric.unit}; range: {metric.range}\n"
        f"* {_escaped(metric.summary)}\n"
    )


def _kinds() -> str:
    """Return what the module of intervals says of their kinds."""
    lines = (intervals.__doc__ or "").splitlines()
    start = next(i for i, line in enumerate(lines) if line.startswith("* "))
    stop = next(i for i in range(start, len(lines)) if lines[i].startswith("All functions"))
    told = "\n".join(lines[start:stop]).strip().replace("``", "`")
    return _MORE_KINDS + told + "\n"


def _escaped(text: str) -> str:
    """Return text in which no star or underscore is taken for emphasis."""
    return text.replace("*", r"\*").replace("_", r"\_")


if __name__ == "__main__":
    print(page(), end="")  # noqa: T201  # what it is for
