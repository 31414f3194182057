# SPDX-License-Identifier: Apache-2.0
"""From starting a second process to its first message."""

from baton.perf import units
from baton.perf.cell import Cell, Metrics, UnusableResult
from baton.perf.experiment import Experiment, Judgement
from baton.perf.results import Results
from baton.perf.side_by_side import with_range
from baton.perf.table import Table

PROGRAM = "start_to_first_message"
LIMIT_NS = 10e6
STARTS = 20


def read_start(document: dict) -> Metrics:
    figures = document.get("start_to_first_message_ns")
    if not figures:
        raise UnusableResult("its JSON has no `start_to_first_message_ns`")
    return {f"start_ns_{name}": value for name, value in figures.items()}


class Start(Experiment):
    name = "start"
    title = "Start of a second process to its first message"
    purpose = "how long a new participant takes until it receives"
    main_metric = "start_ns_p50"

    def cells(self, seconds: float) -> list[Cell]:
        return [
            Cell(
                coordinates={"row": self.name, "variant": "start"},
                command=(PROGRAM, "--json", "--repetitions", str(STARTS)),
                read=read_start,
                seconds=seconds,
                processes=2,
            )
        ]

    def _spread(self, results: Results, metric: str):
        return results.spread(metric, row=self.name, variant="start")

    def tables(self, results: Results) -> list[Table]:
        values = tuple(
            with_range(self._spread(results, f"start_ns_{name}"), units.duration)
            for name in ("min", "p50", "max")
        )
        return [Table(self.title, ("min", "p50", "max"), [values])]

    def judgements(self, results: Results) -> list[Judgement]:
        spread = self._spread(results, "start_ns_p50")
        if not spread:
            return []
        return [
            Judgement(
                "start of a second process to its first message",
                with_range(spread, units.duration),
                "at most 10 ms",
                spread.median <= LIMIT_NS,
            )
        ]
