"""The one family of errors that claimsim raises, each with its exit code.

The command line turns any of them into one line on standard error; library users
catch :class:`ClaimsimError` or the member that matters to them.
"""

from __future__ import annotations

from collections.abc import Sequence


class ClaimsimError(Exception):
    """Base of everything claimsim refuses; ``exit_code`` is what the command line returns."""

    exit_code = 2


class InputError(ClaimsimError):
    """A file, name, number or option that cannot be used as given."""


class ScenarioError(InputError):
    """A scenario file with mistakes, all of them at once.

    Parameters
    ----------
    problems
        One line a mistake: where, what was found, what is allowed.
    """

    def __init__(self, problems: Sequence[str]) -> None:
        self.problems = tuple(problems)
        super().__init__("\n".join(self.problems))


class StrategyError(InputError):
    """A strategy that cannot be used, or that answered with something that is not an option."""


class RunDirectoryError(InputError):
    """A run directory that is missing, foreign, unfinished or made from something else."""


class RuleGapError(ClaimsimError):
    """A state that no rule of the game covers: a fault of claimsim, never of its user."""

    exit_code = 70


class RuleViolation(ClaimsimError):
    """A game record that breaks the rules.

    Parameters
    ----------
    where
        The event (``"event 12 (play)"``) or the part of the record (``"start"``).
    rule
        The section of the rules that it breaks, for instance ``"3"``.
    message
        What is wrong, and what would be right.
    """

    exit_code = 1

    def __init__(self, where: str, rule: str, message: str) -> None:
        self.where = where
        self.rule = rule
        self.message = message
        super().__init__(f"{where}: breaks rule {rule}: {message}")


class SystemRefused(ClaimsimError):
    """The machine said no: disk, permission or a dead worker."""

    exit_code = 5


class Interrupted(ClaimsimError):
    """The user stopped the run; what was finished is kept."""

    exit_code = 130
