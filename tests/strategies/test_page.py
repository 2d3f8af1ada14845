"""The page of strategies in the documentation says what the registry says."""

from pathlib import Path

from claimsim.registry import shipped
from claimsim.strategies_page import page

PAGE = Path(__file__).parents[2] / "docs" / "strategies.md"


def test_the_page_is_that_of_the_registry() -> None:
    assert PAGE.read_text() == page(), "the registry has changed: make docs"


def test_the_page_has_every_strategy_with_its_numbers() -> None:
    for entry in shipped().values():
        section = page().partition(f"\n## {entry.name}\n")[2].partition("\n## ")[0]
        assert entry.summary in section
        assert entry.source in section
        for name, value in entry.weights.items():
            assert f"`{name}` {value:g}" in section
        for name in (*entry.powers, *entry.locations, *entry.skills):
            assert f"`{name}`" in section
