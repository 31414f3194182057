# SPDX-License-Identifier: Apache-2.0
"""The runs of a round, in their order. What comes next may depend on what was measured before."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from baton.perf.cell import Cell, Coordinates
from baton.perf.experiment import Experiment, plan
from baton.perf.results import Results, key_of


@dataclass(frozen=True)
class Plan:
    experiment: Experiment
    cells: Sequence[Cell]
    repetitions: int

    def steps(self, results: Results) -> Iterator[tuple[int, Cell]]:
        """(repetition, cell), also of runs that `results` has. It must have a probe before the next step is
        asked for: where it has not, what depends on the probe is left out."""
        for repetition, cell in plan(list(self.cells), self.repetitions):
            while True:
                step = self.experiment.next_of(cell, repetition, results)
                if step.cell:
                    yield repetition, step.cell
                if not step.probes or not results.has(repetition, step.cell.coordinates):
                    break

    def missing(self, results: Results) -> int:
        """How many runs `results` lacks. While probes are missing, it is so many at least."""
        cells, probes = 0, {}
        for repetition, cell in plan(list(self.cells), self.repetitions):
            step = self.experiment.next_of(cell, repetition, results)
            if step.probes:
                # Several cells may wait for the same probes.
                probes[repetition, key_of(step.cell.coordinates)] = step.probes
                cells += 1
            elif step.cell and not results.has(repetition, step.cell.coordinates):
                cells += 1
        return cells + sum(probes.values())

    def has(self, repetition: int, coordinates: Coordinates) -> bool:
        """Whether a run may be one of these."""
        if repetition >= self.repetitions:
            return False
        if not self.experiment.is_probe(coordinates):
            return any(cell.coordinates == coordinates for cell in self.cells)
        return any(_agree(coordinates, cell.coordinates) for cell in self.cells)


def _agree(probe: Coordinates, cell: Coordinates) -> bool:
    """A probe has the coordinates of its cells, and others that they have not."""
    return all(cell.get(name, value) == value for name, value in probe.items())
