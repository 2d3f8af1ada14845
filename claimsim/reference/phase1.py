"""Phase 1: tricks for followers (rules, 2 and 5)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from claimsim.reference import playing
from claimsim.reference.piles import Player
from claimsim.reference.tricks import Why
from claimsim.rules.ruleset import Card
from claimsim.view import EXCHANGE, PICK

if TYPE_CHECKING:
    from claimsim.reference.game import Game


def play_trick(game: Game) -> None:
    """Play one trick of Phase 1 (rules, 2)."""
    playing.begin_trick(game)
    if not game.face_up.cards:
        _reveal(game, game.setting.open_cards)
    playing.play_cards(game)
    winner, loser = playing.settle(game)
    looks = _looks(game, winner, loser) if "picks_reward" in game.powers.held else None
    _take_followers(game, winner, loser, looks)
    if game.setting.fills_gap and game.pile and len(game.face_up) < game.setting.open_cards:
        _reveal(game, 1)
    _clear_table(game, winner, loser)
    if "arms" in game.powers.held:
        playing.give_trident(game, loser)
    playing.pass_lead(game, winner)
    playing.end_trick(game, winner, loser)
    if game.trick == game.rules.deck.hand_size:
        game.last_winners.append(winner.seat)


def _reveal(game: Game, count: int) -> None:
    """Rules, 2, Phase 1, 1 and 2: cards of the pile are turned up, and may cause exchanges."""
    cards = [game.pile.take_top() for _ in range(count)]
    one, other = game.players
    for card in cards:
        game.face_up.add(card)
        one.knows.sees_top(card)
        other.knows.sees_top(card)
    game.tell({"event": "reveal", "cards": game.names(cards)})
    if "exchanges" in game.powers.held:
        for card in cards:
            _exchange(game, card)


def _exchange(game: Game, card: Card) -> None:
    """Rules, 2, ``exchanges``: if the card turned up has it, both players swap hand cards."""
    power = game.powers.of[card.faction].exchanges
    if power and game.swap(EXCHANGE, "exchange", power.cards, 64 * game.exchanges):
        game.exchanges += 1
        game.fired["exchanges"] += 1


def _take_followers(game: Game, winner: Player, loser: Player, looks: int | None) -> None:
    """Rules, 2, Phase 1, 4: both take a card, the winner first.

    `looks` is how many cards of the pile a power lets the winner see; None without one.
    """
    if looks is None and game.setting.loser_takes_prize:
        _take_top(game, winner)
        _take_open(game, loser, game.face_up.cards[0])
        game.fired["shore"] += 1
        return
    looked = game.pile.cards[:looks] if looks else []
    took_open = _choose_reward(game, winner, looked)
    one_prize = game.setting.open_cards == 1
    if game.pile.cards and (took_open or not one_prize):
        _take_top(game, loser)
    else:
        _take_open(game, loser, game.face_up.cards[0])


def _looks(game: Game, winner: Player, loser: Player) -> int | None:
    """Rules, 5: how many cards of the pile ``picks_reward`` shows the winner; None without it."""
    of = game.powers.of
    won = of[playing.played_by(game, winner).faction].picks_reward
    lost = of[playing.played_by(game, loser).faction].picks_reward
    if lost and not won:
        game.fired["seer_trigger"] += 1
    acting = [won] if won else []
    if lost and lost.also_lost:
        acting.append(lost)
    return max([power.looks for power in acting], default=None)


def _choose_reward(game: Game, winner: Player, looked: list[Card]) -> bool:
    """Let the winner take a face-up card or one that he looks at; say whether it lay face up.

    Of identical cards of the pile he takes the one nearest the top.
    """
    face_up = game.face_up.cards
    if len(face_up) == 1 and not looked:
        _take_open(game, winner, face_up[0])
        return True
    winner.knows.looks_at(looked)
    first_of_name = {card.name: card for card in reversed(looked)}
    hidden = [card for card in looked if first_of_name[card.name] is card]
    game.fired["picks_reward"] += bool(hidden)
    game.fired["islands"] += len(face_up) > 1
    card = game.ask(winner, PICK, [*face_up, *hidden])
    if card in face_up:
        _take_open(game, winner, card)
        return True
    winner.knows.takes_looked_at(looked.index(card))
    game.opponent(winner).knows.they_take_looked_at(len(looked))
    game.pile.remove(card)
    winner.followers.add(card)
    game.tell({"event": "take", "player": winner.seat, "card": card.name, "from": "pile"})
    return False


def _take_open(game: Game, player: Player, card: Card) -> None:
    """Let a player take a card that lies face up."""
    game.face_up.remove(card)
    game.opponent(player).knows.they_take_open(card)
    player.followers.add(card)
    game.tell({"event": "take", "player": player.seat, "card": card.name})


def _take_top(game: Game, player: Player) -> None:
    """Let a player take the top card of the pile, which only he sees."""
    card = game.pile.take_top()
    player.knows.sees_top(card)
    game.opponent(player).knows.they_take_top()
    player.followers.add(card)
    game.tell({"event": "take", "player": player.seat, "card": card.name})


def _clear_table(game: Game, winner: Player, loser: Player) -> None:
    """Rules, 5 and 12: where the played cards go; what nobody scores is discarded."""
    assert game.outcome is not None
    to_loser: list[Card] = []
    to_winner: list[Card] = []
    discarded: list[Card] = []
    captured = game.outcome.why is Why.CAPTURES
    for card in (game.outcome.led, game.outcome.follow):
        able = game.powers.of[card.faction]
        if captured and card is game.outcome.led:
            to_winner.append(card)
        elif able.loser_scores and able.loser_scores.acts(1):
            to_loser.append(card)
            game.fired["loser_scores"] += 1
        elif able.scored_when_played and able.scored_when_played.acts(1):
            to_winner.append(card)
            game.fired["scored_when_played"] += 1
        else:
            discarded.append(card)
    for player, cards in ((loser, to_loser), (winner, to_winner)):
        if cards:
            playing.take_off_table(game, cards)
            for card in cards:
                player.score.add(card)
            game.tell({"event": "score", "player": player.seat, "cards": game.names(cards)})
    game.led = game.followed = None
    for card in discarded:
        game.discard.add(card)
