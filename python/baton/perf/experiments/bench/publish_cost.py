# SPDX-License-Identifier: Apache-2.0
"""What publish() costs its caller: sleeping subscribers are rung, awake ones not."""

from dataclasses import replace

from baton.perf.cell import Cell
from baton.perf.experiment import Experiment
from baton.perf.results import Results
from baton.perf.table import Table
from baton.perf.tails import sound_figure
from baton.perf.variants import POLL, ZERO_COPY, Variant, hand_over_cell

CASES = (
    ("1 asleep", ZERO_COPY, 1),
    ("16 asleep", ZERO_COPY, 16),
    ("16 awake", POLL, 16),
)


class PublishCost(Experiment):
    name = "publish"
    title = "What publish() costs its caller, 4 KB, 200 Hz"
    purpose = "publish() with 1 and 16 sleeping subscribers and with 16 awake"
    main_metric = "publish_ns_p50"

    def cells(self, seconds: float) -> list[Cell]:
        return [self._cell(*case, seconds) for case in CASES]

    def _cell(self, case: str, variant: Variant, subscribers: int, seconds: float) -> Cell:
        cell = hand_over_cell(variant, size=4 << 10, subscribers=subscribers, seconds=seconds)
        return replace(cell, coordinates={"row": self.name, "variant": case})

    def is_lossless(self, coordinates) -> bool:
        # Sixteen pollers on fewer cores do fall behind. Only the publisher is measured here.
        return coordinates.get("variant") != "16 awake"

    def tables(self, results: Results) -> list[Table]:
        rows = [
            (
                case,
                *(
                    sound_figure(results, metric, {"row": self.name, "variant": case})
                    for metric in ("publish_ns_p50", "publish_ns_p99", "loan_ns_p50")
                ),
            )
            for case in results.distinct("variant")
        ]
        columns = ("subscribers", "publish p50 µs", "publish p99 µs", "loan p50 µs")
        note = "asleep: one eventfd write each; awake: no system call"
        return [Table(self.title, columns, rows, (note,), frozenset({0}))]
