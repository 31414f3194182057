# SPDX-License-Identifier: Apache-2.0
"""Medians of interleaved repetitions, their spread, and ratios paired by repetition."""

import statistics
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from math import atan, comb, cos, exp, log, pi, sin, sqrt


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


def student_t(chance: float, degrees: int) -> float:
    """The quantile of Student's distribution; `chance` is between 0.5 and 1.

    The share below t is a finite sum for whole degrees of freedom (Abramowitz and Stegun, 26.7.3 and
    26.7.4), and t is found by halving.
    """

    def share_below(t: float) -> float:
        angle = atan(t / sqrt(degrees))
        odd = degrees % 2
        term = cos(angle) if odd else 1.0
        total = 0.0
        for power in range(1 + odd, degrees, 2):
            total += term
            term *= cos(angle) ** 2 * power / (power + 1)
        within = 2 / pi * (angle + sin(angle) * total) if odd else sin(angle) * total
        return (1 + within) / 2

    low, high = 0.0, 1.0
    while share_below(high) < chance:
        high *= 2
    for _ in range(60):
        middle = (low + high) / 2
        low, high = (middle, high) if share_below(middle) < chance else (low, middle)
    return high


@dataclass(frozen=True)
class CertainRatio:
    """A ratio, and what repetitions say about it: their logarithms are taken as normally distributed."""

    value: float  # the geometric mean
    low: float  # of the 95 % interval
    high: float
    # The smallest true difference from 1 that such a round shows with a chance of 80 %; 0.1: 10 %.
    detectable: float
    count: int

    @staticmethod
    def of(ratios: Sequence[float]) -> "CertainRatio | None":
        """None for fewer than two repetitions, which tell nothing of their spread."""
        if len(ratios) < 2 or min(ratios) <= 0:
            return None
        logarithms = [log(ratio) for ratio in ratios]
        mean = statistics.fmean(logarithms)
        error = statistics.stdev(logarithms) / sqrt(len(ratios))
        degrees = len(ratios) - 1
        reach = student_t(0.975, degrees) * error
        shown = reach + student_t(0.8, degrees) * error
        return CertainRatio(exp(mean), exp(mean - reach), exp(mean + reach), exp(shown) - 1, len(ratios))

    @property
    def largest_difference(self) -> float:
        """The largest difference from 1, either way, that the interval leaves open."""
        return max(self.high, 1 / self.low) - 1
