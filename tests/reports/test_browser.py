"""The page in a real browser: nothing is asked of the network, and its comforts work."""

from __future__ import annotations

import csv
import io
import itertools
import shutil
import subprocess
from pathlib import Path

import pytest

import reports
from tests.reports import browser
from tests.reports.made_runs import grid
from tests.statistics.made_tallies import BASE

pytestmark = browser.needed

TABLE = "document.querySelector('table[data-name=\"grid\"]')"
COLUMN = f"[...{TABLE}.tBodies[0].rows].map((row) => row.cells[4].textContent.trim())"
PDF_READER = shutil.which("pdftotext")
WIDE = "document.documentElement.scrollWidth - document.documentElement.clientWidth"

#: What the keyboard may stop at, in the order of the page.
STOPS = """[...document.querySelectorAll("a[href], button, input, summary, [tabindex]")]
    .filter((one) => one.checkVisibility() && !one.closest("details:not([open]) > :not(summary)"))
    .filter((one) => one.type !== "radio" || one.checked).length"""


@pytest.fixture(scope="module")
def chromium():
    with browser.running() as found:
        yield found


@pytest.fixture(scope="module")
def path(tmp_path_factory) -> Path:
    page = tmp_path_factory.mktemp("browser") / "report.html"
    page.write_text(reports.to_html(grid({"claim": BASE}, deals=30)), encoding="utf-8")
    return page


@pytest.fixture
def visit(chromium, path):
    with browser.visiting(chromium, path) as found:
        yield found


def test_nothing_is_asked_of_the_network_and_nothing_fails(visit):
    visit.page.wait_for_timeout(300)
    assert visit.errors == []
    assert visit.asked == []
    assert visit.requests[0] == visit.uri


def test_the_policy_holds_against_what_is_not_of_the_page(visit):
    """A script and a style that somebody adds do nothing; the browser says so."""
    visit.run(
        """(() => {
            const script = document.createElement("script");
            script.textContent = "document.title = 'changed'";
            document.body.append(script);
            document.body.setAttribute("style", "display: none");
        })()"""
    )
    assert visit.page.title() == "Claim, first leader"
    assert visit.run("getComputedStyle(document.body).display") == "block"
    assert len(visit.errors) == 2
    assert all("Content Security Policy" in error for error in visit.errors)


def test_a_table_is_sorted_by_its_numbers_and_turned(visit):
    """With the keyboard: the head has the focus, Enter sorts, and again turns."""
    visit.run(f"{TABLE}.closest('details').open = true")
    head = visit.page.locator('table[data-name="grid"] thead button').nth(4)
    head.focus()
    visit.page.keyboard.press("Enter")
    order = visit.run(COLUMN)
    rates = [float(text.split()[0]) for text in order]
    assert len(rates) == 9
    assert rates == sorted(rates)
    visit.page.keyboard.press("Enter")
    assert visit.run(COLUMN) == order[::-1]
    assert visit.run(f"{TABLE}.tHead.rows[0].cells[4].getAttribute('aria-sort')") == "descending"


def test_a_table_is_filtered_by_words(visit):
    visit.run(f"{TABLE}.closest('details').open = true")
    visit.page.get_by_label("Only rows with").fill("plateau castle")
    left = visit.page.locator('table[data-name="grid"] tbody tr:visible')
    assert left.count() == 1
    assert "Plateau" in left.inner_text()
    assert "Castle" in left.inner_text()
    assert visit.page.locator("output").inner_text() == "1 of 9 rows"


def test_one_heat_map_is_shown_at_a_time(visit):
    shown = "[...document.querySelectorAll('#cards .panel')].map((one) => one.checkVisibility())"
    assert visit.run(shown) == [True, False, False]
    visit.page.locator("#cards input[type=radio]").first.focus()
    visit.page.keyboard.press("ArrowRight")
    visit.page.keyboard.press("ArrowRight")
    assert visit.run(shown) == [False, False, True]


