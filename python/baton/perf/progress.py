# SPDX-License-Identifier: Apache-2.0
"""Shows how far it is. Draws between runs only: a redraw during one would be measured with it."""

import rich.progress
from rich.console import Console
from rich.text import Text

from baton.perf.cell import Cell
from baton.perf.experiment import Experiment
from baton.perf.results import Measurement
from baton.perf.search import KEPT_UP, SUSTAINED
from baton.perf.units import count, duration, significant

# What a run costs in addition to its seconds: starting processes, matching, warming up.
OVERHEAD_S = 0.4


class Progress:
    """A bar on a terminal, a line a run elsewhere."""

    def __init__(self, console: Console, experiment: Experiment, runs: int, seconds: float) -> None:
        self._console = console
        self._experiment = experiment
        self._runs = runs
        self._seconds = seconds
        self._ended = 0
        self._bar: rich.progress.Progress | None = None

    def __enter__(self) -> "Progress":
        if self._console.is_terminal:
            self._bar = rich.progress.Progress(
                rich.progress.TextColumn("{task.fields[name]}", "bold", markup=False),
                rich.progress.BarColumn(bar_width=28),
                rich.progress.MofNCompleteColumn(),
                rich.progress.TextColumn("{task.fields[left]}", "dim"),
                rich.progress.TextColumn("{task.description}", markup=False),
                console=self._console,
                auto_refresh=False,
                transient=True,
            )
            self._bar.start()
            self._bar.add_task("", total=self._runs, name=self._experiment.name, left="")
        return self

    def __exit__(self, *_) -> None:
        if self._bar:
            self._bar.stop()
            self._bar = None

    def starting(self, done: int, left: int, cell: Cell) -> None:
        """`done` has the runs that an earlier round has measured. How many are left, runs may decide."""
        self._ended, self._runs = done, done + left
        # A cell may need longer than what it measures.
        left_s = left * (max(cell.seconds, self._seconds) + OVERHEAD_S)
        if self._bar:
            self._bar.update(
                self._bar.task_ids[0],
                completed=done,
                total=self._runs,
                description=cell.label,
                left=f"about {left_text(left_s)} left",
            )
            self._bar.refresh()

    def ended(self, measurement: Measurement) -> None:
        if self._bar:
            self._bar.advance(self._bar.task_ids[0])
            if measurement.error:
                text = f"{measurement.label}: {measurement.error}"
                self._bar.console.print(Text.assemble(("failed ", "red"), text))
            self._bar.refresh()
            return
        self._ended += 1
        metric, _ = self._experiment.metric_of(measurement.coordinates)
        self._console.print(
            f"[{self._ended}/{self._runs}] {measurement.label}: {outcome(measurement, metric)}",
            markup=False,
            highlight=False,
            soft_wrap=True,
        )


def outcome(measurement: Measurement, metric: str) -> str:
    """The one figure of a run that says whether all is as expected."""
    if measurement.error:
        return f"FAILED: {measurement.error}"
    if (kept_up := measurement.metrics.get(KEPT_UP)) is not None:
        return "keeps up" if kept_up else "does not keep up"
    value = measurement.metrics.get(metric)
    if value is None:
        return "done"
    if metric == SUSTAINED:
        return f"sustains {count(value)} messages/s"
    if metric.endswith("_per_s"):
        return f"{count(value)} messages/s"
    if metric == "cpu_percent":
        return f"CPU {significant(value)} %"
    _, in_ns, quantile = metric.rpartition("_ns_")
    return f"{quantile} {duration(value)}" if in_ns else "done"


def left_text(seconds: float) -> str:
    return f"{seconds / 60:.0f} min" if seconds >= 90 else f"{seconds:.0f} s"
