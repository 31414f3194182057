# SPDX-License-Identifier: Apache-2.0
"""Reports as rounds on a busy machine give them: figures of all lengths in every table and chart."""

import zlib

from baton.perf.cell import Metrics
from baton.perf.doubts import BusyMachine, MissingCompetitors
from baton.perf.experiment import Experiment, plan
from baton.perf.machine import Machine
from baton.perf.report import Report
from baton.perf.results import Measurement, Results

MACHINE = Machine(
    "Intel(R) Xeon(R) Platinum 8481C CPU @ 2.70GHz",
    *(208, "6.1.0-28-cloud-amd64", "Debian GNU/Linux 12 (bookworm)", 1511.6, "schedutil", True),
    {"mitigations": "spectre_v1, " * 12, "kernel command line": "BOOT_IMAGE=/boot/" + "x" * 200},
)
DOUBTS = [
    BusyMachine(
        "2 of 208 cores were busy at the start: a-process-with-a-name (pid 4711) 97 %",
        "let other work end and measure again",
    ),
    MissingCompetitors("not compared with iceoryx, zenoh: not built here", "make competitors"),
]
DECADES = {
    **{"_ns": (4, 6.5), "percent": (-1, 2.3), "_kb": (2, 6.5), "_per_s": (0, 7), "after_s": (-2, 1)}
}


class AnyMetrics(Metrics):
    """Has a figure by every name, which repetitions change by noise."""

    def __init__(self, cell: str, repetition: int) -> None:
        super().__init__()
        self._cell, self._repetition = cell, repetition

    def get(self, name, default=None):
        low, high = next((span for end, span in DECADES.items() if end in name), (0, 4))
        value = 10 ** (low + (high - low) * _drawn(f"{self._cell} {name}"))
        return value * (0.7 + 0.7 * _drawn(f"{self._cell} {name} {self._repetition}"))


def _drawn(text: str) -> float:
    """The same number in [0, 1) for the same text."""
    return zlib.crc32(text.encode()) / (1 << 32)


# Three thousand messages, most of them near 1 and a few far above.
SHAPE = [(1 + 0.03 * step, max(1, 300 >> (step // 3))) for step in range(80)]


def _latencies(cell: str) -> list[list[float]]:
    middle = 10 ** (4 + 3 * _drawn(cell))
    return [[round(middle * place, -2), count] for place, count in SHAPE]


def made_report(experiment: Experiment, repetitions: int = 2) -> Report:
    steps = plan(experiment.cells(experiment.seconds), repetitions)
    measurements = [
        Measurement(
            coordinates=cell.coordinates,
            repetition=repetition,
            metrics=AnyMetrics(cell.label, repetition),
            command="build/release/bin/perf_test --msg Array4m --rate 200 " + "--more-words " * 20,
            started_utc="2026-01-01",
            took_s=1.0,
            latencies=_latencies(cell.label) if repetition == 0 else [],
        )
        for repetition, cell in steps
    ]
    now = experiment.headlines(Results(measurements))
    return Report(
        experiment=experiment,
        results=Results(measurements),
        machine=MACHINE,
        doubts=DOUBTS,
        version="0.1.0",
        started_utc="2026-01-01 12:00 UTC",
        took_s=4242,
        seconds=experiment.seconds,
        repetitions=repetitions,
        planned_runs=len(steps),
        history=[{"commit": f"abc12{number:02}", "figures": now} for number in range(10)],
    )
