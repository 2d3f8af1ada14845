"""What is counted: how often each power and location acts, and each open ruling comes up.

Both engines count these, one by one and for themselves. Names of powers and locations are their
own; a switch's counter goes up in the situations in which its value makes a difference, and
so says how often that value was put to use.
"""

from __future__ import annotations

#: By the name of a power (rules, 12): what counts as one firing.
POWER_FIRINGS: dict[str, str] = {
    "beats": "a trick won by rules, 4.2",
    "scored_when_played": "a played card that it sends to the winner's score pile",
    "loser_scores": "a played card that it sends to the loser's score pile",
    "wild": "a card that follows a lead of another faction and ranks as of it",
    "redraws": "a card drawn from a side deck",
    "strengthens": "a played card that it raises",
    "captures_equal": "a capture",
    "unique_counts": "a card that counts more or less than once when the votes are counted",
    "no_repeat_lead": "a lead for which it bars a card that the leader holds",
    "extinct": "a card that leaves a score pile",
    "boosts": "a card discarded for its bonus",
    "draws_discard": "a card drawn from the Phase 1 discard",
    "arrested_by": "a card arrested",
    "exchanges": "an exchange of at least one card each",
    "beaten_from": "a trick won by rules, 4.3",
    "arms": "a trident taken",
    "lies_in_front": "a card laid in front of a player",
    "smashes": "a card removed",
    "leads_next": "a trick after which it gives the lead to its loser",
    "limited": "a Phase 2 trick after which cards wait",
    "picks_reward": "a Phase 1 trick whose winner chooses by it",
}

#: By the name of a location.
LOCATION_FIRINGS: dict[str, str] = {
    "underworld": "a played card with a printed 0",
    "farmlands": "a trick decided by rules, 4.4, in which just one of the cards is a printed 2",
    "shore": "a Phase 1 trick whose loser takes the prize by it",
    "windy_peaks": "a game in which cards are passed by it",
    "endless_sands": "a game in which cards are passed by it",
    "islands": "a Phase 1 trick whose winner chooses by it",
    "plateau": "a trick after which it gives the lead to the player who would not have had it",
    "swamp": "a card discarded by it",
    "ice_fields": "a played card that it raises",
    "dungeon": "an extra vote",
    "lighthouse": "a vote that it decides",
    "pyramid": "a card that leaves a score pile",
    "monastery": "a game decided by it",
    "bridge": "a game decided by it",
    "fortress": "a card that leaves a score pile",
    "tower": "a vote decided by unequal sums",
    "ruins": "a card that leaves a score pile",
    "castle": "a game decided by it",
}

#: By the name of a switch (rules, 11): the situation in which its value matters. Votes count
#: when the game is decided, not when Vulturekin look at one.
SWITCH_FIRINGS: dict[str, str] = {
    "basilisk_phases": "a Phase 1 trick that would be a capture if Phase 1 has captures",
    "eagle_rule": "a lead right after the opponent led such a card, holding it and others",
    "lightning_timing": "a Phase 2 trick after whose second card the leader could boost",
    "octipi_threshold_on": "a trick under 4.3 in which number and effective value disagree",
    "seer_trigger": "a Phase 1 trick lost with a Seer and not won with one",
    "phoenix_draw": "a lost Phoenix while its side deck holds cards",
    "plateau_rule": "a trick after which Plateau changes who leads",
    "end_order": "a game in which a building takes cards and a power of 7.4 or 7.5 acts",
    "castle_counts": "a game that Castle decides",
    "tiebreak_depth": "a tied vote in which the highest cards are equal",
    "victory": "a game in which nobody has three votes",
    "giant_smash": "a Giant won while an equal target lies in front of the opponent",
}

#: Every counter, in the order of the kernel's array.
FIRINGS: tuple[str, ...] = (*POWER_FIRINGS, *LOCATION_FIRINGS, *SWITCH_FIRINGS)

#: The place of each counter in that order.
PLACE: dict[str, int] = {name: place for place, name in enumerate(FIRINGS)}
