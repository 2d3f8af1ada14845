"""The kernel as an engine that the worked cases can be run through: given deals, scripted play."""

from __future__ import annotations

import warnings
from dataclasses import dataclass
from typing import Any

import numba
import numpy as np
from numba import from_dtype, types

from claimsim import cardsets
from claimsim.errors import StrategyError
from claimsim.kernel import batch, decode
from claimsim.kernel.game import play_game
from claimsim.kernel.scoring import score_game
from claimsim.kernel.state import LOG, STATE, VIEWS
from claimsim.rules.ruleset import TABLE, Ruleset
from tests.vectors import LOWEST, Engine, Scripts


def _scripted(view, weights):
    card = int(weights[view.trick + (view.phase - 1) * view.rules.hand_size])
    return cardsets.lowest(view.options) if card == LOWEST else card


def _play(state, table, views, choose, log):
    return play_game(state, table, views, choose, choose, log)


def _compiled() -> tuple[Any, Any]:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        choose = numba.njit(batch.CHOOSE)(_scripted)
        play = numba.njit(
            types.boolean(
                from_dtype(STATE),
                from_dtype(TABLE),
                from_dtype(VIEWS),
                types.FunctionType(batch.CHOOSE),
                from_dtype(LOG),
            )
        )(_play)
    return choose, play


CHOOSE, PLAY = _compiled()


@dataclass(frozen=True)
class Played:
    events: list[dict[str, Any]]
    views: Any
    result: dict[str, Any]


def _kernel_play(rules: Ruleset, order: list[int], scripts: Scripts) -> Played:
    state, views, log = np.zeros(1, STATE), np.zeros(1, VIEWS), np.zeros(1, LOG)
    state["order"][0, : len(order)] = order
    views["of"]["rules"] = rules.table
    views["of"]["seat"] = [0, 1]
    for seat, script in enumerate(scripts):
        state["weights"][0, seat, : len(script)] = script
    if not PLAY(state[0], rules.table, views[0], CHOOSE, log[0]):
        raise StrategyError(f"{state[0]['error_card']} is no option")
    end = state[0]
    return Played(
        decode.events(rules, log[0]["events"][: end["events"]]),
        log[0]["views"][: end["views"]],
        decode.result(rules, end),
    )


def _kernel_score(rules: Ruleset, piles: list[list[int]]) -> dict[str, Any]:
    state = np.zeros(1, STATE)
    state["score"][0] = [cardsets.of(pile) for pile in piles]
    score_game(state[0], rules.table)
    return decode.result(rules, state[0])


KERNEL = Engine("kernel", _kernel_play, _kernel_score)
