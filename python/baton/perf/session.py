# SPDX-License-Identifier: Apache-2.0
"""One experiment from the first cell to the written reports."""

import contextlib
import datetime
import os
import shutil
import signal
import time
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from baton.perf import doubts
from baton.perf.cell import Cell
from baton.perf.compare import compare
from baton.perf.doubts import Doubt, Incomplete
from baton.perf.experiment import Experiment, plan
from baton.perf.history import lines_of
from baton.perf.journal import Journal
from baton.perf.machine import Machine, StealWatch
from baton.perf.progress import Progress
from baton.perf.report import Report
from baton.perf.reports import write_reports
from baton.perf.results import Results, key_of
from baton.perf.resume import Begun, find_begun, note_machine
from baton.perf.runner import Runner
from baton.version import CHECKOUT, VERSION


@dataclass(frozen=True)
class Request:
    """What the user asked for, after all of it was checked."""

    experiment: Experiment
    cells: Sequence[Cell]
    seconds: float
    repetitions: int
    bin_dir: Path
    output_dir: Path
    compare_with: tuple[dict, str] | None = None
    slower_limit: float | None = None
    resume: bool = False
    bundle: bool = False


def result_directory(output: Path, name: str) -> Path:
    """`results/quick-20260131T101502Z`; a second run within the same second gets a number."""
    stamp = datetime.datetime.now(datetime.UTC).strftime("%Y%m%dT%H%M%SZ")
    for attempt in range(100):
        directory = output / f"{name}-{stamp}{f'-{attempt}' if attempt else ''}"
        try:
            directory.mkdir(parents=True)
        except FileExistsError:
            continue
        return directory
    raise FileExistsError(f"{output}: a hundred results within one second")


def point_latest(directory: Path) -> None:
    """`results/latest` leads to the newest result. A folder of that name is left alone."""
    link = directory.parent / "latest"
    if link.exists() and not link.is_symlink():
        return
    partial = directory.parent / f".latest.{os.getpid()}"
    partial.symlink_to(directory.name)
    os.replace(partial, link)


class Session:
    def __init__(
        self, request: Request, machine: Machine, before: Sequence[Doubt], progress: Progress
    ) -> None:
        self._request = request
        self._machine = machine
        self._before = list(before)
        self._progress = progress
        self.interrupted = False
        self.resumed = 0  # runs that were taken over
        self.bundled = ""  # the file

    def run(self) -> tuple[Report, Path]:
        """Measures all, or until Ctrl-C; the reports are written either way."""
        request = self._request
        steps = plan(list(request.cells), request.repetitions)
        begun = self._begun(steps)
        if begun:
            directory = begun.directory
        else:
            directory = result_directory(request.output_dir, request.experiment.name)
            note_machine(directory, self._machine)
        self.resumed = len(begun.measurements) if begun else 0
        started = datetime.datetime.now(datetime.UTC).strftime("%Y-%m-%d %H:%M UTC")
        results = Results(list(begun.measurements) if begun else [])
        start, steal = time.monotonic(), StealWatch()
        with contextlib.closing(Journal(directory)) as journal:
            try:
                self._measure(steps, results, journal, directory)
            except KeyboardInterrupt:
                self.interrupted = True
        # A second Ctrl-C must not destroy the results.
        signal.signal(signal.SIGINT, signal.SIG_IGN)
        signal.signal(signal.SIGTERM, signal.SIG_IGN)
        report = Report(
            experiment=request.experiment,
            results=results,
            machine=self._machine,
            doubts=self._all_doubts(results, len(steps), steal.share()),
            version=VERSION,
            started_utc=started,
            took_s=time.monotonic() - start,
            seconds=request.seconds,
            repetitions=request.repetitions,
            planned_runs=len(steps),
            comparison=self._comparison(results),
            history=lines_of(CHECKOUT, self._machine.as_json()),
        )
        if not begun or not begun.larger:
            write_reports(report, directory)
        point_latest(directory)
        if request.bundle:
            # Beside the folder, named as it is.
            self.bundled = shutil.make_archive(
                str(directory), "zip", directory.parent, directory.name
            )
        return report, directory

    def _measure(self, steps, results: Results, journal: Journal, directory: Path) -> None:
        request = self._request
        done = {(each.repetition, key_of(each.coordinates)) for each in results.measurements}
        with self._progress, Runner(request.bin_dir, directory / "raw") as runner:
            for number, (repetition, cell) in enumerate(steps):
                if (repetition, key_of(cell.coordinates)) in done:
                    self._progress.skipped()
                    continue
                self._progress.starting(number, repetition, cell)
                measurement = runner.run(cell, repetition)
                results.add(measurement)
                journal.append(measurement)
                self._progress.ended(measurement)

    def _begun(self, steps) -> Begun | None:
        request = self._request
        if not request.resume:
            return None
        name = request.experiment.name
        return find_begun(request.output_dir, name, self._machine, steps, request.bin_dir)

    def _comparison(self, results: Results):
        if not self._request.compare_with:
            return None
        old, name = self._request.compare_with
        machine, limit = self._machine.as_json(), self._request.slower_limit
        return compare(old, name, results, self._request.experiment, machine, limit)

    def _all_doubts(self, results: Results, planned: int, stolen: float) -> list[Doubt]:
        found = list(self._before)
        measured = len(results.measurements)
        if measured < planned:
            found.insert(
                0,
                Incomplete(
                    f"interrupted after {measured} of {planned} runs",
                    "run it again for the missing ones, or only them with --only",
                ),
            )
        found += doubts.about_results(results, self._request.experiment)
        return found + doubts.about_stolen_time(stolen)
