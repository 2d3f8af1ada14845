"""The page of metrics in the documentation says what the registry says."""

from pathlib import Path

from claimsim.statistics.metrics import METRICS
from claimsim.statistics.metrics_page import page

PAGE = Path(__file__).parents[2] / "docs" / "metrics.md"


def test_the_page_is_that_of_the_registry() -> None:
    assert PAGE.read_text() == page(), "the registry has changed: make docs"


def test_the_page_has_every_metric_with_its_formula() -> None:
    plain = page().replace("\\", "")
    for metric in METRICS.values():
        assert f"### `{metric.name}`" in plain
        assert metric.formula in plain
        assert f"unit: {metric.unit}; range: {metric.range}" in plain
