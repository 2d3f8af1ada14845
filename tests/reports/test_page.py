"""The HTML page: well formed, self-contained, safe, accessible and the same every time."""

from __future__ import annotations

import base64
import hashlib
import itertools
import re
from itertools import pairwise

import numpy as np
import pytest

import reports
from claimsim.errors import SystemRefused
from tests.reports.made_runs import MadeRun, grid, ladder
from tests.reports.reading import Page, rows_of
from tests.statistics.made_tallies import BASE, Game, count, info, made_cell, stack

NASTY = '<script>alert(1)</script> & "quoted"'
LOADING = {"src", "srcset", "data", "poster", "action", "background", "xlink:href"}


@pytest.fixture(scope="module")
def text() -> str:
    return reports.to_html(ladder(60))


@pytest.fixture(scope="module")
def page(text) -> Page:
    return Page(text)


def test_no_style_and_no_handler_stands_in_an_attribute(page):
    for tag, attrs in page.tags:
        for key in attrs:
            assert key != "style", tag
            assert not key.startswith("on"), tag


def test_nothing_is_loaded_and_nothing_runs(text, page):
    assert "http" not in re.sub("http-equiv", "", text)
    assert "@import" not in text
    assert text.count("<script") == 1
    assert not re.search(r"url\((?!#)", text)
    for tag, attrs in page.tags:
        assert not LOADING & set(attrs), tag
        target = attrs.get("href")
        assert target is None or target.startswith("#") or target == "data:,", target


def test_the_policy_allows_our_style_sheet_and_script_and_nothing_else(text, page):
    (policy,) = [a["content"] for a in page.all("meta") if a.get("http-equiv")]
    digests = {}
    for tag in ("style", "script"):
        (inside,) = re.findall(f"<{tag}>(.*?)</{tag}>", text, re.DOTALL)
        digests[tag] = base64.b64encode(hashlib.sha256(inside.encode()).digest()).decode()
    assert policy == (
        f"default-src 'none'; style-src 'sha256-{digests['style']}'; "
        f"script-src 'sha256-{digests['script']}'; img-src data:; base-uri 'none'; "
        "form-action 'none'"
    )


def test_ids_are_unique_and_every_reference_finds_one(text, page):
    ids = [attrs["id"] for _, attrs in page.tags if attrs.get("id")]
    assert len(ids) == len(set(ids))
    named = {
        name
        for _, attrs in page.tags
        for key in ("aria-labelledby", "aria-describedby")
        for name in (attrs.get(key) or "").split()
    }
    links = {a["href"][1:] for _, a in page.tags if (a.get("href") or "").startswith("#")}
    assert named | links | set(re.findall(r"url\(#([^)]+)\)", text)) <= set(ids)


def test_headings_stand_in_order(page):
    levels = [int(tag[1]) for tag, _ in page.tags if re.fullmatch("h[1-6]", tag)]
    assert levels[0] == 1
    assert levels.count(1) == 1
    assert all(after - before <= 1 for before, after in pairwise(levels))


def test_figures_can_be_read_by_ear(page):
    figures = page.all("svg")
    assert len(figures) == len(page.all("figure")) == 4
    for svg in figures:
        assert svg["role"] == "img"
        title, description = svg["aria-labelledby"].split()
        assert title.endswith("-title")
        assert description.endswith("-desc")
    assert any(re.search(r"planner – greedy: \d", part) for part in page.texts)


def test_every_figure_has_its_numbers_in_a_table(page):
    tables = {table.get("data-name") for table in page.all("table")}
    for figure in page.all("figure"):
        assert figure["data-table"] in tables


def test_every_table_can_be_saved_under_a_name_of_its_own(page):
    names = [table.get("data-name") for table in page.all("table")]
    assert all(names)
    assert len(names) == len(set(names))


def test_tables_keep_their_numbers_in_full(text):
    found = re.findall(r'data-v="([^"]+)"', text)
    assert len(found) > 100
    for numbers in found:
        assert len(numbers.split()) in {1, 3}
        assert all(float(number) == float(number) for number in numbers.split())


def test_tables_name_their_columns_and_rows(page):
    for head in page.all("th"):
        assert head["scope"] in {"col", "row"}
    assert len(page.all("table")) >= 8


def test_the_page_has_language_title_and_viewport(page):
    assert page.all("html")[0]["lang"] == "en"
    assert any(a.get("name") == "viewport" for a in page.all("meta"))
    assert "Claim, first leader" in page.texts


