# SPDX-License-Identifier: Apache-2.0
"""The highest of many rates that a way keeps up with, found by halving.

A stall of the machine looks like a rate that is too high, and would send the search to the wrong half for good:
a rate is given up only after a second try.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from enum import Enum

# Metrics: of a probe, whether it did; and of runs that depend on it, what was found.
KEPT_UP = "kept_up"
SUSTAINED = "sustained_hz"
TRIES = 2
# After so many tries that failed, and none that ended well, the program and not the rate is at fault.
FAILURES = 4


class Outcome(Enum):
    KEPT_UP = 1
    LATE = 2
    FAILED = 3  # the program did


@dataclass(frozen=True)
class Search:
    """How far it is: `probe_hz` is what to try next, None at the end."""

    probe_hz: float | None = None
    earlier_tries: int = 0  # of this rate
    rates_left: int = 0  # at least: a rate may need a second try
    sustained_hz: float | None = None  # at the end; None: not even the lowest


def geometric(lowest: float, highest: float, count: int) -> tuple[float, ...]:
    """So many rates, each by the same factor above the one before, to three digits."""
    factor = (highest / lowest) ** (1 / (count - 1))
    return tuple(rounded(lowest * factor**step, 3) for step in range(count))


def rounded(rate: float, digits: int) -> float:
    short = float(f"{rate:.{digits}g}")
    return int(short) if short.is_integer() else short


def search(rates: Sequence[float], tried: Callable[[float], Sequence[Outcome]]) -> Search:
    """`rates` ascend; `tried` tells how the tries of a rate have ended so far."""
    least, most = 0, len(rates)  # so many of them are kept up with
    ended: list[Outcome] = []
    while least < most:
        middle = (least + most + 1) // 2
        outcomes = tried(rates[middle - 1])
        ended += outcomes
        if Outcome.KEPT_UP in outcomes:
            least = middle
        elif len(outcomes) >= TRIES:
            most = middle - 1
        elif len(ended) >= FAILURES and set(ended) == {Outcome.FAILED}:
            return Search()
        else:
            return Search(rates[middle - 1], len(outcomes), (most - least).bit_length())
    return Search(sustained_hz=rates[least - 1] if least else None)
