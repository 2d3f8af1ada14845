"""The meter: a bar and a status on a terminal, plain lines elsewhere, silence where wanted."""

from __future__ import annotations

import io
import re

import pytest
from rich.console import Console

from claimsim.cli.terminal import Meter

CODES = re.compile(r"\x1b\[[0-9;?]*[A-Za-z]")


@pytest.fixture
def screen() -> io.StringIO:
    return io.StringIO()


@pytest.fixture
def meter(screen) -> Meter:
    made = Meter(quiet=False)
    made._console = Console(file=screen, force_terminal=True, width=80, height=24)
    return made


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
    shown = lines(screen)
    assert "balanced 3, unbalanced 2" in map(str.strip, shown)
    assert "balanced 4 [of 9]" in map(str.strip, shown)
    assert any(line.strip() == "z" * 79 + "…" for line in shown)
    assert max(map(len, shown)) <= 80
    last = [line for line in shown if line.startswith("743,600,000 games ")][-1]
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
