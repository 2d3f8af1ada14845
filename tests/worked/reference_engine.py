"""The reference engine as one that the worked cases can be run through."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from claimsim.errors import StrategyError
from claimsim.reference import phase1, phase2
from claimsim.reference.ending import Ending
from claimsim.reference.game import Game
from claimsim.reference.knowledge import Knowledge
from claimsim.reference.piles import Pile
from claimsim.rules.ruleset import Card, Ruleset
from tests.worked.notation import Event
from tests.worked.situation import Asked, Decide, Ended, Piles, Situation, TrickPlayed


class Reference:
    """Builds a Game, and lets it ask."""

    name = "reference"

    def game(
        self, rules: Ruleset, order: Sequence[int], decide: Decide, drawn: Sequence[str]
    ) -> Ended:
        game, events = _game(rules, order, decide, drawn)
        result = game.play()
        return Ended(events, result, game.fired)

    def trick(self, rules: Ruleset, before: Situation, decide: Decide) -> TrickPlayed:
        game, events = _game(rules, range(len(rules.cards)), decide, ())
        _stage(game, before)
        (phase1 if before.phase == 1 else phase2).play_trick(game)
        return TrickPlayed(events, _after(game, before), game.fired)

    def end(self, rules: Ruleset, piles: Piles, drawn: Sequence[str]) -> Ended:
        events: list[Event] = []
        coming = iter(drawn)
        ending = Ending(
            rules,
            [[*pile, *front] for pile, front in zip(piles.score, piles.in_front, strict=True)],
            discard=piles.discard,
            last_winners=[seat for seat in piles.last_winners if seat is not None],
            secured=piles.secured,
            draw=lambda _faction, cards, _k: _named(cards, next(coming)),
            tell=events.append,
        )
        result = ending.play()
        return Ended(events, result, ending.fired)


def _named(cards: list[Card], name: str) -> Card:
    return next(card for card in cards if card.name == name)


def _game(
    rules: Ruleset, order: Sequence[int], decide: Decide, drawn: Sequence[str]
) -> tuple[Game, list[Event]]:
    events: list[Event] = []
    coming = iter(drawn)

    def ask(game: Game, player: Any, question: Any) -> Card | None:
        asked = Asked(
            question.decision,
            player.seat,
            question.options,
            question.chosen,
            list(game.face_up),
            len(events),
        )
        answer = decide(asked)
        if answer in question.options or (answer is None and question.may_decline):
            return answer
        raise StrategyError(f"{answer} is none of {question.options}")

    def draw(_game: Game, _faction: str, cards: list[Card], _k: int) -> Card:
        return _named(cards, next(coming))

    return Game(rules, order, ask, events.append, draw), events


def _stage(game: Game, before: Situation) -> None:
    rules = game.rules
    game.phase, game.trick, game.leader = before.phase, before.trick, before.leader
    game.pile, game.face_up = Pile(before.pile), Pile(before.face_up)
    game.discard, game.removed = Pile(before.discard), Pile(before.removed)
    game.waiting = Pile(before.waiting)
    placed = before.placed()
    game.aside = Pile(card for card in rules.cards if card not in placed)
    game.sides = {faction: Pile(cards) for faction, cards in before.side.items()}
    game.supply = before.supply
    if before.previous_lead is not None:
        game.last_lead = before.previous_lead[1], before.previous_lead[0]
    if before.phase == 2:
        game.last_winners = [0]
    game.secured = dict(before.secured)
    alike: dict[str, int] = {}
    for card in rules.cards:
        alike[card.name] = alike.get(card.name, 0) + card.alone
    sides = {faction: side.bits for faction, side in game.sides.items()}
    for seat, player in enumerate(game.players):
        player.hand, player.score = Pile(before.hands[seat]), Pile(before.score[seat])
        player.in_front = Pile(before.in_front[seat])
        player.followers = Pile(before.followers[seat])
        player.tridents, player.row = before.tridents[seat], before.row[seat]
        player.lost = int(before.lost == seat)
        player.came = dict(before.came[seat])
        unseen = sum(card.alone for card in before.hidden_from(seat, rules))
        player.knows = Knowledge(unseen, sides, alike)


def _after(game: Game, before: Situation) -> Situation:
    lost = [player.seat for player in game.players if player.lost]
    return Situation(
        phase=before.phase,
        leader=game.leader,
        trick=game.trick,
        hands=[list(player.hand) for player in game.players],
        score=[list(player.score) for player in game.players],
        in_front=[list(player.in_front) for player in game.players],
        followers=[list(player.followers) for player in game.players],
        tridents=[player.tridents for player in game.players],
        row=[player.row for player in game.players],
        came=[dict(player.came) for player in game.players],
        supply=game.supply,
        pile=list(game.pile),
        face_up=list(game.face_up),
        discard=list(game.discard),
        waiting=list(game.waiting),
        removed=list(game.removed),
        side={faction: list(side) for faction, side in game.sides.items()},
        lost=lost[0] if lost else None,
        secured=dict(game.secured),
    )


REFERENCE = Reference()
