# SPDX-License-Identifier: Apache-2.0
"""All acceptance rows as one experiment; the coordinate `row` keeps them apart."""

from baton.perf.cell import Cell
from baton.perf.experiment import Experiment, Finding, Judgement
from baton.perf.experiments.bench.copy_mode import CopyMode
from baton.perf.experiments.bench.latency import Latency
from baton.perf.experiments.bench.memory import Memory
from baton.perf.experiments.bench.ping_pong import PingPong
from baton.perf.experiments.bench.publish_cost import PublishCost
from baton.perf.experiments.bench.speed import Speed
from baton.perf.experiments.bench.start import Start
from baton.perf.experiments.bench.typed import Typed
from baton.perf.experiments.messages import Messages
from baton.perf.experiments.nodes import Nodes
from baton.perf.plot import ChartGroup
from baton.perf.results import Results
from baton.perf.table import Table


class Bench(Experiment):
    name = "bench"
    title = "The acceptance figures"
    purpose = "every figure Baton must reach, with repetitions and spread (about 20 minutes)"
    seconds = 2
    repetitions = 5
    rows = (
        *(Latency(), Typed(), PingPong(), PublishCost(), Speed(), CopyMode(), Memory(), Start()),
        *(Nodes(), Messages()),
    )

    def _measured(self, results: Results):
        for row in self.rows:
            own = results.where(row=row.name)
            if own.measurements:
                yield row, own

    def _row_of(self, coordinates) -> Experiment:
        return next(row for row in self.rows if row.name == coordinates["row"])

    def cells(self, seconds: float) -> list[Cell]:
        return [cell for row in self.rows for cell in row.cells(seconds)]

    def tables(self, results: Results) -> list[Table]:
        return [table for row, own in self._measured(results) for table in row.tables(own)]

    def charts(self, results: Results) -> list[ChartGroup]:
        return [chart for row, own in self._measured(results) for chart in row.charts(own)]

    def findings(self, results: Results) -> list[Finding]:
        return [finding for row, own in self._measured(results) for finding in row.findings(own)]

    def judgements(self, results: Results) -> list[Judgement]:
        return [verdict for row, own in self._measured(results) for verdict in row.judgements(own)]

    def is_reference(self, coordinates) -> bool:
        return self._row_of(coordinates).is_reference(coordinates)

    def is_lossless(self, coordinates) -> bool:
        return self._row_of(coordinates).is_lossless(coordinates)

    def metric_of(self, coordinates) -> tuple[str, bool]:
        return self._row_of(coordinates).metric_of(coordinates)
