# SPDX-License-Identifier: Apache-2.0
"""The latencies of all repetitions of a cell as one distribution, and which of its quantiles stand.

A quantile is a figure only when enough samples lie beyond it: the p99 of 100 samples is the second
worst of them, and the next hundred have another one.
"""

import itertools
import math
from collections.abc import Iterable
from dataclasses import dataclass
from fractions import Fraction

# At least so many samples lie beyond a quantile that is printed.
BEYOND = 10
QUANTILES = {
    "p50": Fraction(1, 2),
    "p90": Fraction(9, 10),
    "p99": Fraction(99, 100),
    "p99.9": Fraction(999, 1000),
    "p99.99": Fraction(9999, 10000),
}


def samples_needed(quantile: Fraction) -> int:
    """The least number of samples of which ten lie beyond it: 20 for p50, 10,000 for p99.9."""
    return math.ceil(BEYOND / (1 - quantile))


@dataclass(frozen=True)
class Distribution:
    """(value, how many), ascending; values are in ns, as perf_test's histogram keeps them, and the
    largest is exact."""

    counts: tuple[tuple[float, int], ...]
    largest: float

    @staticmethod
    def merged(histograms: Iterable[tuple[Iterable[tuple[float, int]], float]]) -> "Distribution":
        """Of (counts, largest) pairs."""
        total: dict[float, int] = {}
        largest = 0.0
        for counts, most in histograms:
            largest = max(largest, most)
            for value, count in counts:
                total[value] = total.get(value, 0) + count
                largest = max(largest, value)
        return Distribution(tuple(sorted(total.items())), largest)

    @property
    def count(self) -> int:
        return sum(count for _, count in self.counts)

    def quantile(self, quantile: Fraction) -> float | None:
        """The smallest value that this share of all samples does not exceed, if enough lie beyond."""
        if self.count < samples_needed(quantile):
            return None
        return self._at(math.ceil(quantile * self.count))

    def _at(self, rank: int) -> float:
        for value, count in self.counts:
            rank -= count
            if rank <= 0:
                return value
        return self.largest

    def condensed(self) -> "Distribution":
        """A few counts with the same QUANTILES, number of samples and largest value."""
        ranks = [math.ceil(quantile * self.count) for quantile in QUANTILES.values()]
        counts = [
            (self._at(rank), rank - below) for below, rank in itertools.pairwise([0, *ranks])
        ]
        counts.append((self.largest, self.count - ranks[-1]))
        return Distribution.merged([([each for each in counts if each[1]], self.largest)])

    def curve(self) -> list[tuple[float, float]]:
        """(1 / (1 - q), value), as far as figures stand: 2 is the median, 1,000 is p99.9. Both axes
        of a chart of it are logarithmic."""
        points, below, most = [], 0, self.count / BEYOND
        for value, count in self.counts:
            below += count
            beyond = self.count - below
            share = self.count / beyond if beyond else math.inf
            if share > most:
                break
            # Points that would lie on one another are left out.
            if share >= 2 and (not points or share > points[-1][0] * 1.08):
                points.append((share, value))
        return points
