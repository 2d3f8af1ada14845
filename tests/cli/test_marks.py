"""Spark lines and bars: they say what the numbers say."""

from __future__ import annotations

import math
import os
import subprocess
import sys

import pytest

from claimsim.cli import marks


def test_a_spark_line_rises_with_its_values() -> None:
    assert marks.spark([0.0, 0.124, 0.125, 0.5, 0.874, 0.875, 1.0], marks.BLOCKS) == "▁▁▂▅▇██"
    assert marks.spark([0.0, 0.09, 0.11, 0.99, 1.0], marks.DIGITS) == "00199"
    assert marks.spark([None, 0.5, math.nan], marks.BLOCKS) == " ▅ "


@pytest.mark.parametrize(
    ("distances", "half"),
    [([0.01], 0.01), ([0.0101], 0.02), ([0.021], 0.05), ([0.06, 0.01], 0.1), ([0.5], 0.5),
     ([0.051, math.nan], 0.1), ([7.0], 10.0), ([0.0], 0.01), ([], 0.01), ([0.55 - 0.5], 0.05)],
)  # fmt: skip
def test_a_scale_is_round_and_holds_all(distances: list[float], half: float) -> None:
    assert marks.reach(distances) == pytest.approx(half)


@pytest.mark.parametrize(
    ("value", "low", "high", "drawn"),
    [
        (0.50, 0.50, 0.50, "      ●"),
        (0.50, 0.45, 0.55, "──────●──────"),
        (0.52, 0.51, 0.53, "      │─●──"),
        (0.48, 0.47, 0.49, "  ──●─│"),
        (0.51, 0.49, 0.53, "     ─┼●───"),
        # Just off the middle: an interval that does not reach it must not seem to.
        (0.502, 0.501, 0.503, "      │●"),
        (0.498, 0.497, 0.499, "     ●│"),
        (0.51, 0.5, 0.52, "      ┼●─"),
        (math.nan, 0.1, 0.2, ""),
    ],
)
def test_a_bar_reaches_the_middle_if_the_interval_does(value, low, high, drawn: str) -> None:
    bar = marks.bar(value, low, high, 0.5, 0.05)
    assert len(bar) == marks.BAR
    assert bar.rstrip() == drawn
    mirrored = marks.bar(1 - value, 1 - high, 1 - low, 0.5, 0.05)
    assert mirrored == bar[::-1]


def test_a_scale_is_told_above_the_bars() -> None:
    assert marks.scale(0.5, 0.05, 100.0) == "45    50   55"
    assert marks.scale(0.5, 0.5, 100.0) == "0     50  100"
    assert marks.scale(0.5, 0.05, 1.0) == "0.45 0.5 0.55"
    assert marks.scale(0.55, 0.005, 1.0) == "0.545   0.555"  # no room for the middle


def test_ascii_where_the_output_can_take_no_more(made) -> None:
    ask = [sys.executable, "-m", "claimsim", "show", str(made), "--table", "tricks"]
    said = {
        encoding: subprocess.run(
            ask, capture_output=True, check=True, env={**os.environ, "PYTHONIOENCODING": encoding}
        ).stdout.decode(encoding)
        for encoding in ("ascii", "utf-8")
    }
    assert "0 is near 0 %" in said["ascii"]
    assert "o" in said["ascii"].splitlines()[-4]
    shorter = [
        "".join(c if c.isascii() else "?" for c in line) for line in said["utf-8"].splitlines()
    ]
    assert [len(line) for line in said["ascii"].splitlines()[8:]] == [
        len(line) for line in shorter[8:]
    ]
    assert set(said["utf-8"]) & set(marks.BLOCKS)
    assert not set(said["ascii"]) & set(marks.BLOCKS)
