"""Games from elsewhere: given the deal and the decisions, both engines re-make every event."""

from __future__ import annotations

import pytest

from tests.worked.following import Following
from tests.worked.games import RECORDED, RecordedGame
from tests.worked.kernel_engine import KERNEL
from tests.worked.reference_engine import REFERENCE
from tests.worked.situation import Engine


@pytest.mark.parametrize("engine", [REFERENCE, KERNEL], ids=lambda engine: engine.name)
@pytest.mark.parametrize("game", RECORDED, ids=lambda game: game.name)
def test_a_recorded_game_is_made_again(engine: Engine, game: RecordedGame):
    ended = engine.game(game.rules, game.order, Following(game.events), game.drawn)
    assert ended.events == game.events
    assert ended.result == game.result


def test_there_are_thirty():
    assert len(RECORDED) == 30
