"""What commands print and write."""

from __future__ import annotations

import csv
import io
import json
from pathlib import Path

import pandas as pd
import pytest

from claimsim.experiment.results import Run
from claimsim.scenario import load_scenario, parse_scenario


def test_run_prints_a_table_and_where_the_run_lies(claimsim) -> None:
    done = claimsim("run", "small.toml")
    assert done.code == 0
    lines = done.out.splitlines()
    assert lines[-1] == "runs/small-5"
    assert Run.open(lines[-1]).manifest["games"] == 100
    assert lines[0].startswith("Small: ")
    assert lines[1] == "deck = claim, 20 deals a cell"
    assert [line.split()[:3] for line in lines[3:6]] == [
        ["0", "random", "random"],
        ["1", "greedy", "greedy"],
        ["2", "greedy", "random"],
    ]
    assert "by definition" in lines[4]
    assert max(map(len, lines)) <= 80
    start, end = [line for line in done.err.splitlines() if "compiling" not in line]
    assert start == "playing 100 games …"
    assert end.startswith("100 games in ")
    assert "\x1b" not in done.out + done.err
    assert "\r" not in done.out + done.err


def test_the_table_shows_the_cells(claimsim, made: Path) -> None:
    again = claimsim("run", "small.toml", "--out", made, "--resume", "--quiet")
    row = Run.open(made).cells.iloc[2]
    shown = again.out.splitlines()[5].split()
    assert shown[3] == f"{100 * row['a_win_rate']:.1f}"
    assert [shown[4], shown[6]] == [f"{100 * row[f'a_{end}']:.1f}" for end in ("low", "high")]
    assert shown[7] == f"{100 * row['leader_win_rate']:.1f}"


def test_quiet_says_nothing_but_the_result(claimsim) -> None:
    done = claimsim("run", "small.toml", "--quiet")
    assert (done.code, done.err) == (0, "")
    assert done.out.endswith("runs/small-5\n")


def test_json_is_one_object(claimsim) -> None:
    options = ["--deals", "8", "--seed", "3", "--jobs", "1", "--out", "here", "--json"]
    done = claimsim("run", "small.toml", *options)
    found = json.loads(done.out)
    assert found["run"] == "here"
    assert (found["cells"], found["deals"], found["games"]) == (3, 8, 40)
    assert found["verdicts"] == {}
    assert found["seconds"] > 0
    assert found["games_per_second"] == pytest.approx(40 / found["seconds"])
    run = Run.open("here")
    assert found["digest"] == run.digest
    assert (run.manifest["seed"], run.scenario.seed) == (3, 3)


def test_options_reach_the_run(claimsim) -> None:
    claimsim("run", "small.toml", "--out", "whole", "--quiet")
    claimsim("run", "small.toml", "--out", "first", "--deals", "8", "--quiet")
    rest = ["--deals", "12", "--first-deal", "8", "--backend", "processes", "--jobs", "2"]
    assert claimsim("run", "small.toml", "--out", "second", *rest).code == 0
    whole, first, second = (Run.open(name).tallies for name in ("whole", "first", "second"))
    assert (first["sum"] + second["sum"] == whole["sum"]).all()
    assert Run.open("second").manifest["first_deal"] == 8


def test_the_command_in_the_manifest_says_how_it_was_played(claimsim) -> None:
    how = ["--jobs", "2", "--backend", "processes"]
    assert claimsim("run", "small.toml", "--out", "here", *how, "--quiet").code == 0
    assert " --jobs 2 --backend processes --out here" in Run.open("here").manifest["command"]


def test_a_table_that_is_gone_and_a_foreign_manifest_are_told_in_one_line(claimsim, made) -> None:
    (made / "powers.parquet").unlink()
    refused = claimsim("show", made, "--table", "powers")
    assert refused.code == 2
    assert refused.err == "claimsim: error: made/powers.parquet is gone; run again with --resume\n"
    assert claimsim("run", "small.toml", "--out", made, "--resume").code == 0
    assert claimsim("show", made, "--table", "powers").code == 0
    (made / "manifest.json").write_text("[]")
    refused = claimsim("show", made)
    assert (refused.code, refused.err.count("\n")) == (2, 1)
    assert "made/manifest.json is not what a run writes" in refused.err


