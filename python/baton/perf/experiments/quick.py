# SPDX-License-Identifier: Apache-2.0
"""What `make perf` shows: copying, handing over and the floor in under three minutes."""

from baton.perf.cell import Cell
from baton.perf.experiment import Experiment, Finding
from baton.perf.plot import ChartGroup
from baton.perf.results import Results
from baton.perf.side_by_side import (
    copy_ratio_charts,
    floor_ratio_charts,
    hand_over_findings,
    hand_over_tables,
    latency_charts,
)
from baton.perf.table import Table
from baton.perf.variants import COPY, FLOOR, ZERO_COPY, hand_over_cell

SIZES = (4 << 10, 64 << 10, 1 << 20, 4 << 20, 8 << 20)
SUBSCRIBERS = (1, 4, 8, 16)


class Quick(Experiment):
    name = "quick"
    title = "Handing a message over against copying it"
    purpose = "copy, zero copy and floor: 4 KB to 8 MB, 1 to 16 subscriber processes (3 minutes)"

    def cells(self, seconds: float) -> list[Cell]:
        return [
            hand_over_cell(variant, size=size, subscribers=subscribers, seconds=seconds)
            for size in SIZES
            for subscribers in SUBSCRIBERS
            for variant in (COPY, ZERO_COPY, FLOOR)
        ]

    def tables(self, results: Results) -> list[Table]:
        return hand_over_tables(results)

    def charts(self, results: Results) -> list[ChartGroup]:
        return latency_charts(results) + copy_ratio_charts(results) + floor_ratio_charts(results)

    def findings(self, results: Results) -> list[Finding]:
        return hand_over_findings(results)
