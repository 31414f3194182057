# SPDX-License-Identifier: Apache-2.0
"""How certain the ratios of a report are: what the repetitions leave open, and what they could show."""

from dataclasses import dataclass

from baton.perf import units
from baton.perf.cell import label_of
from baton.perf.experiment import Experiment
from baton.perf.results import Results
from baton.perf.statistics import CertainRatio
from baton.perf.table import BAD, GOOD, Entry, Table

NOTES = (
    "ratio: the geometric mean; 95 % interval: Student's t on the logarithms of the ratios of each "
    "repetition",
    "detectable: a true difference of this size is found in about four of five such rounds, of two or three "
    "repetitions in three of four; more --repetitions find smaller ones",
    "better, worse: of twenty cells without a difference one is called so by chance",
)
COLUMNS = ("", "over", "metric", "ratio", "95 % interval", "detectable", "")


@dataclass(frozen=True)
class CellRatio:
    cell: str
    over: str  # the variant below the line
    metric: str
    larger_is_better: bool
    ratio: CertainRatio

    def row(self) -> tuple[Entry | str, ...]:
        ratio = self.ratio
        return (
            *(self.cell, self.over, self.metric, units.ratio(ratio.value)),
            f"{units.ratio(ratio.low)} to {units.ratio(ratio.high)}",
            f"±{_percent(ratio.detectable)}",
            self._verdict(),
        )

    def _verdict(self) -> Entry:
        if self.ratio.low <= 1 <= self.ratio.high:
            return Entry(f"no difference above {_percent(self.ratio.largest_difference)}")
        better = (self.ratio.low > 1) == self.larger_is_better
        return Entry("better", GOOD) if better else Entry("worse", BAD)

    def as_json(self) -> dict:
        return {
            "cell": self.cell,
            "over": self.over,
            "metric": self.metric,
            "ratio": self.ratio.value,
            "low": self.ratio.low,
            "high": self.ratio.high,
            "detectable": self.ratio.detectable,
            "repetitions": self.ratio.count,
        }


def _percent(part: float) -> str:
    """`34%`, and `0.4%` where `0%` would say that there is none."""
    return f"{part:.1%}" if part < 0.095 else f"{part:.0%}"


def cell_ratios(results: Results, experiment: Experiment) -> list[CellRatio]:
    """Of the cells that an experiment compares; none where a round has one repetition."""
    found = []
    for above, below in experiment.compared_cells(results):
        metric, larger_is_better = experiment.metric_of(above)
        if ratio := CertainRatio.of(results.ratios(metric, above, below)):
            over = str(below["variant"])
            found.append(CellRatio(label_of(above), over, metric, larger_is_better, ratio))
    return found


def certainty_tables(results: Results, experiment: Experiment) -> list[Table]:
    rows = [each.row() for each in cell_ratios(results, experiment)]
    words = frozenset({0, 1, 2, 4, 6})
    return [Table("How certain the ratios are", COLUMNS, rows, NOTES, words)] if rows else []
