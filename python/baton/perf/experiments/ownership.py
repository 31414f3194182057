# SPDX-License-Identifier: Apache-2.0
"""Ownership of a message in one process: how publish() and callbacks take it, what is copied."""

from baton.perf.cell import Cell
from baton.perf.experiment import Experiment
from baton.perf.experiments.hand_over_ways import (
    IN_PROCESS,
    SUBSCRIBERS,
    node_cell,
    ways_charts,
    ways_table,
)
from baton.perf.plot import ChartGroup
from baton.perf.results import Results
from baton.perf.table import Table

CALLBACKS = (("shared", "const_shared_ptr"), ("owned", "unique_ptr"))
PUBLISH_TYPES = ("unique_ptr", "const_ref")
INITIALISATIONS = ("ALL", "SKIP")
NOTES = (
    "shared (take_shared): a callback with a std::shared_ptr<const M>; owned (take_ownership): one "
    "with a std::unique_ptr<M>",
    "a unique_ptr keeps its address to its last owner: of two that take ownership one gets a copy",
    "ALL: the payload is zeroed before each message; in the loop, neither in latency nor in publish()",
)


class Ownership(Experiment):
    name = "ownership"
    title = "Ownership in one process, SampleMessage (4 MB) at 25 Hz"
    purpose = "take_shared, take_ownership x unique_ptr, const& x init ALL, SKIP; 1, 2 subscribers"
    seconds = 3
    repetitions = 3

    def cells(self, seconds: float) -> list[Cell]:
        return [
            node_cell(
                {"callback": name, "init": init, "variant": published},
                {
                    **IN_PROCESS,
                    "callback-type": callback,
                    "publish-type": published,
                    "message-init": init,
                },
                subscribers,
                seconds,
            )
            for subscribers in SUBSCRIBERS
            for name, callback in CALLBACKS
            for init in INITIALISATIONS
            for published in PUBLISH_TYPES
        ]

    def tables(self, results: Results) -> list[Table]:
        names = ("callback", "variant", "init", "subscribers")
        return [ways_table(self.title, results, names, NOTES)]

    def charts(self, results: Results) -> list[ChartGroup]:
        return ways_charts(results, ("callback", "init"))
