"""``claimsim show`` of several rows: a line each, with the numbers of the table, nothing lost."""

from __future__ import annotations

import csv
import io
import re
from pathlib import Path

import pandas as pd
import pytest

from claimsim.cli import compact, terminal
from claimsim.cli.columns import Column, estimates, fitting, fold, wanted
from claimsim.cli.show_command import TABLES, TOURNAMENT
from claimsim.experiment.results import Run
from tests.cli.conftest import SCENARIO

GRID = SCENARIO.replace(
    'decks = ["claim"]',
    'decks = ["claim", "sea", ["goblins", "knights", "dragons", "trolls", "seers"]]\n'
    'settings = ["none", "plateau"]',
).replace("[run]\n", "[run]\nablation = true\n") + "".join(
    f'\n[[targets]]\nmetric = "{metric}"\nvalue = 0.5\ntolerance = 0.1\n'
    for metric in ("leader_win_rate", "a_win_rate")
)

#: Columns that are always shown, and what their numbers are multiplied by.
ALWAYS = {
    "cells": {"leader_win_rate": 100},
    "verdicts": {"value": 1},
    "factions": {"pivotal": 100},
    "cards": {"win_rate_dealt": 100},
    "powers": {"fired_per_game": 1},
    "tricks": {"ahead_wins": 100, "settled": 100},
    "phase_1": {"win_rate_by_phase1_tricks": 100},
    "effects": {"estimate": 1},
    "payoffs": {"a_win_rate": 100},
    "ratings": {"elo": 1},
    "equilibrium": {"weight": 100, "exploitability": 100},
    "alpha_rank": {"mass": 100},
    "edges": {"uniform": 1, "equilibrium": 1},
}

#: A row begins with these columns; some of them name a row only together with its heading.
FIRST = {
    "cells": "cell",
    "verdicts": "cell",
    "factions": "faction",
    "powers": "power",
    "tricks": "phase",
    "phase_1": "tricks",
}

ESTIMATE = re.compile(r"([-+]?[\d.]+)  +(?:([-+]?[\d.]+) to +([-+]?[\d.]+)|by definition)")


@pytest.fixture
def grid(claimsim) -> str:
    Path("grid.toml").write_text(GRID)
    assert claimsim("run", "grid.toml", "--out", "grid", "--quiet").code in (0, 3, 4)
    return "grid"


@pytest.fixture
def played(claimsim) -> str:
    assert claimsim("tournament", "small.toml", "--out", "played", "--quiet").code == 0
    return "played"


def stored(run: str, table: str) -> pd.DataFrame:
    return pd.read_parquet(f"{run}/{table}.parquet")


def bounds(name: str) -> tuple[str, str]:
    stem = name.removesuffix("_win_rate")
    return ("low", "high") if name in ("value", "estimate") else (f"{stem}_low", f"{stem}_high")


def near(text: str, number: float) -> bool:
    """Whether a text is a number in as many decimals as it has."""
    decimals = len(text.partition(".")[2])
    return abs(float(text) - number) <= 0.5000001 * 10.0**-decimals


def checked(out: str, rows: pd.DataFrame, names: dict[str, int]) -> None:
    """Assert that estimates stand in the order of the rows, and are those of the table."""
    lines = [found for found in map(ESTIMATE.findall, out.splitlines()) if found]
    if "uniform" in names:  # edges: rows of one metric stand together
        about = rows["metric"].where(rows["row"] != "", "")
        parts = rows.groupby([rows["table"], about], sort=False)
        rows = pd.concat([part for _, part in parts])
    known = rows[rows[list(names)].notna().any(axis=1)]
    assert len(lines) == len(known)
    for line, row in zip(lines, known.to_dict("records"), strict=True):
        here = [name for name in names if not pd.isna(row[name])]
        # Columns beside those that are always there come in between.
        for name in here:
            low, high = bounds(name)
            want = [names[name] * row[key] for key in (name, low, high)]
            assert any(
                near(found[0], want[0])
                and (not found[1] or (near(found[1], want[1]) and near(found[2], want[2])))
                for found in line
            ), (name, row, line)


