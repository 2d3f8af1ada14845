"""Method: every metric and kind of interval is defined, and one command makes the page again."""

from __future__ import annotations

import pytest

import reports
from claimsim.experiment.table_files import EXTENDED, RETARGETED
from claimsim.statistics import anytime, bounds, effects
from claimsim.statistics.metrics import METRICS
from reports import method
from tests.reports.made_runs import ladder
from tests.reports.reading import Page, rows_of


@pytest.mark.parametrize(
    ("command", "page"),
    [
        ("claimsim run base --out x", "claimsim run base --out x && claimsim report x"),
        ("claimsim run base --out='a b'", "claimsim run base --out='a b' && claimsim report 'a b'"),
        (
            "claimsim run base --seed 2",
            "claimsim run base --seed 2 --out runs/again && claimsim report runs/again",
        ),
        (
            "claimsim run base --jobs 2 --backend=dask --scheduler tcp://x:1 --out x",
            "claimsim run base --out x && claimsim report x",
        ),
        (
            "claimsim.run(scenario, seed=1, out='x')",
            "claimsim.run(scenario, seed=1, out='x').report('report.html')",
        ),
    ],
)
def test_one_command_makes_the_page_again(command, page):
    assert method.again(command) == page


def test_every_kind_of_interval_is_explained():
    kinds = {bounds.NORMAL, bounds.WILSON, bounds.SCORE, bounds.EXACT, bounds.DEFINITION}
    more = {anytime.ANYTIME, effects.CLUSTERED, effects.HALVES, bounds.WIDEST, EXTENDED, RETARGETED}
    assert kinds | more == set(method.KINDS)


def test_the_same_results_have_the_same_page_however_they_were_played():
    made, quick = ladder(3), ladder(3)
    command = made.manifest["command"]
    quick.manifest["command"] = f"{command} --jobs 2 --backend processes"
    assert reports.to_html(made) == reports.to_html(quick)
    assert reports.to_markdown(made) == reports.to_markdown(quick)
    quick.manifest["command"] = f"{command} --first-deal 7"
    assert reports.to_html(made) != reports.to_html(quick)


def test_that_deals_were_added_after_looking_stands_beside_the_kind():
    made = ladder(30)
    cells = made.table("cells").copy()
    cells["interval"] += f", {EXTENDED}"
    made.made["cells"] = cells
    text = reports.to_html(made)
    kinds = {row[3] for name in ("leader", "strategy") for row in rows_of(text, name)[1:]}
    assert kinds - {bounds.DEFINITION}
    assert all(EXTENDED in kind for kind in kinds - {bounds.DEFINITION})
    assert EXTENDED not in str(rows_of(reports.to_html(ladder(30)), "leader"))


def test_the_page_defines_every_metric_and_kind_and_tells_where_it_comes_from():
    made = ladder(3)
    texts = set(Page(reports.to_html(made).replace("<wbr>", "")).texts)
    assert set(METRICS) <= texts
    assert {metric.formula for metric in METRICS.values()} <= texts
    assert set(method.KINDS) <= texts
    assert {"0.1.0", "a1" * 16, "c3" * 32} <= texts
    assert method.again(made.manifest["command"]) in texts
    assert made.manifest["scenario"] in {text.lstrip("\n") for text in texts}


def test_targets_and_alerts_are_explained_where_there_are_some():
    assert any("Benjamini" in text for text in method.words(2, targets=True))
    assert not any("Benjamini" in text for text in method.words(2, targets=False))
    assert "60\N{NO-BREAK SPACE}%" in method.words(1, targets=False)[-1]
