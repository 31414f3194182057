# SPDX-License-Identifier: Apache-2.0
"""When a way has kept up with a rate, and what the tables of `knee` say of it."""

from collections.abc import Callable

from baton.perf import units
from baton.perf.results import Results
from baton.perf.statistics import Spread
from baton.perf.table import Table

SUBSCRIBERS = 1
# Of the messages that were due may be missing: so large a share, or the two at the ends of a run.
MISSING_SHARE = 0.01
MISSING_AT_ENDS = 2
JITTER = "latency_ns_stddev"
OPEN_LOOP_NOTE = "open loop: latency runs from when a message was due"
KEPT_UP_NOTE = "kept up: at most 1 % of the messages that were due, or two, did not come through"
JITTER_NOTE = (
    "jitter: the standard deviation of the latency, which is that of arrivals, as messages are due at equal "
    "distances"
)


def kept_up(received: float, due: float) -> bool:
    return due - received <= max(MISSING_SHARE * due, MISSING_AT_ENDS)


def has_jitter(results: Results) -> bool:
    """An older recorded result has none."""
    return results.spread_of_all(JITTER) is not None


def sustained_table(
    results: Results,
    sustained: Callable[[str, str], str],
    ratio: Callable[[str, str], Spread | None],
    notes: tuple[str, ...],
) -> Table:
    """`sustained` and `ratio`, zero copy's over this way's, are of a size and a variant."""
    rows = []
    for size in results.distinct("size"):
        for variant in results.where(size=size).distinct("variant"):
            found = ratio(size, variant)
            row = (size, variant, sustained(size, variant), units.times(found and found.median))
            rows.append(row)
    columns = ("size", "variant", "messages/s", "zero copy / this")
    return Table("What each way sustains", columns, rows, notes, frozenset({1}))
