# SPDX-License-Identifier: Apache-2.0
"""4 MB at 100 Hz with zero copy off and on: latency and what the system had to do for it.

Off: serialised and sent by UDP over the loopback interface. On: loans in shared memory.
"""

from collections.abc import Callable

from baton.perf import units
from baton.perf.cell import Cell, Coordinates
from baton.perf.experiment import Experiment, Finding
from baton.perf.results import Results
from baton.perf.side_by_side import saved_findings
from baton.perf.table import Table
from baton.perf.tails import sound_figure
from baton.perf.variants import UDP, ZERO_COPY, hand_over_cell

SIZE = 4 << 20
# The name of a way in perf_test, its name in the table, and how it is written.
ROWS: tuple[tuple[str, str, Callable[[float], str]], ...] = (
    ("latency_ns_min", "latency min", units.duration),
    ("latency_ns_p50", "latency p50", units.duration),
    ("latency_ns_p90", "latency p90", units.duration),
    ("latency_ns_p99", "latency p99", units.duration),
    ("latency_ns_max", "latency max", units.duration),
    ("latency_ns_mean", "latency mean", units.duration),
    ("publish_ns_p50", "publish() p50", units.duration),
    ("loan_ns_p50", "loan p50", units.duration),
    ("cpu_percent", "CPU, % of one core", units.percent),
    ("pss_kb", "memory (PSS)", units.kibibytes),
    ("rusage_cpu_ns", "user and system time", units.duration),
    ("rusage_utime_ns", "user time", units.duration),
    ("rusage_stime_ns", "system time", units.duration),
    ("rusage_maxrss_kb", "maxrss", units.kibibytes),
    ("rusage_minflt", "page faults without I/O", units.count),
    ("rusage_majflt", "page faults with I/O", units.count),
    ("rusage_nvcsw", "voluntary context switches", units.count),
    ("rusage_nivcsw", "involuntary context switches", units.count),
)


def _at(variant: str) -> Coordinates:
    return {"size": units.size_text(SIZE), "subscribers": 1, "variant": variant}


class ZeroCopy(Experiment):
    name = "zero-copy"
    title = "4 MB at 100 Hz, zero copy off and on"
    purpose = "4 MB, 100 Hz, over UDP and by loans: latency, CPU, memory, faults, switches"
    seconds = 10

    def cells(self, seconds: float) -> list[Cell]:
        return [
            hand_over_cell(variant, size=SIZE, subscribers=1, seconds=seconds, rate_hz=100)
            for variant in (UDP, ZERO_COPY)
        ]

    def tables(self, results: Results) -> list[Table]:
        rows = []
        for metric, title, write in ROWS:
            values = [
                sound_figure(results, metric, _at(variant), write)
                for variant in (UDP.name, ZERO_COPY.name)
            ]
            if set(values) != {units.MISSING}:
                rows.append((title, *values))
        columns = ("", "zero copy off (UDP)", "zero copy on")
        note = "figures of the system are those of both processes over the whole run"
        return [Table(self.title, columns, rows, (note,), frozenset({0}))]

    def findings(self, results: Results) -> list[Finding]:
        return saved_findings(results, UDP.name)
