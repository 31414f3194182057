# SPDX-License-Identifier: Apache-2.0
"""Round trip with busy polling on both sides."""

from baton.perf import units
from baton.perf.cell import Cell
from baton.perf.experiment import Experiment, Judgement
from baton.perf.perf_test import MESSAGES, RELIABLE_KEEP_LAST, command_line
from baton.perf.results import Results
from baton.perf.side_by_side import with_range
from baton.perf.table import Table
from baton.perf.variants import POLL, POLL_FLOOR, Variant

SIZE = 4 << 10
LIMIT = 1.3


class PingPong(Experiment):
    name = "ping-pong"
    title = "Round trip, busy polling, 4 KB"
    purpose = "round trip with polling against the polling floor"

    def cells(self, seconds: float) -> list[Cell]:
        return [self._cell(variant, seconds) for variant in (POLL, POLL_FLOOR)]

    def _cell(self, variant: Variant, seconds: float) -> Cell:
        options = {
            "msg": MESSAGES[SIZE],
            "rate": 0,
            "roundtrip-mode": "Both",
            "process-configuration": "INTER_PROCESS",
            **RELIABLE_KEEP_LAST,
            "fill": "stamp",
            "max-runtime": seconds,
            **variant.options,
        }
        return Cell(
            coordinates={"row": self.name, "variant": variant.name},
            command=command_line(options),
            read=variant.read,
            seconds=seconds,
            processes=2,
        )

    def _spreads(self, results: Results, metric: str):
        for variant in ("poll", "poll floor"):
            yield variant, results.spread(metric, row=self.name, variant=variant)

    def tables(self, results: Results) -> list[Table]:
        rows = [
            (
                variant,
                with_range(spread, lambda value: units.significant(value / 2e3)),
                with_range(
                    results.spread("latency_ns_p99", row=self.name, variant=variant),
                    lambda value: units.significant(value / 2e3),
                ),
            )
            for variant, spread in self._spreads(results, "latency_ns_p50")
        ]
        columns = ("variant", "half round trip p50 µs", "half round trip p99 µs")
        return [Table(self.title, columns, rows, text_columns=frozenset({0}))]

    def judgements(self, results: Results) -> list[Judgement]:
        ratio = results.ratio(
            "latency_ns_p50",
            {"row": self.name, "variant": "poll"},
            {"row": self.name, "variant": "poll floor"},
        )
        if not ratio:
            return []
        return [
            Judgement(
                "ping-pong with busy polling, 4 KB, over the polling floor",
                with_range(ratio, units.ratio),
                f"at most {LIMIT}",
                ratio.median <= LIMIT,
            )
        ]
