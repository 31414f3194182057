# SPDX-License-Identifier: Apache-2.0
"""Every array size by every number of subscribers, slowly enough that one message is in flight."""

from baton.perf import units
from baton.perf.cell import Cell
from baton.perf.experiment import Experiment
from baton.perf.plot import ChartGroup
from baton.perf.results import Results
from baton.perf.side_by_side import P50, copy_ratio_charts, latency_charts, subscribers_text
from baton.perf.table import Table
from baton.perf.variants import COPY, ZERO_COPY, hand_over_cell

SIZES = tuple(kilobytes << 10 for kilobytes in (4, 16, 64, 256, 1024, 2048, 4096, 8192))
SUBSCRIBERS = (1, 4, 8, 16)
RATE_HZ = 50


class Matrix(Experiment):
    name = "matrix"
    title = "Copy and zero copy by size and number of subscribers"
    purpose = "8 sizes x 1, 4, 8, 16 subscriber processes x copy, zero copy, at 50 Hz"
    seconds = 2

    def cells(self, seconds: float) -> list[Cell]:
        return [
            hand_over_cell(
                variant, size=size, subscribers=subscribers, seconds=seconds, rate_hz=RATE_HZ
            )
            for subscribers in SUBSCRIBERS
            for size in SIZES
            for variant in (COPY, ZERO_COPY)
        ]

    def tables(self, results: Results) -> list[Table]:
        return [_table(results, subscribers) for subscribers in results.distinct("subscribers")]

    def charts(self, results: Results) -> list[ChartGroup]:
        return latency_charts(results) + copy_ratio_charts(results)


def _table(results: Results, subscribers: int) -> Table:
    rows = []
    for size in results.distinct("size"):
        at = {"size": size, "subscribers": subscribers}
        copy, zero = (results.median(P50, **at, variant=name) for name in ("copy", "zero copy"))
        rows.append(
            (
                str(units.size_bytes(size) >> 10),
                *(units.MISSING if v is None else units.significant(v / 1e6) for v in (copy, zero)),
                units.times(copy / zero if copy and zero else None),
            )
        )
    columns = ("buffer_size(KB)", "copy latency(ms)", "zero copy latency(ms)", "copy / zero copy")
    return Table(subscribers_text(subscribers), columns, rows)
