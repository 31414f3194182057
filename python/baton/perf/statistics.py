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


def above_for_certain(values: Sequence[float], limit: float) -> bool:
    """Whether the median of endlessly many repetitions is above it, with 97.5 % certainty.

    Fewer than six repetitions have too few orders for that: they must also agree, by Student's t.
    """
    if len(values) >= 6:
        return least_median(values) > limit
    if len(values) < 2 or min(values) <= limit:
        return False
    error = statistics.stdev(values) / sqrt(len(values))
    return statistics.fmean(values) - student_t(0.975, len(values) - 1) * error > limit


def reached(values: Sequence[float], limit: float) -> bool | None:
    """Whether they are at most this; None where they are above, but more repetitions might not be."""
    if statistics.median(values) <= limit:
        return True
    return False if above_for_certain(values, limit) else None


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


def share_below(t: float, degrees: int) -> float:
    """Of Student's distribution: a finite sum for whole degrees of freedom (Abramowitz and Stegun, 26.7.3
    and 26.7.4)."""
    angle = atan(t / sqrt(degrees))
    odd = degrees % 2
    term = cos(angle) if odd else 1.0
    total = 0.0
    for power in range(1 + odd, degrees, 2):
        total += term
        term *= cos(angle) ** 2 * power / (power + 1)
    within = 2 / pi * (angle + sin(angle) * total) if odd else sin(angle) * total
    return (1 + within) / 2


def student_t(chance: float, degrees: int) -> float:
    """The quantile of Student's distribution, found by halving; `chance` is between 0.5 and 1."""
    low, high = 0.0, 1.0
    while share_below(high, degrees) < chance:
        high *= 2
    for _ in range(60):
        middle = (low + high) / 2
        low, high = (middle, high) if share_below(middle, degrees) < chance else (low, middle)
    return high


def variance_of_all(samples: Iterable[Sequence[float]]) -> tuple[float, int]:
    """That of the logarithms within each sample, all together, and its degrees of freedom."""
    known = [[log(each) for each in sample] for sample in samples if len(sample) > 1]
    degrees = sum(len(sample) - 1 for sample in known)
    squares = sum(statistics.variance(sample) * (len(sample) - 1) for sample in known)
    return (squares / degrees if degrees else 0.0), degrees


def chance_of_more(
    later: Sequence[float], then: Sequence[float], factor: float, noise: tuple[float, int] = (0.0, 0)
) -> float:
    """The chance that repetitions seem to lie so far above `factor` times the earlier ones, while they do not.

    The smallest one of three answers. By ranks, whatever the distribution (Mann and Whitney); by the distance
    of the logarithms, as few repetitions have few ranks but may agree well (Welch); and by the same distance
    with the `noise` of all cells of a round, where this cell's own is not larger.
    """
    limits = [factor * each for each in then]
    above, below = ([log(each) for each in values] for values in (later, limits))
    chances = [_mann_whitney(later, limits)]
    if min(len(above), len(below)) > 1:
        own, _ = variance_of_all((later, limits))
        parts = [statistics.variance(each) / len(each) for each in (above, below)]
        # Fewer degrees of freedom than there are make it more careful.
        weights = (part**2 / (len(each) - 1) for part, each in zip(parts, (above, below)))
        degrees = int(sum(parts) ** 2 / total) if (total := sum(weights)) else 1
        chances.append(_by_distance(above, below, sum(parts), degrees))
        error = max(own, noise[0]) * (1 / len(above) + 1 / len(below))
        if noise[1]:
            chances.append(_by_distance(above, below, error, noise[1]))
    return min(chances)


def _by_distance(
    above: Sequence[float], below: Sequence[float], error: float, degrees: int
) -> float:
    """`error` is the variance of the distance of the two means."""
    distance = statistics.fmean(above) - statistics.fmean(below)
    if not error:
        return 0.0 if distance > 0 else 1.0
    return 1 - share_below(distance / sqrt(error), degrees)


def _mann_whitney(above: Sequence[float], below: Sequence[float]) -> float:
    """The share of all ways to mix two samples in which as many pairs are in order as here."""
    in_order = sum(one > other for one in above for other in below)
    most = len(above) * len(below)
    # How many ways have 0, 1, 2 ... pairs in order: the coefficients of Gauss's binomial.
    ways = [1] + [0] * most
    for step in range(1, len(above) + 1):
        for place in range(most, len(below) + step - 1, -1):
            ways[place] -= ways[place - len(below) - step]
        for place in range(step, most + 1):
            ways[place] += ways[place - step]
    return sum(ways[in_order:]) / comb(len(above) + len(below), len(above))


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
