"""The worked cases of the rules, through every engine."""

from __future__ import annotations

from typing import Any

import pytest

from claimsim import cardsets
from claimsim.errors import StrategyError
from tests.vectors import ENGINES, SCORING, TRICKS, Engine, Picker, ScoringCase, TrickCase, stage

engines = pytest.mark.parametrize("engine", ENGINES, ids=lambda engine: engine.name)
tricks = pytest.mark.parametrize(
    ("case", "phase"),
    [
        pytest.param(case, phase, id=f"{case.id}-{phase}")
        for case in TRICKS
        for phase in case.phases
    ],
)


def events_of_first_trick(events: list[dict[str, Any]], phase: int) -> list[dict[str, Any]]:
    """Return the events of the first trick of a phase, without reveal and phase."""
    names = [event["event"] for event in events]
    first = 1 if phase == 1 else names.index("phase") + 1
    until = "reveal" if phase == 1 else "play"
    return events[first : names.index(until, first + 2)]


@engines
@tricks
def test_trick(engine: Engine, case: TrickCase, phase: int):
    staged = stage(case, phase)
    if case.winner is None:
        with pytest.raises(StrategyError):
            engine.play(staged.rules, staged.order, staged.scripts)
        return
    played = engine.play(staged.rules, staged.order, staged.scripts)
    trick = events_of_first_trick(played.events, phase)
    seats = {"leader": staged.leader, "follower": 1 - staged.leader}
    winner = seats[case.winner]
    assert trick[:3] == [
        {"event": "play", "player": seats["leader"], "card": case.lead},
        {"event": "play", "player": seats["follower"], "card": case.follow},
        {"event": "trick", "winner": winner},
    ]
    after = trick[3:]
    if phase == 1:
        assert after[:2] == [
            {"event": "take", "player": winner, "card": "knights:3"},
            {"event": "take", "player": 1 - winner, "card": "knights:4"},
        ]
        after = after[2:]
    if case.scores is not None:
        expected = [
            {"event": "score", "player": seats[who], "cards": cards}
            for who, cards in case.scores.items()
            if cards
        ]
        assert sorted(after, key=lambda e: e["player"] == winner) == after, "the loser's first"
        assert sorted(after, key=str) == sorted(expected, key=str)
    if case.discard is not None:
        cards = staged.rules.deck.cards
        discard = [str(cards[card]) for card in cardsets.members(played.views[2]["discard"])]
        assert discard == case.discard


@engines
@pytest.mark.parametrize("case", SCORING, ids=lambda case: case.id)
@pytest.mark.parametrize("exchanged", [False, True])
def test_scoring(engine: Engine, case: ScoringCase, exchanged: bool):  # by pytest
    picker = Picker(case.rules.deck)
    piles = [[picker.take(name) for name in pile] for pile in case.piles]
    result = engine.score(case.rules, piles[::-1] if exchanged else piles)

    def seat(seat: int | None) -> int | None:
        return seat if seat is None or not exchanged else 1 - seat

    for faction, holder in case.votes.items():
        assert result["votes"][faction] == seat(holder)
    if "winner" in case.more:
        assert result["winner"] == seat(case.more["winner"])
        assert result["decided_by"] == case.more["decided_by"]


def test_every_listed_case_is_here():
    assert [case.id for case in TRICKS] == [f"G{number:02}" for number in range(1, 18)]
    assert {"S01", "S02", "S10", "S16", "S17", "S22-base", "S23-base"} <= {c.id for c in SCORING}
