"""Users' own strategies: found in a folder, checked, refused in plain words, kept with results."""

from __future__ import annotations

import json
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from claimsim import own_strategies, registry
from claimsim.cli import app
from claimsim.errors import InputError, StrategyError
from claimsim.experiment import orders
from claimsim.experiment.results import Run
from claimsim.experiment.runner import run
from claimsim.kernel.engine import compiled
from claimsim.own_strategies import Absent, add_folder
from claimsim.scenario import parse_scenario
from claimsim.strategy_template import template
from tests.experiment.playing import jobs_of, totals

HEAD = """\
from claimsim.strategy_kit import LEAD, empty, helper, lowest, remove, strategy, value, wins


@strategy(name="{name}", version=1, summary="Of the tests.", source="None.", weights={{"w": 1.0}})
def choose(view, weights):
{body}


LIST = [1, 2]


def plain(view):
    return 0
"""

SCENARIO = """
schema = 1
name = "Own"
[grid]
decks = ["claim"]
matchups = [["mine", "greedy"], ["random", "mine"]]
[run]
deals = 40
seed = 3
"""


@pytest.fixture(autouse=True)
def forget():
    """Leave registry and folders as they were."""
    before, folders = dict(registry.known()), list(own_strategies.FOLDERS)
    yield
    registry.known().clear()
    registry.known().update(before)
    own_strategies.FOLDERS[:] = folders
    orders._understood.cache_clear()


def write(folder: Path, body: str, name: str = "mine") -> Path:
    lines = "\n".join(f"    {line}" for line in body.splitlines())
    path = folder / f"{name}.py"
    path.write_text(HEAD.format(name=name, body=lines))
    return path


def test_a_folders_strategies_are_known_and_checked(tmp_path) -> None:
    (tmp_path / "_mine.py").write_text("from claimsim.strategy_kit import helper, lowest\n\n\n"
        "@helper\ndef least(view):\n    return lowest(view.options)\n")  # fmt: skip
    path = write(tmp_path, "return least(view)")
    path.write_text("from _mine import least\n" + path.read_text())
    (entry,) = add_folder(tmp_path)
    assert registry.find("mine") is entry
    assert entry.check_bounds
    assert not registry.find("greedy").check_bounds
    assert not add_folder(tmp_path, check_bounds=False)[0].check_bounds
    assert "mine" not in registry.shipped()
    assert not {"_mine", "mine"} & set(sys.modules)


@pytest.mark.parametrize(
    ("body", "line", "told"),
    [
        ("return lowest(view.optoins)", 6, "no field 'optoins'; did you mean 'options'?"),
        ("return value(view, 1) * 1.5", 6, "choose returns float64; the number of a card"),
        ("import random\nreturn random.choice([1])", 6, "imports stand at the top of the file"),
        ("x = 1\nreturn plain(view)", 7, "plain is not made for compiling: put @helper above"),
        ("return LIST[0]", 6, "LIST is a list; compiled code can use numbers and tuples"),
        ("return wins(view)", 6, "wins cannot be called with what it is given here"),
        ("return max(c for c in range(3))", 6, "a loop is needed for 'x for x in …'"),
        ("view.phase = 3\nreturn lowest(view.options)", 6, "choose writes to its View"),
        ("x = 1\nview.bonus[0] = 3\nreturn lowest(view.options)", 7, "writes to its View"),
    ],
)  # fmt: skip
def test_what_does_not_compile_is_told_with_its_line(tmp_path, body, line, told) -> None:
    write(tmp_path, body)
    (entry,) = add_folder(tmp_path)
    with pytest.raises(StrategyError) as refused:
        compiled(entry)
    text = str(refused.value)
    assert text.startswith(f"strategy 'mine' (mine.py:{line}) cannot be used: ")
    assert told in text
    assert "\n" not in text


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("x = 1 +\n", "strategy file mine.py:1 cannot be imported: SyntaxError"),
        ("x = 1\nimport nowhere_to_be_found\n", "strategy file mine.py:2 cannot be imported: Mod"),
        ("x = 1\n", "registers 0 strategies, not one"),
        (
            HEAD.format(name="greedy", body="    return lowest(view.options)"),
            "the name 'greedy' is taken by ",
        ),
        (
            HEAD.format(name="a", body="    return 0")
            + HEAD.format(name="b", body="    return 0").replace("def choose", "def other"),
            "registers 2 strategies (a, b), not one",
        ),
        (
            HEAD.format(name="a", body="    return view.dice"),
            "strategy 'a' reads view.dice: say stochastic=True",
        ),
    ],
)
def test_files_that_are_no_strategy_are_refused(tmp_path, text, told) -> None:
    (tmp_path / "mine.py").write_text(text)
    with pytest.raises(StrategyError) as refused:
        add_folder(tmp_path)
    assert told in str(refused.value)
    assert "\n" not in str(refused.value)