def test_counts_are_shown_without_decimals(claimsim, tmp_path) -> None:
    target = '[[targets]]\nmetric = "leader_win_rate"\nvalue = 0.5\ntolerance = 0.1\n'
    (tmp_path / "aim.toml").write_text((tmp_path / "small.toml").read_text() + target)
    claimsim("run", "aim.toml", "--out", "aimed", "--quiet")
    ask = ["show", "aimed", "--table", "verdicts", "--format", "blocks"]
    lines = claimsim(*ask).out.splitlines()
    needed = [line.split()[1] for line in lines if line.split()[:1] == ["deals_needed"]]
    assert needed
    assert all(text.replace(",", "").isdigit() for text in needed)
    marks = [line.split()[1] for line in lines if line.split()[:1] == ["most_unbalanced"]]
    assert sorted(marks) == ["no", "no", "yes"]


def test_the_command_in_the_manifest_makes_the_same_run(claimsim, made: Path) -> None:
    import shlex
    import shutil

    run = Run.open(made)
    digest, command = run.digest, shlex.split(run.manifest["command"])
    assert command[0] == "claimsim"
    shutil.rmtree(made)
    assert claimsim(*command[1:]).code == 0
    assert Run.open(made).digest == digest


def test_an_existing_directory_is_refused_unless_resumed(claimsim, made: Path) -> None:
    refused = claimsim("run", "small.toml", "--out", made)
    assert (refused.code, refused.out) == (2, "")
    assert "add --resume" in refused.err
    resumed = claimsim("run", "small.toml", "--out", made, "--resume")
    assert resumed.code == 0
    assert "is finished already" in resumed.err


def same(found: pd.DataFrame, stored: pd.DataFrame) -> None:
    """Assert that two tables hold the same, to the last bit; a missing text is an empty one."""
    assert list(found.columns) == list(stored.columns)
    for name in stored:
        there = [None if pd.isna(value) or value == "" else value for value in stored[name]]
        here = [
            None if pd.isna(value) or value == "" else type(right)(value)
            for value, right in zip(found[name], there, strict=True)
        ]
        assert here == there, name


@pytest.mark.parametrize("table", ["cells", "factions", "powers"])
def test_show_prints_the_stored_table(claimsim, made: Path, table: str) -> None:
    stored = Run.open(made).table(table)
    text = claimsim("show", made, "--table", table, "--format", "csv").out
    same(pd.DataFrame(csv.DictReader(io.StringIO(text))), stored)
    rows = json.loads(claimsim("show", made, "--table", table, "--format", "json").out)
    same(pd.DataFrame(rows), stored)
    plain = claimsim("show", made, "--table", table, "--format", "blocks").out
    assert plain.count("cell ") >= len(stored)
    assert max(map(len, plain.splitlines())) <= 80


def test_report_prints_where_it_lies(claimsim, made: Path) -> None:
    assert claimsim("report", made).out == f"{made}/report.html\n"
    page = (made / "report.html").read_text()
    assert page.startswith("<!DOCTYPE html>")
    assert claimsim("report", made, "--out", "mine.html").out == "mine.html\n"
    assert Path("mine.html").read_text() == page
    assert claimsim("report", made, "--format", "md").out == f"{made}/report.md\n"
    assert (made / "report.md").read_text().startswith("# ")


@pytest.mark.parametrize("form", ["html", "md"])
def test_a_report_that_cannot_be_written(claimsim, made: Path, form: str) -> None:
    done = claimsim("report", made, "--format", form, "--out", "no/such/folder/file")
    assert (done.code, done.out) == (5, "")
    assert done.err.startswith("claimsim: error: cannot write the report no/such/folder/file: No ")
    assert done.err.count("\n") == 1


def test_check_prints_the_scenario_as_understood(claimsim) -> None:
    text = claimsim("check", "small.toml", "--resolved").out
    assert 'mirror = "seats"' in text
    assert parse_scenario(text, "x") == load_scenario("small.toml")