@pytest.mark.parametrize("table", TABLES)
def test_tables_of_a_run_in_one_line_a_row(claimsim, grid: str, table: str) -> None:
    done = claimsim("show", grid, "--table", table, "--rows", "all")
    assert (done.code, done.err) == (0, "")
    rows = stored(grid, table)
    checked(done.out, rows, ALWAYS[table])
    tidy(done.out)
    drawn = BARS.get(table)
    said = f"Bars: {drawn}. " if drawn else ""
    assert done.out.endswith(f"\n{said}All columns: --format blocks.\n")
    if table in ("factions", "cards", "powers", "tricks", "phase_1"):
        headings = [line for line in done.out.splitlines() if re.match(r"cell \d", line)]
        cells = stored(grid, "cells").to_dict("records")
        for heading, cell in zip(headings, cells, strict=True):
            where = [cell["deck"], *([cell["setting"]] if cell["setting"] != "none" else [])]
            players = f"{cell['strategy_a']} against {cell['strategy_b']}"
            assert heading == f"cell {cell['cell']}: {', '.join(where)}; {players}"


BARS = {
    "cells": "leader_win_rate",
    "cards": "win_rate_dealt",
    "tricks": "ahead_wins",
    "phase_1": "win_rate_by_phase1_tricks",
}


@pytest.mark.parametrize("table", [name for name in TOURNAMENT if name != "cycles"])
def test_tables_of_a_tournament_in_one_line_a_row(claimsim, played: str, table: str) -> None:
    done = claimsim("show", played, "--table", table, "--rows", "all")
    assert (done.code, done.err) == (0, "")
    checked(done.out, stored(played, table), ALWAYS[table])
    tidy(done.out)


def tidy(out: str) -> None:
    lines = out.splitlines()
    assert max(map(len, lines)) <= 80
    assert [line for line in lines if line != line.rstrip()] == []
    assert "\x1b" not in out


def test_cycles_name_their_players(capsys) -> None:
    from claimsim.cli import compact_tournament
    from claimsim.cli.columns import print_columns

    row = {"player_1": "a", "player_2": "b", "player_3": "c"}
    row |= {"1_beats_2": 0.61, "2_beats_3": 0.62, "3_beats_1": 0.632, "weakest": 0.61}
    shown = compact_tournament.view("cycles", pd.DataFrame([row, row]))
    print_columns(shown.columns, shown.groups)
    lines = capsys.readouterr().out.splitlines()
    assert [line.split() for line in lines[1:]] == 2 * [
        ["a", "b", "c", "61.0", "62.0", "63.2", "61.0"]
    ]


def test_who_surely_wins_stands_in_a_word(claimsim) -> None:
    ask = ["tournament", "small.toml", "--deals", "400", "--out", "played", "--quiet"]
    assert claimsim(*ask).code == 0
    played = "played"
    rows = stored(played, "payoffs").to_dict("records")
    lines = claimsim("show", played, "--table", "payoffs").out.splitlines()
    for row in rows:
        (line,) = [one for one in lines if one.split()[:2] == [row["player"], row["opponent"]]]
        other = next(
            r for r in rows if (r["opponent"], r["player"]) == (row["player"], row["opponent"])
        )
        assert ("wins" in line.split()) is row["beats"]
        assert ("loses" in line.split()) is other["beats"]
    assert any(row["beats"] for row in rows)


def test_sure_effects_stand_in_a_word() -> None:
    from claimsim.cli import compact_views

    rows = pd.DataFrame(
        {
            "metric": "leader_win_rate", "matchup": "a against b",
            "kind": ["unit", "unit", "setting"], "term": ["octipi", "trolls", "none"],
            "estimate": [0.02, -0.03, 0.001],
            "low": [0.01, -0.04, -0.001], "high": [0.03, -0.02, 0.003],
            "q_value": [0.05, 0.001, 0.051], "share_of_variance": [0.5, 0.25, None], "cells": 8,
        }
    )  # fmt: skip
    shown = compact_views.view("effects", rows, pd.DataFrame())
    (words,) = [column.cells for column in shown.columns if column.name == "surely"]
    assert words == ["raises", "lowers", ""]
    assert shown.columns[0].cells == ["octipi", "trolls", "setting: none"]


def test_a_single_row_has_all_its_columns(claimsim, grid: str) -> None:
    one = claimsim("show", grid, "--cell", "2")
    assert one.out == claimsim("show", grid, "--cell", "2", "--format", "blocks").out
    assert one.out.splitlines()[0].startswith("cell 2, deck ")
    assert any(line.split()[:1] == ["forced_plays"] for line in one.out.splitlines())
    several = claimsim("show", grid, "--cell", "2", "--cell", "4").out
    assert [line.split()[0] for line in several.splitlines() if re.match(r" +\d", line)] == [
        "2",
        "4",
    ]


