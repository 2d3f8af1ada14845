"""``claimsim trace``: single games, in words or as records."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import click

from claimsim.cli import options
from claimsim.errors import InputError, SystemRefused

#: How files of games begin: records, and words down to where Phase 1 begins.
_RECORD = b'{"format":"claimsim-game/'
_WORDS = re.compile(
    rb"(.+\n  )*.*:\s+deal\s+\d+,\s+seed\s+\d+\n(.*\n)*?Phase 1: \d+ tricks for followers\."
)

#: A game in words has told by then that Phase 1 begins.
_HEAD_BYTES = 16_384


@click.command(name="trace")
@click.argument("scenario")
@click.option("--deal", type=click.IntRange(0, 2**32 - 1), default=0, help="First deal.")
@click.option("--games", type=click.IntRange(1), default=1, help="Games, from that deal on.")
@click.option("--cells", type=click.IntRange(1), help="So many cells, drawn by the seed.")
@options.seed
@click.option(
    "--engine",
    type=click.Choice(["kernel", "reference"]),
    help="Which plays; the one that a run takes.",
)
@click.option("--format", "form", type=click.Choice(["words", "record"]), default="words")
@click.option("--out", type=click.Path(path_type=Path), help="Write to a file.")
@options.strategies
def command(
    scenario: str,
    deal: int,
    games: int,
    cells: int | None,
    seed: int | None,
    engine: str | None,
    form: str,
    out: Path | None,
) -> None:
    """Play single games of SCENARIO and tell them.

    Without --cells the first cell is played. Both games of a mirrored pair come before the
    next deal. --out replaces games that were written before, and no other file.
    """
    from claimsim.experiment.store import write_bytes
    from claimsim.experiment.tracing import trace_games
    from claimsim.scenario import load_scenario

    loaded = load_scenario(scenario)
    if seed is not None:
        loaded = loaded.replace(seed=seed)
    if out is not None and out.is_file() and not _is_told(out):
        raise InputError(
            f"{out} exists already and holds no games of claimsim: name another --out, or remove "
            "it first"
        )
    told = (_told(record, form) for record in trace_games(loaded, engine, deal, games, cells))
    between = "\n" if form == "words" else ""
    if out is None:
        for number, text in enumerate(told):
            click.echo((between if number else "") + text, nl=False)
        return
    content = between.join(told).encode()
    try:
        write_bytes(out, content)
    except OSError as error:
        raise SystemRefused(f"cannot write {out}: {error.strerror or error}") from error


def _told(record: dict[str, Any], form: str) -> str:
    """Return one game as text, its last line ended."""
    from claimsim.trace import narrate

    lines = narrate(record) if form == "words" else [json.dumps(record, separators=(",", ":"))]
    return "".join(f"{line}\n" for line in lines)


def _is_told(path: Path) -> bool:
    """Say whether a file begins as this command's do, in words or with a record."""
    try:
        with path.open("rb") as file:
            head = file.read(_HEAD_BYTES)
    except OSError:
        return False
    return head.startswith(_RECORD) or _WORDS.match(head) is not None
