"""What ``claimsim sweep`` prints and writes."""

from __future__ import annotations

import json
from pathlib import Path

import pandas as pd
import pytest

SEA = """\
schema = 1
name = "Small sea"
[grid]
decks = ["sea"]
settings = ["none", "ice_fields"]
matchups = [["greedy", "random"]]
[run]
deals = 60
seed = 5
[[targets]]
metric = "leader_win_rate"
value = 0.5
tolerance = 0.02
where = { setting = "ice_fields" }
"""
VARY = "parameters.octipi.threshold=4..10..3"


@pytest.fixture
def sea(claimsim) -> str:
    Path("sea.toml").write_text(SEA)
    return "sea.toml"


def test_tables_fit_80_columns(claimsim, sea: str) -> None:
    done = claimsim("sweep", sea, "--vary", VARY)
    assert done.code == 0
    lines = done.out.splitlines()
    assert max(map(len, lines)) <= 80
    assert lines[0] == "Small sea: a sweep"
    assert "leader_win_rate over parameters.octipi.threshold; target 0.5 ± 0.02." in done.out
    start = lines.index("cell 1: sea, ice_fields; greedy against random")
    assert [line.split()[0] for line in lines[start + 1 : start + 6]] == [
        "value", "as", "4", "7", "10",
    ]  # fmt: skip
    assert lines[start + 1].split()[-1] == "within"
    assert "cell 0" not in done.out  # the target does not concern it
    assert done.err.splitlines() == [
        "playing 480 games …", "the nearest values again, on fresh deals:", "playing 240 games …",
    ]  # fmt: skip
    nearest = next(n for n, line in enumerate(lines) if line.startswith("Nearest to 0.5: "))
    assert "on the deals that picked it" in lines[nearest + 1]
    assert "60 fresh deals" in lines[nearest + 2]


def test_what_is_printed_is_what_json_has(claimsim, sea: str) -> None:
    text = claimsim("sweep", sea, "--vary", VARY, "--quiet")
    done = claimsim("sweep", sea, "--vary", VARY, "--quiet", "--json")
    assert (done.code, done.err) == (0, "")
    assert done.out.count("\n") == 1
    found = json.loads(done.out)
    assert found["vary"] == [{"path": "parameters.octipi.threshold", "values": [4, 7, 10]}]
    assert (found["metric"], found["target"], found["tolerance"]) == ("leader_win_rate", 0.5, 0.02)
    assert (found["first_deal"], found["deals"]) == (0, 60)
    (cell,) = found["cells"]
    assert (cell["cell"], cell["setting"]) == (1, "ice_fields")
    assert [one["set"] for one in cell["values"]] == [[4], [7], [10]]
    for one in cell["values"]:
        assert one["difference"] == pytest.approx(one["estimate"] - cell["estimate"])
        assert one["baseline"] == pytest.approx(cell["estimate"])
        numbers = [f"{one[name]:.4f}" for name in ("estimate", "low", "high")]
        numbers += [f"{one['difference']:+.4f}", f"{one['difference_low']:+.4f}"]
        line = next(r for r in text.out.splitlines() if r.startswith(f"{one['set'][0]} "))
        assert all(number in line.split() for number in numbers)
        assert line.split()[-1] == one["within"]
    best = cell["best"]
    assert best["set"] in [one["set"] for one in cell["values"]]
    assert (best["picked"]["first_deal"], best["fresh"]["first_deal"]) == (0, 60)
    assert set(best["picked"]) == set(best["fresh"])
    assert not any(name.startswith(("picked", "fresh")) for name in best["picked"])
    for which in ("picked", "fresh"):
        assert f"{best[which]['estimate']:.4f} ({best[which]['low']:.4f} to" in text.out


def test_where_the_target_is_met(claimsim, sea: str) -> None:
    first, *_ = _curve(claimsim, sea, "0.5")
    far = claimsim("sweep", sea, "--vary", VARY, "--quiet", "--target", "0.01")
    assert "does not meet 0.01 between parameters.octipi.threshold = 4 and 10." in far.out
    assert "Yet" not in far.out
    values = sorted(one["estimate"] for one in first["values"])
    middle = repr((values[0] + values[1]) / 2)
    (cell, text) = _curve(claimsim, sea, middle)
    assert cell["crossings"]
    for one in cell["crossings"]:
        assert f"parameters.octipi.threshold = {one['at']:.4g}" in " ".join(text.split())
    (cell, text) = _curve(claimsim, sea, repr(values[0] - 1e-6))
    (one,) = cell["crossings"]
    assert one["at"] is None
    assert "It does not meet" in text
    assert "lies within the intervals from" in text


def _curve(claimsim, sea: str, target: str):
    call = ("sweep", sea, "--vary", VARY, "--quiet", "--target", target)
    (cell,) = json.loads(claimsim(*call, "--json").out)["cells"]
    return cell, claimsim(*call).out


def test_pairs_and_long_values_fit_80_columns_too(claimsim, sea: str) -> None:
    words = "switches.victory=most_votes,three_votes"
    done = claimsim("sweep", sea, "--vary", VARY, "--vary", words, "--deals", "20", "--quiet")
    assert done.code == 0
    assert max(map(len, done.out.splitlines())) <= 80
    assert "#2: switches.victory = three_votes" in done.out
    rows = [line.split()[:2] for line in done.out.splitlines() if " #" in line and line[0] != "N"]
    assert rows == [[value, word] for value in ("4", "7", "10") for word in ("#1", "#2")]
    decks = 'grid.decks=["claim"],[["goblins","knights","octipi","phoenix","dragons"]]'
    done = claimsim("sweep", sea, "--vary", decks, "--deals", "20", "--quiet")
    assert done.code == 0
    table = [line for line in done.out.splitlines() if not line.startswith("#2: ")]
    assert max(map(len, table)) <= 80
    assert '#1: grid.decks = ["claim"]' in done.out


