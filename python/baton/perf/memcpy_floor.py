# SPDX-License-Identifier: Apache-2.0
"""`python -m baton.perf.memcpy_floor`: what one copy of a message costs here, as JSON.

libc's memmove, from one private buffer into rotating shared buffers, at the pace of the publisher
it is held against: the caches are as cold, and the core as drowsy, as they are there.
"""

import argparse
import ctypes
import json
import mmap
import os
import statistics
import time


def measure(size: int, buffers: int, rate_hz: float, seconds: float) -> list[int]:
    """Durations in nanoseconds. The first round through the buffers commits them, uncounted."""
    descriptor = os.memfd_create("memcpy_floor", os.MFD_CLOEXEC)
    os.ftruncate(descriptor, size * buffers)
    shared = mmap.mmap(descriptor, size * buffers, mmap.MAP_SHARED)
    os.close(descriptor)
    source = ctypes.create_string_buffer(b"\x5a" * size, size)
    start = ctypes.addressof(ctypes.c_char.from_buffer(shared))
    targets = [start + index * size for index in range(buffers)]
    copy = ctypes.memmove
    for target in targets:
        copy(target, source, size)
    durations = []
    period_ns = int(1e9 / rate_hz)
    deadline_ns = time.monotonic_ns()
    for index in range(max(1, int(seconds * rate_hz))):
        deadline_ns += period_ns
        time.sleep(max(0, deadline_ns - time.monotonic_ns()) / 1e9)
        before = time.perf_counter_ns()
        copy(targets[index % buffers], source, size)
        durations.append(time.perf_counter_ns() - before)
    return durations


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m baton.perf.memcpy_floor", description=__doc__)
    parser.add_argument("--size", type=int, required=True, help="bytes")
    parser.add_argument("--buffers", type=int, default=12)
    parser.add_argument("--rate", type=float, default=200, help="copies a second")
    parser.add_argument("--seconds", type=float, default=1)
    options = parser.parse_args()
    durations = measure(options.size, options.buffers, options.rate, options.seconds)
    quantiles = statistics.quantiles(durations, n=100) if len(durations) > 1 else durations * 99
    figures = {
        "min": min(durations),
        "p50": quantiles[49],
        "p99": quantiles[98],
        "max": max(durations),
        "count": len(durations),
    }
    print(json.dumps({"memcpy_ns": figures}))


if __name__ == "__main__":
    main()
