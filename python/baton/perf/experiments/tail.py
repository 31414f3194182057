# SPDX-License-Identifier: Apache-2.0
"""What `competitors` measures, so often and so long that p99.9 is a figure.

A round of `competitors` has 300 messages a cell, and p99.9 needs 10,000 samples. A thousand messages a
second bring them in the time that a round may take. It is another load: a way that copies 4 MB does
not keep up, and its latency is then that of its queue.
"""

from baton.perf import units
from baton.perf.cell import Cell
from baton.perf.distribution import QUANTILES
from baton.perf.experiments.competitors import (
    CONTENDERS,
    COPYING,
    NOTES,
    SIZES,
    SUBSCRIBERS,
    Competitors,
    by_variant,
)
from baton.perf.results import Results
from baton.perf.table import Table
from baton.perf.tails import sound_quantile
from baton.perf.variants import Variant, hand_over_cell

SLOW_NOTE = (
    "p99.9 is that of what was received: where less than all was, the slowest messages are not in it; "
    "a way that copies 4 MB does not keep up, and its latency is that of its queue"
)


class Tail(Competitors):
    name = "tail"
    title = "Baton, other middleware and the floor, the slow messages, 1 kHz"
    purpose = "competitors at 1 kHz, so long that p99.9 is a figure (competitors --tail; 30 minutes)"
    # To one subscriber: three repetitions have 12,000 samples.
    seconds = 4
    rate_hz = 1000

    def cells(self, seconds: float) -> list[Cell]:
        return [
            hand_over_cell(
                variant,
                size=size,
                subscribers=subscribers,
                seconds=_length(variant, size, subscribers, seconds),
                rate_hz=self.rate_hz,
            )
            for size in SIZES
            for subscribers in SUBSCRIBERS
            for variant in CONTENDERS
        ]

    def is_lossless(self, coordinates) -> bool:
        """A process that stands still for some milliseconds at this rate misses messages."""
        return False

    def tables(self, results: Results) -> list[Table]:
        def figure(variant: str, at: dict) -> str:
            return sound_quantile(results.distribution(**at, variant=variant), QUANTILES["p99.9"])

        def received(variant: str, at: dict) -> str:
            per_second = results.median("received_per_s", **at, variant=variant)
            due = self.rate_hz * at["subscribers"]
            return units.percent(per_second and min(100 * per_second / due, 100))

        variants, notes = results.distinct("variant"), (*NOTES, SLOW_NOTE)
        return [
            by_variant(results, "p99.9 µs, all repetitions together", variants, figure, notes),
            by_variant(results, "received, % of what was due", variants, received, notes),
            *super().tables(results),
        ]


def _length(variant: Variant, size: int, subscribers: int, seconds: float) -> float:
    """Each subscriber brings samples of its own. A way that copies has a quarter of them or less where
    the message is large, however many subscribers there are."""
    if variant in COPYING and size == max(SIZES):
        return 4 * seconds
    return max(seconds / subscribers, min(seconds, 1))
