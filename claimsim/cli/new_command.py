"""``claimsim new``: write a commented file to begin with."""

from __future__ import annotations

import re
from pathlib import Path

import click

from claimsim.errors import InputError

_NAME = re.compile(r"[A-Za-z0-9][A-Za-z0-9_-]{0,59}")


@click.command(name="new")
@click.argument("what", type=click.Choice(["scenario"]))
@click.argument("name")
def command(what: str, name: str) -> None:
    """Write a commented scenario, NAME.toml, into the current folder."""
    from claimsim.scenario.loading import shipped_scenarios
    from claimsim.scenario.template import template

    del what  # there is one kind
    if not _NAME.fullmatch(name):
        raise InputError(
            f"name {name!r}: 1 to 60 letters, digits, '_' and '-' would be right, and no folder; "
            "'.toml' is put after it"
        )
    if name in shipped_scenarios():
        raise InputError(f"name {name!r}: a shipped scenario is called so; take another name")
    path = Path(f"{name}.toml")
    try:
        with path.open("x", encoding="utf-8", newline="\n") as file:
            file.write(template(name))
    except FileExistsError:
        raise InputError(f"{path} exists already; take another name, or remove it") from None
    click.echo(path)
    click.echo(f"play it: claimsim run {path}", err=True)
