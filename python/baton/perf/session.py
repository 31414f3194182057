# SPDX-License-Identifier: Apache-2.0
"""One experiment from the first cell to the written reports."""

import contextlib
import datetime
import os
import signal
import time
from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from baton.perf import doubts
from baton.perf.bundle import make_bundle
from baton.perf.cell import Cell
from baton.perf.compare import compare
from baton.perf.doubts import BusyMachine, Doubt, Incomplete
from baton.perf.experiment import Experiment
from baton.perf.history import lines_of
from baton.perf.journal import Journal
from baton.perf.machine import Machine, StealWatch, WorkWatch
from baton.perf.progress import Progress
from baton.perf.report import Report
from baton.perf.reports import write_reports
from baton.perf.results import Results
from baton.perf.resume import Begun, find_begun, note_machine
from baton.perf.round import Round, programs_of
from baton.perf.runner import Runner
from baton.perf.steps import Plan
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

    @property
    def plan(self) -> Plan:
        return Plan(self.experiment, self.cells, self.repetitions)


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
        self._others = False  # another baton perf was seen
        self.resumed = 0  # runs that were taken over
        self.bundled = ""  # the file

    def run(self) -> tuple[Report, Path]:
        """Measures all, or until Ctrl-C; the reports are written either way."""
        request = self._request
        begun = self._begun()
        results = Results(list(begun.measurements) if begun else [])
        if begun and not request.plan.missing(results):
            # Nothing will be measured: that other programs run now is no matter.
            self._before = [each for each in self._before if not isinstance(each, BusyMachine)]
        directory, before = self._place(begun)
        self.resumed = len(begun.measurements) if begun else 0
        start, steal, work = time.monotonic(), StealWatch(), WorkWatch()
        with contextlib.closing(Journal(directory)) as journal:
            try:
                self._measure(results, journal, directory)
            except KeyboardInterrupt:
                self.interrupted = True
        # A second Ctrl-C must not destroy the results.
        signal.signal(signal.SIGINT, signal.SIG_IGN)
        signal.signal(signal.SIGTERM, signal.SIG_IGN)
        if len(results.measurements) > self.resumed:
            self._before += doubts.about_stolen_time(steal.share())
            self._before += doubts.about_other_work(work.cores(), self._machine.cores)
            self._before += doubts.about_other_rounds(self._others)
        before = self._goes_on(before, begun, time.monotonic() - start)
        planned = len(results.measurements) + request.plan.missing(results)
        report = Report(
            experiment=request.experiment,
            results=results,
            machine=self._machine,
            doubts=self._all_doubts(results, planned),
            version=VERSION,
            started_utc=before.started_utc,
            took_s=before.took_s,
            seconds=request.seconds,
            repetitions=request.repetitions,
            planned_runs=planned,
            comparison=self._comparison(results),
            history=lines_of(CHECKOUT, self._machine.as_json()),
        )
        if not begun or not begun.larger:
            before.write(directory)
            write_reports(report, directory)
        point_latest(directory)
        if request.bundle:
            self.bundled = make_bundle(directory)
        return report, directory

    def _place(self, begun: Begun | None) -> tuple[Path, Round]:
        """The folder of the round, and what was known of it before this part of it."""
        request = self._request
        programs = programs_of(request.cells, request.bin_dir)
        if begun:
            both = replace(begun.round, programs={**begun.round.programs, **programs})
            if not begun.larger:
                # What interrupts this part, too, must not end these doubts.
                self._goes_on(both, begun, 0).write(begun.directory)
            return begun.directory, both
        directory = result_directory(request.output_dir, request.experiment.name)
        note_machine(directory, self._machine)
        started = datetime.datetime.now(datetime.UTC).strftime("%Y-%m-%d %H:%M UTC")
        new = Round(started, 0, self._before, programs)
        new.write(directory)
        return directory, new

    def _goes_on(self, before: Round, begun: Begun | None, took_s: float) -> Round:
        """The whole round: its doubts are those of all its parts, of which a killed one tells no time."""
        least_s = sum(each.took_s for each in begun.measurements) if begun else 0
        known = {(each.kind, each.text): each for each in (*before.doubts, *self._before)}
        self._before = list(known.values())
        return replace(before, took_s=max(before.took_s, least_s) + took_s, doubts=self._before)

    def _measure(self, results: Results, journal: Journal, directory: Path) -> None:
        plan = self._request.plan
        with self._progress, Runner(self._request.bin_dir, directory / "raw") as runner:
            for repetition, cell in plan.steps(results):
                if results.has(repetition, cell.coordinates):
                    continue
                self._progress.starting(len(results.measurements), plan.missing(results), cell)
                self._others = self._others or runner.others_measure()
                measurement = runner.run(cell, repetition)
                results.add(measurement)
                journal.append(measurement)
                self._progress.ended(measurement)

    def _begun(self) -> Begun | None:
        request = self._request
        if not request.resume:
            return None
        return find_begun(request.output_dir, request.plan, self._machine, request.bin_dir)

    def _comparison(self, results: Results):
        if not self._request.compare_with:
            return None
        old, name = self._request.compare_with
        machine, limit = self._machine.as_json(), self._request.slower_limit
        return compare(old, name, results, self._request.experiment, machine, limit)

    def _all_doubts(self, results: Results, planned: int) -> list[Doubt]:
        found = list(self._before)
        measured = len(results.measurements)
        if measured < planned:
            found.insert(
                0,
                Incomplete(
                    f"interrupted after {measured} of {planned} runs",
                    "the same command with --resume measures the missing ones",
                ),
            )
        found += doubts.about_results(results, self._request.experiment)
        return found + doubts.about_repetitions(self._request.repetitions)
