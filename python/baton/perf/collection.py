# SPDX-License-Identifier: Apache-2.0
"""Several experiments as one: each part is measured as it is alone, then one page shows them all.

A part has a round of its own, so it goes on where it stood and is taken over where it is complete.
The results of all parts are one table of measurements: the coordinate `part` names the experiment.
"""

from abc import abstractmethod
from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path

from baton.perf.cell import Cell, Coordinates
from baton.perf.doubts import Doubt
from baton.perf.experiment import Experiment
from baton.perf.machine import Machine
from baton.perf.report import Report
from baton.perf.results import Results

PART = "part"


class Collection(Experiment):
    """`seconds` is 0: each part has a length of its own."""

    seconds = 0
    has_tails = False  # cells of different parts are not one table
    # Where it was measured, once that is known.
    machine: Machine | None = None

    @abstractmethod
    def parts(self) -> Sequence[Experiment]: ...

    def wants(self, part: Experiment, coordinates: Coordinates) -> bool:
        """Whether a cell of a part is needed."""
        return True

    def cells(self, seconds: float) -> list[Cell]:
        return [
            replace(cell, coordinates={PART: part.name, **cell.coordinates})
            for part in self.parts()
            for cell in part.cells(seconds or part.seconds)
            if self.wants(part, cell.coordinates)
        ]

    def cells_of(self, part: Experiment, cells: Sequence[Cell]) -> list[Cell]:
        """Those of the collection's cells that a part measures, as it knows them."""
        return [
            replace(cell, coordinates=_inner(cell.coordinates))
            for cell in cells
            if cell.coordinates[PART] == part.name
        ]

    def headlines(self, results: Results) -> dict[str, float]:
        followed: dict[str, float] = {}
        for part in self.parts():
            followed |= part.headlines(results_of(results, part.name))
        return followed

    def is_reference(self, coordinates) -> bool:
        return self._part(coordinates).is_reference(_inner(coordinates))

    def is_lossless(self, coordinates) -> bool:
        return self._part(coordinates).is_lossless(_inner(coordinates))

    def metric_of(self, coordinates) -> tuple[str, bool]:
        return self._part(coordinates).metric_of(_inner(coordinates))

    def _part(self, coordinates) -> Experiment:
        return next(part for part in self.parts() if part.name == coordinates[PART])


def _inner(coordinates) -> dict:
    return {name: value for name, value in coordinates.items() if name != PART}


def results_of(results: Results, part: str) -> Results:
    """What one part has measured, as that experiment knows it."""
    return Results(
        [
            replace(each, coordinates=_inner(each.coordinates))
            for each in results.measurements
            if each.coordinates.get(PART) == part
        ]
    )


def merged(measured: Mapping[Path, Report]) -> Results:
    """The reports of the parts, by their folders, as results of the collection."""
    return Results(
        [
            replace(
                each,
                coordinates={PART: report.experiment.name, **each.coordinates},
                raw_file=each.raw_file and f"../{directory.name}/{each.raw_file}",
            )
            for directory, report in measured.items()
            for each in report.results.measurements
        ]
    )


def report_of(collection: Collection, measured: Mapping[Path, Report]) -> Report:
    reports = list(measured.values())
    collection.machine = reports[0].machine
    return Report(
        experiment=collection,
        results=merged(measured),
        machine=reports[0].machine,
        doubts=_doubts_of(reports),
        version=reports[0].version,
        started_utc=min(report.started_utc for report in reports),
        took_s=sum(report.took_s for report in reports),
        seconds=collection.seconds,
        repetitions=max(report.repetitions for report in reports),
        planned_runs=sum(report.planned_runs for report in reports),
        history=reports[0].history,
    )


def _doubts_of(reports: Sequence[Report]) -> list[Doubt]:
    """Each once, with the parts that it is about unless it is about all."""
    parts: dict[tuple, list[str]] = {}
    for report in reports:
        for doubt in report.doubts:
            parts.setdefault((type(doubt), doubt.text, doubt.advice), []).append(
                report.experiment.name
            )
    return [
        kind(text if len(names) == len(reports) else f"{', '.join(names)}: {text}", advice)
        for (kind, text, advice), names in parts.items()
    ]