def test_cells_without_a_question_say_why(claimsim) -> None:
    done = claimsim("sweep", "small.toml", "--vary", "parameters.unicorns.bonus=0,2", "--quiet")
    assert "No value changes any deal in cells 0, 1, 2." in done.out
    assert "Nearest" not in done.out
    call = ["--vary", "switches.victory=three_votes,most_votes", "--metric", "a_win_rate"]
    done = claimsim("sweep", "small.toml", *call, "--quiet", "--json")
    best = [cell["best"] for cell in json.loads(done.out)["cells"]]
    assert best[1] is None  # greedy against itself
    done = claimsim("sweep", "small.toml", *call, "--quiet")
    assert "a_win_rate is one half by definition in cell 1." in done.out


def test_out_is_a_directory(claimsim, sea: str) -> None:
    call = ["--vary", VARY, "--deals", "20", "--first-deal", "3", "--seed", "9", "--quiet"]
    done = claimsim("sweep", sea, *call, "--out", "made", "--json")
    assert done.code == 0
    manifest = json.loads(Path("made/manifest.json").read_text())
    assert (manifest["kind"], manifest["seed"], manifest["fresh_first_deal"]) == ("sweep", 9, 23)
    table = pd.read_parquet("made/by_value.parquet")
    (cell,) = json.loads(done.out)["cells"]
    assert table["estimate"].to_list() == [one["estimate"] for one in cell["values"]]
    again = claimsim("sweep", sea, *call, "--out", "made")
    assert again.code == 2
    assert "made exists already" in again.err


@pytest.mark.parametrize(
    ("arguments", "what"),
    [
        ([], "one --vary PATH=V1,V2,… is needed, or two"),
        (["--vary", "a=1,2"] * 3, "one --vary PATH=V1,V2,… is needed, or two"),
        (["--vary", "parameters.octipi.threshold=8"], "two values"),
        (["--vary", VARY, "--metric", "wins"], "--metric: found 'wins'; allowed: 'leader_win"),
        (["--vary", VARY, "--metric", "draw_rate"], "needs a --target"),
        (["--vary", VARY, "--target", "2"], "--target: found 2.0; allowed: a number from 0 to 1"),
        (["--vary", VARY, "--out", "sea.toml"], "sea.toml is a file"),
    ],
)
def test_wrong_usage_is_one_line(claimsim, sea: str, arguments: list[str], what: str) -> None:
    done = claimsim("sweep", sea, *arguments)
    assert (done.code, done.out) == (2, "")
    assert done.err.count("\n") == 1
    assert what in done.err


def test_all_wrong_values_are_told(claimsim, sea: str) -> None:
    arguments = ["--vary", "parameters.octipi.threshold=-1,8,2.5", "--vary", "switches.foo=1,2"]
    done = claimsim("sweep", sea, *arguments)
    assert (done.code, done.out) == (2, "")
    lines = [line.removeprefix("claimsim: error: ") for line in done.err.splitlines()]
    assert [line.partition("; ")[0] for line in lines] == [
        "parameters.octipi.threshold: found -1, 2.5",
        "switches.foo: unknown switch",
    ]


@pytest.mark.parametrize(
    ("vary", "what"),
    [
        ("parameters.octipi.treshold=6..8", "parameters.octipi.treshold: unknown parameter; found"),
        ("run.deals=7..9", "run: cannot be changed; found 'run'"),
        ("name=7..9", "name: cannot be changed; found 'name'"),
        ("parameters.octipi.threshold=6..8..0.5", "threshold: found 6.0, 6.5, 7.0, 7.5, 8.0; allo"),
        ("parameters.octipi.threshold=1..2..1e-9", "= 1..2..1e-9: FIRST..LAST or FIRST..LAST..ST"),
        ("switches.victory=most_votes,two,three", "switches.victory: found"),
        ("factions.knights.printed=2-9,3-9", "a text needs quotes: 'factions.knights.printed=\""),
    ],
)
def test_a_mistake_of_many_values_is_told_once(claimsim, sea: str, vary: str, what: str) -> None:
    done = claimsim("sweep", sea, "--vary", vary)
    assert done.code == 2
    said = [line for line in done.err.splitlines() if what in line]
    assert said, done.err
    many = ("switches", "factions")  # each value is another mistake
    assert len(done.err.splitlines()) == (2 if vary.startswith(many) else 1)
    assert all(line.count(f"{vary.partition('=')[0]}:") <= 1 for line in said)


def test_a_mistake_of_pairs_is_told_once(claimsim, sea: str) -> None:
    powers = [f"[{{power='beaten_from',threshold={number}}}]" for number in (7, 8)]
    done = claimsim(
        "sweep", sea, "--vary", "parameters.octipi.threshold=6..9", "--vary",
        f"factions.octipi.powers={','.join(powers)}", "--vary", "x=1,2",
    )  # fmt: skip
    assert done.code == 2
    allowed = Path(sea).read_text().replace("[grid]", "[grid]\nallow_what_if = true")
    Path(sea).write_text(allowed)
    done = claimsim(
        "sweep", sea, "--vary", "parameters.octipi.threshold=6..9", "--vary",
        f"factions.octipi.powers={','.join(powers)}",
    )  # fmt: skip
    (line,) = done.err.splitlines()
    assert "(and 7 more pairs): parameters.octipi.threshold: cannot stand beside factions." in line
