"""``claimsim new``: write a commented file to begin with."""

from __future__ import annotations

import re
from pathlib import Path

import click

from claimsim.errors import InputError

#: Names by kind: those of strategies are names of Python modules, too.
_NAMES = {
    "scenario": (
        re.compile(r"[A-Za-z0-9][A-Za-z0-9_-]{0,59}"),
        "1 to 60 letters, digits, '_' and '-'",
    ),
    "strategy": (
        re.compile(r"[a-z][a-z0-9_]{0,59}"),
        "1 to 60 small letters, digits and '_', a letter first,",
    ),
}


@click.command(name="new")
@click.argument("what", metavar="scenario|strategy", type=click.Choice(list(_NAMES)))
@click.argument("name")
def command(what: str, name: str) -> None:
    """Write a commented scenario, NAME.toml, or strategy, NAME.py, into the current folder."""
    form, allowed = _NAMES[what]
    ending = ".toml" if what == "scenario" else ".py"
    if not form.fullmatch(name):
        raise InputError(
            f"name {name!r}: {allowed} would be right, and no folder; {ending!r} is put after it"
        )
    if what == "scenario":
        from claimsim.scenario.loading import shipped_scenarios
        from claimsim.scenario.template import template

        taken = set(shipped_scenarios())
        then = f"play it: claimsim run {name}.toml"
    else:
        from claimsim.registry import shipped
        from claimsim.strategy_template import template

        taken = set(shipped())
        then = "see it: claimsim list strategies --strategies ."
    if name in taken:
        raise InputError(f"name {name!r}: a shipped {what} is called so; take another name")
    path = Path(f"{name}{ending}")
    try:
        with path.open("x", encoding="utf-8", newline="\n") as file:
            file.write(template(name))
    except FileExistsError:
        raise InputError(f"{path} exists already; take another name, or remove it") from None
    click.echo(path)
    click.echo(then, err=True)
