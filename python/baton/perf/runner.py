# SPDX-License-Identifier: Apache-2.0
"""Runs one cell: starts its program, ends it when it must end, reads what it measured.

Nothing is polled and nothing printed while a program measures: this process sleeps in waitpid().
"""

import contextlib
import datetime
import json
import os
import shlex
import signal
import subprocess
import tempfile
import threading
import time
from collections.abc import Mapping
from pathlib import Path
from typing import Self

from baton.perf.cell import Cell, Metrics, UnusableResult, resolve
from baton.perf.results import Measurement
from baton.perf.ros2_competitor import library_path
from baton.perf.scratch import others_measure, scratch
from baton.perf.whole_file import write_whole

# perf_test gives matching up by itself after 30 s, and gives a better reason than the runner could.
PATIENCE_S = 45
# Time to write the complete report after SIGTERM.
GRACE_S = 5
# The variables that decide how messages travel. The cells set them, not the environment of the
# caller.
NOT_INHERITED = (
    *("BATON_TRANSPORT", "ROS_AUTOMATIC_DISCOVERY_RANGE", "ROS_STATIC_PEERS"),
    *("ROS_LOCALHOST_ONLY", "FASTRTPS_DEFAULT_PROFILES_FILE", "FASTDDS_DEFAULT_PROFILES_FILE"),
)
# Domains whose ports lie below the ports that the system gives away.
DOMAINS = 100


def utc_now() -> str:
    return datetime.datetime.now(datetime.UTC).isoformat(timespec="milliseconds")


class Runner:
    """Programs have a registry directory of their own, and a domain unless the user has chosen one,
    so that participants of other programs do not join in. Log files go there, too."""

    def __init__(self, bin_dir: Path, raw_dir: Path, patience_s: float = PATIENCE_S) -> None:
        self._bin_dir = bin_dir
        self._raw_dir = raw_dir
        self._patience_s = patience_s
        # Behind the files of an earlier round that goes on.
        earlier = (path.stem for path in raw_dir.glob("[0-9]*.json"))
        self._count = max((int(stem) for stem in earlier if stem.isdigit()), default=0)
        self._resources = contextlib.ExitStack()
        self._scratch: Path | None = None

    def __enter__(self) -> "Runner":
        self._raw_dir.mkdir(parents=True, exist_ok=True)
        self._scratch = self._resources.enter_context(scratch())
        (self._scratch / "registry").mkdir(mode=0o700)
        return self

    def __exit__(self, *_) -> None:
        self._resources.close()

    def others_measure(self) -> bool:
        """Whether another `baton perf` of this user runs, too."""
        return self._scratch is not None and others_measure(self._scratch)

    def run(self, cell: Cell, repetition: int) -> Measurement:
        """Never raises for what the program did: a failed run is a measurement with an error."""
        self._count += 1
        stem = self._raw_dir / f"{self._count:04d}"
        command = resolve(cell.command, self._bin_dir, stem)
        started_utc, start = utc_now(), time.monotonic()
        metrics: Metrics = {}
        build_type = ""
        latencies: list[list[float]] = []
        error = self._missing(cell)
        if not error:
            try:
                document = self._execute(cell, command, stem)
                build_type = _build_type(document)
                metrics, latencies = _figures(cell, document, stem.with_suffix(".json").name)
            except UnusableResult as unusable:
                error = str(unusable)
        raw = stem.with_suffix(".json")
        return Measurement(
            coordinates=dict(cell.coordinates),
            repetition=repetition,
            metrics=metrics,
            command=shlex.join(command),
            started_utc=started_utc,
            took_s=round(time.monotonic() - start, 3),
            error=error,
            raw_file=f"{raw.parent.name}/{raw.name}" if raw.exists() else "",
            build_type=build_type,
            latencies=latencies,
        )

    def _environment(self, cell: Cell) -> dict[str, str]:
        inherited = {name: text for name, text in os.environ.items() if name not in NOT_INHERITED}
        libraries = library_path(
            inherited.pop("LD_LIBRARY_PATH", ""), cell.competitor_library, self._bin_dir
        )
        return {
            "ROS_DOMAIN_ID": str(1 + os.getpid() % DOMAINS),
            **inherited,
            **({"LD_LIBRARY_PATH": libraries} if libraries else {}),
            "BATON_REGISTRY_DIR": f"{self._scratch}/registry",
            "ROS_LOG_DIR": f"{self._scratch}/log",
        }

    def _missing(self, cell: Cell) -> str:
        missing = cell.missing_programs(self._bin_dir)
        return missing_program_text(missing[0]) if missing else ""

    def _execute(self, cell: Cell, command: list[str], stem: Path) -> dict:
        limit_s = cell.seconds + self._patience_s
        environment = self._environment(cell)
        # Use files instead of pipes: nothing has to read them while the program measures.
        with (
            tempfile.TemporaryFile() as output,
            tempfile.TemporaryFile() as errors,
            HeldInterrupts() as interrupts,
        ):
            try:
                process = subprocess.Popen(
                    command,
                    stdin=subprocess.DEVNULL,
                    stdout=output,
                    stderr=errors,
                    env=environment,
                    start_new_session=True,
                )
            except OSError as error:
                raise UnusableResult(f"cannot start {command[0]}: {error.strerror}") from error
            timed_out = _wait(process, limit_s, interrupts)
            if timed_out:
                raise UnusableResult(f"did not end within {limit_s:.0f} s and was stopped")
            if process.returncode:
                raise UnusableResult(_failure_text(process.returncode, _read(errors)))
            text = _read(output)
        if not cell.writes_file:
            write_whole(stem.with_suffix(".json"), text)
        return _parse(stem.with_suffix(".json"))


