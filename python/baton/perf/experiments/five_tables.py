# SPDX-License-Identifier: Apache-2.0
"""The two commands of TogetheROS.Bot's manual as it has them, and perf_test's five tables side by side.

Zero copy off sends a message by UDP to the process itself, as performance_test does it; on, it is a loan in
shared memory.
"""

from collections.abc import Callable
from dataclasses import dataclass

from baton.perf import units
from baton.perf.cell import Cell, Metrics
from baton.perf.experiment import Experiment, Finding
from baton.perf.perf_test import (
    RELIABLE_KEEP_LAST,
    Options,
    command_line,
    read_network_run,
    read_zero_copy_run,
)
from baton.perf.results import Results
from baton.perf.table import Table

OFF, ON = "zero copy off", "zero copy on"
READERS: dict[str, tuple[Options, Callable[[dict], Metrics]]] = {
    OFF: ({}, read_network_run),
    ON: ({"zero-copy": True}, read_zero_copy_run),
}
OPTIONS: Options = {**RELIABLE_KEEP_LAST, "s": 1, "m": "Array4m", "r": 100}


@dataclass(frozen=True)
class Field:
    """A column of one of the five tables, and where its figure comes from."""

    name: str
    metric: str
    write: Callable[[float], str]
    # From the unit of the manual to that of the metric.
    scale: float = 1
    # The manual counts within a second.
    per_second: bool = False
    square: bool = False

    def measured(self, results: Results, variant: str) -> str:
        value = results.median(self.metric, variant=variant)
        duration_s = results.median("duration_s", variant=variant)
        if value is None or (self.per_second and not duration_s):
            return units.MISSING
        if self.per_second:
            value /= duration_s
        return self.write(value**2 if self.square else value)

    def published(self, value: float) -> str:
        return self.write(value * self.scale)


def _seconds(value: float) -> str:
    return f"{units.significant(value)} s"


def _variance(value_ns2: float) -> str:
    return f"{units.significant(value_ns2 / 1e6)} µs²"


def _times(prefix: str) -> tuple[Field, ...]:
    return (
        *(Field(n, f"{prefix}_ns_{n}", units.duration, 1e9) for n in ("min", "max", "mean")),
        Field("variance", f"{prefix}_ns_stddev", _variance, 1e18, square=True),
    )


def _counters(*names: str) -> tuple[Field, ...]:
    return tuple(Field(name, f"rusage_{name}", units.count) for name in names)


TABLES: dict[str, tuple[Field, ...]] = {
    "run time": (
        Field("T_experiment", "t_experiment_s", _seconds),
        Field("T_loop", "duration_s", _seconds),
    ),
    "samples": (
        Field("recv", "received", units.count, per_second=True),
        Field("sent", "sent", units.count, per_second=True),
        Field("lost", "lost", units.count),
        Field("data_recv", "data_bytes", units.count, per_second=True),
        Field("relative_loss", "relative_loss", units.significant),
    ),
    "latency": _times("latency"),
    "publisher loop": _times("publisher_loop"),
    "subscriber loop": _times("subscriber_loop"),
    "system usage": (
        Field("utime", "rusage_utime_ns", units.duration),
        Field("stime", "rusage_stime_ns", units.duration),
        Field("maxrss", "rusage_maxrss_kb", units.kibibytes),
        *_counters("ixrss", "idrss", "isrss", "minflt", "majflt", "nswap", "inblock", "oublock"),
        *_counters("msgsnd", "msgrcv", "nsignals", "nvcsw", "nivcsw"),
    ),
}
NOTE = "recv, sent, data_recv: in a second; all other figures: over the whole run"


class FiveTables(Experiment):
    name = "five-tables"
    title = "perf_test as TogetheROS.Bot's manual calls it: 4 MB at 100 Hz in one process"
    purpose = "the manual's two commands as written, perf_test's five tables (a minute)"
    seconds = 30

    def cells(self, seconds: float) -> list[Cell]:
        return [
            Cell(
                coordinates={"variant": variant},
                command=command_line({**OPTIONS, **options, "max-runtime": seconds}),
                read=read,
                seconds=seconds,
            )
            for variant, (options, read) in READERS.items()
        ]

    def tables(self, results: Results) -> list[Table]:
        return [
            Table(
                title,
                ("", OFF, ON),
                [
                    (field.name, *(field.measured(results, variant) for variant in READERS))
                    for field in fields
                ],
                (NOTE,) if title == "samples" else (),
                frozenset({0}),
            )
            for title, fields in TABLES.items()
        ]

    def findings(self, results: Results) -> list[Finding]:
        findings = []
        for metric, what in (
            ("latency_ns_mean", "latency with zero copy, 4 MB at 100 Hz in one process"),
            ("rusage_cpu_ns", "processor time (utime + stime)"),
        ):
            if ratio := results.ratio(metric, {"variant": OFF}, {"variant": ON}):
                findings.append(Finding.less(ratio.median, what))
        return findings