@pytest.mark.parametrize("form", ["text", "blocks"])
@pytest.mark.parametrize("table", ["cells", "factions", "cards", "tricks"])
def test_rows_that_are_left_out_are_said(claimsim, grid: str, table: str, form: str) -> None:
    count = len(stored(grid, table))
    ask = ["show", grid, "--table", table, "--format", form]
    some = claimsim(*ask, "--rows", "3").out
    assert f"\n3 of {count:,} rows; --rows all: every one." in some
    if form == "text":
        assert sum(bool(ESTIMATE.search(line)) for line in some.splitlines()) == 3
        checked(some, stored(grid, table).head(3), ALWAYS[table])
    else:
        assert sum(line.startswith("cell ") for line in some.splitlines()) == 3
    tidy(some)
    assert "rows; --rows all" not in claimsim(*ask, "--rows", "all").out
    assert "rows; --rows all" not in claimsim(*ask, "--rows", str(count)).out


def test_the_usual_limit(claimsim, grid: str) -> None:
    count = len(stored(grid, "cards"))
    assert count > 100
    out = claimsim("show", grid, "--table", "cards").out
    assert out.endswith(
        f"\n100 of {count:,} rows; --rows all: every one. All columns: --format blocks.\n"
    )


def test_courses_of_cells_that_are_left_out_are_said(claimsim, grid: str) -> None:
    out = claimsim("show", grid, "--table", "phase_1", "--rows", "2").out
    assert " ".join(out.split()).count("Courses of the first 2 cells: one mark a number") == 1


def test_the_worst_verdicts_of_each_target_come_first(claimsim, grid: str) -> None:
    rows = stored(grid, "verdicts")
    out = claimsim("show", grid, "--table", "verdicts", "--rows", "6").out
    assert f"6 of {len(rows)} rows, of each target the worst; --rows all" in " ".join(out.split())
    parts = out.split("\ntarget ")[1:]
    assert len(parts) == 2
    order = ["unbalanced", "undecided", "balanced"]
    for number, part in enumerate(parts, 1):
        found = [line.split() for line in part.splitlines() if ESTIMATE.search(line)]
        assert len(found) == 3
        of = rows[rows["target"] == number]
        worst = sorted(
            of.to_dict("records"),
            key=lambda row: (
                order.index(row["verdict"]),
                -abs(row["value"] - row["wanted"]),
                row["cell"],
            ),
        )
        assert [line[0] for line in found] == [str(row["cell"]) for row in worst[:3]]


def test_the_surest_interactions_come_first() -> None:
    kinds = ["unit"] * 3 + ["unit x unit"] * 4
    rows = pd.DataFrame(
        {
            "metric": "draw_rate", "matchup": "a against b", "kind": kinds,
            "term": ["all", "u", "v", "all", "u x v", "v x w", "w x u"],
            "q_value": [None, 0.9, 0.1, None, 0.5, 0.01, 0.2],
            "estimate": [None, 0.1, 0.1, None, 0.1, 0.1, 0.1],
            "share_of_variance": [0.5, 0.2, 0.3, 0.1, 0.0, 0.1, 0.0],
        }
    )  # fmt: skip
    kept, words = compact.first_rows("effects", rows, 6)
    assert list(kept["term"]) == ["all", "u", "v", "all", "v x w", "w x u"]
    assert "the surest" in words
    assert compact.first_rows("effects", rows, 7)[0] is rows
    rows.loc[1, ["estimate", "share_of_variance", "q_value"]] = None
    assert "u" not in list(compact.first_rows("effects", rows, 6)[0]["term"]), "it has no number"
    together = pd.concat([rows, rows.assign(matchup="all")], ignore_index=True)
    kept, _ = compact.first_rows("effects", together, 6)
    assert set(kept["matchup"]) == {"all"}


@pytest.mark.parametrize("form", ["csv", "json"])
def test_data_for_machines_is_never_cut(claimsim, grid: str, form: str) -> None:
    count = len(stored(grid, "cards"))
    out = claimsim("show", grid, "--table", "cards", "--format", form).out
    assert count > 100
    rows = (
        list(csv.DictReader(io.StringIO(out))) if form == "csv" else pd.read_json(io.StringIO(out))
    )
    assert len(rows) == count
    refused = claimsim("show", grid, "--format", form, "--rows", "5")
    assert (refused.code, refused.out) == (2, "")
    assert f"--rows: {form} always has all rows" in refused.err


