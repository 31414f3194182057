# SPDX-License-Identifier: Apache-2.0
"""`python -m baton.perf.observe_composition WAY`: talker and listeners of the examples in one process.

WAY is how they come there: run-time (component_container and `baton-component load`), start-up
(demo_dlopen_composition) or compile-time (demo_manual_composition). All have one single-threaded
executor, in-process delivery, and listeners that share the message. The listeners report their
latencies; the first report of each covers the start and is left out.
"""

import argparse
import json
import subprocess
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from baton.perf.process_figures import cpu_ns
from baton.perf.watched import PATIENCE_S, NotAsExpected, Watched, watching

WAYS = ("run-time", "start-up", "compile-time")
REPORT = r"Latency: avg ([\d.]+) us, p50 ([\d.]+) us, min [\d.]+ us, max [\d.]+ us, count (\d+)"
QUIET = ("--log-level", "warn")
PACKAGE = "ros2_comm_examples"
TALKER, LISTENER = "ros2_demos::MinimalPublisher", "ros2_demos::MinimalSubscriber"


def parameter_words(values: dict[str, str | float]) -> list[str]:
    return [word for name, value in values.items() for word in ("-p", f"{name}:={value}")]


class Composition:
    """The nodes are the same, whatever program loads them."""

    def __init__(self, bin_dir: Path, listeners: int, rate_hz: float, report_s: float) -> None:
        self._bin = bin_dir
        self._listeners = listeners
        self._talking = {"rate_hz": float(rate_hz)}
        self._listening = {"buffer_type": "take_shared", "report_period_s": float(report_s)}

    @contextmanager
    def running(self, way: str) -> Iterator[Watched]:
        with watching(self._command(way)) as (program,):
            if way == "run-time":
                self._load(LISTENER, self._listening, self._listeners)
                self._load(TALKER, self._talking, 1)
            yield program

    def _command(self, way: str) -> list[str]:
        if way == "run-time":
            return [f"{self._bin}/component_container", "--ros-args", *QUIET]
        arguments = ["--ros-args", *parameter_words(self._talking | self._listening), *QUIET]
        if way == "start-up":
            folder = self._bin.parent / "lib"
            listeners = [f"{folder}/liblistener.so"] * self._listeners
            return [
                *(f"{self._bin}/demo_dlopen_composition", *listeners, f"{folder}/libtalker.so"),
                *arguments,
            ]
        environment = [f"SUB_NUM={self._listeners}", "EXE_TYPE=0", "USE_IPC=1"]
        return ["/usr/bin/env", *environment, f"{self._bin}/demo_manual_composition", *arguments]

    def _load(self, plugin: str, values: dict, times: int) -> None:
        command = [
            *(f"{self._bin}/baton-component", "load", "/ComponentManager", PACKAGE, plugin),
            *parameter_words(values),
            *("-e", "use_intra_process_comms:=True"),
        ]
        for _ in range(times):
            done = subprocess.run(command, capture_output=True, text=True, timeout=PATIENCE_S)
            if done.returncode:
                raise NotAsExpected(f"baton-component load {plugin}: {done.stderr.strip()}")


def observe(composition: Composition, way: str, listeners: int, report_s: float) -> dict:
    patience_s = report_s + PATIENCE_S
    with composition.running(way) as program:
        program.wait_for(REPORT, listeners, patience_s)
        start_ns, before_ns = time.monotonic_ns(), cpu_ns(program.pid)
        reports = program.wait_for(REPORT, 2 * listeners, patience_s)
        reports = reports[listeners : 2 * listeners]
        used_ns, took_ns = cpu_ns(program.pid) - before_ns, time.monotonic_ns() - start_ns
    medians_ns = sorted(float(report[2]) * 1e3 for report in reports)
    means_ns = [float(report[1]) * 1e3 for report in reports]
    return {
        "listeners": listeners,
        "received": sum(int(report[3]) for report in reports),
        "first_ns_p50": medians_ns[0],
        "last_ns_p50": medians_ns[-1],
        "latency_ns_p50": sum(medians_ns) / listeners,
        "latency_ns_mean": sum(means_ns) / listeners,
        "cpu_percent": 100 * used_ns / took_ns,
    }


def main() -> None:
    parser = argparse.ArgumentParser(
        prog="python -m baton.perf.observe_composition", description=__doc__
    )
    parser.add_argument("way", choices=WAYS)
    parser.add_argument("--bin-dir", type=Path, required=True)
    parser.add_argument("--listeners", type=int, default=1)
    parser.add_argument("--rate", type=float, default=25, help="messages a second")
    parser.add_argument("--seconds", type=float, default=3, help="length of a listener's report")
    options = parser.parse_args()
    composition = Composition(
        options.bin_dir.resolve(), options.listeners, options.rate, options.seconds
    )
    figures = observe(composition, options.way, options.listeners, options.seconds)
    print(json.dumps({"composition": figures}))


if __name__ == "__main__":
    main()
