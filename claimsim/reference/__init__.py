"""The readable engine: the rules as code, event by event, and nothing made fast.

It shares no decision with the kernel: not one module of it, and not the masks of the rules'
flat table. What both engines say about the same deal is therefore two opinions, not one.
"""

from claimsim.reference.game import Game, Question
from claimsim.reference.playout import Playout, play

__all__ = ["Game", "Playout", "Question", "play"]
