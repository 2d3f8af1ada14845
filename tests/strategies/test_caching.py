"""A new strategy is compiled; the kernel and the other strategies are not, for its sake."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

import strategies

#: Compiles the strategies that are named; prints the digest of the kernel and of each of them.
COMPILE = """
import json, sys, warnings
warnings.simplefilter("ignore")
from claimsim import registry
from claimsim.kernel import jit
from claimsim.kernel.engine import compiled
found = {"kernel": jit.kernel_digest()}
for name in sys.argv[1:]:
    compiled(registry.find(name))
    found[name] = jit.strategy_digest(registry.find(name))
print(json.dumps(found))
"""

NEW = '''
from claimsim.strategy_kit import strategy
from strategies._cards import cheapest


@strategy(name="added", version=1, summary="", source="")
def choose(view, weights):
    """Return the cheapest card."""
    return cheapest(view, view.options)
'''


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """Return a copy of the package of strategies, which stands before the shipped one."""
    copy = tmp_path / "path" / "strategies"
    shutil.copytree(Path(str(strategies.__file__)).parent, copy)
    return copy


def compile_in(folder: Path, *names: str) -> tuple[dict[str, str], dict[str, int]]:
    """Compile strategies of a folder; return digests, and when each file of the cache was made."""
    cache = folder.parents[1] / "cache"
    root = str(Path(__file__).parents[2])
    path = os.pathsep.join((str(folder.parent), root))
    done = subprocess.run(
        [sys.executable, "-c", COMPILE, *names],
        env={**os.environ, "PYTHONPATH": path, "CLAIMSIM_CACHE": str(cache)},
        cwd=folder.parent,
        check=True,
        capture_output=True,
        text=True,
    )
    files = [file for file in cache.rglob("*.nb?") if file.is_file()]
    made = {str(file.relative_to(cache)): file.stat().st_mtime_ns for file in files}
    return json.loads(done.stdout), made


def test_a_new_strategy_compiles_itself_alone(folder: Path) -> None:
    digests, files = compile_in(folder, "low", "duck")
    (folder / "added.py").write_text(NEW)
    again, later = compile_in(folder, "low", "duck", "added")
    assert {name: again[name] for name in digests} == digests
    assert {name: later[name] for name in files} == files
    new = {name.split("/")[0] for name in later.keys() - files.keys()}
    assert new == {f"strategy-{again['added']}-plain"}


def test_a_changed_helper_compiles_the_strategies_and_not_the_kernel(folder: Path) -> None:
    digests, files = compile_in(folder, "low")
    helpers = folder / "_cards.py"
    helpers.write_text(helpers.read_text() + "\n# changed\n")
    again, later = compile_in(folder, "low")
    assert again["kernel"] == digests["kernel"]
    assert again["low"] != digests["low"]
    assert later.keys() > files.keys()
