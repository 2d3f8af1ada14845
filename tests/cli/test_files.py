"""Files and directories that are there already: what is replaced, and what is refused."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.cli.conftest import SCENARIO

REFUSED = "name another --out, or remove it first"


@pytest.mark.parametrize("form", ["html", "md"])
@pytest.mark.parametrize("there", ["made/cells.parquet", "small.toml", "notes.md", "page.html"])
def test_a_report_replaces_no_other_file(claimsim, made: Path, form: str, there: str) -> None:
    Path("notes.md").write_text("# Notes\n\n## Method\n\nMine.\n")
    Path("page.html").write_text("<!DOCTYPE html>\n<title>Mine</title>\n")
    before = Path(there).read_bytes()
    done = claimsim("report", made, "--format", form, "--out", there)
    assert (done.code, done.out) == (2, "")
    assert done.err == (
        f"claimsim: error: {there} exists already and is no report of claimsim: {REFUSED}\n"
    )
    assert Path(there).read_bytes() == before


@pytest.mark.parametrize("old", ["html", "md"])
@pytest.mark.parametrize("form", ["html", "md"])
def test_a_report_replaces_a_report(claimsim, made: Path, old: str, form: str) -> None:
    claimsim("run", "small.toml", "--seed", "6", "--out", "other", "--quiet")
    assert claimsim("report", "other", "--format", old, "--out", "mine").code == 0
    before = Path("mine").read_bytes()
    assert claimsim("report", made, "--format", form, "--out", "mine").out == "mine\n"
    own = claimsim("report", made, "--format", form).out.strip()
    assert Path("mine").read_bytes() == Path(own).read_bytes() != before


@pytest.mark.parametrize("form", ["html", "md"])
def test_the_report_of_the_run_is_replaced_whatever_it_holds(claimsim, made, form: str) -> None:
    path = made / f"report.{form}"
    path.write_text("half a rep")
    assert claimsim("report", made, "--format", form).code == 0
    assert path.stat().st_size > 1000


@pytest.mark.parametrize("form", ["words", "record"])
def test_traced_games_replace_no_other_file(claimsim, form: str) -> None:
    Path("notes.md").write_text("A game:\n\n" + claimsim("trace", "small.toml").out)
    Path("empty").write_text("")
    for there in ("small.toml", "notes.md", "empty"):
        before = Path(there).read_bytes()
        done = claimsim("trace", "small.toml", "--format", form, "--out", there)
        assert (done.code, done.out) == (2, "")
        assert done.err == (
            f"claimsim: error: {there} exists already and holds no games of claimsim: {REFUSED}\n"
        )
        assert Path(there).read_bytes() == before


@pytest.mark.parametrize("old", ["words", "record"])
@pytest.mark.parametrize("form", ["words", "record"])
def test_traced_games_replace_traced_games(claimsim, old: str, form: str) -> None:
    name = "A long name of a scenario that has to be broken where lines have eighty columns"
    Path("long.toml").write_text(SCENARIO.replace('"Small"', f'"{name}"'))
    assert claimsim("trace", "long.toml", "--format", old, "--out", "games").code == 0
    assert claimsim("trace", "small.toml", "--format", form, "--out", "games").code == 0
    assert Path("games").read_text() == claimsim("trace", "small.toml", "--format", form).out


SET = ["--set", "switches.victory=three_votes", "--deals", "4"]
DECK = "parameters.octipi.threshold=7,8"
RESULTS = {
    "whatif": (["whatif", "small.toml", *SET], "whatif", "cells.parquet, differences.parquet"),
    "rulings": (
        ["whatif", "small.toml", "--rulings", "--deals", "4"],
        "whatif --rulings",
        "cells.parquet, differences.parquet",
    ),
    "sweep": (
        ["sweep", "small.toml", "--vary", DECK, "--metric", "a_win_rate", "--target", "0.5"],
        "sweep",
        "best.parquet, by_value.parquet, cells.parquet, crossings.parquet",
    ),
    "restrict": (
        ["restrict", "small.toml", "--forbid", "faction=knights", "--deals", "4"],
        "restrict",
        "cells.parquet, prices.parquet",
    ),
}


@pytest.mark.parametrize("kind", RESULTS)
def test_results_that_are_no_run(claimsim, kind: str) -> None:
    call, command, tables = RESULTS[kind]
    if kind == "sweep":
        Path("small.toml").write_text(SCENARIO.replace('"claim"', '"sea"'))
    assert claimsim(*call, "--out", "found", "--quiet").code == 0
    assert ", ".join(sorted(path.name for path in Path("found").glob("*.parquet"))) == tables
    for ask in (["show"], ["show", "--table", "factions"]):
        done = claimsim(*ask, "found")
        assert (done.code, done.out) == (2, "")
        assert done.err == (
            f"claimsim: error: found is no run but what claimsim {command} found: its tables are "
            f"its Parquet files, {tables}\n"
        )
    again = claimsim(*call, "--out", "found", "--quiet")
    assert (again.code, again.out) == (2, "")
    assert again.err == f"claimsim: error: found exists already: {REFUSED}\n"


@pytest.mark.parametrize("manifest", ["[]", "{}", "x", '{"kind": "dogs"}', '{"kind": []}'])
def test_what_only_looks_like_results_is_no_run_directory(claimsim, manifest: str) -> None:
    Path("there").mkdir()
    Path("there/manifest.json").write_text(manifest)
    done = claimsim("show", "there")
    assert done.code == 2
    assert done.err == ("claimsim: error: there is not a run directory: it holds no plan.json\n")