def test_every_shipped_scenario_is_right(claimsim) -> None:
    from claimsim.scenario.loading import shipped_scenarios

    assert claimsim("check", *shipped_scenarios()).code == 0


@pytest.mark.parametrize("engine", ["kernel", "reference"])
def test_traced_games_obey_the_rules(claimsim, engine: str) -> None:
    options = ["--engine", engine, "--format", "record", "--deal", "7", "--games", "3"]
    done = claimsim("trace", "small.toml", *options, "--out", "games.jsonl")
    assert (done.code, done.out, done.err) == (0, "", "")
    printed = claimsim("trace", "small.toml", *options).out
    assert Path("games.jsonl").read_text() == printed
    records = [json.loads(line) for line in printed.splitlines()]
    assert [record["deal"] for record in records] == [7, 7, 8]
    assert {record["engine"] for record in records} == {engine}
    replayed = claimsim("replay", "games.jsonl")
    assert (replayed.code, replayed.out) == (0, "")
    assert "3 games checked, 0 break the rules" in replayed.err


EVERYWHERE = """\
schema = 1
name = "Everywhere"
[grid]
decks = "all"
settings = "all"
buildings = "all"
matchups = [["random", "planner"]]
[run]
mirror = "lead"
[switches]
lightning_timing = "leader_may_answer"
seer_trigger = "any_seer_in_trick"
giant_smash = "may"
basilisk_phases = [1, 2]
[parameters]
seers.looks = 3
phoenix.draws = 2
"""


def test_both_engines_play_the_same_games_of_any_cell(claimsim) -> None:
    Path("everywhere.toml").write_text(EVERYWHERE)
    told: dict[str, list[dict[str, object]]] = {}
    for engine in ("kernel", "reference"):
        options = ["--cells", "25", "--games", "2", "--engine", engine, "--format", "record"]
        done = claimsim("trace", "everywhere.toml", *options, "--out", f"{engine}.jsonl")
        assert (done.code, done.out, done.err) == (0, "", "")
        replayed = claimsim("replay", f"{engine}.jsonl")
        assert (replayed.code, replayed.out) == (0, "")
        lines = Path(f"{engine}.jsonl").read_text().splitlines()
        told[engine] = [{**json.loads(line), "engine": "either"} for line in lines]
    assert told["kernel"] == told["reference"]
    places = {(record["setting"], record["building"]) for record in told["kernel"]}
    assert len(told["kernel"]) == 50
    assert len(places) > 15
    words = claimsim("trace", "everywhere.toml", "--cells", "25", "--engine", "reference")
    assert words.code == 0
    assert max(map(len, words.out.splitlines())) <= 80


def test_cells_are_drawn_by_the_seed(claimsim) -> None:
    def strategies(*options: str) -> list[list[str]]:
        out = claimsim("trace", "small.toml", "--format", "record", *options).out
        return [json.loads(line)["strategies"] for line in out.splitlines()]

    assert strategies() == [["random", "random"]]
    assert sorted(strategies("--cells", "3")) == [
        ["greedy", "greedy"],
        ["greedy", "random"],
        ["random", "random"],
    ]
    one = [strategies("--cells", "1", "--seed", str(seed)) for seed in range(20)]
    assert one == [strategies("--cells", "1", "--seed", str(seed)) for seed in range(20)]
    assert len({str(drawn) for drawn in one}) == 3


def test_a_game_in_words(claimsim) -> None:
    one = claimsim("trace", "small.toml").out
    both = claimsim("trace", "small.toml", "--games", "2").out
    assert both.startswith(one + "\n")
    claimsim("trace", "small.toml", "--games", "2", "--out", "words.txt")
    assert Path("words.txt").read_text() == both
    assert max(map(len, both.splitlines())) <= 80


def test_a_trace_that_cannot_be_written(claimsim) -> None:
    done = claimsim("trace", "small.toml", "--out", "no/such/file")
    assert (done.code, done.err) == (
        5,
        "claimsim: error: cannot write no/such/file: No such file or directory\n",
    )


