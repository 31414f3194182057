# SPDX-License-Identifier: Apache-2.0
"""publish(const M&): one copy, which may cost little more than that copy and the hand-over."""

import sys
from dataclasses import replace

from baton.perf import units
from baton.perf.cell import Cell, Metrics, UnusableResult
from baton.perf.experiment import Experiment, Judgement
from baton.perf.results import Results
from baton.perf.side_by_side import with_range
from baton.perf.statistics import Spread
from baton.perf.table import Table
from baton.perf.tails import sound_figure
from baton.perf.variants import COPY, ZERO_COPY, hand_over_cell

SIZE = 4 << 20
RATE_HZ = 200
# As many buffers as the pool of a publisher with history depth 10 uses in turn.
BUFFERS = 12
LIMIT = 1.2
MEMCPY = "memcpy"


def read_memcpy(document: dict) -> Metrics:
    figures = document.get("memcpy_ns")
    if not figures:
        raise UnusableResult("its JSON has no `memcpy_ns`")
    return {f"latency_ns_{name}": value for name, value in figures.items()}


class CopyMode(Experiment):
    name = "copy"
    title = "One copy of 4 MB against memcpy and zero copy"
    purpose = "publish(const M&) against memcpy over rotating buffers plus the zero-copy latency"

    def cells(self, seconds: float) -> list[Cell]:
        cells = [
            replace(
                hand_over_cell(variant, size=SIZE, subscribers=1, seconds=seconds),
                coordinates={"row": self.name, "variant": variant.name},
            )
            for variant in (COPY, ZERO_COPY)
        ]
        command = (
            *(sys.executable, "-m", "baton.perf.memcpy_floor", "--size", str(SIZE)),
            *("--buffers", str(BUFFERS), "--rate", str(RATE_HZ), "--seconds", f"{seconds:g}"),
        )
        memcpy = {"row": self.name, "variant": MEMCPY}
        return [*cells, Cell(memcpy, command, read_memcpy, seconds)]

    def is_reference(self, coordinates) -> bool:
        return coordinates.get("variant") == MEMCPY

    def tables(self, results: Results) -> list[Table]:
        rows = [
            (
                variant,
                *(
                    sound_figure(results, metric, {"row": self.name, "variant": variant})
                    for metric in ("latency_ns_p50", "latency_ns_p99")
                ),
            )
            for variant in results.distinct("variant")
        ]
        return [Table(self.title, ("", "p50 µs", "p99 µs"), rows, text_columns=frozenset({0}))]

    def judgements(self, results: Results) -> list[Judgement]:
        copy, zero, memcpy = (
            results.values("latency_ns_p50", {"row": self.name, "variant": variant})
            for variant in (COPY.name, ZERO_COPY.name, MEMCPY)
        )
        ratio = Spread.of(
            ours / (floor + hand_over)
            for ours, floor, hand_over in zip(copy, memcpy, zero)
            if None not in (ours, floor, hand_over)
        )
        if not ratio:
            return []
        return [
            Judgement(
                "one copy of 4 MB over memcpy plus zero copy",
                with_range(ratio, units.ratio),
                f"at most {LIMIT}",
                ratio.median <= LIMIT,
            )
        ]
