# SPDX-License-Identifier: Apache-2.0
"""How `perf_test` is called, and what is taken from the JSON it writes."""

import subprocess
from collections.abc import Callable, Mapping
from pathlib import Path

from baton.perf.cell import OUTPUT, Metrics, UnusableResult

PROGRAM = "perf_test"
DRY_RUN = "--dry-run"
WRONG_USE = 2  # its exit status

# The message that carries a payload of so many bytes.
MESSAGES = {
    256: "Struct256",
    1 << 10: "Array1k",
    4 << 10: "Array4k",
    16 << 10: "Array16k",
    64 << 10: "Array64k",
    256 << 10: "Array256k",
    1 << 20: "Array1m",
    2 << 20: "Array2m",
    4 << 20: "Array4m",
    8 << 20: "Array8m",
}

# Ways that stay on the machine, and communicators that never were on a network.
LOCAL_OPTIONS = ("shared-memory", "zero-copy", "intra-process")
WITHOUT_NETWORK = ("floor", "poll-floor", "word-ring", "iceoryx", "iceoryx2")
NETWORK_TRANSPORTS = ("udp", "tcp")

RELIABLE_KEEP_LAST = {"reliable": True, "keep-last": True, "history-depth": 10}

Options = Mapping[str, str | int | float | bool]


def command_line(options: Options) -> tuple[str, ...]:
    """`{"rate": 200, "reliable": True}` -> `--rate 200 --reliable`; what is False is left out."""
    words = [PROGRAM]
    for name, value in options.items():
        if value is False:
            continue
        words.append(f"-{name}" if len(name) == 1 else f"--{name}")
        if value is not True:
            words.append(f"{value:g}" if isinstance(value, float) else str(value))
    return (*words, "--output", "json", "--logfile", f"{OUTPUT}.json")


def refusal_of(command: tuple[str, ...], bin_dir: Path) -> str:
    """Why perf_test does not run a command, without the program's name; nothing where it would, or is not built."""
    words = [word.replace(OUTPUT, "x") for word in command[1:]]
    try:
        asked = [bin_dir / PROGRAM, *words, DRY_RUN]
        done = subprocess.run(
            asked, capture_output=True, text=True, errors="replace", stdin=subprocess.DEVNULL, timeout=10
        )
    except (OSError, subprocess.TimeoutExpired):
        return ""
    text = done.stderr.strip().removeprefix(f"{PROGRAM}: ").partition(" (perf_test --help")[0]
    # An earlier build does not know the question.
    return text if done.returncode == WRONG_USE and DRY_RUN not in text else ""


def read_run(document: dict) -> Metrics:
    """The figures of a whole run, flat, each with its unit last."""
    run = document.get("run")
    if not isinstance(run, dict):
        raise UnusableResult("its JSON has no `run`; cure: rebuild perf_test (make release)")
    if not run.get("received"):
        raise UnusableResult("no message was received")
    metrics: Metrics = {}
    for name, value in run.items():
        if isinstance(value, bool):
            continue
        if isinstance(value, int | float):
            metrics[name] = value
        elif isinstance(value, dict):
            # A duration that was not measured has no median: left out, it shows a dash, not a zero.
            if value.get("count") == 0:
                continue
            metrics |= {
                f"{name}_{inner}": number
                for inner, number in value.items()
                if isinstance(number, int | float) and not isinstance(number, bool)
            }
    times = [metrics.get(f"rusage_{name}_ns") for name in ("utime", "stime")]
    if None not in times:
        metrics["rusage_cpu_ns"] = sum(times)
    if metrics.get("duration_s"):
        metrics["received_per_s"] = metrics["received"] / metrics["duration_s"]
    for process in document.get("processes", []):
        # "subscriber 3": all of a kind are summed.
        role = process.get("role", "").partition(" ")[0]
        for name in ("cpu_percent", "pss_kb"):
            if isinstance(process.get(name), int | float):
                key = f"{role}_{name}"
                metrics[key] = metrics.get(key, 0) + process[name]
    return metrics | _of_subscribers(document.get("subscribers", []))


def _of_subscribers(subscribers: list[dict]) -> Metrics:
    """The mean latencies of the fastest and of the slowest, where there are several."""
    latencies = [each.get("latency_ns", {}) for each in subscribers]
    means = [each["mean"] for each in latencies if each.get("count")]
    if len(means) < 2:
        return {}
    return {"fastest_subscriber_mean_ns": min(means), "slowest_subscriber_mean_ns": max(means)}


def read_zero_copy_run(document: dict) -> Metrics:
    """Like read_run(), but refuses a run in which a subscriber was not reached without a copy."""
    for subscriber in document.get("subscribers", []):
        if not subscriber.get("zero_copy", False):
            raise UnusableResult(
                f"zero copy was asked for, but subscriber {subscriber.get('process', '?')} "
                f"was reached through {subscriber.get('transport', 'an unknown transport')} by copy"
            )
    return read_run(document)


def read_network_run(document: dict) -> Metrics:
    """Like read_run(), but refuses a run in which a message did not travel through a socket."""
    for subscriber in document.get("subscribers", []):
        if (transport := subscriber.get("transport")) not in NETWORK_TRANSPORTS:
            raise UnusableResult(
                f"the network was asked for, but subscriber {subscriber.get('process', '?')} "
                f"was reached through {transport or 'an unknown transport'}"
            )
    return read_run(document)


def reader_for(options: Options) -> Callable[[dict], Metrics]:
    """The one that refuses a run which was not what these options ask for."""
    if options.get("zero-copy"):
        return read_zero_copy_run
    communicator = options.get("communicator", options.get("c", ""))
    if communicator in WITHOUT_NETWORK or any(options.get(name) for name in LOCAL_OPTIONS):
        return read_run
    return read_network_run
