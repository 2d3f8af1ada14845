"""Pages of comparisons in a real browser, as narrow as a telephone."""

from __future__ import annotations

import csv
import io

import pandas as pd
import pytest

from reports.comparison import open_results, report
from tests.reports import browser
from tests.reports.made_results import KINDS, make

pytestmark = browser.needed

WIDE = "document.documentElement.scrollWidth - document.documentElement.clientWidth"


@pytest.fixture(scope="module")
def chromium():
    with browser.running() as found:
        yield found


@pytest.mark.parametrize("kind", KINDS)
def test_pages_ask_nothing_fit_and_can_be_read_by_all(chromium, kind, tmp_path):
    page = tmp_path / "report.html"
    page.write_text(report(open_results(make(kind, tmp_path / kind)), "html"), encoding="utf-8")
    with browser.visiting(chromium, page, 375) as visit:
        visit.run("document.querySelectorAll('details').forEach((one) => (one.open = true))")
        assert visit.run(WIDE) == 0
        assert visit.errors == []
        assert visit.asked == []
        assert visit.violations() == []


def test_the_numbers_of_a_figure_are_saved(chromium, tmp_path):
    results = make("restrict", tmp_path / "restrict")
    page = tmp_path / "report.html"
    page.write_text(report(open_results(results), "html"), encoding="utf-8")
    with browser.visiting(chromium, page) as visit:
        _, text = visit.saved("figure button.save")
    rows = list(csv.DictReader(io.StringIO(text)))
    prices = pd.read_parquet(results / "prices.parquet").to_dict("records")
    for row, price in zip(rows, prices, strict=True):
        for head, name in (("", "price"), (" low", "low"), (" high", "high")):
            assert float(row[f"Price, points{head}"]) == pytest.approx(price[name], rel=1e-5)
