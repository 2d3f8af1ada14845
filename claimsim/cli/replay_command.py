"""``claimsim replay``: check whether games obey the rules."""

from __future__ import annotations

from pathlib import Path

import click

from claimsim.errors import InputError, RuleViolation


@click.command(name="replay")
@click.argument("file", type=click.Path(path_type=Path))
@click.pass_context
def command(context: click.Context, file: Path) -> None:
    """Check the game records in FILE, one JSON object a line.

    Exit code 0: all obey the rules. 1: one breaks them; line, event and rule are printed.
    """
    from claimsim.replay import read_records, replay

    checked = broken = 0
    for line, record in read_records(file):
        checked += 1
        try:
            replay(record)
        except RuleViolation as violation:
            broken += 1
            click.echo(f"{file}:{line}: {violation}")
        except InputError as error:
            raise InputError(f"{file}:{line}: {error}") from None
    click.echo(f"{checked} games checked, {broken} break the rules", err=True)
    if broken:
        context.exit(RuleViolation.exit_code)
