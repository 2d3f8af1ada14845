"""The worked cases of the rules, through both engines."""

from __future__ import annotations

from typing import Any

import pytest

from claimsim.errors import StrategyError
from claimsim.rules.locations import BUILDINGS, SETTINGS
from claimsim.rules.powers import POWERS
from claimsim.rules.ruleset import Ruleset
from claimsim.rules.switches import SWITCHES
from claimsim.view import FOLLOW, LEAD
from tests.worked.cases import (
    GAMES,
    SCORING,
    TRICKS,
    Case,
    StagedTrick,
    phases,
    stage_end,
    stage_game,
    stage_trick,
)
from tests.worked.following import Following
from tests.worked.kernel_engine import KERNEL
from tests.worked.notation import read_events, record_order
from tests.worked.reference_engine import REFERENCE
from tests.worked.situation import Asked, Engine, Situation, named

engines = pytest.mark.parametrize("engine", [REFERENCE, KERNEL], ids=lambda engine: engine.name)

_BY_ROLE = ("hand", "score", "in_front", "followers", "tridents", "row", "came")
_FIELDS = {"hand": "hands"}


class Enough(Exception):
    """A case has seen what it is about."""


@engines
@pytest.mark.parametrize("leader", [0, 1])
@pytest.mark.parametrize(
    ("case", "phase"),
    [pytest.param(c, phase, id=f"{c['id']}-{phase}") for c in TRICKS for phase in phases(c)],
)
def test_trick(engine: Engine, case: Case, phase: int, leader: int):
    staged = stage_trick(case, phase, leader)
    if "refused" in case:
        refuse(engine, case, staged)
    elif "offers" in case:
        offer(engine, case, staged)
    else:
        following = Following(staged.events, more="more" in case)
        played = engine.trick(staged.rules, staged.before, following)
        got = played.events[: len(staged.events)] if case.get("more") else played.events
        assert got == staged.events
        check_after(case, staged, played.after)
        check_leader(played.after, played.events)
        check_fired(case, played.fired)


def refuse(engine: Engine, case: Case, staged: StagedTrick) -> None:
    who, card = case["refused"].split()
    play = {"event": "play", "player": staged.seats[who], "card": card}
    following = Following([*staged.events, play])

    def decide(asked: Asked) -> Any:
        answer = following(asked)
        if asked.events == len(staged.events):
            hand = staged.before.hands[asked.seat]
            return next(c for c in hand if c.name == card)
        return answer

    with pytest.raises(StrategyError):
        engine.trick(staged.rules, staged.before, decide)
    asked = following.asked[-1]
    assert asked.seat == staged.seats[who]
    assert asked.decision in (LEAD, FOLLOW)
    assert card not in [option.name for option in asked.options]


def offer(engine: Engine, case: Case, staged: StagedTrick) -> None:
    who, *cards = case["offers"].split()
    following = Following(staged.events)
    seen: list[Asked] = []

    def decide(asked: Asked) -> Any:
        if asked.events == len(staged.events):
            seen.append(asked)
            raise Enough
        return following(asked)

    with pytest.raises(Enough):
        engine.trick(staged.rules, staged.before, decide)
    (asked,) = seen
    assert asked.seat == staged.seats[who]
    assert asked.decision == (LEAD if who == "L" else FOLLOW)
    assert named(staged.rules, asked.options) == record_order(staged.rules, cards)


def check_after(case: Case, staged: StagedTrick, after: Situation) -> None:
    """What lies where after the trick, as far as the case says."""
    for key, expected in case.get("after", {}).items():
        if key in ("L", "F"):
            for name, value in expected.items():
                assert name in _BY_ROLE
                found = getattr(after, _FIELDS.get(name, name))[staged.seats[key]]
                if name == "came":
                    assert {f: found.get(f, 0) for f in value} == value
                elif isinstance(value, list):
                    assert named(staged.rules, found) == record_order(staged.rules, value), name
                else:
                    assert found == value, name
        elif key == "leader":
            assert after.leader == staged.seats[expected]
        elif key == "secured":
            assert after.secured == {name: staged.seats[who] for name, who in expected.items()}
        elif key == "supply":
            assert after.supply == expected
        elif key in ("pile", "face_up"):
            assert [card.name for card in getattr(after, key)] == expected
        else:
            assert named(staged.rules, getattr(after, key)) == record_order(staged.rules, expected)