def test_names_are_shown_as_text_and_never_run():
    made = ladder(20, name=NASTY, description=f"why {NASTY}?")
    made.cells_info[1]["strategy_a"] = "<b>x$y$"
    made.manifest["scenario"] += "# </pre><script>alert(2)</script>\n"
    made.manifest["command"] = f"claimsim run '{NASTY}'"
    text = reports.to_html(made)
    page = Page(text)
    assert not page.all("b")
    assert page.all("script") == [{}]  # ours
    assert NASTY in "".join(page.texts)
    assert "<b>x$y$ – greedy" in page.texts  # in the figure's label too, not as mathematics
    assert "alert(2)" in "".join(page.texts)


def test_the_same_run_gives_the_same_bytes(text):
    later = ladder(60, more={"started": "2031-05-05T05:05:05+00:00", "seconds": 9.5, "host": "b"})
    assert reports.to_html(later) == text
    assert reports.to_html(ladder(60)) == text
    assert reports.to_html(ladder(61)) != text


def test_settings_of_the_users_matplotlib_change_nothing(text):
    import matplotlib as mpl

    with mpl.rc_context({"font.size": 20, "svg.fonttype": "path", "axes.grid": True}):
        assert reports.to_html(ladder(60)) == text
        assert mpl.rcParams["font.size"] == 20


def test_host_and_times_are_not_told(text):
    assert "some-host" not in text
    assert "2025-01-01" not in text


def test_large_grids_are_cut_and_say_so():
    players = ("planner", "greedy", "duck", "high", "low", "random")
    made = ladder(150, players)
    infos, tallies = made.cells_info * 2, stack([*made.tallies, *made.tallies])
    for number, entry in enumerate(infos):
        infos[number] = {**entry, "cell": number}
    text = reports.to_html(MadeRun(infos, tallies))
    assert len(text) < 1_000_000
    assert "18 more cells are left out here" in text
    assert "18 more cells are left out here" in reports.to_markdown(MadeRun(infos, tallies))


def test_cells_too_short_to_tell_anything_are_left_out_of_figures():
    made = grid({f"deck {number}": BASE for number in range(4)}, deals=1)
    assert "35 more cells are left out here" in reports.to_html(made)
    longer = grid({f"deck {number}": BASE for number in range(4)}, deals=200)
    assert "12 more cells are left out here" in reports.to_html(longer)


def test_the_page_of_a_large_grid_is_small():
    places = [("none", "shore", "swamp", "plateau"), ("none", "tower", "castle", "dungeon", "wall")]
    infos = [
        info(
            number, "planner", "greedy", 2, deck=f"deck {deck}", setting=setting, building=building
        )
        for number, (deck, setting, building) in enumerate(itertools.product(range(100), *places))
    ]
    tallies = np.repeat(stack([made_cell(60, 2, 1)]), len(infos))
    made = MadeRun(infos, tallies)
    text = reports.to_html(made)
    assert len(text) < 1_000_000
    assert "2,000 cells" in text
    assert rows_of(text, "places-all")[0] == [
        *("Setting", "No building", "Tower", "Castle", "Dungeon", "Wall"),
    ]  # fmt: skip


DECKS = {
    "claim": BASE,
    "gnomes+giants+dragons+trolls+vulturekin": (
        *("gnomes", "giants", "dragons", "trolls", "vulturekin"),
    ),
    "sea": ("pirates", "royal_navy", "sea_monsters", "octipi", "fish_people"),
}


def test_cells_are_named_by_deck_setting_and_building_where_these_differ():
    page = Page(reports.to_html(grid(DECKS)))
    texts = set(page.texts)
    assert "27 (3 decks × 3 settings × 3 buildings)" in texts
    assert "sea, Windy Peaks, Dungeon" in texts
    assert "gnom+gian+drag+trol+vult, Plateau" in texts
    assert not any("planner – greedy, " in text for text in texts)
    assert any("Every cell is planner – greedy." in text for text in texts)
    assert {"Deck claim", "Settings and buildings", "Windy Peaks", "Castle"} <= texts
    assert {"Deck sea", "No setting", "Setting Plateau", "Building Castle"} <= texts


