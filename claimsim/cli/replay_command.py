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

    Exit code 0: all obey the rules. 1: one breaks them; line, event and rule are printed. 2:
    none breaks them, but a line is no game record.
    """
    from claimsim.replay import parse_line, read_lines, replay

    right = broken = unread = 0
    for number, line in read_lines(file):
        try:
            replay(parse_line(line))
        except RuleViolation as violation:
            broken += 1
            click.echo(f"{file}:{number}: {violation}")
        except InputError as error:
            unread += 1
            click.echo(f"claimsim: error: {file}:{number}: {error}", err=True)
        else:
            right += 1
    checked = right + broken
    parts = [
        f"{checked:,} game{'' if checked == 1 else 's'} checked",
        f"{broken:,} break{'s' if broken == 1 else ''} the rules",
    ]
    if unread:
        parts.append(f"{unread:,} line{' is no record' if unread == 1 else 's are no records'}")
    click.echo(", ".join(parts), err=True)
    if broken:
        context.exit(RuleViolation.exit_code)
    if unread:
        context.exit(InputError.exit_code)
