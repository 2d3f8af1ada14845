"""Pages of comparisons in a real browser, as narrow as a telephone."""

from __future__ import annotations

import csv
import io

import pandas as pd
import pytest

from reports.comparison import open_results, report
from tests.reports import browser
from tests.reports.made_results import KINDS, make

pytestmark = pytest.mark.skipif(
    browser.found() is None, reason=f"there is no browser: none of {', '.join(browser.NAMES)}"
)

WIDE = "document.documentElement.scrollWidth - document.documentElement.clientWidth"
SAVE = "document.querySelector('figure button.save').click()"


@pytest.mark.parametrize("kind", KINDS)
def test_pages_ask_nothing_of_the_network_and_do_not_scroll_sideways(kind, tmp_path):
    page = tmp_path / "report.html"
    page.write_text(report(open_results(make(kind, tmp_path / kind)), "html"), encoding="utf-8")
    seen = browser.visit(page, [WIDE], tmp_path, width=375)
    assert seen["errors"] == []
    uri = page.resolve().as_uri()
    assert [one for one in seen["requests"] if not one.startswith(("data:", "blob:"))] == [uri]
    assert seen["values"] == [0]


def test_the_numbers_of_a_figure_are_saved_in_full(tmp_path):
    results = make("restrict", tmp_path / "restrict")
    page = tmp_path / "report.html"
    page.write_text(report(open_results(results), "html"), encoding="utf-8")
    seen = browser.visit(page, [SAVE], tmp_path)
    (text,) = seen["downloads"].values()
    rows = list(csv.DictReader(io.StringIO(text.removeprefix("\ufeff"))))
    prices = pd.read_parquet(results / "prices.parquet").to_dict("records")
    for row, price in zip(rows, prices, strict=True):
        for head, name in (("", "price"), (" low", "low"), (" high", "high")):
            assert float(row[f"Price, points{head}"]) == pytest.approx(price[name], rel=1e-5)