def test_the_keyboard_comes_everywhere_and_is_seen_there(visit):
    places = visit.run(STOPS)
    first = visit.page
    first.keyboard.press("Tab")
    assert visit.run("document.activeElement.textContent") == "To the answer"
    seen = 1
    while visit.run("document.activeElement !== document.body") and seen <= places:
        outline = visit.run(
            """(() => {
                const own = getComputedStyle(document.activeElement);
                const place = document.activeElement.getBoundingClientRect();
                return [own.outlineStyle, place.right > 0 && place.width > 0];
            })()"""
        )
        assert outline[0] != "none", visit.run("document.activeElement.outerHTML.slice(0, 200)")
        assert outline[1]
        first.keyboard.press("Tab")
        seen += 1
    assert seen - 1 == places > 40


def test_headings_are_in_order(visit):
    levels = visit.run(
        "[...document.querySelectorAll('h1, h2, h3, h4')].map((one) => +one.tagName[1])"
    )
    assert levels[0] == 1
    assert levels.count(1) == 1
    assert all(b <= a + 1 for a, b in itertools.pairwise(levels))


@pytest.mark.parametrize("width", [1280, 375])
@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_axe_finds_nothing_serious(chromium, path, width, scheme):
    with browser.visiting(chromium, path, width, color_scheme=scheme) as visit:
        visit.run("document.querySelectorAll('details').forEach((one) => (one.open = true))")
        assert visit.violations() == []


def test_axe_would_find_something_serious(visit):
    """What the test before it rests on."""
    visit.run("document.querySelector('#filter-grid').labels[0].remove()")
    visit.run("document.querySelectorAll('details').forEach((one) => (one.open = true))")
    assert [one.split(":")[0] for one in visit.violations()] == ["label"]


def test_colours_go_with_the_system_and_can_be_turned(chromium, path):
    ground = "getComputedStyle(document.body).backgroundColor"
    light, dark = "rgb(255, 255, 255)", "rgb(20, 23, 27)"
    for scheme, own in (("light", light), ("dark", dark)):
        with browser.visiting(chromium, path, color_scheme=scheme) as visit:
            turn = visit.page.locator("button.theme")
            assert visit.run(ground) == own
            turn.click()
            assert visit.run(ground) == light
            turn.click()
            assert (visit.run(ground), turn.inner_text()) == (dark, "Colours: dark")
            turn.click()
            assert (visit.run(ground), turn.inner_text()) == (own, "Colours: system")


def test_figures_change_their_colours_with_the_page(chromium, path):
    ink = "getComputedStyle(document.querySelector('#leader svg text')).fill"
    found = []
    for scheme in ("light", "dark"):
        with browser.visiting(chromium, path, color_scheme=scheme) as visit:
            assert visit.run(ink) == visit.run("getComputedStyle(document.body).color")
            found.append(visit.run(ink))
    assert found[0] != found[1]


def test_a_narrow_page_does_not_scroll_sideways_but_its_tables_do(chromium, path):
    with browser.visiting(chromium, path, 375) as visit:
        visit.run("document.querySelectorAll('details').forEach((one) => (one.open = true))")
        assert visit.run(WIDE) == 0
        assert visit.run(
            "[...document.querySelectorAll('.scroll')].every((one) => one.tabIndex === 0)"
        )
        smallest = visit.run(
            """Math.min(...[...document.querySelectorAll("main *")]
                .filter((one) => !one.closest("svg") && one.childNodes.length && one.innerText)
                .map((one) => parseFloat(getComputedStyle(one).fontSize)))"""
        )
        assert smallest >= 11


def test_without_script_every_number_is_there(chromium, path):
    with (
        browser.visiting(chromium, path) as one,
        browser.visiting(chromium, path, java_script_enabled=False) as other,
    ):
        # without its script a page answers no questions: what is told apart is its own text
        with_script = one.run("document.querySelectorAll('td, th').length")
        assert other.page.locator("td, th").count() == with_script
        assert other.page.locator("button").count() == 0
        other.page.locator("summary").last.click()
        other.page.locator("#cards label").nth(1).click()
        assert other.page.locator("#cards .panel").nth(1).is_visible()