def test_folders_without_a_strategy_are_refused(tmp_path) -> None:
    with pytest.raises(InputError, match="a folder of strategy files is needed"):
        add_folder(tmp_path / "nowhere")
    with pytest.raises(InputError, match="no strategy is in it; `claimsim new strategy NAME`"):
        add_folder(tmp_path)


def test_folders_may_have_helpers_of_the_same_name(tmp_path) -> None:
    for name, which in (("one", "lowest"), ("two", "highest")):
        folder = tmp_path / name
        folder.mkdir()
        (folder / "_mine.py").write_text(f"from _other import {which} as which\n")
        (folder / "_other.py").write_text(f"from claimsim.strategy_kit import {which}\n")
        path = write(folder, "return which(view.options)", name)
        path.write_text("from _mine import which\n" + path.read_text())
        add_folder(folder)
    found = [registry.find(name).choose.__globals__["which"] for name in ("one", "two")]
    assert [one.__name__ for one in found] == ["lowest", "highest"]


def test_what_was_compiled_with_helpers_comes_from_the_cache(tmp_path) -> None:
    (tmp_path / "_mine.py").write_text("from claimsim.strategy_kit import helper, lowest\n\n\n"
        "@helper\ndef least(view):\n    return lowest(view.options)\n")  # fmt: skip
    path = write(tmp_path, "return least(view)")
    path.write_text("from _mine import least\n" + path.read_text())
    (tmp_path / "own.toml").write_text(SCENARIO)
    told = []
    for number in range(2):
        out = f"r{number}"
        command = [sys.executable, "-m", "claimsim", "run", "own.toml", "--strategies", "."]
        command += ["--out", out, "--json"]
        done = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, check=False)
        assert done.returncode == 0, done.stderr
        told.append(json.loads(done.stdout)["digest"])
    assert told[0] == told[1]


def test_reading_beyond_an_array_is_told_with_the_decision(tmp_path) -> None:
    write(tmp_path, "return lowest(view.options) + view.rules.value_of[view.trick + 90] * 0")
    add_folder(tmp_path)
    scenario = parse_scenario(SCENARIO, "x")
    with pytest.raises(
        StrategyError, match=r"'mine' at seat \d raised IndexError.*deal 0, phase 1"
    ):
        totals(scenario)


def test_helpers_are_checked_too(tmp_path) -> None:
    """In a process of its own: what was compiled before would be taken again."""
    path = write(tmp_path, "return lowest(view.options) + value(view, 900 + view.trick) * 0")
    assert "value" in path.read_text()
    (tmp_path / "own.toml").write_text(SCENARIO)
    command = [
        sys.executable,
        "-m",
        "claimsim",
        "run",
        "own.toml",
        "--strategies",
        ".",
        "--out",
        "r",
    ]
    done = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, check=False)
    assert done.returncode == 2
    assert "'mine' at seat" in done.stderr
    assert "raised IndexError" in done.stderr


