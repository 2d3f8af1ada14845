"""The worked cases of the rules, through the kernel."""

from __future__ import annotations

import pytest

from tests.kernel.vector_engine import KERNEL
from tests.reference import test_vectors as cases
from tests.vectors import SCORING, ScoringCase, TrickCase


@cases.tricks
def test_trick(case: TrickCase, phase: int) -> None:
    cases.test_trick(KERNEL, case, phase)


@pytest.mark.parametrize("case", SCORING, ids=lambda case: case.id)
@pytest.mark.parametrize("exchanged", [False, True])
def test_scoring(case: ScoringCase, exchanged: bool) -> None:
    cases.test_scoring(KERNEL, case, exchanged)
