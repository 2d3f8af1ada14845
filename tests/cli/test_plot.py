"""``claimsim plot``, and ``claimsim report`` of comparisons."""

from __future__ import annotations

import shlex
import struct
from pathlib import Path
from xml.etree import ElementTree as ET

import pandas as pd
import pytest

SVG = "{http://www.w3.org/2000/svg}"


@pytest.fixture
def whatif(claimsim) -> Path:
    change = ["--set", "switches.victory=three_votes"]
    done = claimsim("whatif", "small.toml", *change, "--out", "changed", "--quiet")
    assert done.code == 0
    return Path("changed")


def names(claimsim, directory: Path) -> list[str]:
    done = claimsim("plot", directory)
    assert (done.code, done.err) == (0, "")
    assert max(map(len, done.out.splitlines())) <= 80
    return [line.split()[0] for line in done.out.splitlines()]


def read(path: Path) -> ET.Element:
    return ET.fromstring(path.read_text(encoding="utf-8"))  # noqa: S314  # written a moment ago


def test_figures_are_listed_and_each_can_be_written(claimsim, made: Path, whatif: Path) -> None:
    for directory in (made, whatif):
        listed = names(claimsim, directory)
        assert "leader" in listed
        for name in listed:
            done = claimsim("plot", directory, name)
            assert (done.code, done.out.strip()) == (0, str(directory / f"{name}.svg"))
            root = read(directory / f"{name}.svg")
            assert root.tag == f"{SVG}svg"
            assert all(element.tag.startswith(SVG) for element in root.iter())
            assert not any("style" in element.attrib for element in root.iter())
            ground = root.find(f"{SVG}rect")
            assert ground is not None
            assert ground.attrib["fill"] == "#ffffff"
            assert root.attrib["color"] not in ("", "#ffffff")


def test_pictures_have_the_shape_of_their_figure(claimsim, made: Path) -> None:
    for name in names(claimsim, made):
        assert claimsim("plot", made, name, "--out", f"{name}.PNG").code == 0
        assert claimsim("plot", made, name, "--out", f"{name}.svg").code == 0
        content = Path(f"{name}.PNG").read_bytes()
        assert content.startswith(b"\x89PNG")
        size = struct.unpack(">II", content[16:24])
        root = read(Path(f"{name}.svg"))
        points = [float(x) for x in root.attrib["viewBox"].split()[2:]]
        assert size == pytest.approx([x * 200 / 72 for x in points], abs=1)


@pytest.mark.parametrize("ending", ["svg", "png"])
def test_a_figure_replaces_a_figure_and_nothing_else(claimsim, made: Path, ending: str) -> None:
    mine = Path(f"mine.{ending}")
    mine.write_text("hello")
    done = claimsim("plot", made, "leader", "--out", mine)
    assert (done.code, done.out) == (2, "")
    assert f"mine.{ending} exists already and is no figure of claimsim" in done.err
    assert mine.read_text() == "hello"
    mine.unlink()
    for figure in ("leader", "strategy"):
        assert claimsim("plot", made, figure, "--out", mine).code == 0
    assert mine.read_bytes() != b"hello"


def test_the_same_figure_has_the_same_bytes(claimsim, made: Path) -> None:
    for ending in ("svg", "png"):
        for turn in "ab":
            assert claimsim("plot", made, "leader", "--out", f"{turn}.{ending}").code == 0
        assert Path(f"a.{ending}").read_bytes() == Path(f"b.{ending}").read_bytes()


def test_what_cannot_be_plotted_is_refused_in_one_line(claimsim, made: Path) -> None:
    for arguments, what in (
        (["plot", made, "laeder"], "did you mean 'leader'?"),
        (["plot", made, "laeder", "--out", "x.png"], "did you mean 'leader'?"),
        (["plot", made, "leader", "--out", "x.gif"], "ends in .svg or .png is needed"),
        (["plot", made, "--out", "x.png"], "name one"),
        (["plot", "nowhere"], "holds no plan.json"),
    ):
        done = claimsim(*arguments)
        assert (done.code, done.out) == (2, "")
        assert done.err.count("\n") == 1
        assert what in done.err
    done = claimsim("plot", made, "leader", "--out", "small.toml/x.svg")
    assert (done.code, done.err.count("\n")) == (5, 1)


def test_reports_of_comparisons_lie_in_their_directory(claimsim, whatif: Path) -> None:
    done = claimsim("report", whatif)
    assert (done.code, done.out.strip()) == (0, str(whatif / "report.html"))
    assert (whatif / "report.html").read_text().startswith("<!DOCTYPE html>")
    done = claimsim("report", whatif, "--format", "md", "--out", "text.md")
    assert done.code == 0
    assert Path("text.md").read_text().startswith("# Small\n")


@pytest.mark.parametrize(
    ("arguments", "tables"),
    [
        (["whatif", "--set", "grid.allow_what_if=true", "--set", "factions.knights.printed='0-9'"],
         ["cells", "differences"]),
        (["sweep", "--vary", "switches.victory=most_votes,three_votes", "--metric", "mean_margin",
          "--target", "2"], ["by_value", "best"]),
        (["restrict", "--forbid", "faction=all", "--player", "b"], ["prices", "cells"]),
    ],
    ids=["whatif", "sweep", "restrict"],
)  # fmt: skip
def test_the_command_of_a_page_makes_the_same_results(claimsim, arguments, tables) -> None:
    from reports.comparison import open_results, page_of

    how = ["--deals", "30", "--first-deal", "7", "--quiet", "--out"]
    assert claimsim(arguments[0], "small.toml", *arguments[1:], *how, "first").code == 0
    page = page_of(open_results("first"))
    for name, text in page.files:
        Path(name).write_text(text, encoding="utf-8")
    program, *again = shlex.split(page.command)
    assert program == "claimsim"
    assert claimsim(*again, "--quiet", "--out", "second").code == 0
    for name in tables:
        one, other = (pd.read_parquet(f"{where}/{name}.parquet") for where in ("first", "second"))
        drop = [c for c in ("change",) if c in one]
        pd.testing.assert_frame_equal(one.drop(columns=drop), other.drop(columns=drop))
