# SPDX-License-Identifier: Apache-2.0
"""What a hand-over takes while the machine has other work, with and without real-time priority.

cyclictest of the same minute says what waking one thread by a timer takes then: no message can do better.
"""

import sys
from collections.abc import Iterator
from dataclasses import replace

from baton.perf import units
from baton.perf.beside_load import LOADS
from baton.perf.cell import BIN, OUTPUT, Cell, Metrics, UnusableResult
from baton.perf.distribution import QUANTILES, Distribution
from baton.perf.experiment import Experiment, Finding
from baton.perf.results import Results
from baton.perf.side_by_side import P50
from baton.perf.table import Table
from baton.perf.tails import sound_figure
from baton.perf.variants import FLOOR, UDP, ZERO_COPY, hand_over_cell

SIZE = 4 << 20
RATE_HZ = 200
QUIET = "no other work"
WORDS = {
    QUIET: QUIET,
    "cpu": "every core computes",
    "vm": "memory is mapped and written",
    "cache": "caches are thrashed",
    "io": "files are written",
}
NORMAL, REAL_TIME = "normal", "SCHED_FIFO 80"
PRIORITY = 80
CYCLICTEST = "cyclictest"
VARIANTS = (UDP, ZERO_COPY, FLOOR)
NOTES = (
    "4 MB to 1 subscriber process at 200 Hz; other work by stress-ng, as many workers as cores",
    "cyclictest: one thread that a timer wakes every 5 ms, by the priority of the row; with normal "
    "priority the kernel gives timers 50 µs of slack, which a message does not wait for",
    "UDP without real-time priority: its threads are Fast DDS's",
)


def read_cyclictest(document: dict) -> Metrics:
    """Its histogram has µs."""
    threads = document.get("thread", {})
    counts = [
        (1e3 * float(us), int(count))
        for thread in threads.values()
        for us, count in thread.get("histogram", {}).items()
    ]
    most = 1e3 * max((float(thread.get("max", 0)) for thread in threads.values()), default=0)
    found = Distribution.merged([(counts, most)])
    if not found.count:
        raise UnusableResult("cyclictest counted nothing")
    count = float(found.count)
    metrics = {"received": count, "latency_ns_count": count, "latency_ns_max": most}
    for name in ("p50", "p90", "p99"):
        if (value := found.quantile(QUANTILES[name])) is not None:
            metrics[f"latency_ns_{name}"] = value
    return metrics


class Stress(Experiment):
    name = "stress"
    title = "4 MB at 200 Hz while the machine has other work"
    purpose = "zero copy, UDP, floor and cyclictest beside stress-ng; real-time priority"
    seconds = 2

    def cells(self, seconds: float) -> list[Cell]:
        return [
            _beside(load, cell)
            for load in (QUIET, *LOADS)
            for priority in (NORMAL, REAL_TIME)
            for cell in _cells(load, priority, seconds)
        ]

    def is_reference(self, coordinates) -> bool:
        return coordinates.get("variant") in (FLOOR.name, CYCLICTEST)

    def is_lossless(self, coordinates) -> bool:
        return coordinates.get("load") == QUIET and coordinates.get("variant") != UDP.name

    def tables(self, results: Results) -> list[Table]:
        rows = []
        for coordinates, measurements in results.cells():
            if all(each.error for each in measurements):
                continue
            largest = results.spread("latency_ns_max", **coordinates)
            timer = {
                "load": coordinates["load"],
                "priority": coordinates["priority"],
                "variant": CYCLICTEST,
            }
            ratio = results.ratio(P50, coordinates, timer)
            rows.append(
                (
                    WORDS[coordinates["load"]],
                    coordinates["priority"],
                    coordinates["variant"],
                    units.microseconds(results.median(P50, **coordinates)),
                    sound_figure(results, "latency_ns_p99", coordinates),
                    units.microseconds(largest.maximum if largest else None),
                    _samples(results, coordinates),
                    units.times(ratio.median if ratio else None),
                )
            )
        columns = (
            *("beside", "priority", "variant", "p50 µs", "p99 µs", "max µs", "samples"),
            "p50 / cyclictest",
        )
        return [Table(self.title, columns, rows, NOTES, frozenset({0, 1, 2}))]

    def findings(self, results: Results) -> list[Finding]:
        findings = []
        for load in (QUIET, "cpu"):
            at = {"load": load, "priority": NORMAL, "size": units.size_text(SIZE), "subscribers": 1}
            ratio = results.ratio(P50, {**at, "variant": UDP.name}, {**at, "variant": ZERO_COPY.name})
            if ratio:
                figure, word = units.compared(ratio.median, ("faster", "slower"))
                text = f"{word} than UDP: {WORDS[load]}"
                if results.median(P50, **at, variant=UDP.name) > 1e9 / RATE_HZ:
                    text += " (UDP does not keep up here: its messages wait for those before them)"
                findings.append(Finding(figure, text))
        return findings


def _cells(load: str, priority: str, seconds: float) -> Iterator[Cell]:
    at = {"load": load, "priority": priority}
    real_time = {"use-rt-prio": PRIORITY} if priority == REAL_TIME else {}
    for variant in VARIANTS:
        if variant is UDP and real_time:
            continue
        yield hand_over_cell(
            variant,
            size=SIZE,
            subscribers=1,
            seconds=seconds,
            rate_hz=RATE_HZ,
            more_options=real_time,
            more_coordinates=at,
        )
    by_priority = ("--priority", str(PRIORITY)) if real_time else ()
    duration = ("--duration", f"{max(round(seconds), 1)}", "--interval", f"{10**6 // RATE_HZ}")
    yield Cell(
        coordinates={**at, "variant": CYCLICTEST},
        command=(
            *("/usr/bin/cyclictest", "--quiet", "--default-system", *by_priority, *duration),
            *("--histogram", "1000000", f"--json={OUTPUT}.json"),
        ),
        read=read_cyclictest,
        seconds=seconds,
    )


def _samples(results: Results, coordinates) -> str:
    """What the largest of them is the largest of."""
    counts = [each for each in results.values("received", coordinates) if each is not None]
    return units.count(sum(counts)) if counts else units.MISSING


def _beside(load: str, cell: Cell) -> Cell:
    """The program of the cell, started when the other work has begun."""
    if load == QUIET:
        return cell
    program, *words = cell.command
    where = program if "/" in program else f"{BIN}/{program}"
    return replace(
        cell,
        command=(sys.executable, "-m", "baton.perf.beside_load", load, where, *words),
        needs=() if "/" in program else (program,),
    )
