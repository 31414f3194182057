# SPDX-License-Identifier: Apache-2.0
"""The six ways in which a message can be handed over on one machine.

Between processes without and with loans, each with zero copy off (UDP) and on (shared memory); in
one process with in-process delivery off (UDP to itself) and on (pointers).
"""

from baton.perf import units
from baton.perf.cell import Cell
from baton.perf.experiment import Experiment, Finding
from baton.perf.experiments.hand_over_ways import (
    IN_PROCESS,
    INTER_PROCESS,
    SUBSCRIBERS,
    node_cell,
    ways_charts,
    ways_table,
)
from baton.perf.plot import ChartGroup
from baton.perf.results import Results
from baton.perf.side_by_side import P50, subscribers_text, with_range
from baton.perf.table import Table

APART, TOGETHER = "apart", "together"
NO_LOAN_UDP, NO_LOAN_SHARED = "no loan, zero copy off", "no loan, zero copy on"
LOAN_UDP, LOAN_SHARED = "loan, zero copy off", "loan, zero copy on"
OFF, ON = "in-process off", "in-process on"
MODES = (
    (APART, NO_LOAN_UDP, INTER_PROCESS),
    (APART, NO_LOAN_SHARED, {**INTER_PROCESS, "shared-memory": True}),
    (APART, LOAN_UDP, {**INTER_PROCESS, "loaned-samples": True}),
    (APART, LOAN_SHARED, {**INTER_PROCESS, "zero-copy": True}),
    (TOGETHER, OFF, {}),
    (TOGETHER, ON, IN_PROCESS),
)
SIDES = (
    ("publisher_cpu_percent", "publisher"),
    ("subscriber_cpu_percent", "subscribers"),
    ("cpu_percent", "all"),
)


class Modes(Experiment):
    name = "modes"
    title = "SampleMessage (4 MB) at 25 Hz, by UDP, by shared memory and by pointer"
    purpose = "no loan, loan x zero copy off, on; in-process delivery off, on: latency, CPU"
    seconds = 5
    repetitions = 3

    def cells(self, seconds: float) -> list[Cell]:
        return [
            node_cell({"placement": placement, "variant": mode}, options, subscribers, seconds)
            for subscribers in SUBSCRIBERS
            for placement, mode, options in MODES
        ]

    def tables(self, results: Results) -> list[Table]:
        notes = (
            "apart: a process each; together: all in one",
            "off: serialised, over UDP; no loan, on: one copy into shared memory",
        )
        names = ("placement", "variant", "subscribers")
        return [ways_table(self.title, results, names, notes), _cpu_table(results)]

    def charts(self, results: Results) -> list[ChartGroup]:
        return ways_charts(results, ("placement",))

    def findings(self, results: Results) -> list[Finding]:
        findings = []
        for subscribers in results.distinct("subscribers"):
            for placement, slow, fast, text in (
                (APART, LOAN_UDP, LOAN_SHARED, "between processes with loans"),
                (TOGETHER, OFF, ON, "in one process with in-process delivery"),
            ):
                at = {"placement": placement, "subscribers": subscribers}
                before, after = (results.median(P50, **at, variant=each) for each in (slow, fast))
                ratio = results.ratio(P50, {**at, "variant": slow}, {**at, "variant": fast})
                if not ratio:
                    continue
                findings.append(
                    Finding.less(
                        ratio.median,
                        f"latency {text}, {subscribers_text(subscribers)}: "
                        f"{units.duration(after)} instead of {units.duration(before)}",
                    )
                )
        return findings


def _cpu_table(results: Results) -> Table:
    rows = []
    for coordinates, measurements in results.cells():
        figures = (
            with_range(results.spread(metric, **coordinates), units.significant) for metric, _ in SIDES
        )
        rows.append((measurements[0].label, *figures))
    columns = ("", *(title for _, title in SIDES))
    note = "in one process the sides cannot be told apart"
    return Table("CPU, % of one core", columns, rows, (note,), frozenset({0}))
