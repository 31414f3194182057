# SPDX-License-Identifier: Apache-2.0
"""What the choice of an executor is worth."""

from baton.perf.cell import Cell
from baton.perf.experiment import Experiment
from baton.perf.experiments.hand_over_ways import (
    IN_PROCESS,
    INTER_PROCESS,
    SUBSCRIBERS,
    node_cell,
    ways_table,
)
from baton.perf.results import Results
from baton.perf.table import Table

EXECUTORS = ("single-threaded", "multi-threaded", "static-single-threaded", "events")
PLACEMENTS = (
    ("in-process", IN_PROCESS),
    ("inter-process", {**INTER_PROCESS, "zero-copy": True}),
)


class Executors(Experiment):
    name = "executors"
    title = "Executors, SampleMessage (4 MB) at 25 Hz"
    purpose = "single, multi, static single, events; in-process and inter-process"
    seconds = 3

    def cells(self, seconds: float) -> list[Cell]:
        return [
            node_cell(
                {"placement": placement, "variant": executor},
                {**options, "communicator": f"{executor}-executor"},
                subscribers,
                seconds,
            )
            for placement, options in PLACEMENTS
            for subscribers in SUBSCRIBERS
            for executor in EXECUTORS
        ]

    def tables(self, results: Results) -> list[Table]:
        note = "one executor a subscriber; the static and the events executor are the single one"
        names = ("placement", "subscribers", "variant")
        return [ways_table(self.title, results, names, (note,))]