def missing_program_text(program: Path) -> str:
    return f"{program} is not built; cure: make release"


class HeldInterrupts:
    """Keeps signals that end a run until release(): in the middle of Popen the program would run on,
    with nothing to end it. Outside the main thread, which has all signals, it does nothing."""

    _NUMBERS = (signal.SIGINT, signal.SIGTERM)

    def __init__(self) -> None:
        self._came: list[int] = []
        self._kept: dict[int, object] = {}

    def __enter__(self) -> Self:
        if threading.current_thread() is threading.main_thread():
            for number in self._NUMBERS:
                self._kept[number] = signal.signal(number, lambda came, _: self._came.append(came))
        return self

    def __exit__(self, *_) -> None:
        self.release()

    def release(self) -> None:
        """Lets signals that came meanwhile do what they do elsewhere."""
        while self._kept:
            signal.signal(*self._kept.popitem())
        while self._came:
            signal.raise_signal(self._came.pop())


def _wait(process: subprocess.Popen, limit_s: float, interrupts: HeldInterrupts) -> bool:
    """Waits for the end, at most so long; true when it had to be stopped. Ctrl-C stops it too."""
    timed_out = threading.Event()

    def stop() -> None:
        timed_out.set()
        process.send_signal(signal.SIGTERM)

    gentle = threading.Timer(limit_s, stop)
    final = threading.Timer(limit_s + GRACE_S, _kill, (process,))
    try:
        interrupts.release()
        gentle.start()
        final.start()
        process.wait()
    except BaseException:
        # Ctrl-C: the program has a session of its own, so the terminal did not send it the signal.
        process.send_signal(signal.SIGTERM)
        try:
            process.wait(GRACE_S)
        except subprocess.TimeoutExpired:
            _kill(process)
            process.wait()
        raise
    finally:
        gentle.cancel()
        final.cancel()
    return timed_out.is_set()


def _kill(process: subprocess.Popen) -> None:
    """The program and its children; not waited for yet, so its group id is still its own."""
    if process.returncode is None:
        with contextlib.suppress(ProcessLookupError):
            os.killpg(process.pid, signal.SIGKILL)


def _read(file) -> str:
    file.seek(0)
    return file.read().decode(errors="replace")


def _failure_text(status: int, errors: str) -> str:
    """The program's own last line says it best."""
    lines = [line.strip() for line in errors.splitlines() if line.strip()]
    how = f"exit status {status}" if status > 0 else f"signal {signal.Signals(-status).name}"
    return f"{lines[-1]} ({how})" if lines else how


def _figures(cell: Cell, document: dict, name: str) -> tuple[Metrics, list[list[float]]]:
    """One program that says something else must not end the round of all others."""
    try:
        return cell.read(document), latencies_of(document)
    except (KeyError, TypeError, ValueError, AttributeError, ArithmeticError, LookupError) as error:
        kind = type(error).__name__
        raise UnusableResult(f"wrote {name}, which has not what is read from it ({kind}: {error})") from error


def _build_type(document: dict) -> str:
    machine = document.get("machine")
    return str(machine.get("build_type", "")) if isinstance(machine, dict) else ""


def latencies_of(document: dict) -> list[list[float]]:
    run = document.get("run")
    histogram = run.get("latency_histogram_ns", {}) if isinstance(run, dict) else {}
    return histogram.get("counts", [])


def raw_latencies(directory: Path, run: Mapping) -> list[list[float]]:
    """The histogram of a run from its raw file; empty when that is not there any more."""
    try:
        text = (directory / run.get("raw_file", "")).read_text(encoding="utf-8")
        return latencies_of(json.loads(text))
    except (OSError, ValueError):
        return []


def _parse(path: Path) -> dict:
    try:
        document = json.loads(path.read_text(encoding="utf-8"))
    except OSError as error:
        raise UnusableResult(f"ended well but wrote no {path.name}") from error
    except ValueError as error:
        raise UnusableResult(f"wrote {path.name}, which is not JSON: {error}") from error
    if not isinstance(document, dict):
        raise UnusableResult(f"wrote {path.name}, which is no JSON object")
    return document