def test_broken_games_are_named_by_line_and_the_others_still_checked(claimsim) -> None:
    options = ["--format", "record", "--games", "3", "--out", "games.jsonl"]
    claimsim("trace", "small.toml", *options)
    lines = Path("games.jsonl").read_text().splitlines()
    broken = json.loads(lines[1])
    tricks = [event for event in broken["events"] if event["event"] == "trick"]
    tricks[0]["winner"] = 1 - tricks[0]["winner"]
    lines[1] = json.dumps(broken)
    Path("games.jsonl").write_text("\n".join(lines) + "\n")
    done = claimsim("replay", "games.jsonl")
    assert done.code == 1
    assert done.out.count("\n") == 1
    assert done.out.startswith("games.jsonl:2: ")
    assert "breaks rule 4" in done.out
    assert "3 games checked, 1 break" in done.err


def test_a_line_that_is_no_record_does_not_stop_the_others(claimsim) -> None:
    options = ["--games", "2", "--format", "record", "--out", "games.jsonl"]
    assert claimsim("trace", "small.toml", *options).code == 0
    first, second = Path("games.jsonl").read_text().splitlines()
    unprintable = json.loads(second)
    unprintable["events"][1]["card"] = "\ud800:1"
    lines = [first, "{", json.dumps(unprintable), "", "3", second]
    Path("games.jsonl").write_text("\n".join(lines) + "\n")
    done = claimsim("replay", "games.jsonl")
    assert (done.code, done.out) == (2, "")
    said = done.err.splitlines()
    assert [line.split(": ")[2] for line in said[:3]] == [f"games.jsonl:{n}" for n in (2, 3, 5)]
    assert "events[1].card: found " in said[1]
    assert said[3:] == ["2 games checked, 0 break the rules, 3 lines are no records"]
    broken = json.loads(second)
    broken["result"]["winner"] = 1 - (broken["result"]["winner"] or 0)
    lines += [json.dumps(broken)]
    Path("games.jsonl").write_text("\n".join(lines) + "\n")
    done = claimsim("replay", "games.jsonl")
    assert done.code == 1
    assert done.out.startswith("games.jsonl:7: result.winner: breaks rule 7.8: ")
    assert "3 games checked, 1 breaks the rules, 3 lines are no records" in done.err


def test_a_folder_is_no_file_of_records(claimsim) -> None:
    done = claimsim("replay", ".")
    assert (done.code, done.out) == (2, "")
    assert done.err == ("claimsim: error: .: is a folder; a file of game records would be right\n")


@pytest.mark.parametrize("text", ["{", "[]", "{}", '{"format": "other"}'])
def test_what_is_no_record_is_refused(claimsim, tmp_path: Path, text: str) -> None:
    (tmp_path / "games.jsonl").write_text(text + "\n")
    done = claimsim("replay", "games.jsonl")
    assert (done.code, done.out) == (2, "")
    assert done.err.startswith("claimsim: error: games.jsonl:1: ")


def test_a_run_that_plays_nothing_says_no_time_of_before(claimsim) -> None:
    claimsim("run", "small.toml", "--deals", "10", "--out", "here", "--quiet")
    longer = ["run", "small.toml", "--deals", "20", "--out", "here", "--resume"]
    first = claimsim(*longer).err.splitlines()
    assert first[0] == "extended from 10 to 20 deals a cell"
    assert first[-1].startswith("50 of 100 games in ")
    again = claimsim(*longer)
    assert again.code == 0
    assert again.err.splitlines() == ["here is finished already", "all games were there already"]


def test_a_damaged_batch_is_told_though_all_deals_are_there(claimsim, made: Path) -> None:
    path = next((made / "tallies").iterdir())
    path.write_bytes(path.read_bytes()[:-1])
    done = claimsim("run", "small.toml", "--out", made, "--resume")
    assert (done.code, done.out, done.err.count("\n")) == (2, "", 1)
    assert f"{path} is damaged, or of another run; delete it and run again with" in done.err
    assert claimsim("show", made).code == 0
    path.unlink()
    done = claimsim("run", "small.toml", "--out", made, "--resume")
    assert done.code == 0
    assert done.err.splitlines()[0] == "1 batch is gone of 1 in made/tallies: played again"
