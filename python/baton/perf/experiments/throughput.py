# SPDX-License-Identifier: Apache-2.0
"""As fast as possible: messages and bytes a second, and what was lost on the way."""

from baton.perf import units
from baton.perf.cell import Cell
from baton.perf.experiment import Experiment
from baton.perf.results import Results
from baton.perf.side_by_side import with_range
from baton.perf.table import Table
from baton.perf.variants import COPY, ZERO_COPY, hand_over_cell

SIZES = (256, 4 << 10, 64 << 10, 1 << 20, 4 << 20, 8 << 20)

NOTE = (
    "GB/s: what was handed over; zero copy moves none of it, and the payload is neither written nor read here"
)


class Throughput(Experiment):
    name = "throughput"
    title = "As fast as possible, one subscriber"
    purpose = "256 B to 8 MB without a pause: messages/s, GB/s, losses"
    seconds = 3
    main_metric = "received_per_s"
    lossless = False

    def cells(self, seconds: float) -> list[Cell]:
        return [
            hand_over_cell(variant, size=size, subscribers=1, seconds=seconds, rate_hz=0)
            for size in SIZES
            for variant in (COPY, ZERO_COPY)
        ]

    def metric_of(self, coordinates) -> tuple[str, bool]:
        return self.main_metric, True

    def tables(self, results: Results) -> list[Table]:
        rows = []
        for coordinates, _ in results.cells():
            size = units.size_bytes(coordinates["size"])
            spread = results.spread("received_per_s", **coordinates)
            sent = results.median("sent", **coordinates)
            lost = results.median("lost", **coordinates)
            lost_percent = 100 * lost / sent if sent and lost is not None else None
            rows.append(
                (
                    coordinates["size"],
                    coordinates["variant"],
                    with_range(spread, units.significant),
                    units.significant(spread.median * size / 1e9) if spread else units.MISSING,
                    units.percent(lost_percent),
                )
            )
        columns = ("size", "variant", "received/s", "GB/s", "lost %")
        return [Table(self.title, columns, rows, (NOTE,), frozenset({1}))]