def test_in_print_all_tables_are_open_and_nothing_is_cut(chromium, path):
    with browser.visiting(chromium, path, 794) as visit:  # the width of a sheet of A4
        visit.page.emulate_media(media="print")
        for hidden in ("nav", "button.save", "button.theme", ".filter-line", ".skip"):
            assert not visit.page.locator(hidden).first.is_visible()
        assert visit.run(
            "[...document.querySelectorAll('table')].every((one) => one.checkVisibility())"
        )
        assert visit.run("getComputedStyle(document.querySelector('.scroll')).overflowX") == (
            "visible"
        )
        sheets = visit.page.pdf(format="A4", margin=dict.fromkeys(("left", "right"), "15mm"))
        assert sheets.startswith(b"%PDF")
        assert sheets.count(b"/Type /Page\n") > 5


def _sheets(path, visit) -> str:
    """Print a page on A4, and return the text of the sheets, apart by form feeds."""
    visit.page.pdf(path=path, format="A4", margin=dict.fromkeys(("left", "right"), "15mm"))
    return subprocess.run(
        [str(PDF_READER), "-layout", path, "-"], check=True, capture_output=True, text=True
    ).stdout


@pytest.mark.skipif(PDF_READER is None, reason="there is no pdftotext")
def test_in_print_a_table_of_several_sheets_has_its_heads_on_each(visit, tmp_path):
    sheets = _sheets(tmp_path / "report.pdf", visit).split("\f")
    defined = [sheet for sheet in sheets if "win_rate_recruited" in sheet or "a_win_rate" in sheet]
    assert len(defined) > 1
    assert all("How to read it" in sheet for sheet in defined)


def test_a_head_stands_over_its_numbers(visit):
    """Of rows that are named by numbers, too."""
    for name in ("grid", "played"):
        edges = visit.run(
            f"""(() => {{
                const table = document.querySelector('table[data-name="{name}"]');
                table.closest("details").open = true;
                const right = (cell) => {{
                    const range = document.createRange();
                    range.selectNodeContents(cell);
                    return range.getBoundingClientRect().right;
                }};
                return [table.tHead.rows[0].cells[0], table.tBodies[0].rows[0].cells[0]].map(right);
            }})()"""
        )
        assert edges[0] == pytest.approx(edges[1], abs=1)


def test_sentences_of_a_table_come_into_view_on_a_telephone(chromium, path):
    with browser.visiting(chromium, path, 375) as visit:
        visit.run("document.querySelectorAll('details').forEach((one) => (one.open = true))")
        ends = visit.run(
            """[...document.querySelectorAll(".stack .words")]
                .filter((one) => one.checkVisibility())
                .map((one) => one.getBoundingClientRect().right)"""
        )
        assert len(ends) > 10
        assert max(ends) <= 375
        power = visit.page.locator('table[data-name="deck-1"] td.words').first
        said = power.evaluate("(one) => getComputedStyle(one, '::before').content")
        assert "Power" in said


@pytest.mark.parametrize(("width", "told"), [(375, True), (1280, False)])
def test_a_figure_that_is_wider_than_the_screen_says_so(chromium, path, width, told):
    with browser.visiting(chromium, path, width) as visit:
        box = visit.page.locator("#leader figure .scroll")
        said = box.evaluate("(one) => getComputedStyle(one, '::before').content")
        assert ("scroll sideways" in said) == told
        assert box.evaluate("(one) => one.scrollWidth > one.clientWidth") == told


def test_the_numbers_of_a_figure_are_saved(visit):
    name, text = visit.saved("#leader button.save")
    assert name == "claim-first-leader-leader.csv"
    rows = list(csv.reader(io.StringIO(text)))
    assert rows[0][:4] == ["Cell", "Leader wins", "Leader wins low", "Leader wins high"]
    cells = grid({"claim": BASE}, deals=30).table("cells")
    for row, cell in zip(rows[1:], cells.to_dict("records"), strict=True):
        assert len(row) == len(rows[0])
        low, high = cell["leader_low"], cell["leader_high"]
        expected = [cell["leader_win_rate"], low, high]
        assert [float(one) for one in row[1:4]] == pytest.approx(expected, rel=1e-5)
