"""The page ``docs/strategies.md``: what the registry of strategies says, as Markdown.

``make docs`` writes it anew.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping

from claimsim.registry import shipped
from claimsim.rules.locations import BUILDINGS, SETTINGS
from claimsim.rules.powers import POWERS
from claimsim.strategy_kit import PLAYS, Strategy
from claimsim.view import DECISIONS

_HEAD = """# Strategies

Written from the registry (`strategies/`, one file each) by `make docs`; `claimsim list strategies`
says the same. A strategy is named in a scenario's `matchups`, and its numbers are set there:
`{ strategy = "hoarder", weights = { faction = 0 } }`.

What a strategy reads is declared in its file, and held against its code by the tests:

* *memory*: it reads what one must remember, such as the cards that it has not seen;
* *prize*: it reads which prize lies face up;
* *locations*: the settings and buildings of which it reads something; a strategy that knows none
  plays on in all of them, by the numbers on the cards;
* *powers*: the powers of which it reads who has them, or their numbers. Whoever asks who would win
  a trick reads `beats`, `wild`, `captures_equal` and `beaten_from`;
* *dice*: it plays at random.

All strategies play every legal deck, setting and building. Decisions beside leads and follows are
made for them (`claimsim/defaults.py`) unless *decides* names them.
"""


def page() -> str:
    """Return the page."""
    entries = list(shipped().values())
    return "".join([_HEAD, "\n", _overview(entries), *map(_entry, entries)])


def _overview(entries: Collection[Strategy]) -> str:
    """Return a table of all strategies, a line each."""
    lines = [
        "| strategy | dice | memory | prize | locations | powers |",
        "|---|---|---|---|---|---|",
    ]
    for entry in entries:
        marks = ["yes" if fact else "" for fact in (entry.stochastic, entry.memory, entry.prize)]
        counts = [str(len(names) or "") for names in (entry.locations, entry.powers)]
        cells = [f"[`{entry.name}`](#{entry.name})", *marks, *counts]
        lines.append("|" + "".join(f" {cell} |" if cell else " |" for cell in cells))
    return "\n".join(lines) + "\n"


def _entry(entry: Strategy) -> str:
    """Return the section of one strategy."""
    lines = [entry.summary, "", f"* idea: {entry.source}"]
    for what, names, order in (
        ("locations", entry.locations, (*SETTINGS, *BUILDINGS)),
        ("powers", entry.powers, tuple(POWERS)),
        ("decides", entry.decisions - PLAYS, DECISIONS),
    ):
        if names:
            told = ", ".join(f"`{name}`" for name in order if name in names)
            lines.append(f"* {what}: {told}")
    if entry.weights:
        lines.append(f"* weights: {_numbers(entry.weights)}")
    for skill, off in entry.skills.items():
        lines.append(f"* skill `{skill}`: off with {_numbers(off)}")
    lines.append(f"* version: {entry.version}")
    return f"\n## {entry.name}\n\n" + "\n".join(lines) + "\n"


def _numbers(weights: Mapping[str, float]) -> str:
    """Return names of weights with their values."""
    return ", ".join(f"`{name}` {value:g}" for name, value in weights.items())


if __name__ == "__main__":
    print(page(), end="")  # noqa: T201  # what it is for
