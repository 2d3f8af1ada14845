"""Pages of what-ifs, sweeps and restricted play: the rules of every page, and what they say."""

from __future__ import annotations

import base64
import hashlib
import json
import re
import shutil
import textwrap
from itertools import pairwise
from pathlib import Path

import pandas as pd
import pytest

from claimsim.errors import RunDirectoryError
from claimsim.experiment.tracing import trace_game
from claimsim.experiment.whatif import compare_all
from claimsim.rules.switches import SWITCHES
from claimsim.scenario import parse_scenario
from reports.columns import Table
from reports.comparison import is_comparison, open_results, page_of, report
from reports.comparison_examples import _games, unwrapped
from reports.comparison_page import Told
from reports.heat import HeatMap
from tests.reports.made_results import KINDS, NASTY, make
from tests.reports.reading import Page


@pytest.fixture(scope="module")
def made(tmp_path_factory) -> dict[str, Path]:
    folder = tmp_path_factory.mktemp("results")
    return {kind: make(kind, folder / kind) for kind in KINDS}


@pytest.fixture(scope="module")
def texts(made) -> dict[str, str]:
    return {kind: report(open_results(path), "html") for kind, path in made.items()}


def parts(made: dict[str, Path], kind: str, wanted: type) -> list:
    page = page_of(open_results(made[kind]))
    return [part for section in page.sections for part in section.parts if type(part) is wanted]


@pytest.mark.parametrize("kind", KINDS)
def test_pages_keep_the_rules_of_every_page(texts, kind):
    text = texts[kind]
    page = Page(text)
    for tag, attrs in page.tags:
        assert "style" not in attrs, tag
        assert not any(key.startswith("on") for key in attrs), tag
        target = attrs.get("href")
        assert target is None or target.startswith("#") or target == "data:,", target
    assert text.count("<script") == 1
    ids = [attrs["id"] for _, attrs in page.tags if attrs.get("id")]
    assert len(ids) == len(set(ids))
    links = {a["href"][1:] for _, a in page.tags if (a.get("href") or "").startswith("#")}
    named = {
        name
        for _, attrs in page.tags
        for key in ("aria-labelledby", "aria-describedby")
        for name in (attrs.get(key) or "").split()
    }
    assert links | named | set(re.findall(r"url\(#([^)]+)\)", text)) <= set(ids)
    levels = [int(tag[1]) for tag, _ in page.tags if re.fullmatch("h[1-6]", tag)]
    assert levels[0] == 1
    assert all(after - before <= 1 for before, after in pairwise(levels))
    (css,) = re.findall("<style>(.*?)</style>", text, re.DOTALL)
    digest = base64.b64encode(hashlib.sha256(css.encode()).digest()).decode()
    (policy,) = [a["content"] for a in page.all("meta") if a.get("http-equiv")]
    assert policy.startswith(f"default-src 'none'; style-src 'sha256-{digest}'; ")
    assert not re.search(r"\bnan\b|\bNone\b|\d\.\d{6,}", re.sub("<[^>]*>", "", text[: -len(css)]))


@pytest.mark.parametrize("kind", KINDS)
def test_the_same_results_give_the_same_bytes(made, texts, kind, tmp_path):
    copy = tmp_path / "elsewhere"
    shutil.copytree(made[kind], copy)
    manifest = json.loads((copy / "manifest.json").read_text())
    manifest["finished"] = "2031-05-05T05:05:05+00:00"
    (copy / "manifest.json").write_text(json.dumps(manifest))
    assert report(open_results(copy), "html") == texts[kind]
    assert str(made[kind]) not in texts[kind]


@pytest.mark.parametrize("kind", KINDS)
def test_names_are_shown_as_text_and_never_run(kind, tmp_path):
    text = report(open_results(make(kind, tmp_path / kind, NASTY)), "html")
    page = Page(text)
    assert len(page.all("script")) == 1
    assert not page.all("b")
    assert NASTY in page.texts
    brief = report(open_results(tmp_path / kind), "md").replace("\\<", "")
    outside = re.sub(r"^(`{3,})\w*\n.*?^\1$", "", brief, flags=re.DOTALL | re.MULTILINE)
    assert "<script" not in outside


@pytest.mark.parametrize("kind", KINDS)
def test_every_figure_has_its_numbers_in_a_table(made, kind):
    page = page_of(open_results(made[kind]))
    tables = {table.name for table in parts(made, kind, Table)}
    assert set(page.figures) <= tables
    for drawing in page.figures.values():
        assert drawing.caption.endswith(".")


