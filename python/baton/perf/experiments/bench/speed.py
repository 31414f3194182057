# SPDX-License-Identifier: Apache-2.0
"""Small messages as fast as possible, against a bare ring of 64-bit words."""

from dataclasses import replace

from baton.perf import units
from baton.perf.cell import Cell
from baton.perf.experiment import Experiment, Judgement
from baton.perf.perf_test import command_line, read_run
from baton.perf.results import Results
from baton.perf.side_by_side import with_range
from baton.perf.table import Table
from baton.perf.variants import ZERO_COPY, Variant, hand_over_cell

SIZE = 256
RATE_LIMIT = 3e6
RING_SHARE = 0.5

WORD_RING = Variant("word ring", {"communicator": "word-ring"})
# The pattern in every byte is verified by the subscriber: this run proves, the others race.
VERIFIED = Variant("zero copy, verified", ZERO_COPY.options, ZERO_COPY.read)


class Speed(Experiment):
    name = "throughput"
    title = "As fast as possible, 256 B, 1 publisher, 1 subscriber"
    purpose = "messages a second against a bare ring of 64-bit words"
    main_metric = "received_per_s"
    lossless = False

    def cells(self, seconds: float) -> list[Cell]:
        return [
            self._cell(ZERO_COPY, seconds, "stamp"),
            self._ring_cell(seconds),
            self._cell(VERIFIED, seconds, "full"),
        ]

    def _cell(self, variant: Variant, seconds: float, fill: str) -> Cell:
        cell = hand_over_cell(
            variant,
            size=SIZE,
            subscribers=1,
            seconds=seconds,
            rate_hz=0,
            fill=fill,
            more_options={"history-depth": 1000},
        )
        return replace(cell, coordinates={"row": self.name, "variant": variant.name})

    def _ring_cell(self, seconds: float) -> Cell:
        """The ring has neither message, rate nor history, and says so when it is given one."""
        options = {
            "process-configuration": "INTER_PROCESS",
            "max-runtime": seconds,
            **WORD_RING.options,
        }
        return Cell(
            coordinates={"row": self.name, "variant": WORD_RING.name},
            command=command_line(options),
            read=read_run,
            seconds=seconds,
            processes=2,
        )

    def is_reference(self, coordinates) -> bool:
        return coordinates.get("variant") == WORD_RING.name

    def metric_of(self, coordinates) -> tuple[str, bool]:
        return self.main_metric, True

    def tables(self, results: Results) -> list[Table]:
        rows = []
        for variant in results.distinct("variant"):
            at = {"row": self.name, "variant": variant}
            rows.append(
                (
                    variant,
                    with_range(
                        results.spread("received_per_s", **at),
                        lambda value: units.significant(value / 1e6),
                    ),
                    *(
                        with_range(results.spread(metric, **at), units.count)
                        for metric in ("sent", "received", "lost", "corrupt")
                    ),
                )
            )
        columns = ("variant", "million received/s", "sent", "received", "lost", "corrupt")
        return [Table(self.title, columns, rows, text_columns=frozenset({0}))]

    def judgements(self, results: Results) -> list[Judgement]:
        ours = {"row": self.name, "variant": ZERO_COPY.name}
        rate = results.spread("received_per_s", **ours)
        if not rate:
            return []
        share = results.ratio("received_per_s", ours, {**ours, "variant": WORD_RING.name})
        enough = rate.median >= RATE_LIMIT or bool(share and share.median >= RING_SHARE)
        ring = f"; {with_range(share, units.ratio)} of the word ring" if share else ""
        return [
            Judgement(
                "messages a second, 256 B, 1 to 1",
                f"{with_range(rate, lambda v: units.significant(v / 1e6))} million{ring}",
                f"3 million, or {RING_SHARE} of the word ring",
                enough,
            ),
            self._exactness(results),
        ]

    def _exactness(self, results: Results) -> Judgement:
        """Nothing corrupt, and every message either received or counted as lost."""
        ours = [m for m in results.measurements if m.metrics and not self._is_ring(m)]
        corrupt = sum(m.metrics.get("corrupt", 0) for m in ours)
        unexplained = [
            abs(m.metrics["sent"] - m.metrics["received"] - m.metrics["lost"])
            for m in ours
            if {"sent", "received", "lost"} <= m.metrics.keys()
        ]
        return Judgement(
            "corrupt messages; losses counted exactly",
            f"{corrupt:.0f} corrupt, {sum(unexplained):.0f} unexplained in {len(ours)} runs",
            "0 corrupt, 0 unexplained",
            corrupt == 0 and sum(unexplained) == 0,
        )

    def _is_ring(self, measurement) -> bool:
        return self.is_reference(measurement.coordinates)
