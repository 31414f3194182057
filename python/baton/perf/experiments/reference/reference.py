# SPDX-License-Identifier: Apache-2.0
"""`baton perf reference`: measures what the reference documents measured, and prints both."""

from collections.abc import Sequence

from baton.perf.collection import Collection, results_of
from baton.perf.experiment import Experiment, Finding
from baton.perf.experiments.composition import Composition
from baton.perf.experiments.executors import Executors
from baton.perf.experiments.five_tables import FiveTables
from baton.perf.experiments.matrix import Matrix
from baton.perf.experiments.modes import Modes
from baton.perf.experiments.ownership import Ownership
from baton.perf.experiments.processes import Processes
from baton.perf.experiments.reference import tables
from baton.perf.experiments.reference.published import published
from baton.perf.plot import ChartGroup
from baton.perf.results import Results
from baton.perf.table import Table

# What each table is made from, and the coordinates that it shows; a part without has all of its cells.
TABLES = (
    (FiveTables, tables.five_tables, {}),
    (Matrix, tables.matrix, {}),
    (Modes, tables.modes, {}),
    (Executors, tables.executors, {"placement": "together"}),
    (Ownership, tables.ownership, {}),
    (Composition, tables.composition, {"rate": "25 Hz", "subscribers": 1}),
    (Processes, tables.processes, {"points": "1000 points", "rate": "1 Hz"}),
)


class Reference(Collection):
    name = "reference"
    title = "The tables of the reference documents, published and measured here"
    purpose = "each table of the reference documents, their figures beside ours (15 minutes)"
    repetitions = 1

    def parts(self) -> Sequence[Experiment]:
        return [experiment() for experiment, _, _ in TABLES]

    def wants(self, part: Experiment, coordinates) -> bool:
        shown = next(each for experiment, _, each in TABLES if experiment.name == part.name)
        return all(coordinates.get(name) == value for name, value in shown.items())

    def tables(self, results: Results) -> list[Table]:
        made = [self._hardware()]
        for experiment, make, _ in TABLES:
            own = results_of(results, experiment.name)
            if own.measurements:
                made += make(own)
        return made

    def _hardware(self) -> Table:
        rows = [(each["name"], each["hardware"]) for each in published()["documents"].values()]
        here = self.machine.line if self.machine else "the machine of this report"
        note = "other hardware, other systems: compare the rows of a column, not the columns"
        return Table(
            "Whose figures these are",
            ("figures", "hardware"),
            [*rows, ("here", here)],
            (note,),
            frozenset({0, 1}),
        )

    def charts(self, results: Results) -> list[ChartGroup]:
        return Matrix().charts(results_of(results, Matrix.name))

    def findings(self, results: Results) -> list[Finding]:
        parts = (FiveTables(), Modes())
        return [found for part in parts for found in part.findings(results_of(results, part.name))]
