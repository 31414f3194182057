# SPDX-License-Identifier: Apache-2.0
"""What `competitors` measures, so often and so long that p99.9 is a figure.

A round of `competitors` has 300 messages a cell, and p99.9 needs 10,000 samples. A thousand messages a
second bring them in the time that a round may take. It is another load: a way that sends 4 MB through
sockets does not keep up, and its latency is then that of its queue.
"""

from baton.perf import units
from baton.perf.cell import Coordinates
from baton.perf.distribution import QUANTILES, samples_needed
from baton.perf.experiments.competitors import (
    COPYING,
    NOTES,
    SIZES,
    Competitors,
    by_variant,
)
from baton.perf.results import Results
from baton.perf.table import Table
from baton.perf.tails import RECEIPTS_NOTE, sound_quantile
from baton.perf.variants import COPY, Variant

RATE_HZ = 1000
P999 = QUANTILES["p99.9"]
# A single copy of 4 MB keeps up with the rate; these do not.
SENDING = tuple(each for each in COPYING if each is not COPY)
SLOW_NOTES = (
    f"at {RATE_HZ:,} Hz instead of the {Competitors.rate_hz} Hz of competitors: p99.9 needs "
    f"{samples_needed(P999):,} samples, so that ten lie beyond it",
    "p99.9 is that of what was received: where less than all was, the slowest messages are not in it; "
    "a way that sends 4 MB does not keep up, and its latency is that of its queue",
    RECEIPTS_NOTE,
)


class Tail(Competitors):
    name = "tail"
    title = "Baton, other middleware and the floor, the slow messages, 1 kHz"
    purpose = "competitors at 1 kHz, so long that p99.9 is a figure (competitors --tail; 30 minutes)"
    # To one subscriber: three repetitions have 12,000 samples.
    seconds = 4
    rate_hz = RATE_HZ
    followed = "p99.9 at 1 kHz"

    def length_of(self, variant: Variant, size: int, subscribers: int, seconds: float) -> float:
        """Each subscriber brings samples of its own. A way that sends 4 MB has the same number of them
        however many subscribers there are: two cores move some 230 such messages a second."""
        if variant in SENDING and size == max(SIZES):
            return 5 * seconds
        return seconds if subscribers == 1 else seconds / 2

    def length_text(self, seconds: float) -> str:
        lengths = [cell.seconds for cell in self.cells(seconds)]
        return f"{min(lengths):g} to {max(lengths):g} s"

    def is_lossless(self, coordinates) -> bool:
        """A process that stands still for some milliseconds at this rate misses messages."""
        return False

    def tables(self, results: Results) -> list[Table]:
        def figure(variant: str, at: dict) -> str:
            return sound_quantile(results.distribution(**at, variant=variant), P999)

        def received(variant: str, at: dict) -> str:
            per_second = results.median("received_per_s", **at, variant=variant)
            due = self.rate_hz * at["subscribers"]
            return units.percent(per_second and min(100 * per_second / due, 100))

        variants, notes = results.distinct("variant"), (*SLOW_NOTES, *NOTES)
        return [
            by_variant(results, "p99.9 µs, all repetitions together", variants, figure, notes),
            by_variant(results, "received, % of what was due", variants, received, notes),
            *super().tables(results),
        ]

    def ratio_of(self, results: Results, theirs: Coordinates, ours: Coordinates) -> float | None:
        """Says nothing where either has too few samples."""
        found = [results.distribution(**at) for at in (theirs, ours)]
        slow = [each and each.quantile(P999) for each in found]
        return slow[0] / slow[1] if all(slow) else None
