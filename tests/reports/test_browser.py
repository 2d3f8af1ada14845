"""The page in a real browser: nothing is asked of the network, and its comforts work."""

from __future__ import annotations

import csv
import io

import pytest

import reports
from tests.reports import browser
from tests.reports.made_runs import grid
from tests.statistics.made_tallies import BASE

pytestmark = pytest.mark.skipif(
    browser.found() is None, reason=f"there is no browser: none of {', '.join(browser.NAMES)}"
)

TABLE = "document.querySelector('table[data-name=\"grid\"]')"
COLUMN = f"[...{TABLE}.tBodies[0].rows].map((row) => row.cells[4].textContent.trim())"

SCRIPTS = {
    "order": f"{TABLE}.tHead.rows[0].cells[4].querySelector('button').click(); {COLUMN}",
    "turned": f"{TABLE}.tHead.rows[0].cells[4].querySelector('button').click(); {COLUMN}",
    "sorted": f"{TABLE}.tHead.rows[0].cells[4].getAttribute('aria-sort')",
    "left": """(() => {
        const field = document.getElementById("filter-grid");
        field.value = "plateau castle";
        field.dispatchEvent(new Event("input"));
        return [...document.querySelector('table[data-name="grid"]').tBodies[0].rows]
            .filter((row) => !row.hidden)
            .map((row) => row.textContent.replace(/\\s+/g, " ").trim());
    })()""",
    "panels": """(() => {
        const shown = () => [...document.querySelectorAll("#cards .panel")]
            .map((panel) => getComputedStyle(panel).display);
        const before = shown();
        document.querySelectorAll("#cards input[type=radio]")[2].click();
        return [before, shown()];
    })()""",
    "colour": """(() => {
        const ground = () => getComputedStyle(document.body).backgroundColor;
        const turn = document.querySelector("button.theme");
        turn.click();
        const light = ground();
        turn.click();
        return [light, ground(), turn.textContent];
    })()""",
    "small": "[...document.querySelectorAll('.scroll')].every((one) => one.tabIndex === 0)",
    "wide": "document.documentElement.scrollWidth - document.documentElement.clientWidth",
    "saved": "document.querySelector('#leader button.save').click()",
}


@pytest.fixture(scope="module")
def seen(tmp_path_factory):
    folder = tmp_path_factory.mktemp("browser")
    page = folder / "report.html"
    page.write_text(reports.to_html(grid({"claim": BASE}, deals=30)), encoding="utf-8")
    found = browser.visit(page, list(SCRIPTS.values()), folder, width=375)
    return {**found, **dict(zip(SCRIPTS, found["values"], strict=True)), "page": page}


def test_nothing_is_asked_of_the_network_and_nothing_fails(seen):
    assert seen["errors"] == []
    uri = seen["page"].resolve().as_uri()
    assert [one for one in seen["requests"] if not one.startswith(("data:", "blob:"))] == [uri]


def test_a_table_is_sorted_by_its_numbers_and_turned(seen):
    rates = [float(text.split()[0]) for text in seen["order"]]
    assert len(rates) == 9
    assert rates == sorted(rates)
    assert seen["turned"] == seen["order"][::-1]
    assert seen["sorted"] == "descending"


def test_a_table_is_filtered_by_words(seen):
    (row,) = seen["left"]
    assert "Plateau Castle" in row


def test_one_heat_map_is_shown_at_a_time(seen):
    before, after = seen["panels"]
    assert before == ["block", "none", "none"]
    assert after == ["none", "none", "block"]


def test_colours_can_be_turned(seen):
    assert seen["colour"] == ["rgb(255, 255, 255)", "rgb(20, 23, 27)", "Colours: dark"]


def test_a_narrow_page_does_not_scroll_sideways_but_its_tables_do(seen):
    assert seen["wide"] == 0
    assert seen["small"]


def test_the_numbers_of_a_figure_are_saved_in_full(seen):
    ((name, text),) = seen["downloads"].items()
    assert name == "claim-first-leader-leader.csv"
    rows = list(csv.reader(io.StringIO(text.removeprefix("\ufeff"))))
    assert rows[0][:4] == ["Cell", "Leader wins", "Leader wins low", "Leader wins high"]
    cells = grid({"claim": BASE}, deals=30).table("cells")
    for row, cell in zip(rows[1:], cells.to_dict("records"), strict=True):
        assert len(row) == len(rows[0])
        low, high = cell["leader_low"], cell["leader_high"]
        expected = [cell["leader_win_rate"], low, high]
        assert [float(one) for one in row[1:4]] == pytest.approx(expected, rel=1e-5)
