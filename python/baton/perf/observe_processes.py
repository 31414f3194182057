# SPDX-License-Identifier: Apache-2.0
"""`python -m baton.perf.observe_processes -- PROGRAM ... -- PROGRAM ...`: what they cost together.

Starts the programs of topic_performance, lets them settle, then measures processor time and memory of
each over some seconds. Every subscriber must have received something, as it says when it ends.
"""

import argparse
import json
import re
import time

from baton.perf.process_figures import cpu_ns, memory_kb, threads
from baton.perf.watched import NotAsExpected, Watched, watching

RECEIVED = r"Received (\d+) messages, delay avg (-?[\d.]+) us"


def split_commands(words: list[str]) -> list[list[str]]:
    """`-- a b -- c` -> [[a, b], [c]]"""
    commands: list[list[str]] = []
    for word in words:
        if word == "--":
            commands.append([])
        elif commands:
            commands[-1].append(word)
        else:
            commands = [[word]]
    return [command for command in commands if command]


def observe(commands: list[list[str]], settle_s: float, seconds: float) -> dict:
    with watching(*commands) as programs:
        time.sleep(settle_s)
        start_ns = time.monotonic_ns()
        before_ns = [_cpu_ns(program) for program in programs]
        time.sleep(seconds)
        took_ns = time.monotonic_ns() - start_ns
        processes = [
            {
                "program": program.name,
                "cpu_percent": 100 * (_cpu_ns(program) - used_ns) / took_ns,
                "threads": threads(program.pid),
                **memory_kb(program.pid),
            }
            for program, used_ns in zip(programs, before_ns)
        ]
    return {"processes": processes, "run": _sum(processes) | _received(programs)}


def _cpu_ns(program: Watched) -> int:
    program.must_run()
    return cpu_ns(program.pid)


def _sum(processes: list[dict]) -> dict:
    names = ("cpu_percent", "threads", "rss_kb", "pss_kb", "private_dirty_kb")
    return {name: sum(process[name] for process in processes) for name in names}


def _received(programs: list[Watched]) -> dict:
    """What the subscribers said when they were stopped."""
    found = [match for program in programs for match in re.finditer(RECEIVED, program.text)]
    counts = [int(match[1]) for match in found]
    if not counts or not all(counts):
        raise NotAsExpected(f"a subscriber received nothing: {counts or 'none reported'}")
    delays = [float(match[2]) for match in found]
    return {
        "subscribers": len(counts),
        "received": sum(counts),
        "delay_ns_mean": 1e3 * sum(n * us for n, us in zip(counts, delays)) / sum(counts),
    }


def main() -> None:
    parser = argparse.ArgumentParser(
        prog="python -m baton.perf.observe_processes", description=__doc__
    )
    parser.add_argument("--settle", type=float, default=1.5, help="seconds before measuring")
    parser.add_argument("--seconds", type=float, default=5)
    parser.add_argument("programs", nargs=argparse.REMAINDER)
    options = parser.parse_args()
    commands = split_commands(options.programs)
    if not commands:
        parser.error("which programs?")
    print(json.dumps(observe(commands, options.settle, options.seconds)))


if __name__ == "__main__":
    main()