@pytest.mark.parametrize("rows", ["0", "-1", "some", "1.5", ""])
def test_what_is_no_number_of_rows_is_refused(claimsim, made: Path, rows: str) -> None:
    refused = claimsim("show", made, "--rows", rows)
    assert (refused.code, refused.out) == (2, "")
    assert "a number of rows from 1, or all" in refused.err


def test_courses_are_those_of_the_table(claimsim, grid: str) -> None:
    rows = stored(grid, "tricks")
    out = claimsim(
        "show", grid, "--table", "tricks", "--rows", "1", "--cell", "0", "--cell", "1"
    ).out
    line = next(
        one
        for one in claimsim("show", grid, "--table", "tricks").out.splitlines()
        if one.startswith("   1 ")
    )
    of = rows[rows["cell"] == 1]
    drawn = {
        name: " ".join(
            "".join(
                " " if pd.isna(x) else "▁▂▃▄▅▆▇█"[min(int(8 * x), 7)]
                for x in of[of["phase"] == phase][name]
            )
            for phase in (1, 2)
        )
        for name in ("ahead_wins", "settled")
    }
    assert line.endswith(drawn["settled"])
    assert drawn["ahead_wins"] in line
    assert out.count("\n   0 ") == 1


def test_a_run_shows_its_cells_as_show_does(claimsim, grid: str) -> None:
    ran = claimsim("run", "grid.toml", "--out", grid, "--resume", "--quiet").out
    shown = claimsim("show", grid).out
    table = shown[shown.index("\n") : shown.index("\n\nBars: leader_win_rate. All columns")]
    assert table in ran
    assert ran.startswith("Small: win rates in %, with 95 % intervals")
    assert Run.open(grid).cells["verdict"].notna().any()
    assert "verdict" in ran


def test_columns_come_by_what_they_are_worth() -> None:
    columns = [
        Column("name", ["x" * 10]),
        Column("last", ["y" * 10], spare=3),
        Column("wide", ["z" * 30], spare=2),
        Column("first", ["w" * 10], spare=1),
    ]
    names = {room: [c.name for c in fitting(columns, room)] for room in (10, 22, 34, 54, 66)}
    assert names[10] == ["name"]
    assert names[22] == ["name", "first"]
    assert names[34] == ["name", "last", "first"]
    assert names[54] == ["name", "wide", "first"]
    assert names[66] == ["name", "last", "wide", "first"]
    assert wanted(columns) == 66


def test_long_names_are_folded_where_they_are_put_together() -> None:
    deck = "lightning_elementals+fish_people+dragons+trolls+seers"
    folded = fold(deck, 36)
    assert folded == "lightning_elementals+fish_people+\n  dragons+trolls+seers"
    assert fold("planner(wild=2, votes=3)", 16) == "planner(wild=2,\n  votes=3)"
    assert fold("short", 16) == "short"
    assert fold("x" * 30, 16) == "x" * 16 + "\n  " + "x" * 14
    columns = [Column("deck", [deck], folds=True), Column("n", ["1" * 20], number=True)]
    (first, _) = fitting(columns, 60)
    assert max(map(len, first.cells[0].split("\n"))) <= 38
    assert "".join(line.strip() for line in first.cells[0].split("\n")) == deck


def test_decimals_tell_the_ends_of_intervals_apart() -> None:
    frame = pd.DataFrame(
        {"x": [0.5, 0.25, None], "x_low": [0.498, 0.248, None], "x_high": [0.502, 0.252, None]}
    )
    assert estimates(frame, "x").cells == [
        "50.00  49.80 to 50.20",
        "25.00  24.80 to 25.20",
        "    -",
    ]
    wide = frame.assign(x_low=0.2, x_high=0.6)
    assert estimates(wide, "x").cells[0] == "50.0  20.0 to 60.0"
    assert estimates(wide, "x", percent=False, signed=True).cells[0] == "+0.500  +0.200 to +0.600"
    apart = frame.assign(x_low=[0.498, 0.1, None], x_high=[0.502, 0.4, None])
    assert estimates(apart, "x", by="ab-").cells[:2] == [
        "50.00  49.80 to 50.20",
        "25.0  10.0 to 40.0",
    ]
    assert estimates(frame.assign(x_low=0.5, x_high=0.5), "x").cells[0] == "50.0  50.0 to 50.0"


def test_only_verdicts_that_were_found_stand_out() -> None:
    text = terminal.judged("leader_win_rate: 12 balanced, 0 undecided, 3\nunbalanced")
    spans = {text.plain[span.start : span.end]: span.style for span in text.spans}
    assert spans == {"12 balanced": "green", "3\nunbalanced": "bold red"}
