"""Records for tests: one written by hand, and those of random games."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from claimsim.record import make_record
from tests.reference.dealing import Deal

DATA = Path(__file__).parent.parent / "data"


def by_hand() -> dict[str, Any]:
    """Return the record that was written by hand from the rules alone."""
    record: dict[str, Any] = json.loads((DATA / "game_by_hand.json").read_text(encoding="utf-8"))
    return record


def record_of(deal: Deal) -> dict[str, Any]:
    """Return the record of a random game, as it comes out of a file."""
    playout = deal.play()
    record = make_record(
        scenario_name="random games",
        deal=deal.seed,
        seed=1,
        engine="reference",
        strategies=["random", "random"],
        rules=deal.rules,
        order=deal.order,
        events=playout.events,
        result=playout.result,
    )
    loaded: dict[str, Any] = json.loads(json.dumps(record))
    return loaded
