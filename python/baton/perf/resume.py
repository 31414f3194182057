# SPDX-License-Identifier: Apache-2.0
"""Going on with a round that was interrupted: by Ctrl-C, by `kill -9` or by the end of the day."""

import json
import shlex
from dataclasses import dataclass
from glob import escape
from pathlib import Path

from baton.perf.cell import Cell, resolve
from baton.perf.journal import Journal
from baton.perf.machine import Machine, is_same
from baton.perf.results import Measurement, Results, key_of
from baton.perf.round import Round, is_same_build, programs_of, read_round
from baton.perf.runner import latencies_of
from baton.perf.steps import Plan
from baton.perf.whole_file import write_whole

MACHINE = "machine.json"


@dataclass(frozen=True)
class Begun:
    """An earlier round of the same cells, by the same build on the same machine."""

    directory: Path
    measurements: tuple[Measurement, ...]
    round: Round
    # The round has all of these cells and others, too: its reports show more.
    larger: bool = False


def note_machine(directory: Path, machine: Machine) -> None:
    """Results are never merged with those of another machine or commit; this says whose they are."""
    write_whole(directory / MACHINE, json.dumps(machine.as_json(), indent=1) + "\n")


def find_begun(output: Path, plan: Plan, machine: Machine, bin_dir: Path) -> Begun | None:
    """The newest round of this experiment whose machine, build and commands are these. Runs that failed
    are not taken over. A round of more cells is taken over as a whole or not at all: what was measured now
    would be missing beside its other cells."""
    rounds = sorted(path for path in output.glob(f"{escape(plan.experiment.name)}-*Z*") if path.is_dir())
    programs = programs_of(plan.cells, bin_dir)
    known = ((directory, read_round(directory)) for directory in reversed(rounds))
    for directory, before in known:
        if before and is_same_build(before.programs, programs):
            if begun := _begun(directory, before, machine, plan, bin_dir):
                return begun
    return None


def _begun(
    directory: Path, before: Round, machine: Machine, plan: Plan, bin_dir: Path
) -> Begun | None:
    try:
        if not is_same(json.loads((directory / MACHINE).read_text()), machine.as_json()):
            return None
        lines = Journal.read(directory)
    except (OSError, ValueError):
        return None
    known: dict[tuple, list[Measurement]] = {}
    larger = False
    for line in lines:
        measurement = _read(line, directory)
        if measurement is None or measurement.error:
            continue
        place = measurement.repetition, measurement.coordinates
        larger = larger or not plan.has(*place)
        known.setdefault((place[0], key_of(place[1])), []).append(measurement)
    taken = Results()
    # What a probe has shown decides the commands of others: they are looked at in the order of measuring.
    for repetition, cell in plan.steps(taken):
        for measurement in known.get((repetition, key_of(cell.coordinates)), []):
            if _is_run_of(measurement, cell, directory, bin_dir):
                taken.add(measurement)
                break
    if not taken.measurements or (larger and plan.missing(taken)):
        return None
    return Begun(directory, tuple(taken.measurements), before, larger)


def _is_run_of(measurement: Measurement, cell: Cell, directory: Path, bin_dir: Path) -> bool:
    """Another command has measured in another way: for another time, at another rate, or by another build."""
    stem = str(directory / measurement.raw_file).removesuffix(".json")
    return measurement.command == shlex.join(resolve(cell.command, bin_dir, stem))


def _read(line: str, directory: Path) -> Measurement | None:
    """None for a line that was not written to its end."""
    try:
        data = json.loads(line)
        document = json.loads((directory / data["raw_file"]).read_text())
        return Measurement.from_json({**data, "latencies": latencies_of(document)})
    except (OSError, ValueError, KeyError, TypeError):
        return None
