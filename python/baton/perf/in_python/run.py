# SPDX-License-Identifier: Apache-2.0
"""Measures all ways in one run, interleaved, and prints a table."""

from __future__ import annotations

import argparse
import json
import os
import socket
import subprocess
import sys
import tempfile
from pathlib import Path

import numpy
from rich.console import Console
from rich.table import Table

from baton.perf.in_python.ways import WAYS

ROLE = "baton.perf.in_python.role"
DEADLINE_S = 120
SIZES = (4096, 4_000_000)


class Failed(Exception):
    """A run that did not end as it should."""


def _free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


def _environment(folder: Path) -> dict[str, str]:
    return os.environ | {
        "PYTHONPATH": os.pathsep.join(each for each in sys.path if each),
        "PERF_RUN": folder.name,
        "PERF_PORT": str(_free_port()),
        "BATON_REGISTRY_DIR": str(folder),
        "ROS_LOG_DIR": str(folder / "log"),
    }


def _arguments(name: str, part: str, size: int, count: int, hz: float, result: Path) -> list[str]:
    return ["-m", ROLE, name, part, *map(str, (size, count, hz)), str(result)]


def _run_nodes(result: Path, arguments: dict[str, list[str]], folder: Path) -> None:
    """By `dora run`, whose nodes are the two processes."""
    (folder / "dataflow.yml").write_text(
        json.dumps(
            {
                "nodes": [
                    {
                        "id": part,
                        "path": sys.executable,
                        "args": " ".join(arguments[part]),
                        **extra,
                    }
                    for part, extra in (
                        ("send", {"outputs": ["data"]}),
                        ("receive", {"inputs": {"data": {"source": "send/data", "queue_size": 10}}}),
                    )
                ]
            }
        )
    )
    environment = _environment(folder)
    environment["PATH"] = f"{Path(sys.executable).parent}:{environment['PATH']}"
    done = subprocess.run(
        ["dora", "run", "dataflow.yml"],
        cwd=folder,
        env=environment,
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        timeout=DEADLINE_S,
    )
    if not result.exists():
        raise Failed((done.stdout + done.stderr)[-2000:])


def _run_pair(result: Path, arguments: dict[str, list[str]], folder: Path, size: int) -> None:
    event = os.eventfd(0)
    memory = os.memfd_create("perf_in_python")
    os.truncate(memory, size)
    environment = _environment(folder) | {"PERF_EVENT": str(event), "PERF_MEMORY": str(memory)}
    running = [
        subprocess.Popen(
            [sys.executable, *arguments[part]],
            env=environment,
            pass_fds=(event, memory),
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.PIPE,
            text=True,
        )
        for part in ("receive", "send")
    ]
    try:
        # The receiver first: it ends with the last message.
        texts = [each.communicate(timeout=DEADLINE_S)[1] for each in running]
    except subprocess.TimeoutExpired:
        for each in running:
            each.kill()
        texts = [each.communicate()[1] for each in running]
    finally:
        os.close(event)
        os.close(memory)
    if not result.exists():
        raise Failed("\n".join(texts)[-2000:] or "messages were lost")


def measure(name: str, size: int, count: int, hz: float) -> list[int]:
    """The latencies of one run, in nanoseconds."""
    with tempfile.TemporaryDirectory(prefix="baton_perf_") as place:
        folder = Path(place)
        result = folder / "latencies.json"
        arguments = {
            part: _arguments(name, part, size, count, hz, result) for part in ("send", "receive")
        }
        if name == "dora":
            _run_nodes(result, arguments, folder)
        else:
            _run_pair(result, arguments, folder, size)
        return json.loads(result.read_text())


def _table(samples: dict[tuple[str, int], list[int]], sizes: list[int], names: list[str]) -> Table:
    table = Table(title="from publish to the callback in another process of Python, µs: p50 / p99")
    table.add_column("way")
    table.add_column("copies")
    for size in sizes:
        table.add_column(f"{size} bytes", justify="right")
        table.add_column("p50 / baton's", justify="right")
    for name in names:
        row = [WAYS[name].name, WAYS[name].copies]
        for size in sizes:
            own = samples.get((name, size))
            if not own:
                row += ["failed", ""]
                continue
            p50, p99 = numpy.percentile(own, [50, 99]) / 1e3
            row.append(f"{p50:.1f} / {p99:.1f}")
            baton = samples.get(("baton", size))
            row.append(f"{p50 / (numpy.percentile(baton, 50) / 1e3):.2f}" if baton else "")
        table.add_row(*row)
    return table


def main(arguments: list[str] | None = None) -> int:
    parser = argparse.ArgumentParser(
        prog="baton perf python",
        description="Measures what a message costs from one process of Python to another: Baton, and "
        "what else is installed for it in this Python (iceoryx2, eclipse-zenoh, dora-rs with "
        "dora-rs-cli, rclpy of a sourced ROS). The callback does the same in each: it reads the time "
        "and one byte of each page.",
    )
    parser.add_argument("--size", type=int, action="append", metavar="BYTES", help="4096, 4000000")
    parser.add_argument("--count", type=int, default=200, help="messages of a run (200)")
    parser.add_argument("--hz", type=float, default=50.0, help="messages per second (50)")
    parser.add_argument("--repetitions", type=int, default=3, help="rounds over all ways (3)")
    parser.add_argument("--only", action="append", choices=sorted(WAYS), help="this way; repeatable")
    parser.add_argument("--json", action="store_true", help="print the samples as JSON instead")
    options = parser.parse_args(arguments)
    console = Console(stderr=options.json)
    names, sizes = [], options.size or list(SIZES)
    for name, way in WAYS.items():
        lacking = way.why_not()
        if options.only and name not in options.only:
            continue
        if lacking:
            console.print(f"{way.name} is not here: {lacking}")
        else:
            names.append(name)
    samples: dict[tuple[str, int], list[int]] = {}
    failed = False
    for _ in range(options.repetitions):
        for size in sizes:
            for name in names:
                try:
                    found = measure(name, size, options.count, options.hz)
                    samples.setdefault((name, size), []).extend(found)
                except (Failed, subprocess.TimeoutExpired) as error:
                    failed = True
                    console.print(f"{WAYS[name].name}, {size} bytes: {error}", markup=False)
    if options.json:
        print(json.dumps([{"way": n, "size": s, "ns": found} for (n, s), found in samples.items()]))
    else:
        console.print(_table(samples, sizes, names))
    return 1 if failed else 0
