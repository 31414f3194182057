# SPDX-License-Identifier: Apache-2.0
"""What it costs to look at a system: the observer, and the processes that it looks at."""

import sys

from baton.perf import units
from baton.perf.cell import BIN, Cell, Metrics, UnusableResult
from baton.perf.experiment import Experiment, Judgement
from baton.perf.observe_observers import OBSERVERS, SETTLE_S
from baton.perf.results import Results
from baton.perf.side_by_side import with_range
from baton.perf.table import Table

TOPICS, RATE_HZ = 100, 100
NAMES = {"none": "no observer", "top": "baton top", "hz": "baton topic hz"}
# Of one core, for `top` at its pace of a look a second.
MOST_PERCENT = 1.0


def read_observers(document: dict) -> Metrics:
    figures = document.get("observers")
    if not isinstance(figures, dict):
        raise UnusableResult("its JSON has no `observers`")
    return {name: float(value) for name, value in figures.items()}


class Observers(Experiment):
    name = "observers"
    title = f"What observers cost: {TOPICS} topics at {RATE_HZ} Hz"
    purpose = f"top and hz over {TOPICS} topics at {RATE_HZ} Hz: they and what they look at (2 minutes)"
    seconds = 10
    repetitions = 2
    main_metric = "observer_percent"
    lossless = False

    def cells(self, seconds: float) -> list[Cell]:
        return [self._cell(observer, seconds) for observer in OBSERVERS]

    def _cell(self, observer: str, seconds: float) -> Cell:
        observe = (sys.executable, "-m", "baton.perf.observe_observers", observer)
        return Cell(
            coordinates={"variant": NAMES[observer]},
            command=(
                *observe,
                *("--bin-dir", BIN, "--topics", f"{TOPICS}", "--rate", f"{RATE_HZ}"),
                *("--seconds", f"{seconds:g}"),
            ),
            read=read_observers,
            seconds=SETTLE_S + seconds + 2,
            processes=3,
            needs=("perf_test", "baton-observe"),
        )

    def tables(self, results: Results) -> list[Table]:
        rows = []
        for coordinates, _ in results.cells():
            figures = (
                with_range(results.spread(metric, **coordinates), units.significant)
                for metric in ("observer_percent", "observed_percent")
            )
            rows.append((str(coordinates["variant"]), *figures))
        columns = ("", "the observer, % of a core", "publisher and subscriber, % of a core")
        notes = ("the observer: the command and its baton-observe",)
        return [Table(self.title, columns, rows, notes, frozenset({0}))]

    def judgements(self, results: Results) -> list[Judgement]:
        spread = results.spread("observer_percent", variant=NAMES["top"])
        if not spread:
            return []
        what = f"baton top over {TOPICS} topics at {RATE_HZ} Hz"
        measured = f"{with_range(spread, units.significant)} % of a core"
        required = f"at most {MOST_PERCENT:g} %"
        return [Judgement(what, measured, required, spread.median <= MOST_PERCENT)]

    def is_reference(self, coordinates) -> bool:
        return coordinates["variant"] == NAMES["none"]
