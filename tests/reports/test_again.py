"""The command that a page of a comparison shows makes the page again, from the files it shows."""

from __future__ import annotations

import shlex

import pytest

from claimsim.cli import app
from reports.comparison import open_results, page_of, report
from tests.reports.made_results import KINDS, make


def again(page, folder, monkeypatch) -> str:
    """Save a page's files, run its command, and return the page that this makes."""
    monkeypatch.chdir(folder)
    for name, text in page.files:
        (folder / name).write_text(text, encoding="utf-8")
    for command in page.again.split(" && "):
        program, *arguments = shlex.split(command)
        assert program == "claimsim"
        assert app._run(arguments) == 0
    return (folder / "runs/again/report.html").read_text(encoding="utf-8")


@pytest.mark.parametrize("kind", KINDS)
def test_one_command_makes_the_page_again(kind, tmp_path, monkeypatch):
    made = open_results(make(kind, tmp_path / "made"))
    page = page_of(made)
    assert page.files[0][0] == "scenario.toml"
    if kind == "rulings":  # the made ones are some alone, the command has all
        again(page, tmp_path, monkeypatch)
        made = open_results((tmp_path / "runs").rename(tmp_path / "all") / "again")
        page = page_of(made)
    found, text = again(page, tmp_path, monkeypatch), report(made, "html")
    if kind != "whatif":
        assert page.otherwise == ""
        assert found == text
        return
    change, name = made.manifest["variants"][0]["change"], "against Small sea"
    assert name in page.otherwise
    assert page.otherwise in text
    expected = [line for line in text.splitlines() if page.otherwise not in line]
    said = [line.replace(name, change.replace('"', "&#34;")) for line in found.splitlines()]
    assert said == expected


def test_a_page_that_was_made_so_has_nothing_to_say_of_it(tmp_path, monkeypatch):
    page = page_of(open_results(make("whatif", tmp_path / "made")))
    again(page, tmp_path, monkeypatch)
    assert page_of(open_results(tmp_path / "runs/again")).otherwise == ""


def test_the_short_text_holds_the_files_too(tmp_path):
    made = open_results(make("whatif", tmp_path / "made"))
    text = report(made, "md")
    for name, content in page_of(made).files:
        assert f"<details><summary>{name}</summary>\n\n```toml\n{content.rstrip()}\n```" in text
