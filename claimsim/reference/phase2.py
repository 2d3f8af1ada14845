"""Phase 2: tricks for score piles (rules, 2 and 5)."""

from __future__ import annotations

from collections.abc import Collection
from typing import TYPE_CHECKING

from claimsim.reference import playing
from claimsim.reference.piles import Pile, Player
from claimsim.reference.rulebook import rulebook
from claimsim.reference.tricks import Why
from claimsim.rules.ruleset import Card
from claimsim.view import DRAW, SMASH

if TYPE_CHECKING:
    from claimsim.reference.game import Game


def begin(game: Game) -> None:
    """Rules, 2, Between: followers become hands; the last trick's winner leads."""
    for player in game.players:
        player.hand, player.followers = player.followers, Pile()
        player.knows.begins_phase_2()
        player.bonus = {}
        player.boost = 0
    game.phase, game.trick = 2, 0
    game.last_lead = None
    game.tell({"event": "phase", "phase": 2, "leader": game.leader})
    game.setting.before_phase_2(game)


def play_trick(game: Game) -> None:
    """Play one trick of Phase 2 (rules, 2 and 5)."""
    held = game.powers.held
    playing.begin_trick(game)
    playing.play_cards(game)
    if "boosts" in held:
        playing.answer(game)
    winner, loser = playing.settle(game)
    _clear_table(game, winner, loser)
    if "redraws" in held:
        _redraw(game, loser)
    if "arms" in held:
        playing.give_trident(game, loser)
    if winner.hand.cards and loser.hand.cards:
        playing.pass_lead(game, winner)
    else:
        _take_waiting(game, winner)
        game.last_winners.append(winner.seat)
    playing.end_trick(game, winner, loser)


def end(game: Game) -> None:
    """Rules, 2 and 7.1: a leftover hand leaves the game; cards in front join score piles."""
    for player in game.players:
        if player.hand:
            cards = game.names(player.hand.cards)
            player.hand.empty_into(player.discarded)
            game.tell({"event": "discard", "player": player.seat, "cards": cards})
    for player in game.players:
        player.in_front.empty_into(player.score)


def _clear_table(game: Game, winner: Player, loser: Player) -> None:
    """Rules, 5 and 12: where the cards go, the loser's first."""
    outcome = game.outcome
    assert outcome is not None
    to_loser: list[Card] = []
    to_winner: list[Card] = []
    scored: list[Card] = []
    may_wait = list(game.waiting.cards)
    captured = outcome.why is Why.CAPTURES
    for card in (outcome.led, outcome.follow):
        able = game.powers.of[card.faction]
        if captured:
            to_winner.append(card)
        elif able.loser_scores and able.loser_scores.acts(2):
            to_loser.append(card)
            game.fired["loser_scores"] += 1
        elif able.scored_when_played and able.scored_when_played.acts(2):
            to_winner.append(card)
            scored.append(card)
            game.fired["scored_when_played"] += 1
        elif able.limited:
            may_wait.append(card)
        else:
            to_winner.append(card)
    if to_loser:
        playing.take_off_table(game, to_loser)
        _receive(game, loser, to_loser)
    wait = _keep_waiting(game, to_winner, may_wait) if may_wait else []
    if "smashes" in game.powers.held:
        _smash(game, loser, to_loser)
        _smash(game, winner, to_winner)
    game.led = game.followed = None
    if may_wait:
        game.waiting = Pile(wait)
    if to_winner:
        _receive(game, winner, to_winner, scored)


def _keep_waiting(game: Game, to_winner: list[Card], may_wait: list[Card]) -> list[Card]:
    """Rules, 5, ``limited``: add to the winner's cards what he gets; return what waits.

    Each faction goes for itself, and what was captured of it counts.
    """
    captured = list(to_winner)
    wait: list[Card] = []
    for power in game.powers.all("limited"):
        cards = [card for card in may_wait if card.faction == power.faction]
        gone = [card for card in captured if card.faction == power.faction]
        goes = power.goes(cards, len(gone))
        to_winner += goes
        wait += [card for card in cards if card not in goes]
    if wait:
        game.fired["limited"] += 1
        game.tell({"event": "wait", "cards": game.names(wait)})
    return wait


def _receive(game: Game, player: Player, cards: list[Card], scored: Collection[Card] = ()) -> None:
    """Lay down the cards that come to a player: in front of him, or into his score pile.

    Those that ``scored_when_played`` gave him, `scored`, never lie in front (rules, 12).
    """
    game.building.receives(game, player, cards)
    for card in cards:
        if game.powers.of[card.faction].lies_in_front and card not in scored:
            player.in_front.add(card)
            game.fired["lies_in_front"] += 1
        else:
            player.score.add(card)
    game.tell({"event": "score", "player": player.seat, "cards": game.names(cards)})


def _smash(game: Game, receiver: Player, cards: list[Card]) -> None:
    """Rules, 5, ``smashes``: each card received may remove an equal one of the opponent."""
    in_front = game.opponent(receiver).in_front
    if not in_front.cards:
        return
    smashers = [card for card in cards if game.powers.of[card.faction].smashes]
    places = rulebook(game.rules).places
    smashers.sort(key=lambda card: (places[card.bit], card.bit))
    for card in smashers:
        power = game.powers.of[card.faction].smashes
        assert power is not None
        target = power.target(card, in_front)
        if target is None:
            continue
        game.fired["giant_smash"] += 1
        if power.may:
            game.smashes += 1
            if game.offer(receiver, SMASH, [target], k=game.smashes - 1) is None:
                continue
        in_front.remove(target)
        game.removed.add(target)
        game.fired["smashes"] += 1
        game.tell({"event": "smash", "player": receiver.seat, "card": target.name})


def _redraw(game: Game, loser: Player) -> None:
    """Rules, 5, ``redraws``: a lost card may be replaced from its faction's side deck."""
    card = playing.played_by(game, loser)
    power = game.powers.of[card.faction].redraws
    if power is None or not game.sides[card.faction]:
        return
    game.fired["phoenix_draw"] += 1
    count = power.draws(len(game.sides[card.faction]))
    if count == 0 or (power.may and game.offer(loser, DRAW, [card]) is None):
        return
    for _ in range(count):
        drawn = game.sides[card.faction].take_top()
        loser.knows.draws(drawn)
        game.opponent(loser).knows.they_draw(card.faction)
        loser.hand.add(drawn)
        game.fired["redraws"] += 1
        game.tell({"event": "fire", "player": loser.seat, "card": drawn.name})


def _take_waiting(game: Game, winner: Player) -> None:
    """Rules, 5, ``limited``: after the last trick its winner takes all cards that wait."""
    cards = list(game.waiting)
    if not cards:
        return
    _smash(game, winner, cards)
    game.waiting = Pile()
    _receive(game, winner, cards)
