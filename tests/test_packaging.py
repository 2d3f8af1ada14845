"""What is installed, and what happens where other folders have the names of our packages."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
import tomllib
import zipfile
from fnmatch import fnmatch
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
TOP = ("claimsim", "strategies", "scenarios", "reports")


def setuptools_table() -> dict:
    return tomllib.loads((ROOT / "pyproject.toml").read_text())["tool"]["setuptools"]


def shipped_files() -> list[Path]:
    found = [path for top in TOP for path in (ROOT / top).rglob("*") if path.is_file()]
    return [path.relative_to(ROOT) for path in found if "__pycache__" not in path.parts]


def test_every_package_is_listed() -> None:
    folders = {".".join(path.parent.parts) for path in shipped_files() if path.suffix == ".py"}
    assert set(setuptools_table()["packages"]) == folders


def test_every_other_file_is_package_data() -> None:
    data = setuptools_table()["package-data"]
    for path in shipped_files():
        if path.suffix != ".py":
            inside = "/".join(path.parts[1:])
            assert any(fnmatch(inside, pattern) for pattern in data[path.parts[0]]), path


def test_typed_packages_say_so() -> None:
    assert all((ROOT / top / "py.typed").is_file() for top in TOP)


def test_every_dependency_is_pinned_once() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
    wanted = project["dependencies"] + project["optional-dependencies"]["dev"]
    pins = [line.split("==") for line in (ROOT / "constraints.txt").read_text().splitlines()]
    names = [name.lower() for name, _ in pins]
    assert len(set(names)) == len(names)
    for requirement in wanted:
        assert requirement.split(">")[0].lower() in names


def python(folder: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    """Run Python in a folder, which it then searches first; ours is found after it."""
    environment = {**os.environ, "PYTHONPATH": str(ROOT)}
    return subprocess.run(
        [sys.executable, *arguments],
        cwd=folder,
        env=environment,
        capture_output=True,
        text=True,
        check=False,
    )


@pytest.mark.parametrize("name", ["strategies", "scenarios", "reports"])
@pytest.mark.parametrize("form", ["{}/__init__.py", "{}.py"])
def test_what_hides_one_of_our_packages_is_named(tmp_path: Path, name: str, form: str) -> None:
    other = tmp_path / form.format(name)
    other.parent.mkdir(exist_ok=True)
    other.write_text("raise SystemExit('this must not be imported')\n")
    done = python(tmp_path, "-m", "claimsim", "list", "strategies")
    hiding = other.parent if form.startswith("{}/") else other
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr.count("\n") == 1
    assert f"{hiding} hides it" in done.stderr
    assert f"needs its own package {name!r} in {ROOT / name}" in done.stderr
    library = "import claimsim\ntry:\n    claimsim.load_scenario('base')\nexcept "
    library += "claimsim.errors.ClaimsimError as error:\n    print(error)\n"
    assert f"{hiding} hides it" in python(tmp_path, "-c", library).stdout


def test_a_folder_that_is_no_package_hides_nothing(tmp_path: Path) -> None:
    (tmp_path / "reports").mkdir()
    done = python(tmp_path, "-m", "claimsim", "list", "decks")
    assert done.returncode == 0
    assert "hides" not in done.stderr
    assert done.stdout.startswith("claim ")


def test_the_public_face() -> None:
    code = (
        "import sys, claimsim\n"
        "print(sorted(set(sys.modules) & {'numpy', 'numba', 'pandas', 'pydantic', 'click'}))\n"
        "print([name for name in claimsim.__all__ if getattr(claimsim, name) is None])\n"
        "print(set(claimsim.__all__) <= set(dir(claimsim)))\n"
        "try:\n    claimsim.nothing\nexcept AttributeError as error:\n    print(error)\n"
    )
    assert python(ROOT, "-c", code).stdout.splitlines() == [
        "[]",
        "[]",
        "True",
        "module 'claimsim' has no attribute 'nothing'",
    ]


def call(*command: object, cwd: Path, **environment: str) -> str:
    held = {k: v for k, v in os.environ.items() if k not in ("PYTHONPATH", "VIRTUAL_ENV")}
    done = subprocess.run(
        [str(part) for part in command],
        cwd=cwd,
        env={**held, **environment},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    return done.stdout


@pytest.mark.slow
def test_the_wheel_works_in_a_clean_environment(tmp_path: Path) -> None:
    """Built, installed and run from a folder that holds another package `strategies`."""
    source, away, home = tmp_path / "source", tmp_path / "away", tmp_path / "home"
    kept = ("pyproject.toml", "constraints.txt", "README.md", "LICENSE")
    source.mkdir()
    for name in kept:
        shutil.copy(ROOT / name, source)
    for name in TOP:
        shutil.copytree(ROOT / name, source / name, ignore=shutil.ignore_patterns("__pycache__"))
    (away / "strategies").mkdir(parents=True)
    (away / "strategies" / "__init__.py").write_text("raise SystemExit('not this one')\n")
    home.mkdir()

    call(sys.executable, "-m", "venv", tmp_path / "venv", cwd=tmp_path)
    bin_folder = tmp_path / "venv" / "bin"
    pip = (bin_folder / "python", "-m", "pip", "--quiet", "--disable-pip-version-check")
    call(*pip, "wheel", "--no-deps", "--wheel-dir", tmp_path, source, cwd=tmp_path)
    (wheel,) = tmp_path.glob("claimsim-*.whl")
    inside = {name for name in zipfile.ZipFile(wheel).namelist() if ".dist-info/" not in name}
    assert inside == {path.as_posix() for path in shipped_files()}
    call(*pip, "install", "--constraint", source / "constraints.txt", wheel, cwd=tmp_path)

    def installed(*arguments: str) -> str:
        return call(bin_folder / "claimsim", *arguments, cwd=away, HOME=str(home))

    names = {row["name"] for row in json.loads(installed("list", "strategies", "--json"))}
    assert names == {path.stem for path in (ROOT / "strategies").glob("[a-z]*.py")}
    options = ("--deals", "20", "--out", "run", "--json", "--quiet")
    assert json.loads(installed("run", "base", *options))["games"] == 200
    assert installed("report", "run") == "run/report.html\n"
    assert (away / "run" / "report.html").stat().st_size > 10_000
