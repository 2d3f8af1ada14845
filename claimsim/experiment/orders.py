"""Orders: batches that travel to other processes, and the tallies that come back.

Only text and numbers travel: the scenario as :meth:`Scenario.resolved` writes it, the files of
its strategies, and which deals of which cells are wanted. A worker needs claimsim, and no file
of the user's. It says by digests what it played with, so that nothing is added up that other
rules, another kernel or another strategy gave.
"""

from __future__ import annotations

import json
import os
import platform
import threading
import zlib
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import asdict, dataclass
from functools import lru_cache
from itertools import chain
from typing import TYPE_CHECKING

import numpy as np

from claimsim import __version__, registry
from claimsim.errors import SystemRefused
from claimsim.experiment.plan import Batch, strategies_of
from claimsim.experiment.sources import Source, learn, source_of
from claimsim.experiment.tally import TALLY, Tallies
from claimsim.kernel import jit
from claimsim.scenario import Scenario, parse_scenario
from claimsim.strategy_kit import Strategy

if TYPE_CHECKING:
    from claimsim.experiment.play import Job

#: The digest of a strategy that a worker does not have.
MISSING = "missing"


@dataclass(frozen=True)
class Brief:
    """What all batches of a run have in common.

    Parameters
    ----------
    scenario
        As :meth:`claimsim.scenario.Scenario.resolved` writes it.
    strategies
        The source of each strategy that plays.
    digests
        What a worker must have: see :func:`digests_of`.
    """

    scenario: str
    strategies: Mapping[str, Source]
    digests: Mapping[str, str]

    def pack(self) -> bytes:
        """Return the brief as bytes; for most scenarios a few thousand."""
        return zlib.compress(json.dumps(asdict(self)).encode())

    @staticmethod
    def unpack(packed: bytes) -> Brief:
        """Return the brief that :meth:`pack` made into bytes."""
        raw = json.loads(zlib.decompress(packed))
        sources = {name: Source(**source) for name, source in raw["strategies"].items()}
        return Brief(raw["scenario"], sources, raw["digests"])


@dataclass(frozen=True)
class Order:
    """A batch to be played elsewhere.

    Parameters
    ----------
    brief
        A packed :class:`Brief`.
    batch
        Its number and its deals.
    cells
        Numbers of the cells, as pairs of the first and the one after the last.
    """

    brief: bytes
    batch: Batch
    cells: tuple[tuple[int, int], ...]


@dataclass(frozen=True)
class Answer:
    """What a worker sends back.

    Parameters
    ----------
    index
        Number of the batch.
    worker
        Who played it, in words.
    version
        The worker's version of claimsim.
    digests
        What it played with.
    tallies
        Packed array of TALLY, a tally for each cell; empty if the digests were not the wanted
        ones.
    """

    index: int
    worker: str
    version: str
    digests: Mapping[str, str]
    tallies: bytes


@dataclass(frozen=True)
class _Understood:
    """A brief as a worker understands it: nothing is played where the digests are others."""

    digests: Mapping[str, str]
    scenario: Scenario | None
    strategies: Mapping[str, Strategy]


def digests_of(names: Iterable[str]) -> dict[str, str]:
    """Return the digests of rules, kernel and strategies, as they are in this process."""
    known = registry.known()
    return {
        "rules": jit.rules_digest(),
        "kernel": jit.kernel_digest(),
        **{
            f"strategy {name}": jit.strategy_digest(known[name]) if name in known else MISSING
            for name in names
        },
    }


def brief_of(scenario: Scenario) -> Brief:
    """Return what workers must know of a scenario."""
    names = strategies_of(scenario)
    sources = {name: source_of(registry.find(name)) for name in names}
    return Brief(scenario.resolved(), sources, digests_of(names))


def order_of(job: Job, brief: bytes) -> Order:
    """Return a job as an order; `brief` is packed."""
    return Order(brief, job.batch, tuple(_runs(cell.index for cell in job.cells)))


def fulfil(order: Order, worker: str = "") -> Answer:
    """Play a batch of somebody else.

    Parameters
    ----------
    order
        What to play.
    worker
        What this worker is called; left out, its machine and process.

    Raises
    ------
    ClaimsimError
        As for :func:`claimsim.experiment.play.play_job`.
    """
    from claimsim.experiment.play import Job, play_job

    name = worker or f"{platform.node()}, process {os.getpid()}"
    with _ONE_AT_A_TIME:
        known = _understood(order.brief)
    packed = b""
    if known.scenario is not None:
        cells = tuple(chain(*(known.scenario.cells[start:stop] for start, stop in order.cells)))
        done = play_job(Job.of(known.scenario, order.batch, cells))
        assert done is not None  # nobody stops it
        packed = zlib.compress(done[1].tobytes(), 1)
        if any(registry.known()[n] is not s for n, s in known.strategies.items()):
            raise SystemRefused(f"{name}: another run has changed a strategy; run again")
    return Answer(order.batch.index, name, __version__, known.digests, packed)


def tallies_of(answer: Answer, brief: Brief) -> Tallies:
    """Return the tallies of an answer.

    Raises
    ------
    SystemRefused
        The worker has other rules, another kernel or other strategies; nothing of what it plays
        may be added to the rest.
    """
    for what, wanted in brief.digests.items():
        found = answer.digests.get(what, MISSING)
        if found != wanted:
            raise SystemRefused(
                f"worker {answer.worker} has {_other(what)} (digest {found}, here {wanted}): "
                f"install the same claimsim there, with the same numba, llvmlite and numpy"
            )
    return np.frombuffer(zlib.decompress(answer.tallies), TALLY).copy()


def _other(what: str) -> str:
    return f"other {what}" if what == "rules" else f"another {what}"


#: A worker may have several threads; what they share is made once.
_ONE_AT_A_TIME = threading.Lock()


@lru_cache(maxsize=4)
def _understood(packed: bytes) -> _Understood:
    """Read a brief, learn its strategies and compile what it needs, once."""
    from claimsim.experiment.play import prepare

    brief = Brief.unpack(packed)
    for name, source in brief.strategies.items():
        learn(name, source, brief.digests[f"strategy {name}"])
    found = digests_of(brief.strategies)
    if found != brief.digests:
        return _Understood(found, None, {})
    scenario = parse_scenario(brief.scenario, "the scenario")
    prepare(scenario)
    return _Understood(found, scenario, {n: registry.find(n) for n in brief.strategies})


def _runs(numbers: Iterable[int]) -> Iterator[tuple[int, int]]:
    """Yield numbers in a row as pairs of the first and the one after the last."""
    start = stop = -1
    for number in numbers:
        if number != stop:
            if stop >= 0:
                yield start, stop
            start = number
        stop = number + 1
    if stop >= 0:
        yield start, stop
