"""The meter: a bar and a status on a terminal, plain lines elsewhere, silence where wanted."""

from __future__ import annotations

import io
import json
import re
from pathlib import Path

import pytest
from rich.console import Console

from claimsim.cli.terminal import Meter
from tests.cli.conftest import SCENARIO

AIM = SCENARIO + '\n[[targets]]\nmetric = "leader_win_rate"\nvalue = 0.5\ntolerance = 0.4\n'
CODES = re.compile(r"\x1b\[[0-9;?]*[A-Za-z]")


@pytest.fixture
def screen() -> io.StringIO:
    return io.StringIO()


@pytest.fixture
def meter(screen) -> Meter:
    made = Meter(quiet=False)
    made._console = Console(file=screen, force_terminal=True, width=80, height=24)
    return made


@pytest.fixture
def now() -> list[float]:
    return [1000.0]


@pytest.fixture
def timed(screen, now) -> Meter:
    """Return a meter whose clock stands still."""
    made = Meter(quiet=False)
    made._console = Console(
        file=screen, force_terminal=True, width=80, height=24, get_time=lambda: now[0]
    )
    return made


def shown(meter: Meter, screen: io.StringIO) -> str:
    """Return the bar as it is now."""
    assert meter._bar is not None
    screen.truncate(0)
    screen.seek(0)
    meter._bar.refresh()
    return next(line for line in lines(screen) if " games " in line)


def lines(screen: io.StringIO) -> list[str]:
    return [CODES.sub("", line) for line in re.split(r"[\r\n]+", screen.getvalue())]


def test_a_status_stands_below_the_bar_and_changes(meter, screen) -> None:
    meter.start(743_600_000)
    for text in ("balanced 3, unbalanced 2", "balanced 4 [of 9]", "z" * 300, ""):
        meter.status(text)
        meter.advance(100_000_000)
        assert meter._bar is not None
        meter._bar.refresh()
    meter.stop()
    seen = lines(screen)
    assert "balanced 3, unbalanced 2" in map(str.strip, seen)
    assert "balanced 4 [of 9]" in map(str.strip, seen)
    assert any(line.strip() == "z" * 79 + "…" for line in seen)
    assert max(map(len, seen)) <= 80
    last = [line for line in seen if line.startswith("743,600,000 games ")][-1]
    assert " 54 % " in last


def test_a_status_before_and_after_the_bar_is_no_matter(meter, screen) -> None:
    meter.status("too early")
    meter.start(10)
    meter.stop()
    meter.status("too late")
    meter.advance(1)
    assert "too" not in screen.getvalue()


def test_no_animation_without_a_terminal(capfd) -> None:
    meter = Meter(quiet=False)
    meter.start(1_000)
    meter.status("balanced 3")
    meter.advance(500)
    meter.message("half of it")
    meter.stop()
    assert capfd.readouterr() == ("", "playing 1,000 games …\nhalf of it\n")


def test_quiet_is_silent(capfd) -> None:
    meter = Meter(quiet=True)
    meter.start(1_000)
    meter.status("balanced 3")
    meter.advance(500)
    meter.message("half of it")
    meter.stop()
    assert capfd.readouterr() == ("", "")


@pytest.mark.parametrize("before", [0, 900_000])
def test_rate_and_time_left_are_those_of_games_played_now(before, timed, screen, now) -> None:
    timed.start(before + 100_000, before)
    assert f" {100 * before // (before + 100_000)} % " in shown(timed, screen)
    for second in range(1, 4):
        now[0] += 1
        timed.advance(20_000)
        bar = shown(timed, screen)
        assert " 0.02 M games/s " in bar
        assert bar.rstrip().endswith(f"0:00:0{5 - second}")
        percent = 100 * (before + 20_000 * second) / (before + 100_000)
        assert f" {percent:.0f} % " in bar
    now[0] += 50  # the rate is that of late
    timed.advance(100)
    now[0] += 1
    timed.advance(10_000)
    assert " 0.01 M games/s " in shown(timed, screen)
    timed.stop()


def test_without_a_terminal_it_says_what_is_there_already(capfd) -> None:
    meter = Meter(quiet=False)
    meter.start(10_000, 9_000)
    meter.stop()
    assert capfd.readouterr().err == "playing 1,000 games, 9,000 are there already …\n"


def test_a_status_is_shown_on_a_terminal_alone(meter) -> None:
    assert meter.shows_status
    assert not Meter(quiet=False).shows_status
    quiet = Meter(quiet=True)
    quiet._console = meter._console
    assert not quiet.shows_status


def test_the_longest_verdicts_fit_a_line(meter, screen) -> None:
    """Three targets on every cell of the game, and all of each kind, which cannot be."""
    text = "verdicts so far: 1,115,400 balanced, 1,115,400 undecided, 1,115,400 unbalanced"
    meter.start(1_000_000_000)
    meter.status(text)
    meter.stop()
    assert text in map(str.strip, lines(screen))


def test_verdicts_so_far_are_told_on_a_terminal(claimsim, monkeypatch) -> None:
    Path("aim.toml").write_text(AIM)
    monkeypatch.setenv("FORCE_COLOR", "1")
    monkeypatch.setenv("TERM", "xterm")
    monkeypatch.setenv("COLUMNS", "80")
    monkeypatch.delenv("NO_COLOR", raising=False)
    done = claimsim("run", "aim.toml", "--out", "shown", "--json")
    assert sum(json.loads(done.out)["verdicts"].values()) == 3
    assert "verdicts so far: 0 balanced, 3 undecided, 0 unbalanced" in done.err
    quiet = claimsim("run", "aim.toml", "--out", "quiet", "--json", "--quiet")
    assert quiet.err == ""
    monkeypatch.delenv("FORCE_COLOR")
    piped = claimsim("run", "aim.toml", "--out", "piped", "--json")
    assert "verdicts" not in piped.err
    found = [json.loads(each.out) for each in (done, quiet, piped)]
    assert len({each["digest"] for each in found}) == 1
    assert found[0]["verdicts"] == found[1]["verdicts"] == found[2]["verdicts"]


def test_the_last_line_tells_of_the_games_that_took_the_time(claimsim) -> None:
    whole = claimsim("run", "small.toml", "--out", "run", "--deals", "8")
    assert re.search(r"^40 games in \d+\.\d s \(", whole.err, re.MULTILINE)
    more = claimsim("run", "small.toml", "--out", "run", "--resume")
    assert "playing 60 games, 40 are there already …" in more.err
    assert re.search(r"^60 of 100 games in \d+\.\d s \(", more.err, re.MULTILINE)
