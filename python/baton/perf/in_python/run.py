# SPDX-License-Identifier: Apache-2.0
"""One run of one way: `python3 -m baton.perf.in_python.run WAY SIZE COUNT HZ` starts the two processes and prints
the latencies as perf_test writes them, as JSON."""

from __future__ import annotations

import json
import os
import signal
import socket
import subprocess
import sys
import tempfile
from collections import Counter
from pathlib import Path

import numpy

ROLE = "baton.perf.in_python.role"
# Besides the time that the messages take. Less than the patience of `baton perf`, which would not know of the two.
PATIENCE_S = 30


class Failed(Exception):
    """A run that did not end as it should."""


def _free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


def _environment(folder: Path) -> dict[str, str]:
    bin_dir = str(Path(sys.executable).parent)
    return os.environ | {
        "PATH": f"{bin_dir}:{os.environ['PATH']}",
        "PERF_RUN": folder.name,
        "PERF_PORT": str(_free_port()),
    }


def _as_nodes(folder: Path, arguments: dict[str, list[str]]) -> list[list[str]]:
    """By `dora run`, whose nodes are the two processes."""
    connections: dict[str, dict] = {
        "send": {"outputs": ["data"]},
        "receive": {"inputs": {"data": {"source": "send/data", "queue_size": 10}}},
    }
    nodes = [
        {"id": part, "path": sys.executable, "args": " ".join(arguments[part]), **connections[part]}
        for part in ("send", "receive")
    ]
    (folder / "dataflow.yml").write_text(json.dumps({"nodes": nodes}))
    return [["dora", "run", "dataflow.yml"]]


def _run(commands: list[list[str]], folder: Path, size: int, seconds: float) -> str:
    """Until all have ended, or the deadline. Returns what they wrote to the standard error."""
    event = os.eventfd(0)
    memory = os.memfd_create("perf_in_python")
    os.truncate(memory, size)
    environment = _environment(folder) | {"PERF_EVENT": str(event), "PERF_MEMORY": str(memory)}
    running: list[subprocess.Popen[bytes]] = []
    try:
        with open(folder / "errors", "wb") as errors:
            for command in commands:
                running.append(
                    subprocess.Popen(
                        command,
                        cwd=folder,
                        env=environment,
                        pass_fds=(event, memory),
                        stdin=subprocess.DEVNULL,
                        stdout=errors,
                        stderr=errors,
                        process_group=0,
                    )
                )
        for process in running:
            process.wait(seconds + PATIENCE_S)
    except subprocess.TimeoutExpired:
        return "did not end"
    finally:
        for process in running:
            if process.poll() is None:
                os.killpg(process.pid, signal.SIGKILL)
                process.wait()
        os.close(event)
        os.close(memory)
    return (folder / "errors").read_text(errors="replace")


def measure(name: str, size: int, count: int, hz: float) -> list[int]:
    """The latencies in nanoseconds. Throws Failed."""
    with tempfile.TemporaryDirectory(prefix="baton_perf_") as place:
        folder = Path(place)
        result = folder / "latencies.json"
        arguments = {
            part: ["-m", ROLE, name, part, *map(str, (size, count, hz)), str(result)]
            for part in ("send", "receive")
        }
        if name == "dora":
            commands = _as_nodes(folder, arguments)
        else:
            # The receiver first: it ends with the last message.
            commands = [[sys.executable, *arguments[part]] for part in ("receive", "send")]
        errors = _run(commands, folder, size, count / hz)
        if not result.exists():
            raise Failed(errors[-2000:] or "messages were lost")
        return json.loads(result.read_text())


def as_document(latencies_ns: list[int], sent: int) -> dict:
    """What of perf_test's JSON tables and charts need."""
    quantiles = numpy.percentile(latencies_ns, [50, 90, 99]) if latencies_ns else ()
    named = dict(zip(("p50", "p90", "p99"), map(float, quantiles)))
    return {
        "run": {
            "sent": sent,
            "received": len(latencies_ns),
            "lost": sent - len(latencies_ns),
            "latency_ns": {"count": len(latencies_ns), **named, "max": max(latencies_ns, default=0)},
            "latency_histogram_ns": {"counts": sorted(Counter(latencies_ns).items())},
        }
    }


def main(name: str, size: str, count: str, hz: str) -> int:
    # An end by a signal takes the two processes along.
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(1))
    try:
        found = measure(name, int(size), int(count), float(hz))
    except Failed as error:
        print(error, file=sys.stderr)
        return 1
    print(json.dumps(as_document(found, int(count))))
    return 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
