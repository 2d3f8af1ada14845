"""What settings do: one class a setting, with hooks for the rules to call.

A hook does nothing unless a setting says otherwise.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from claimsim.rules.locations import NONE
from claimsim.rules.ruleset import Ruleset
from claimsim.view import DISCARD, PASS

if TYPE_CHECKING:
    from claimsim.reference.game import Game
    from claimsim.reference.piles import Player
    from claimsim.reference.tricks import Outcome


class Setting:
    """A game without a setting, and what every setting may change.

    Parameters
    ----------
    rules
        Where its numbers stand.
    """

    #: Cards that lie face up when a Phase 1 trick begins.
    open_cards = 1

    #: Whether a card is turned up for one that was taken, in the same trick.
    fills_gap = False

    #: Whether the loser of a Phase 1 trick takes the prize, and the winner the hidden card.
    loser_takes_prize = False

    #: Whether it raises cards.
    raises_cards = False

    def __init__(self, rules: Ruleset) -> None:
        self.rules = rules

    def before_phase_1(self, game: Game) -> None:
        """Act on the hands as they are dealt."""

    def before_phase_2(self, game: Game) -> None:
        """Act on the hands that the followers have become."""

    def raises(self, player: Player) -> int:  # noqa: ARG002  # for those that look at it
        """Return what every card of a player gains in the next trick."""
        return 0

    def decided(self, game: Game, outcome: Outcome) -> None:
        """Take note of how a trick was decided."""

    def next_leader(self, game: Game, seat: int, winner: int) -> int:  # noqa: ARG002  # likewise
        """Return who leads after a trick that `winner` won, where `seat` would lead."""
        return seat


class Underworld(Setting):
    """Underworld (rules, 4): a printed 0 has the value 10, as its :class:`Card` has it."""

    def decided(self, game: Game, outcome: Outcome) -> None:
        """Count the 0s that are played."""
        game.fired["underworld"] += [outcome.led.printed, outcome.follow.printed].count(0)


class Farmlands(Setting):
    """Farmlands (rules, 4): in comparisons a printed 2 ranks highest, as its card has it."""

    def decided(self, game: Game, outcome: Outcome) -> None:
        """Count the tricks in which a 2 was compared with another number."""
        twos = [outcome.led.printed, outcome.follow.printed].count(2)
        if outcome.why.compared and twos == 1:
            game.fired["farmlands"] += 1


class Shore(Setting):
    """Shore (rules, 2): the winner takes the hidden card, the loser the prize."""

    loser_takes_prize = True


class WindyPeaks(Setting):
    """Windy Peaks (rules, 2): before Phase 2 both players swap cards."""

    def before_phase_2(self, game: Game) -> None:
        """Let both choose cards from their new hands, and swap them."""
        if game.swap(PASS, "pass", self.rules.number("windy_peaks.cards")):
            game.fired["windy_peaks"] += 1


class EndlessSands(Setting):
    """Endless Sands (rules, 2): before Phase 1 both players swap cards."""

    def before_phase_1(self, game: Game) -> None:
        """Let both choose cards from the hands that they were dealt, and swap them."""
        if game.swap(PASS, "pass", self.rules.number("endless_sands.cards")):
            game.fired["endless_sands"] += 1


class Islands(Setting):
    """Islands (rules, 2): two cards lie face up, and a trick's winner takes either."""

    open_cards = 2
    fills_gap = True


class Plateau(Setting):
    """Plateau (rules, 6): after tricks in a row the lead changes."""

    def __init__(self, rules: Ruleset) -> None:
        super().__init__(rules)
        self._most = rules.number("plateau.wins")
        self._by_leads = rules.switch("plateau_rule") == "three_leads"

    def next_leader(self, game: Game, seat: int, winner: int) -> int:
        """Count the row of tricks won (or led), and give the lead away where it is long enough."""
        leads = self._by_leads
        counted = game.players[game.leader if leads else winner]
        other = game.players[1 - counted.seat]
        counted.row += 1
        other.row = 0
        if leads:
            return 1 - seat if game.players[seat].row >= self._most else seat
        if counted.row >= self._most:
            counted.row = 0
            return other.seat
        return seat


class Swamp(Setting):
    """Swamp (rules, 2): before Phase 2 both players lay cards away, face down."""

    def before_phase_2(self, game: Game) -> None:
        """Let both choose cards, then take them out of the game."""
        count = min(self.rules.number("swamp.cards"), *(len(p.hand) for p in game.players))
        chosen = [game.choose_cards(player, DISCARD, count) for player in game.players]
        if count == 0:
            return
        for player, cards in zip(game.players, chosen, strict=True):
            for card in cards:
                player.hand.remove(card)
                player.discarded.add(card)
            game.opponent(player).knows.they_discard()
            game.tell({"event": "discard", "player": player.seat, "cards": game.names(cards)})
        game.fired["swamp"] += 2 * count


class IceFields(Setting):
    """Ice Fields (rules, 4): whoever lost the previous trick adds to his card."""

    raises_cards = True

    def raises(self, player: Player) -> int:
        """Return the bonus of a player who lost the previous trick."""
        return self.rules.number("ice_fields.bonus") if player.lost else 0

    def decided(self, game: Game, outcome: Outcome) -> None:  # noqa: ARG002
        """Count the cards that are raised."""
        game.fired["ice_fields"] += sum(self.raises(player) > 0 for player in game.players)


#: Every setting with its behaviour.
SETTINGS: dict[str, type[Setting]] = {
    NONE: Setting,
    "underworld": Underworld,
    "farmlands": Farmlands,
    "shore": Shore,
    "windy_peaks": WindyPeaks,
    "endless_sands": EndlessSands,
    "islands": Islands,
    "plateau": Plateau,
    "swamp": Swamp,
    "ice_fields": IceFields,
}
