# SPDX-License-Identifier: Apache-2.0
"""One process of a measurement: `python3 -m baton.perf.in_python.role WAY send|receive SIZE COUNT HZ
RESULT`. The receiver writes the latencies to RESULT, as JSON in nanoseconds."""

from __future__ import annotations

import json
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy

from baton.perf.in_python.ways import WAYS, Fill

WARM_UP = 20
PAGE = 4096


def messages(count: int, hz: float, ready: Path) -> Iterator[Fill]:
    """A function for each message, at its time, once the receiver is ready."""
    while not ready.exists():
        time.sleep(0.01)
    time.sleep(0.3)  # for ways that cannot tell whether a receiver is there
    begin = time.monotonic_ns()
    period_ns = int(1e9 / hz)
    for number in range(count):
        due_ns = begin + number * period_ns
        while (left_ns := due_ns - time.monotonic_ns()) > 0:
            time.sleep(left_ns / 1e9)

        def fill(array: numpy.ndarray, number: int = number) -> None:
            array[:] = number % 251
            array[8:16].view(numpy.int64)[0] = count - 1 - number
            array[:8].view(numpy.int64)[0] = time.monotonic_ns()

        yield fill


class Meter:
    """What the callback does, for every way: the time, and a look at each page."""

    def __init__(self, count: int) -> None:
        self.count = count
        self.latencies_ns: list[int] = []
        self.sum = 0

    def take(self, data: Any) -> bool:
        now = time.monotonic_ns()
        array = numpy.frombuffer(data, numpy.uint8)
        stamp, left = array[:16].view(numpy.int64)
        self.sum += int(array[::PAGE].sum())
        if left < self.count:
            self.latencies_ns.append(now - int(stamp))
        return bool(left == 0)


def main(name: str, part: str, size: str, count: str, hz: str, result: str) -> None:
    way = WAYS[name]()
    if part == "send":
        ready = Path(result + ".ready")
        way.send(int(size), lambda: messages(int(count) + WARM_UP, float(hz), ready))
        return
    meter = Meter(int(count))
    way.receive(int(size), meter.take, Path(result + ".ready").touch)
    Path(result).write_text(json.dumps(meter.latencies_ns))
    if name == "baton":
        way.baton.shutdown()


if __name__ == "__main__":
    main(*sys.argv[1:])
