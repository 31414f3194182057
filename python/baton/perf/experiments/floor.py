# SPDX-License-Identifier: Apache-2.0
"""The machine alone: what bare shared memory costs here before any library is added."""

from baton.perf.cell import Cell
from baton.perf.experiment import Experiment
from baton.perf.plot import ChartGroup
from baton.perf.results import Results
from baton.perf.side_by_side import latency_charts
from baton.perf.table import Table
from baton.perf.tails import sound_figure
from baton.perf.variants import FLOOR, POLL_FLOOR, hand_over_cell

SIZES = (4 << 10, 64 << 10, 1 << 20, 4 << 20, 8 << 20)
SUBSCRIBERS = (1, 4, 8, 16)


class Floor(Experiment):
    name = "floor"
    title = "The floor of this machine"
    purpose = "bare shared memory with an eventfd a subscriber; busy polling with one"

    def cells(self, seconds: float) -> list[Cell]:
        cells = []
        for size in SIZES:
            for subscribers in SUBSCRIBERS:
                at = {"size": size, "subscribers": subscribers, "seconds": seconds}
                cells.append(hand_over_cell(FLOOR, **at))
                # With more busy subscribers than cores, only the scheduler would be measured.
                if subscribers == 1:
                    cells.append(hand_over_cell(POLL_FLOOR, **at))
        return cells

    def is_reference(self, coordinates) -> bool:
        return False

    def tables(self, results: Results) -> list[Table]:
        rows = [
            (
                measurements[0].label,
                *(
                    sound_figure(results, metric, coordinates)
                    for metric in ("latency_ns_p50", "latency_ns_p90", "latency_ns_p99")
                ),
            )
            for coordinates, measurements in results.cells()
        ]
        columns = ("", "p50 µs", "p90 µs", "p99 µs")
        return [Table(self.title, columns, rows, text_columns=frozenset({0}))]

    def charts(self, results: Results) -> list[ChartGroup]:
        return latency_charts(results)
