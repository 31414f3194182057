# SPDX-License-Identifier: Apache-2.0
"""Medians of interleaved repetitions, their spread, and ratios paired by repetition."""

import statistics
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from math import comb


@dataclass(frozen=True)
class Spread:
    """What several repetitions of one value say."""

    median: float
    minimum: float
    maximum: float
    count: int

    @staticmethod
    def of(values: Iterable[float]) -> "Spread | None":
        known = [float(value) for value in values if value is not None]
        if not known:
            return None
        return Spread(statistics.median(known), min(known), max(known), len(known))

    @property
    def noise(self) -> float:
        """Largest less smallest, relative to the median; 0 for a single repetition."""
        return (self.maximum - self.minimum) / self.median if self.median else 0.0


def least_median(values: Sequence[float]) -> float:
    """The least that the median of endlessly many repetitions is, with 97.5 % certainty.

    Of any distribution half lies below its median. That median is less than the k-th smallest of n
    values only if fewer than k of n tosses of a coin fell on one side. Fewer than six values allow no such
    certainty: then it is the smallest.
    """
    chance, k = 0.0, 0
    for below in range(len(values)):
        chance += comb(len(values), below) / 2 ** len(values)
        if chance > 0.025:
            break
        k = below + 1
    return sorted(values)[max(k, 1) - 1]


def most_median(values: Sequence[float]) -> float:
    """The most that this median is, with the same certainty."""
    return -least_median([-value for value in values])


def paired_ratios(numerators: Sequence[float | None], denominators: Sequence[float | None]):
    """Ratio within each repetition, where both exist.

    Two variants that are measured one after the other share the machine's mood of that moment; the
    ratio within a repetition cancels it, the ratio of two medians does not.
    """
    return [
        above / below
        for above, below in zip(numerators, denominators)
        if above is not None and below
    ]


def paired_ratio(
    numerators: Sequence[float | None], denominators: Sequence[float | None]
) -> Spread | None:
    return Spread.of(paired_ratios(numerators, denominators))
