"""The comparison of the engines can fail: bugs planted in either of them are found."""

from __future__ import annotations

import json
import subprocess
import sys

import pytest

from tests.differential.planted import KERNEL_BUGS, REFERENCE_BUGS, differing


@pytest.mark.parametrize("name", REFERENCE_BUGS)
def test_a_bug_of_the_reference_is_found(name: str, monkeypatch: pytest.MonkeyPatch):
    bug = REFERENCE_BUGS[name]
    assert differing(bug.cell) == 0
    assert hasattr(bug.owner, bug.method)
    monkeypatch.setattr(bug.owner, bug.method, bug.wrong)
    assert differing(bug.cell) > 0


@pytest.mark.slow
def test_bugs_of_the_kernel_are_found():
    """All of them compiled at once, which takes a minute; one acts at a time."""
    command = [sys.executable, "-W", "ignore", "-m", "tests.differential.planted"]
    done = subprocess.run(command, check=True, capture_output=True, text=True)
    found = json.loads(done.stdout)
    assert set(found) == set(KERNEL_BUGS)
    for name, (without, planted) in found.items():
        assert without == 0, name
        assert planted > 0, name
