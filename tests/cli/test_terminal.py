"""On a terminal: a bar that keeps to 80 columns, and colours only where they are wanted."""

from __future__ import annotations

import fcntl
import os
import pty
import re
import struct
import subprocess
import sys
import termios
from pathlib import Path

import pytest

COLUMNS = 80
CODES = re.compile(r"\x1b\[[0-9;?]*[A-Za-z]")
STYLE = re.compile(r"\x1b\[[0-9;]*m")


def on_terminal(*arguments: str, columns: int = COLUMNS, **environment: str) -> tuple[int, str]:
    """Run a command on a terminal; return exit code and everything shown."""
    held = {k: v for k, v in os.environ.items() if k not in ("NO_COLOR", "COLUMNS", "LINES")}
    terminal, other = pty.openpty()
    fcntl.ioctl(terminal, termios.TIOCSWINSZ, struct.pack("HHHH", 24, columns, 0, 0))
    child = subprocess.Popen(
        [sys.executable, "-m", "claimsim", *arguments],
        stdin=other,
        stdout=other,
        stderr=other,
        env={**held, "TERM": "xterm", **environment},
    )
    os.close(other)
    shown = b""
    while True:
        try:
            more = os.read(terminal, 65536)
        except OSError:  # Linux's way to say that nobody holds the other end any more
            break
        if not more:
            break
        shown += more
    os.close(terminal)
    return child.wait(), shown.decode()


@pytest.fixture
def run(tmp_path: Path):
    options = ["--deals", "30000", "--jobs", "1", "--out", str(tmp_path / "run")]
    return lambda **environment: on_terminal("run", "base", *options, **environment)


def test_a_bar_with_rate_and_time_left(run) -> None:
    code, shown = run()
    assert code == 0
    frames = [CODES.sub("", frame) for frame in re.split(r"[\r\n]+", shown)]
    bars = [frame for frame in frames if re.match("300,000 games .* %", frame)]
    assert len(bars) > 2
    assert max(map(len, frames)) <= COLUMNS
    assert re.fullmatch(r"300,000 games .* 100 % \d+\.\d\d M games/s 0:00:00", bars[-1])
    assert STYLE.search(shown)


def test_no_color(run) -> None:
    code, shown = run(NO_COLOR="1")
    assert code == 0
    assert "300,000 games" in shown
    assert not STYLE.search(shown)


@pytest.mark.parametrize(
    "what",
    ["metrics", "factions", "settings", "buildings", "switches", "parameters", "powers", "decks"],
)
def test_lists_are_wrapped(what: str) -> None:
    code, shown = on_terminal("list", what)
    assert code == 0
    lines = shown.splitlines()
    assert max(map(len, lines)) <= COLUMNS
    # What does not fit into a line goes on below its column, and no name is split.
    name = re.compile(r"[A-Za-z_.+0-9]+(  +\S|$)")
    assert all(line.startswith(" " * 6) or name.match(line) for line in lines)


@pytest.mark.parametrize("columns", [80, 160])
def test_a_wider_terminal_has_room_for_more_columns(columns: int, tmp_path: Path) -> None:
    out = str(tmp_path / "run")
    options = ["--deals", "3", "--out", out, "--quiet"]
    code, shown = on_terminal("run", "claim_with_each_box", *options, columns=columns)
    assert code == 0
    lines = [CODES.sub("", line) for line in shown.splitlines() if not line.startswith(out[:4])]
    assert max(map(len, lines)) <= columns
    assert all(line == line.rstrip() for line in lines)
    (heads,) = [line.split() for line in lines if line.startswith("cell ")]
    wide = columns > COLUMNS
    assert ("deck" in heads) is wide
    assert ("draw_rate" in heads) is wide
    assert any(line.startswith("deck claim") for line in lines) is not wide


#: 400 deals of random players: the first target is met, the second missed, the third open.
AIMS = """\
schema = 1
name = "Aims"
[grid]
decks = ["claim"]
settings = ["none", "plateau"]
matchups = [["random", "random"]]
[run]
deals = 400
seed = 5
""" + "".join(
    f'[[targets]]\nmetric = "leader_win_rate"\nvalue = {value}\ntolerance = {tolerance}\n'
    for value, tolerance in ((0.5, 0.3), (0.9, 0.01), (0.5, 0.001))
)

#: What rich writes before each word on a terminal of eight colours.
COLOURS = {"balanced": "\x1b[32m", "unbalanced": "\x1b[1;31m", "undecided": "\x1b[33m"}


def test_verdicts_have_their_colours_and_their_words(tmp_path: Path) -> None:
    (tmp_path / "aims.toml").write_text(AIMS)
    out = str(tmp_path / "run")
    code, ran = on_terminal("run", str(tmp_path / "aims.toml"), "--out", out, "--quiet")
    assert code == 3
    code, table = on_terminal("show", out, "--table", "verdicts")
    assert code == 0
    for word, colour in COLOURS.items():
        assert f"{colour}2 {word}\x1b[0m" in ran
        assert f"{colour}{word}" in table
        assert f"0 {word}\x1b" not in ran  # nothing stands out that was not found
    plain = [on_terminal("show", out, "--table", "verdicts", NO_COLOR="1")[1] for _ in range(1)]
    assert not STYLE.search(plain[0])
    assert plain[0].splitlines() == STYLE.sub("", table).splitlines()
    piped = subprocess.run(
        [sys.executable, "-m", "claimsim", "show", out, "--table", "verdicts"],
        capture_output=True,
        check=True,
        text=True,
    ).stdout
    assert piped.splitlines() == plain[0].splitlines()
