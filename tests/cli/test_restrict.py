"""What ``claimsim restrict`` prints and writes."""

from __future__ import annotations

import json
from pathlib import Path

import pandas as pd

from claimsim import registry


def test_tables_fit_80_columns(claimsim) -> None:
    done = claimsim("restrict", "small.toml", "--forbid", "faction=all", "--forbid", "power=wild")
    assert done.code == 0
    lines = done.out.splitlines()
    assert max(map(len, lines)) <= 80
    assert lines[0].strip() == "Small: the price of doing without"
    names = [line.split()[0] for line in lines if line.startswith(("faction=", "power=wild "))]
    assert len(names) == 12  # ranked, and by cell in the same order
    assert names[:6] == names[6:]
    assert "power=wild: avoids playing doppelgangers" in lines
    assert lines[-1] == "cell 2: claim; greedy against random"
    # three cells as they are and with six restrictions, 20 deals of two games
    assert done.err == f"playing {3 * 7 * 40} games …\n"


def test_what_is_printed_is_what_json_and_the_directory_have(claimsim) -> None:
    asked = ("restrict", "small.toml", "--forbid", "faction=all", "--quiet", "--player", "b")
    text = claimsim(*asked)
    done = claimsim(*asked, "--json", "--out", "found")
    assert (done.code, done.err) == (0, "")
    content = json.loads(done.out)
    assert content["player"] == "b"
    ranked = [one["price"] for one in content["restrictions"]]
    assert ranked == sorted(ranked, reverse=True)
    for one in content["restrictions"]:
        line = next(row for row in text.out.splitlines() if row.startswith(one["restriction"]))
        assert line.split()[3] == f"{100 * one['price']:+.2f}"
        assert len(one["by_cell"]) == one["cells"] == 3
    assert pd.read_parquet("found/prices.parquet")["price"].tolist() == ranked
    assert len(pd.read_parquet("found/cells.parquet")) == 15
    manifest = json.loads(Path("found/manifest.json").read_text())
    assert (manifest["kind"], manifest["player"]) == ("restrict", "b")
    again = claimsim(*asked, "--out", "found")
    assert again.code == 2
    assert "found" in again.err


def test_mistakes_are_one_line(claimsim) -> None:
    done = claimsim("restrict", "small.toml", "--forbid", "card=knight-3")
    assert (done.code, done.out) == (2, "")
    assert len(done.err.splitlines()) == 1
    assert "did you mean 'knights-3'?" in done.err
    skill = claimsim("restrict", "small.toml", "--forbid", "skill=lookahead")
    assert skill.code == 2
    assert "have no such skill; those that have it: " in skill.err
    assert claimsim("restrict", "small.toml").code == 2


def test_all_skills_in_turn(claimsim) -> None:
    text = Path("small.toml").read_text()
    planner = text.replace('["random", "random"]', '["planner", "random"]')
    Path("skilled.toml").write_text(planner)
    call = ["--forbid", "skill=all", "--quiet", "--json"]
    done = claimsim("restrict", "skilled.toml", *call)
    assert done.code == 0
    told = {one["restriction"] for one in json.loads(done.out)["restrictions"]}
    assert told == {f"skill={skill}" for skill in registry.known()["planner"].skills}
    assert told
    none = claimsim("restrict", "small.toml", *call)
    assert none.code == 2
    assert "skill=all: 'random', 'greedy' have no skill to do without" in none.err


def test_help_says_what_it_is_not(claimsim) -> None:
    done = claimsim("restrict", "--help")
    told = " ".join(done.out.split())
    assert "his win rate when free minus that when he does without" in told
    assert "claimsim whatif --set" in done.out
    assert max(map(len, done.out.splitlines())) <= 80