def test_the_cells_that_are_shown_are_those_farthest_from_one_half():
    made = grid(DECKS)
    page = Page(reports.to_html(made))
    cells = made.table("cells")
    farthest = cells["leader_low"].clip(lower=0.5).sort_values().index[-3:]
    labels = set(page.texts)
    assert len(farthest) == 3
    for row in cells.loc[farthest].to_dict("records"):
        assert row["deck"] == "sea"  # its leader has the largest edge
        building = {"none": "no location"}.get(row["building"], row["building"].title())
        place = [] if row["setting"] == "none" else [row["setting"].replace("_", " ").title()]
        place += [building] if row["building"] != "none" or not place else []
        assert ", ".join(["sea", *place]) in labels


def test_many_decks_are_summed_up_by_faction():
    made = grid({f"deck {number}": BASE for number in range(13)}, deals=3)
    page = Page(reports.to_html(made))
    assert {"Factions", "Deck with Goblins"} <= set(page.texts)
    assert len(page.all("svg")) == 5  # effects are drawn, too


def test_powers_and_locations_are_told_with_what_a_firing_is():
    rows = rows_of(reports.to_html(grid(DECKS)), "powers")
    row = next(row for row in rows if row[:3] == ["Windy Peaks", "location", "9"])
    assert row[-1] == "a game in which cards are passed by it"
    assert any(row[:3] == ["wild", "Doppelgangers", "27"] for row in rows)


def test_changed_rulings_and_numbers_are_told():
    scenario = '[switches]\nvictory = "three_votes"\n[parameters]\noctipi.threshold = 9\n'
    made = ladder(3, more={"scenario": scenario})
    lines = reports.to_markdown(made).split("\n")
    assert any(line.startswith("| victory | three\\_votes | most\\_votes |") for line in lines)
    assert any(line.startswith("| octipi.threshold | 9 | 8 |") for line in lines)
    page = Page(reports.to_html(made))
    assert {"Changed rulings and numbers", "octipi.threshold"} <= set(page.texts)
    assert "Changed rulings and numbers" not in Page(reports.to_html(ladder(3))).texts


def test_games_that_a_building_decides_are_said_to_be():
    infos = [info(0, "greedy", "duck", 1, building="castle", powers=("castle",))]
    games = [[Game(0, (-1,) * 5, by="castle", fired={"castle": 1})]] * 20
    made = MadeRun(infos, stack([count(games)]))
    assert "When greedy meets duck, Castle decides 100.0" in reports.to_markdown(made)
    assert "Decided by Castle" in reports.to_html(made)


DRAWN = Game(-1, (0, 0, 1, 1, -1), by="draw")
UNAWARDED = Game(-1, (-1, -1, -1, -1, -1), by="draw")


@pytest.mark.parametrize(
    ("deals", "reason"),
    [
        ([[DRAWN]], "one deal has no variance"),
        ([[DRAWN]] * 40, "every game was drawn"),
        ([[UNAWARDED]] * 3, "nobody ever got the vote"),
    ],
    ids=["one deal", "all drawn", "no vote"],
)
def test_what_is_undefined_is_a_dash_with_its_reason(deals, reason):
    made = MadeRun([info(0, "greedy", "duck", 1)], stack([count(deals)]))
    text = reports.to_html(made)
    Page(text)
    assert re.search(r">–</td>", text)
    assert reason in text
    assert not re.search(r"\bnan\b|NA&gt;|\bNone\b", text)
    assert reason in reports.to_markdown(made)


def test_small_decks_stand_beside_large_ones():
    pair = ("goblins", "knights")
    infos = [info(0, "greedy", "duck", 2), info(1, "greedy", "duck", 2, names=pair, deck="g+k")]
    tallies = stack([made_cell(30, 2, 1), made_cell(30, 2, 2, names=pair)])
    page = Page(reports.to_html(MadeRun(infos, tallies)))
    assert "g+k" in page.texts
    assert {"Deck claim", "Deck g+k"} <= set(page.texts)


def test_a_report_is_written_whole_and_replaces_the_old_one(tmp_path, text):
    path = tmp_path / "report.html"
    path.write_text("old")
    assert reports.write_report(ladder(60), path) == path
    assert path.read_text(encoding="utf-8") == text
    assert [entry.name for entry in tmp_path.iterdir()] == ["report.html"]


def test_a_report_that_cannot_be_written_is_refused_in_one_line(tmp_path):
    (tmp_path / "file").write_text("in the way")
    path = tmp_path / "file" / "report.html"
    with pytest.raises(SystemRefused, match=r"^cannot write the report .*report\.html: ") as caught:
        reports.write_report(ladder(2), path)
    assert "\n" not in str(caught.value)
    assert (tmp_path / "file").read_text() == "in the way"
