"""The comparison of the engines can fail: bugs planted in either of them are found."""

from __future__ import annotations

import subprocess
import sys

import pytest

from tests.differential.planted import BUGS


def differing_deals(bug: str) -> int:
    """Return in how many deals the engines differ, in a process of its own."""
    command = [sys.executable, "-W", "ignore", "-m", "tests.differential.planted", bug]
    return int(subprocess.run(command, check=True, capture_output=True, text=True).stdout)


def test_without_a_bug_nothing_differs() -> None:
    assert differing_deals("none") == 0


@pytest.mark.parametrize("bug", BUGS)
def test_a_planted_bug_is_caught(bug: str) -> None:
    assert differing_deals(bug) > 0
