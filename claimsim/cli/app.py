"""The group of commands, and how errors end a command."""

from __future__ import annotations

import importlib
import os
import signal
import sys
from typing import NoReturn, TextIO

import click

from claimsim import __version__
from claimsim._installation import check_installation
from claimsim.errors import ClaimsimError

#: Commands, each with the line that help shows, so that help imports none of them.
COMMANDS = {
    "run": "Play a scenario's cells, store the results, print a table.",
    "plan": "Say how many deals bring which precision, and how long they take here.",
    "whatif": "Compare a scenario with its changed self on the same deals.",
    "restrict": "Say what it costs a player to do without a card, faction, power or skill.",
    "sweep": "Compare a scenario with several values of one or two numbers or rulings.",
    "tournament": "Play every strategy against every other: payoffs, ratings, equilibrium.",
    "report": "Write the HTML report of a run or a comparison.",
    "plot": "Write one figure of a report as SVG or PNG.",
    "show": "Print a table of a run.",
    "trace": "Tell single games in words, or as game records.",
    "replay": "Check game records against the rules.",
    "list": "List factions, powers, switches, strategies, scenarios, metrics and more.",
    "check": "Validate scenario files.",
    "new": "Write a commented scenario to begin with.",
    "merge": "Add runs of the same scenario over disjoint deals.",
}

INTERRUPTED = 130
REFUSED = 5
INTERNAL = 70


class Commands(click.Group):
    """A group that imports a command's module when the command is called."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        """Return the names of the commands, in the order of help."""
        del ctx
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """Return a command, its module imported."""
        del ctx
        if cmd_name not in COMMANDS:
            return None
        module = importlib.import_module(f"claimsim.cli.{cmd_name}_command")
        command: click.Command = module.command
        return command

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Write the list of commands without importing any."""
        del ctx
        with formatter.section("Commands"):
            formatter.write_dl(list(COMMANDS.items()))

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        """Find the command that was called; an unknown one is refused with the known ones."""
        if args and args[0] not in COMMANDS and not args[0].startswith("-"):
            known = ", ".join(COMMANDS)
            raise click.UsageError(f"unknown command {args[0]!r}; known: {known}", ctx)
        return super().resolve_command(ctx, args)


@click.group(cls=Commands, context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(__version__, prog_name="claimsim")
def app() -> None:
    """Say whether a game of Claim is balanced, for whom, because of what, and how surely."""


def main(arguments: list[str] | None = None) -> NoReturn:
    """Run a command line and leave with its exit code.

    0 done; 1 a record breaks the rules; 2 wrong usage or input; 3 a target is missed in some
    cell; 4 none missed, some undecided; 5 the system refused; 70 internal error; 130 interrupted.
    """
    signal.signal(signal.SIGTERM, signal.default_int_handler)
    code = _flushed(_run(arguments))
    if code == INTERRUPTED:
        # Threads may still be in compiled code; what is finished is on disk already.
        os._exit(code)
    sys.exit(code)


def _run(arguments: list[str] | None) -> int:  # noqa: PLR0911  # one return a kind of ending
    try:
        check_installation()
        result = app.main(arguments, prog_name="claimsim", standalone_mode=False)
    except ClaimsimError as error:
        return _say(str(error), error.exit_code)
    except click.exceptions.Exit as stop:
        return stop.exit_code
    except SystemExit:
        # click's answer where whoever read the output has seen enough; it kept silent already.
        return 0
    except (click.Abort, KeyboardInterrupt):
        return _say("interrupted", INTERRUPTED)
    except click.ClickException as error:
        hint = ""
        if isinstance(error, click.UsageError) and error.ctx is not None:
            hint = f" (see {error.ctx.command_path} --help)"
        return _say(" ".join(error.format_message().split()) + hint, 2)
    except OSError as error:
        where = f"{error.filename}: " if error.filename else ""
        return _say(f"{where}{error.strerror or error}", REFUSED)
    except Exception as error:
        if os.environ.get("CLAIMSIM_DEBUG"):
            raise
        what = f"{type(error).__name__}: {error}".splitlines()[0]
        return _say(f"internal error: {what} (CLAIMSIM_DEBUG=1 shows where)", INTERNAL)
    return result if isinstance(result, int) else 0


def _say(message: str, code: int) -> int:
    for line in message.splitlines() or [""]:
        click.echo(f"claimsim: error: {line}", err=True)
    return code


def _flushed(code: int) -> int:
    """Write out what is still held back; return the exit code, another one if that fails."""
    for stream in (sys.stdout, sys.stderr):
        try:
            if stream is not None:  # as it is where a shell closed it
                stream.flush()
        except BrokenPipeError:
            _silence(stream)
        except OSError as error:
            _silence(stream)
            code = code or _say(f"cannot write the output: {error.strerror}", REFUSED)
    return code


def _silence(stream: TextIO) -> None:
    """Send to nowhere what Python would try to write, and complain about, at its exit."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), stream.fileno())
