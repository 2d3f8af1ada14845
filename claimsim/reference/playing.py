"""What the tricks of both phases have in common (rules, 3 to 6)."""

from __future__ import annotations

from collections.abc import Collection
from typing import TYPE_CHECKING

from claimsim import cardsets
from claimsim.reference.behaviours import Strengthens
from claimsim.reference.piles import Player
from claimsim.reference.tricks import (
    Outcome,
    Why,
    decide,
    legal_follows,
    legal_leads,
    would_capture,
)
from claimsim.rules.ruleset import Card
from claimsim.view import ANSWER, BOOST, FOLLOW, LEAD

if TYPE_CHECKING:
    from claimsim.reference.game import Game


def begin_trick(game: Game) -> None:
    """Rules, 4: bonuses are settled before anything happens in a trick."""
    game.exchanges = game.smashes = 0
    if "boosts" in game.powers.held:
        for player in game.players:
            player.boost = 0
    if game.raises_cards:
        for player in game.players:
            _settle_bonus(game, player)


def _settle_bonus(game: Game, player: Player) -> None:
    """Rules, 4: what a card of each faction gains in this trick if this player plays it."""
    bonus = dict.fromkeys(game.powers.of, game.setting.raises(player))
    player.strengthened.clear()
    for power in game.powers.raising:
        gain = power.gain(player) if power.acts(game.phase) else 0
        raised = [faction for faction in bonus if gain and power.raises(faction)]
        for faction in raised:
            bonus[faction] += gain
        if isinstance(power, Strengthens):
            player.strengthened.update(raised)
    player.bonus = bonus


def play_cards(game: Game) -> None:
    """Rules, 3: the leader plays a card, then the follower."""
    leader, follower = game.players[game.leader], game.players[1 - game.leader]
    options = legal_leads(game.powers, leader.hand.cards, leader.seat, game.last_lead)
    if "no_repeat_lead" in game.powers.held:
        _count_bars(game, leader, options)
    boosts = game.phase == 2 and "boosts" in game.powers.held
    game.led = led = _lay(game, leader, follower, game.ask(leader, LEAD, options))
    _tell_play(game, leader, led, choose_boosts(game, leader, BOOST) if boosts else [])
    options = legal_follows(game.powers, follower.hand.cards, led)
    game.followed = follow = _lay(game, follower, leader, game.ask(follower, FOLLOW, options))
    _tell_play(game, follower, follow, choose_boosts(game, follower, BOOST) if boosts else [])
    game.last_lead = led, leader.seat


def _count_bars(game: Game, leader: Player, options: list[Card]) -> None:
    """Count what ``no_repeat_lead`` does to a lead, or would with its other ruling."""
    if game.last_lead is None:
        return
    card, last_leader = game.last_lead
    if game.powers.of[card.faction].no_repeat_lead is None:
        return
    game.fired["no_repeat_lead"] += len(options) < len(leader.hand)
    held = {other.faction for other in leader.hand}
    if last_leader != leader.seat and card.faction in held and len(held) > 1:
        game.fired["eagle_rule"] += 1


def _lay(game: Game, player: Player, opponent: Player, card: Card) -> Card:
    """Move a card from a hand to the table; return the card that lies there."""
    if card.side:
        card = _first_of_twins(game, player, opponent, card)
    player.hand.remove(card)
    opponent.knows.cross_off(card)
    return card


def _first_of_twins(game: Game, player: Player, opponent: Player, card: Card) -> Card:
    """Rules, 9: nobody can tell a card of a side deck from an identical card of the deck.

    So that the opponent does not learn which of them it was, they change places where he could
    not tell: the one of the deck is played, if he knows that it is in the hand, or for all he
    knows it may be.
    """
    knows = opponent.knows
    alike = [c for c in game.rules.cards if c.name == card.name and not c.side]
    for place in (knows.their_hand, knows.their_doubtful, knows.unseen):
        twins = [other for other in alike if cardsets.contains(place, other.bit)]
        if twins:
            break
    else:
        return card
    twin = min(twins)
    if twin not in player.hand:
        player.hand.replace(card, twin)
        if twin in player.discarded:
            player.discarded.replace(twin, card)
        else:
            game.aside.replace(twin, card)
            player.knows.unseen += card.alone - twin.alone
    return twin


def _tell_play(game: Game, player: Player, card: Card, boosts: list[Card]) -> None:
    """Tell that a card was played, with the boosts that its player adds."""
    event = {"event": "play", "player": player.seat, "card": card.name}
    if boosts:
        event["boost"] = spend(game, player, boosts)
    game.tell(event)


def choose_boosts(game: Game, player: Player, decision: int) -> list[Card]:
    """Rules, 4: the player may choose cards of his score pile to discard for their bonus."""
    left = [card for card in player.score.cards if game.powers.of[card.faction].boosts]
    chosen: list[Card] = []
    while left:
        card = game.offer(player, decision, left, k=len(chosen), chosen=chosen)
        if card is None:
            break
        chosen.append(card)
        left = [other for other in left if other is not card]
    return chosen


