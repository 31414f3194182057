# SPDX-License-Identifier: Apache-2.0
"""Everything a report shows, gathered once. Each writer in reports/ renders it in one format."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from baton.perf.certainty import certainty_tables
from baton.perf.compare import Comparison
from baton.perf.doubts import Doubt
from baton.perf.experiment import Experiment, Finding, Judgement
from baton.perf.headlines import history_charts
from baton.perf.machine import Machine
from baton.perf.plot import ChartGroup
from baton.perf.results import Results
from baton.perf.table import BAD, GOOD, Entry, Table
from baton.perf.tails import tail_charts, tail_tables
from baton.perf.units import seconds_text

SCHEMA = "baton.perf.results/1"


@dataclass(frozen=True)
class Report:
    experiment: Experiment
    results: Results
    machine: Machine
    doubts: Sequence[Doubt]
    version: str
    started_utc: str
    took_s: float
    seconds: float
    repetitions: int
    planned_runs: int
    comparison: Comparison | None = None
    # Lines of docs/results/history.jsonl about this machine.
    history: Sequence[Mapping] = ()
    findings: list[Finding] = field(init=False)
    tables: list[Table] = field(init=False)
    charts: list[ChartGroup] = field(init=False)
    judgements: list[Judgement] = field(init=False)
    # Tables that say whether something is good enough; they come before all figures.
    verdicts: list[Table] = field(init=False)

    def __post_init__(self) -> None:
        for name in ("findings", "charts", "judgements"):
            object.__setattr__(self, name, getattr(self.experiment, name)(self.results))
        over_commits = history_charts(self.history, self.experiment.headlines(self.results))
        tails = tail_charts(self.results, self.experiment.variant_groups)
        charts = [*self.charts, *tails, *over_commits]
        object.__setattr__(self, "charts", charts)
        tables = [
            *self.experiment.tables(self.results),
            *(tail_tables(self.results, self.experiment.is_probe) if self.experiment.has_tails else []),
            *certainty_tables(self.results, self.experiment),
        ]
        object.__setattr__(self, "tables", tables)
        verdicts = [self.comparison.table()] if self.comparison else []
        if self.judgements:
            verdicts.append(judgement_table(self.judgements))
        object.__setattr__(self, "verdicts", verdicts)

    @property
    def complete(self) -> bool:
        return len(self.results.measurements) >= self.planned_runs

    @property
    def title(self) -> str:
        return self.experiment.title

    @property
    def how(self) -> str:
        """How it was measured, in one line."""
        runs = len(self.results.measurements)
        done = f"{runs} runs" if self.complete else f"{runs} of {self.planned_runs} runs"
        repeated = (
            "1 repetition"
            if self.repetitions == 1
            else f"{self.repetitions} interleaved repetitions"
        )
        each = f" of {self.experiment.length_text(self.seconds)}" if self.seconds else ""
        return f"{done}{each}, {repeated}, {seconds_text(self.took_s)} in all"


def judgement_table(judgements: Sequence[Judgement]) -> Table:
    words = {
        True: Entry("reached", GOOD),
        False: Entry("missed", BAD),
        None: Entry("undecided"),
    }
    rows = [(each.what, each.measured, each.required, words[each.reached]) for each in judgements]
    return Table(
        "What must be reached",
        ("what", "measured", "required", ""),
        rows,
        text_columns=frozenset({0, 1, 2, 3}),
    )
