"""``claimsim new``: a file that is right and runs as it is."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from claimsim.experiment.results import Run
from claimsim.scenario import load_scenario


@pytest.fixture
def mine(claimsim) -> Path:
    done = claimsim("new", "scenario", "my_own-2")
    assert (done.code, done.out) == (0, "my_own-2.toml\n")
    assert done.err == "play it: claimsim run my_own-2.toml\n"
    return Path("my_own-2.toml")


def uncommented(text: str) -> str:
    """Return the file with what it shows as examples."""
    return re.sub(r"^#(?=[^ \n])", "", text, flags=re.MULTILINE)


def test_the_file_is_right_and_runs(claimsim, mine: Path) -> None:
    done = claimsim("check", mine)
    assert (done.code, done.err) == (0, "")
    assert done.out == "my_own-2.toml: right; 3 cells, 2,000 deals, 8,000 games\n"
    assert load_scenario(mine).name == "my_own-2"
    done = claimsim("run", mine, "--deals", "40", "--quiet", "--json")
    assert done.code == 0
    found = json.loads(done.out)
    assert (found["cells"], found["games"]) == (3, 160)
    assert len(Run.open(found["run"]).cells) == 3
    assert max(map(len, mine.read_text().splitlines())) <= 100


def test_a_comment_in_front_of_every_table_says_what_it_is(mine: Path) -> None:
    lines = mine.read_text().splitlines()
    found = [(line, lines[n - 1]) for n, line in enumerate(lines) if re.match(r"#?\[", line)]
    assert [line.strip("#[]").split(".")[0] for line, _ in found] == [
        "grid",
        "run",
        "switches",
        "parameters",
        "factions",
        "targets",
        "variants",
    ]
    assert all(before.startswith("# ") for _, before in found)


def test_what_is_commented_out_is_right_too(claimsim, mine: Path) -> None:
    Path("all.toml").write_text(uncommented(mine.read_text()))
    scenario = load_scenario("all.toml")
    assert scenario.switches
    assert scenario.parameters
    assert scenario.factions
    assert scenario.targets
    assert scenario.ablation
    assert scenario.allow_what_if
    assert list(scenario.variants) == ["golems_for_dwarves"]
    options = ["--deals", "30", "--quiet"]
    assert claimsim("run", "all.toml", *options).code in (3, 4)
    done = claimsim("whatif", "all.toml", "--variant", "golems_for_dwarves", *options, "--json")
    assert done.code == 0
    assert len(json.loads(done.out)["cells"]) == 3


def test_each_example_is_right_alone(claimsim, mine: Path) -> None:
    head, grid, run, *tables = mine.read_text().split("\n\n")
    factions = next(table for table in tables if "#[factions" in table)
    assert len(tables) == 5
    for table in tables:
        needed = [factions] if "#[variants" in table else []
        shown = uncommented("\n\n".join([*needed, table]))
        Path("one.toml").write_text(f"{head}\n\n{grid}\n\n{run}\n\n{shown}")
        assert claimsim("check", "one.toml").code == 0, table


def test_the_readme_names_the_variant_of_the_template(claimsim, mine: Path) -> None:
    readme = (Path(__file__).parents[2] / "README.md").read_text()
    (variant,) = re.findall(r"#\[variants\.(\w+)\]", mine.read_text())
    assert f"claimsim whatif my.toml --variant {variant} " in readme
    assert f"\n[variants.{variant}]\n" in readme
    done = claimsim("whatif", mine, "--variant", "full_knights")
    assert done.code == 2
    assert "there is no variant 'full_knights', as the scenario has no variants" in done.err


def test_an_existing_file_is_kept(claimsim, mine: Path) -> None:
    mine.write_text("mine\n")
    done = claimsim("new", "scenario", "my_own-2")
    assert (done.code, done.out) == (2, "")
    assert done.err.startswith("claimsim: error: my_own-2.toml exists already; ")
    assert mine.read_text() == "mine\n"


@pytest.mark.parametrize("name", ["", ".", "a/b", "../a", "a.toml", "a b", "ä", "-", "x" * 61])
def test_bad_names(claimsim, name: str) -> None:
    done = claimsim("new", "scenario", "--", name)
    assert (done.code, done.out) == (2, "")
    assert f"name {name!r}: 1 to 60 letters" in done.err
    assert done.err.count("\n") == 1
    assert [path.name for path in Path().iterdir()] == ["small.toml"]


def test_the_name_of_a_shipped_scenario(claimsim) -> None:
    done = claimsim("new", "scenario", "base")
    assert (done.code, done.out) == (2, "")
    assert "a shipped scenario is called so" in done.err
    assert not Path("base.toml").exists()


@pytest.mark.parametrize(
    ("arguments", "what"),
    [
        ([], "Missing argument"),
        (["player", "x"], "'scenario', 'strategy'"),
        (["scenario"], "'NAME'"),
    ],
)
def test_wrong_usage(claimsim, arguments: list[str], what: str) -> None:
    done = claimsim("new", *arguments)
    assert (done.code, done.out) == (2, "")
    assert what in done.err


def test_a_folder_that_cannot_be_written(claimsim, monkeypatch) -> None:
    def refuse(*_: object, **__: object) -> None:
        raise PermissionError(13, "Permission denied", "x.toml")

    monkeypatch.setattr(Path, "open", refuse)
    done = claimsim("new", "scenario", "x")
    assert (done.code, done.out) == (5, "")
    assert done.err == "claimsim: error: x.toml: Permission denied\n"
