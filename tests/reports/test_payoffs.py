"""Payoffs: every player against every other, seen from either side."""

from __future__ import annotations

import reports
from tests.reports.made_runs import ladder
from tests.reports.reading import rows_of


def test_a_win_rate_and_its_mirror_make_one_hundred():
    made = ladder(60)
    cells = made.table("cells").set_index(["strategy_a", "strategy_b"])
    heads, *rows = rows_of(reports.to_html(made), "payoffs")
    assert heads == ["Player", "planner", "greedy", "random"]
    assert [row[0] for row in rows] == heads[1:]
    for i, one in enumerate(heads[1:]):
        for j, other in enumerate(heads[1:]):
            if (one, other) in cells.index:
                assert rows[i][j + 1] == f"{100 * cells.loc[(one, other), 'a_win_rate']:.1f}"
            assert abs(float(rows[i][j + 1]) + float(rows[j][i + 1]) - 100) < 0.15 or i == j


def test_bounds_are_turned_with_the_side():
    made = ladder(60)
    row = made.table("cells").set_index(["strategy_a", "strategy_b"]).loc[("planner", "random")]
    turned = " ".join(f"{1 - row[name]:.6g}" for name in ("a_win_rate", "a_high", "a_low"))
    text = reports.to_html(made)
    payoffs = text[text.index('data-name="payoffs"') :].partition("</table>")[0]
    assert f'data-v="{turned}"' in payoffs


def test_the_map_does_not_send_the_reader_elsewhere():
    text = reports.to_html(ladder(5))
    about = text[text.index('id="map-payoffs-about"') :].partition("</p>")[0]
    assert "claimsim tournament" not in about


def test_players_who_met_only_themselves_have_no_map():
    assert 'data-name="payoffs"' not in reports.to_html(ladder(5, ("greedy",)))