def check_leader(after: Situation, events: list[Any]) -> None:
    """The winner leads, unless an event says otherwise or the game is over (rules, 6)."""
    winner = next(event["winner"] for event in events if event["event"] == "trick")
    told = [event["player"] for event in events if event["event"] == "lead"]
    if after.phase == 1 or all(after.hands):
        assert after.leader == (told[0] if told else winner)
    else:
        assert not told


def check_fired(case: Case, fired: Any) -> None:
    for name, count in case.get("fired", {}).items():
        assert fired.get(name, 0) == count, name


def seat_of(seat: int | None, exchanged: bool) -> int | None:
    return seat if seat is None else seat ^ exchanged


@engines
@pytest.mark.parametrize("exchanged", [False, True])
@pytest.mark.parametrize("case", SCORING, ids=lambda case: case["id"])
def test_scoring(engine: Engine, case: Case, exchanged: bool):
    staged = stage_end(case, exchanged=exchanged)
    ended = engine.end(staged.rules, staged.piles, staged.drawn)
    if "events" in case:
        seats = {"0": int(exchanged), "1": 1 - exchanged}
        assert ended.events == read_events(staged.rules, case["events"], seats)
    check_result(staged.rules, case, ended.result, exchanged)
    check_fired(case, ended.fired)


def check_result(rules: Ruleset, case: Case, result: Any, exchanged: bool) -> None:
    step = -1 if exchanged else 1
    for faction, holder in case.get("votes", {}).items():
        assert result["votes"][faction] == seat_of(holder, exchanged), faction
    if "winner" in case:
        assert result["winner"] == seat_of(case["winner"], exchanged)
    if "decided_by" in case:
        assert result["decided_by"] == case["decided_by"]
    if "extra" in case:
        assert result["extra_votes"] == case["extra"][::step]
    if "totals" in case:
        assert result["vote_totals"] == case["totals"][::step]
    if "final" in case:
        piles = [record_order(rules, pile.split()) for pile in case["final"]]
        assert result["score_piles"] == piles[::step]


@engines
@pytest.mark.parametrize("case", GAMES, ids=lambda case: case["id"])
def test_game(engine: Engine, case: Case):
    staged = stage_game(case)
    ended = engine.game(staged.rules, staged.order, Following(staged.events), staged.drawn)
    assert ended.events == staged.events
    check_result(staged.rules, case, ended.result, exchanged=False)
    check_fired(case, ended.fired)


def test_every_listed_case_is_here():
    ids = [case["id"] for case in (*TRICKS, *SCORING, *GAMES)]
    assert len(ids) == len(set(ids))
    given = {f"G{n:02}" for n in range(1, 63)} | {f"S{n:02}" for n in range(1, 28)} | {"G21b"}
    assert given <= set(ids)


def test_two_cases_for_everything():
    ids = [case["id"] for case in (*TRICKS, *SCORING, *GAMES)]
    values = [
        (switch.name, "".join(map(str, value)) if isinstance(value, tuple) else value)
        for switch in SWITCHES.values()
        for value in switch.values
    ]
    wanted = [f"P-{power}-" for power in POWERS]
    wanted += [f"L-{location}-" for location in (*SETTINGS, *BUILDINGS)]
    wanted += [f"W-{name}-{value}-" for name, value in values]
    assert len(wanted) == 21 + 18 + 24
    for prefix in wanted:
        assert sum(name.startswith(prefix) for name in ids) >= 2, prefix