def test_workers_get_file_helpers_and_checks(tmp_path) -> None:
    (tmp_path / "_mine.py").write_text("from claimsim.strategy_kit import helper, highest\n\n\n"
        "@helper\ndef most(view):\n    return highest(view.options)\n")  # fmt: skip
    path = write(tmp_path, "return most(view)")
    path.write_text("from _mine import most\n" + path.read_text())
    add_folder(tmp_path)
    scenario = parse_scenario(SCENARIO, "x")
    here = totals(scenario)
    packed = orders.brief_of(scenario).pack()
    order = orders.order_of(jobs_of(scenario)[0], packed)
    del registry.known()["mine"]
    answer = orders.fulfil(order)
    assert registry.known()["mine"].check_bounds
    assert Path(registry.known()["mine"].file).parent != tmp_path
    there = orders.tallies_of(answer, orders.Brief.unpack(packed))
    assert there.tobytes() == here[: len(there)].tobytes()


@pytest.mark.parametrize(
    ("body", "told"),
    [
        ("change(view)\nreturn lowest(view.options)", "ValueError: it writes to its View"),
        ("b = view.bonus\nb += 1\nreturn lowest(view.options)", "it writes to its View"),
        ("view.bonus.sort()\nview.bonus[1:].fill(9)\nreturn lowest(view.options)", "its View"),
        ("raised(weights)\nreturn lowest(view.options)", "ValueError: it writes to its weights"),
        ("return lowest(view.options) + int(weights[5]) * 0", "IndexError"),
    ],
)
def test_what_it_is_given_is_as_it_was(tmp_path, body, told) -> None:
    path = write(tmp_path, body)
    path.write_text(path.read_text() + (
        "\n\n@helper\ndef change(view):\n    view.pile_at[31] = 5\n"
        "\n\n@helper\ndef raised(numbers):\n    numbers[0] += 1.0\n"
    ))  # fmt: skip
    add_folder(tmp_path)
    with pytest.raises(StrategyError, match=told):
        totals(parse_scenario(SCENARIO, "x"))


@pytest.mark.parametrize(
    ("head", "body", "told"),
    [
        ("import random\n", "return random.randrange(3)", "uses random, and its games could not"),
        ("from random import randint\n", "return randint(0, 3)", "uses randint, and its games"),
        ("import numpy as np\n", "return np.random.randint(3)", "uses np.random, and its games"),
        ("", "return least(view)", "reads view.dice in a helper: say stochastic=True"),
    ],
)
def test_chance_that_cannot_be_repeated_is_refused(tmp_path, head, body, told) -> None:
    path = write(tmp_path, body)
    more = "\n\n@helper\ndef least(view):\n    return view.dice\n"
    path.write_text(head + path.read_text() + more)
    with pytest.raises(StrategyError, match=told):
        add_folder(tmp_path)


@pytest.mark.parametrize(
    ("old", "new", "told"),
    [
        ('{"w": 1.0}', '{"w": "x"}', "weight 'w' = 'x'; a name and a number are needed"),
        ('{"w": 1.0}', '{"w": float("nan")}', "weight 'w' = nan"),
        ("version=1", 'version="x"', "version = 'x'; a whole number from 1 on"),
        ('summary="Of the tests."', "summary=3", "summary = 3; a line of text is needed"),
        ('name="mine"', 'name="a/../b c"', "a name of 1 to 60 letters"),
        ("(view, weights)", "(view)", r"its function is choose\(view, weights\)"),
    ],
)
def test_decorators_are_checked(tmp_path, old, new, told) -> None:
    path = write(tmp_path, "return lowest(view.options)")
    path.write_text(path.read_text().replace(old, new))
    with pytest.raises(StrategyError, match=told):
        add_folder(tmp_path)


