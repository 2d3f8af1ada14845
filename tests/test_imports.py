"""Who may import what, and where bits are set: the layout, held by reading the source."""

from __future__ import annotations

import ast
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
HEAVY = {"numba", "scipy", "pandas", "polars", "matplotlib", "pydantic", "joblib", "pyarrow"}
BITS = (ast.BitAnd, ast.BitOr, ast.BitXor, ast.LShift, ast.RShift, ast.Invert)


def sources(*folders: str) -> list[Path]:
    return [path for folder in folders for path in sorted((ROOT / folder).rglob("*.py"))]


def imports(path: Path, *, top_only: bool) -> Iterator[str]:
    tree = ast.parse(path.read_text())
    inside = {
        id(node)
        for function in ast.walk(tree)
        if isinstance(function, ast.FunctionDef | ast.AsyncFunctionDef)
        or (isinstance(function, ast.If) and "TYPE_CHECKING" in ast.dump(function.test))
        for node in ast.walk(function)
    }
    for node in ast.walk(tree):
        if top_only and id(node) in inside:
            continue
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and node.module:
            yield node.module


@pytest.mark.parametrize("path", sources("strategies"), ids=lambda p: p.name)
def test_strategies_see_the_strategy_kit_alone(path: Path) -> None:
    for name in imports(path, top_only=False):
        assert name == "claimsim.strategy_kit" or name.split(".")[0] == "strategies", name


@pytest.mark.parametrize("path", sources("claimsim"), ids=lambda p: str(p.relative_to(ROOT)))
def test_claimsim_does_not_rest_on_what_rests_on_it(path: Path) -> None:
    top = {name.split(".")[0] for name in imports(path, top_only=True)}
    assert not top & {"strategies", "reports"}
    everywhere = {name.split(".")[0] for name in imports(path, top_only=False)}
    if path.parent.name != "kernel":
        assert "numba" not in everywhere


@pytest.mark.parametrize("path", sources("claimsim/reference"), ids=lambda p: p.name)
def test_the_reference_engine_owes_the_kernel_nothing(path: Path) -> None:
    names = set(imports(path, top_only=False))
    assert not any(name.startswith(("claimsim.kernel", "claimsim.tricks")) for name in names)


def _bit_operations(path: Path) -> list[int]:
    """Return the lines of bit operations, unions of types in annotations apart."""
    tree = ast.parse(path.read_text())
    types = {
        id(node)
        for owner in ast.walk(tree)
        for note in (getattr(owner, "annotation", None), getattr(owner, "returns", None))
        if note is not None
        for node in ast.walk(note)
    }
    return [
        node.lineno
        for node in ast.walk(tree)
        if (isinstance(node, ast.BinOp | ast.AugAssign | ast.UnaryOp) and isinstance(node.op, BITS))
        and id(node) not in types
    ]


def test_bit_operations_are_found(tmp_path: Path) -> None:
    path = tmp_path / "source.py"
    path.write_text("def f(a: int | None) -> int | str:\n    return a\n")
    assert _bit_operations(path) == []
    path.write_text("a & b\na | b\na ^ b\na << b\na >> b\n~a\na &= b\na + b\nnot a\n-a\n")
    assert sorted(_bit_operations(path)) == [1, 2, 3, 4, 5, 6, 7]


@pytest.mark.parametrize(
    "path",
    [
        *(p for p in sources("claimsim/kernel") if p.name not in ("cardsets.py", "streams.py")),
        *sources("strategies", "claimsim/reference"),
        ROOT / "claimsim/tricks.py",
    ],
    ids=lambda p: str(p.relative_to(ROOT)),
)
def test_bits_are_the_business_of_card_sets_and_streams(path: Path) -> None:
    assert _bit_operations(path) == []


@pytest.mark.parametrize("arguments", [["--help"], ["run", "--help"]])
def test_help_loads_nothing_heavy(arguments: list[str]) -> None:
    code = (
        "import sys\nfrom claimsim.cli import main\n"
        f"try:\n    main({arguments!r})\nexcept SystemExit:\n    pass\n"
        "print(*sys.modules, file=sys.stderr)"
    )
    done = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, check=True, cwd=ROOT
    )
    loaded = {name.split(".")[0] for name in done.stderr.split()}
    assert not loaded & (HEAVY | {"numpy"})