def test_differences_are_those_of_the_table(made):
    found = pd.read_parquet(made["whatif"] / "differences.parquet")
    own = found[(found["metric"] == "leader_win_rate") & (found["table"] == "cells")]
    table = next(t for t in parts(made, "whatif", Table) if t.name == "leader")
    place = table.heads.index("Leader wins, points")
    for row, (_, truth) in zip(table.rows, own.iterrows(), strict=True):
        numbers = [float(x.replace("−", "-")) for x in re.findall(r"[+−]?\d+\.\d+", row[place])]
        expected = [100 * truth[name] for name in ("difference", "low", "high")]
        assert numbers == pytest.approx(expected, abs=0.051)
    drawing = page_of(open_results(made["whatif"])).figures["leader"]
    assert all(row[place] in drawing.svg for row in table.rows)


def place_of(cell) -> str:
    there = "Ice Fields" if cell.rules.setting == "ice_fields" else "no setting"
    return f"{cell.a.label} – {cell.b.label}, {there}"


def test_told_deals_are_turned_and_end_as_they_do(made):
    manifest = json.loads((made["whatif"] / "manifest.json").read_text())
    ways = [
        parse_scenario(text, "the test")
        for text in (manifest["scenario"], manifest["variants"][0]["scenario"])
    ]
    told = parts(made, "whatif", Told)
    assert told
    comparison = compare_all(ways[0], [("", ways[1])], jobs=1)[0]
    cell = next(
        n for n, pairs in enumerate(comparison.pairs)
        if f"Deal {pairs.examples[0]}, " in told[0].heading
        and told[0].heading.endswith(": " + place_of(ways[0].cells[n]))
    )  # fmt: skip
    assert len(told) == len(comparison.pairs[cell].examples)
    for one in told:
        deal, game = map(int, re.findall(r"\d+", one.heading)[:2])
        winners = []
        for way, side in zip(ways, one.sides, strict=True):
            record = trace_game(way, way.cells[cell], None, deal, game)
            winners.append(record["result"]["winner"])
            assert side.end.startswith(f"Seat {winners[-1]} ") or winners[-1] not in (0, 1)
        assert winners[0] != winners[1]
        assert one.sides[0].lines != one.sides[1].lines


def test_the_game_that_is_told_is_the_one_that_ends_otherwise(made):
    manifest = json.loads((made["whatif"] / "manifest.json").read_text())
    ways = [
        parse_scenario(text, "the test")
        for text in (manifest["scenario"], manifest["variants"][0]["scenario"])
    ]
    comparison = compare_all(ways[0], [("", ways[1])], deals=400, jobs=1, cells=[0])[0]
    kept = comparison.pairs[0].examples
    second = []
    for deal in range(400):
        ends = [
            [trace_game(w, w.cells[0], None, deal, g)["result"]["winner"] for g in (0, 1)]
            for w in ways
        ]
        if ends[0][0] == ends[1][0] and ends[0][1] != ends[1][1]:
            second.append(deal)
            break
    assert second, "no deal of which only the second game changed"
    kept[:] = second
    (told,) = list(_games(comparison, 0, "here"))
    assert told.heading == f"Deal {second[0]}, game 1: here"


def test_lines_broken_for_a_terminal_are_joined():
    words = [f"word{n}" for n in range(40)]
    broken = textwrap.wrap(" ".join(words), 80, subsequent_indent="    ")
    head = ["Trick 3. The prize is Goblins 0.", "  Seat 0 leads Goblins 1."]
    assert unwrapped([*broken, "", *head]) == [" ".join(words), "", *head]
    inner = textwrap.wrap(
        "Seat 1 " + " ".join(words), 80, initial_indent="  ", subsequent_indent="    "
    )
    assert unwrapped([*head, *inner]) == [*head, "  Seat 1 " + " ".join(words)]


def test_deals_of_another_version_are_not_told(made, tmp_path):
    copy = tmp_path / "old"
    shutil.copytree(made["whatif"], copy)
    manifest = json.loads((copy / "manifest.json").read_text())
    manifest["version"] = "0.0.1"
    (copy / "manifest.json").write_text(json.dumps(manifest))
    text = report(open_results(copy), "html")
    assert "Turned deals are not told: the results are of claimsim 0.0.1" in text
    assert 'class="told"' not in text


