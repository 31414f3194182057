# SPDX-License-Identifier: Apache-2.0
"""Several experiments measured as one; the coordinate `row` keeps them apart."""

from baton.perf.cell import Cell
from baton.perf.experiment import Experiment, Finding, Judgement
from baton.perf.plot import ChartGroup
from baton.perf.results import Results
from baton.perf.table import Table


class Rows(Experiment):
    """Every cell of a row has the row's name as its coordinate `row`."""

    rows: tuple[Experiment, ...]

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