def spend(game: Game, player: Player, boosts: list[Card]) -> list[str]:
    """Rules, 4: cards leave the score pile and the game, each adding its bonus to the trick."""
    for card in boosts:
        power = game.powers.of[card.faction].boosts
        assert power is not None
        player.boost += power.bonus
        player.score.remove(card)
        game.removed.add(card)
    game.fired["boosts"] += len(boosts)
    return game.names(boosts)


def answer(game: Game) -> None:
    """Rules, 4, ``leader_may_answer``: after the follower, the leader may boost once more."""
    leader = game.players[game.leader]
    if not any(game.powers.of[card.faction].boosts for card in leader.score):
        return
    game.fired["lightning_timing"] += 1
    if game.rules.switch("lightning_timing") != "leader_may_answer":
        return
    boosts = choose_boosts(game, leader, ANSWER)
    if boosts:
        cards = spend(game, leader, boosts)
        game.tell({"event": "answer", "player": leader.seat, "boost": cards})


def settle(game: Game) -> tuple[Player, Player]:
    """Rules, 4: decide the trick; return its winner and its loser."""
    led, follow = game.led, game.followed
    assert led is not None
    assert follow is not None
    leader, follower = game.players[game.leader], game.players[1 - game.leader]
    led_bonus = leader.bonus.get(led.faction, 0) + leader.boost
    follow_bonus = follower.bonus.get(follow.faction, 0) + follower.boost
    outcome = decide(game.powers, game.phase, led, follow, led_bonus, follow_bonus)
    game.outcome = outcome
    _count_outcome(game, outcome, led_bonus, follow_bonus)
    winner, loser = (follower, leader) if outcome.why.follower_wins else (leader, follower)
    event = {"event": "trick", "winner": winner.seat}
    if outcome.why is Why.CAPTURES:
        event["captured"] = True
    game.tell(event)
    return winner, loser


def _count_outcome(game: Game, outcome: Outcome, led_bonus: int, follow_bonus: int) -> None:
    """Count what decided a trick, and the powers and rulings that mattered to it."""
    held, fired = game.powers.held, game.fired
    why, led, follow = outcome.why, outcome.led, outcome.follow
    if why.power:
        fired[why.power] += 1
    if why.compared and follow.faction != led.faction:
        fired["wild"] += 1
    if "captures_equal" in held and game.phase == 1:
        fired["basilisk_phases"] += would_capture(game.powers, led, follow, led_bonus, follow_bonus)
    if "beaten_from" in held and why in (Why.OUTDOES, Why.OFF_FACTION):
        beaten_from = game.powers.of[led.faction].beaten_from
        if beaten_from:
            by_value = beaten_from.by_value(outcome.follow_value)
            fired["octipi_threshold_on"] += by_value != beaten_from.by_printed(follow)
    if "strengthens" in held and game.phase == 2:
        for player in game.players:
            fired["strengthens"] += played_by(game, player).faction in player.strengthened
    game.setting.decided(game, outcome)


def played_by(game: Game, player: Player) -> Card:
    """Return the card that a player played to the trick that was just decided."""
    assert game.outcome is not None
    return game.outcome.led if player.seat == game.leader else game.outcome.follow


def take_off_table(game: Game, cards: Collection[Card]) -> None:
    """Take cards off the table, of those that were played."""
    if game.led in cards:
        game.led = None
    if game.followed in cards:
        game.followed = None


def give_trident(game: Game, loser: Player) -> None:
    """Rules, 5: a loser's card with ``arms`` earns a trident, of the supply or the opponent."""
    if not game.powers.of[played_by(game, loser).faction].arms:
        return
    opponent = game.opponent(loser)
    source: int | str = "supply"
    if game.supply:
        game.supply -= 1
    elif opponent.tridents:
        opponent.tridents -= 1
        source = opponent.seat
    else:
        return
    loser.tridents += 1
    game.fired["arms"] += 1
    game.tell({"event": "trident", "player": loser.seat, "from": source})


def pass_lead(game: Game, winner: Player) -> None:
    """Rules, 6: the winner leads next, unless a later line says otherwise."""
    seat = winner.seat
    if "leads_next" in game.powers.held:
        for player in (game.players[game.leader], game.players[1 - game.leader]):
            if game.powers.of[played_by(game, player).faction].leads_next:
                seat = player.seat
        game.fired["leads_next"] += seat != winner.seat
    given = game.setting.next_leader(game, seat, winner.seat)
    if given != seat:
        game.fired["plateau"] += 1
        game.fired["plateau_rule"] += 1
    game.leader = given
    if given != winner.seat:
        game.tell({"event": "lead", "player": given})


def end_trick(game: Game, winner: Player, loser: Player) -> None:
    """Note what the next trick depends on."""
    winner.lost, loser.lost = 0, 1
    game.trick += 1