def test_rulings_are_ranked_by_the_deals_that_they_turn(made):
    cells = pd.read_parquet(made["rulings"] / "cells.parquet")
    sums = cells.groupby("change")[["changed_deals", "deals"]].sum()
    shares = (100 * sums["changed_deals"] / sums["deals"]).sort_values(ascending=False)
    table = next(t for t in parts(made, "rulings", Table) if t.name == "ranked")
    names = [row[0].split(":")[0] for row in table.rows]
    assert names == [change.split(" = ")[0].removeprefix("switches.") for change in shares.index]
    assert [float(row[1].split()[0]) for row in table.rows] == pytest.approx(list(shares), abs=0.01)
    assert [row[-1] for row in table.rows] == [SWITCHES[name].summary for name in names]


def test_sweeps_tell_where_the_target_is_met_and_the_nearest_value(made):
    tables = {n: pd.read_parquet(made["sweep"] / f"{n}.parquet") for n in ("best", "by_value")}
    best = tables["best"].iloc[0]
    text = report(open_results(made["sweep"]), "md")
    assert f"octipi.threshold = {best['value']}: {100 * best['fresh_estimate']:.1f}" in text
    assert "it meets 50.0" in text or "does not meet 50.0" in text
    shown = [t for t in parts(made, "sweep", Table) if t.name.startswith("values-")]
    assert len(shown) == tables["best"]["cell"].nunique()
    assert [row[0] for row in shown[0].rows] == ["4", "7", "10"]


def test_pairs_of_values_are_a_heat_map_around_the_target(made):
    rows = pd.read_parquet(made["grid"] / "by_value.parquet").to_dict("records")
    truth = {(r["cell"], r["value"], r["value_2"]): 100 * r["estimate"] for r in rows}
    for map_ in parts(made, "grid", HeatMap):
        cell = int(map_.name.removeprefix("grid-"))
        assert map_.heads == ["1", "2"]
        for first, row in map_.rows:
            for second, tone in zip(map_.heads, row, strict=True):
                value = truth[cell, first, second]
                assert float(tone.text) == pytest.approx(value, abs=0.051)
                assert "hp" not in tone.tone or value > 50
                assert "hn" not in tone.tone or value < 50
    assert parts(made, "grid", HeatMap)


def test_prices_are_those_of_the_table_the_dearest_first(made):
    prices = pd.read_parquet(made["restrict"] / "prices.parquet")
    table = next(t for t in parts(made, "restrict", Table) if t.name == "prices")
    assert [row[0] for row in table.rows] == [
        name.removeprefix("faction=").title() for name in prices["restriction"]
    ]
    shown = [float(row[3].split()[0].replace("−", "-")) for row in table.rows]
    assert shown == pytest.approx(list(100 * prices["price"]), abs=0.051)
    assert shown == sorted(shown, reverse=True)
    cells = pd.read_parquet(made["restrict"] / "cells.parquet")
    (map_,) = parts(made, "restrict", HeatMap)
    assert sum(bool(tone.text) for _, row in map_.rows for tone in row) == len(cells)


def test_what_is_no_result_directory_is_refused_in_one_line(made, tmp_path):
    def refused(what: str, change=None, table: str = "") -> None:
        copy = tmp_path / "copy"
        shutil.rmtree(copy, ignore_errors=True)
        shutil.copytree(made["whatif"], copy)
        manifest = json.loads((copy / "manifest.json").read_text())
        if change:
            change(manifest)
        (copy / "manifest.json").write_text(json.dumps(manifest))
        if table == "gone":
            (copy / "cells.parquet").unlink()
        elif table:
            (copy / "cells.parquet").write_bytes(b"PAR1 no parquet")
        with pytest.raises(RunDirectoryError, match=what) as caught:
            report(open_results(copy), "html")
        assert "\n" not in str(caught.value)

    refused("kind 'party'; results that", lambda m: m.update(kind="party"))
    refused("kind None", lambda m: m.pop("kind"))
    refused("deals = '7' is not what", lambda m: m.update(deals="7"))
    refused("variants = None", lambda m: m.pop("variants"))
    refused("schema 1", lambda m: m.update(schema=1))
    refused("has no column estimate", lambda m: m.update(
        kind="sweep", vary=[], metric="x", target=1, fresh_first_deal=0))  # fmt: skip
    refused(r"cells\.parquet is gone", table="gone")
    refused(r"cells\.parquet cannot be read", table="damaged")
    assert not is_comparison(tmp_path)
    assert is_comparison(made["sweep"])
