# SPDX-License-Identifier: Apache-2.0
"""`baton perf all`: what a message costs on this machine, by every way, on one page."""

from collections.abc import Sequence

from baton.perf.collection import Collection, results_of
from baton.perf.experiment import Experiment, Finding
from baton.perf.experiments.competitors import Competitors
from baton.perf.experiments.composition import Composition
from baton.perf.experiments.executors import Executors
from baton.perf.experiments.five_tables import FiveTables
from baton.perf.experiments.graph import Graphs
from baton.perf.experiments.knee import Knee
from baton.perf.experiments.matrix import Matrix
from baton.perf.experiments.messages import Messages
from baton.perf.experiments.modes import Modes
from baton.perf.experiments.network import Network
from baton.perf.experiments.nodes import Nodes
from baton.perf.experiments.ownership import Ownership
from baton.perf.experiments.processes import Processes
from baton.perf.experiments.quick import Quick
from baton.perf.experiments.reference import Reference
from baton.perf.experiments.scale import Scale
from baton.perf.experiments.stress import Stress
from baton.perf.experiments.throughput import Throughput
from baton.perf.experiments.zero_copy import ZeroCopy
from baton.perf.plot import ChartGroup
from baton.perf.results import Results
from baton.perf.table import Table
from baton.perf.tails import tail_charts, tail_tables

# In the order of the page: what others take, where a way ends, what it costs, and how nodes are placed.
PARTS: tuple[type[Experiment], ...] = (
    *(Quick, Competitors, Knee, Modes, Scale, Graphs, ZeroCopy, Matrix, Stress, Throughput),
    *(Executors, Ownership, Composition, Processes, Network, Nodes, Messages, FiveTables),
)
# Whose charts the page has; the others have tables.
DRAWN = (Competitors, Knee, Modes, Scale, Graphs, Processes)
# The first sentences of the page.
ANSWERS = (Quick, Knee, Scale)


class All(Collection):
    name = "all"
    title = "What a message costs on this machine"
    purpose = "every one but bench, floor, headers, observers, python, tail, on one page (35 minutes)"
    repetitions = 1

    def parts(self) -> Sequence[Experiment]:
        return [experiment() for experiment in PARTS]

    def findings(self, results: Results) -> list[Finding]:
        return [
            finding
            for experiment in ANSWERS
            for finding in experiment().findings(results_of(results, experiment.name))
        ]

    def charts(self, results: Results) -> list[ChartGroup]:
        charts = []
        for experiment in DRAWN:
            own = results_of(results, experiment.name)
            charts += experiment().charts(own)
            if experiment is Competitors:
                charts += tail_charts(own, Competitors.variant_groups)
        return charts

    def tables(self, results: Results) -> list[Table]:
        made = []
        for part in self.parts():
            own = results_of(results, part.name)
            if own.measurements:
                made += [*part.tables(own), *tail_tables(own, part.is_probe)]
        documents = Reference()
        documents.machine = self.machine
        return made + documents.tables(results)
