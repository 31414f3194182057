# SPDX-License-Identifier: Apache-2.0
"""What the choice of an executor is worth."""

from baton.perf.cell import Cell
from baton.perf.experiment import Experiment
from baton.perf.experiments.hand_over_ways import (
    IN_PROCESS,
    INTER_PROCESS,
    SUBSCRIBERS,
    node_cell,
    ways_charts,
    ways_table,
)
from baton.perf.plot import ChartGroup
from baton.perf.results import Results
from baton.perf.table import Table

EXECUTORS = {
    "single": "single-threaded-executor",
    "multi": "multi-threaded-executor",
    "static single": "static-single-threaded-executor",
    "events": "events-executor",
}
PLACEMENTS = (
    ("together", IN_PROCESS),
    ("apart", {**INTER_PROCESS, "zero-copy": True}),
)
NOTES = (
    "one executor a subscriber; the static and the events executor are the single one",
    "together: one process, by pointer; apart: a process each, with loans",
)


class Executors(Experiment):
    name = "executors"
    title = "Executors, SampleMessage (4 MB) at 25 Hz"
    purpose = "single, multi, static single, events; in one process and between processes"
    seconds = 3
    repetitions = 3

    def cells(self, seconds: float) -> list[Cell]:
        return [
            node_cell(
                {"placement": placement, "variant": executor},
                {**options, "communicator": communicator},
                subscribers,
                seconds,
            )
            for placement, options in PLACEMENTS
            for subscribers in SUBSCRIBERS
            for executor, communicator in EXECUTORS.items()
        ]

    def tables(self, results: Results) -> list[Table]:
        names = ("placement", "subscribers", "variant")
        return [ways_table(self.title, results, names, NOTES)]

    def charts(self, results: Results) -> list[ChartGroup]:
        return ways_charts(results, ("placement",))
