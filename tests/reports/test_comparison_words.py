"""What pages of comparisons say: what is surely so of many rows, and of short cells on average."""

from __future__ import annotations

import shutil
from pathlib import Path

import pandas as pd
import pytest
from scipy import stats

from reports import comparison_words as words
from reports.comparison import open_results, page_of
from tests.reports.made_results import make


@pytest.fixture(scope="module")
def made(tmp_path_factory) -> dict[str, Path]:
    folder = tmp_path_factory.mktemp("results")
    return {kind: make(kind, folder / kind) for kind in ("whatif", "rulings", "sweep", "restrict")}


def test_surely_is_said_of_what_holds_for_all_rows_that_were_looked_at():
    row = {"difference": -0.0105, "low": -0.0205, "high": -0.0005}
    assert words.apart(row["low"], row["high"])
    assert words.surely(row, 1) == -1
    assert words.surely(row, 6) == 0
    assert words.surely({**row, "difference": 0.02, "low": 0.01, "high": 0.03}, 6) == 1
    assert words.surely({**row, "low": None}, 6) == 0
    assert "(Bonferroni)" in words.SEVERAL


def _directory(made, kind, out, change) -> list[str]:
    """Return the answers of a directory with other tables."""
    shutil.copytree(made[kind], out)
    for name in ("cells", "differences", "prices"):
        if (out / f"{name}.parquet").exists():
            frame = change(name, pd.read_parquet(out / f"{name}.parquet"))
            frame.to_parquet(out / f"{name}.parquet", index=False)
    page = page_of(open_results(out), deals=False)
    return [text.replace("\N{NO-BREAK SPACE}", " ") for text in page.answers]


def test_one_cell_of_several_is_not_sure_by_itself(made, tmp_path):
    def change(name, frame):
        if name == "differences":
            rows = (frame["table"] == "cells") & (frame["metric"] == "leader_win_rate")
            frame.loc[rows, ["difference", "low", "high"]] = [-0.034, -0.067, -0.002]
            others = frame["table"].isin(["factions", "powers"]) | (frame["table"] == "cells")
            others &= ~frame["metric"].isin(["leader_win_rate", "a_win_rate"])
            others &= frame["difference"].notna()
            frame.loc[others, ["difference", "low", "high"]] = [0.0205, 0.0005, 0.0405]
        return frame

    told = _directory(made, "whatif", tmp_path / "one", change)
    cells = len(pd.read_parquet(made["whatif"] / "cells.parquet"))
    assert told[2] == (
        f"Of {cells} cells, the leader's win rate surely rises in 0, falls in 0; in {cells} no "
        "difference can be told."
    )
    assert told[-1].startswith("No other number surely changes")


def test_many_short_cells_are_told_on_average(made, tmp_path):
    def change(name, frame):
        frames = []
        for deck in range(25):
            copy = frame.copy()
            copy["cell"] = copy["cell"] + 100 * deck
            if name == "cells":
                copy["deck"] = f"deck {deck}"
            rows = copy.get("metric") == "leader_win_rate"
            if name == "differences":
                copy.loc[rows, "difference"] = 0.01 * deck
                copy.loc[rows, ["low", "high"]] = [-0.5, 0.5]
            frames.append(copy)
        return pd.concat(frames, ignore_index=True)

    told = _directory(made, "whatif", tmp_path / "many", change)
    interval = stats.ttest_1samp([0.01 * d for d in range(25)], 0).confidence_interval(0.95)
    ends = " to ".join(f"+{100 * end:.1f}" for end in interval)
    cells = 25 * len(pd.read_parquet(made["whatif"] / "cells.parquet"))
    assert told[0].startswith(f"On average over all {cells} cells the first leader wins ")
    assert f": +12.0 points ({ends}). Single cells are short. Of {cells} cells, " in told[0]
    assert told[1].startswith("Another player wins a game in ")
    assert len(told) == 2


def test_a_change_that_turns_nothing_is_told_as_that(made, tmp_path):
    def change(name, frame):
        if name == "cells":
            frame["changed_deals"] = 0
        return frame

    (told,) = _directory(made, "rulings", tmp_path / "idle", change)
    assert told == "No ruling turns any deal: who wins is the same either way."


def test_rulings_that_turned_nothing_do_not_come_next(made, tmp_path):
    def change(name, frame):
        if name == "cells":
            first = frame["change"] == frame["change"].iloc[0]
            frame.loc[~first, "changed_deals"] = 0
            frame.loc[first, "changed_deals"] = 1
            frame["deals"] = 4000
        return frame

    told = _directory(made, "rulings", tmp_path / "idle", change)
    assert told[0].endswith("with it another player wins a game in 0.025 % of the deals.")
    assert told[1] == "1 ruling of 2 turned no deal."
    assert not any(text.startswith("Then") for text in told)


def test_the_number_of_restrictions_counts_for_what_is_sure(made, tmp_path):
    def change(name, frame):
        if name == "prices":
            frame[["price", "low", "high"]] = [0.0205, 0.0005, 0.0405]
        return frame

    told = _directory(made, "restrict", tmp_path / "prices", change)
    assert told[-1] == (
        "Of 2 restrictions, 0 surely cost something; of the others it cannot be told."
    )


def test_a_whole_number_is_not_met_between_two_values(made, tmp_path):
    out = tmp_path / "sweep"
    shutil.copytree(made["sweep"], out)
    path = out / "crossings.parquet"
    frame = pd.read_parquet(path)
    cell = int(pd.read_parquet(out / "best.parquet")["cell"].iloc[0])
    row = dict.fromkeys(frame) | {"cell": cell, "from_edge": False, "to_edge": False}
    row |= {"at": 5.933, "first": 4.2, "last": 7.9}
    pd.DataFrame([row]).to_parquet(path, index=False)
    assert "between 5 and 6 (95 %: from 4 to 8)" in page_of(open_results(out)).answers[0]
    row["at"] = 7.0
    pd.DataFrame([row]).to_parquet(path, index=False)
    assert "at 7 (95 %: from 4 to 8)" in page_of(open_results(out)).answers[0]


def test_names_and_units_of_metrics():
    told = words.value_text("swing", 0.2179, 1).replace("\N{NO-BREAK SPACE}", " ")
    assert told == "21.8 points"
    one = words.metric_name("win_rate_after", "phase_1", "1 tricks of Phase 1")
    assert one.startswith("1 trick of Phase 1: ")
    eleven = words.metric_name("win_rate_after", "phase_1", "11 tricks of Phase 1")
    assert eleven.startswith("11 tricks of Phase 1: ")