def test_two_folders_play_each_other(tmp_path, monkeypatch, capsys) -> None:
    monkeypatch.chdir(tmp_path)
    for name in ("mine", "other"):
        Path(name).mkdir()
        write(Path(name), "return lowest(view.options)", name)
    Path("own.toml").write_text(SCENARIO.replace('"greedy"', '"other"'))
    folders = ["--strategies", "mine", "--strategies", "other"]
    assert app._run(["check", "own.toml", *folders]) == 0


def test_an_endless_strategy_can_be_interrupted(tmp_path) -> None:
    write(tmp_path, "x = 1\nwhile view.phase < 9:\n    x += 1\nreturn lowest(view.options)")
    (tmp_path / "own.toml").write_text(SCENARIO)
    command = [sys.executable, "-m", "claimsim", "run", "own.toml", "--strategies", "."]
    for jobs in ("1", "2"):
        with subprocess.Popen(
            [*command, "--out", f"r{jobs}", "--jobs", jobs], cwd=tmp_path, stderr=subprocess.PIPE,
            text=True,
        ) as started:  # fmt: skip
            assert started.stderr is not None
            for line in started.stderr:
                if line.startswith("playing"):
                    break
            time.sleep(1)
            started.send_signal(signal.SIGINT)
            assert started.wait(timeout=20) == 130


def test_results_can_be_read_without_the_file(tmp_path) -> None:
    write(tmp_path, "return lowest(view.options)")
    add_folder(tmp_path)
    out = tmp_path / "run"
    done = run(parse_scenario(SCENARIO, "x"), out=out)
    rate = list(done.cells["a_win_rate"])
    del registry.known()["mine"]
    again = Run.open(out)
    assert again.scenario.matchups[0][0].strategy == "mine"
    assert list(again.cells["a_win_rate"]) == rate
    assert again.report(tmp_path / "r.html").exists()
    there = registry.find("mine")
    assert isinstance(there, Absent)
    with pytest.raises(StrategyError, match="'mine' is not at hand: name the folder"):
        run(again.scenario, out=tmp_path / "other")


def test_the_command_line_takes_a_folder(tmp_path, monkeypatch, capsys) -> None:
    monkeypatch.chdir(tmp_path)
    assert app._run(["new", "strategy", "mine"]) == 0
    assert (tmp_path / "mine.py").read_text() == template("mine")
    assert app._run(["new", "strategy", "mine"]) == 2
    assert app._run(["new", "strategy", "greedy"]) == 2
    assert app._run(["new", "strategy", "Not-a-module"]) == 2
    capsys.readouterr()
    (tmp_path / "own.toml").write_text(SCENARIO)
    assert app._run(["check", "own.toml"]) == 2
    assert "a folder of your own: --strategies DIR" in capsys.readouterr().err
    assert app._run(["check", "own.toml", "--strategies", "."]) == 0
    assert app._run(["list", "strategies", "--strategies", ".", "--json"]) == 0
    listed = capsys.readouterr().out
    assert "mine" in [row["name"] for row in json.loads(listed[listed.index("[\n") :])]
    assert app._run(["run", "own.toml", "--strategies", ".", "--out", "r", "--quiet"]) == 0
    assert f" --strategies {tmp_path} --out r" in Run.open("r").manifest["command"]
    assert not registry.find("mine").wraps


def test_a_fresh_process_reads_results_and_refuses_to_play_on(tmp_path) -> None:
    (tmp_path / "mine.py").write_text(template("mine"))
    (tmp_path / "own.toml").write_text(SCENARIO)

    def claimsim(*arguments: str) -> subprocess.CompletedProcess[str]:
        command = [sys.executable, "-m", "claimsim", *arguments]
        return subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, check=False)

    assert claimsim("run", "own.toml", "--strategies", ".", "--out", "r").returncode == 0
    shown = claimsim("show", "r", "--format", "blocks").stdout
    assert "mine against greedy" in shown
    refused = claimsim("run", "own.toml", "--resume", "--out", "r")
    assert refused.returncode == 2
    assert "--strategies DIR" in refused.stderr
