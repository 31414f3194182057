# SPDX-License-Identifier: Apache-2.0
"""`--compare OLD.json`: which cells became slower than an earlier result."""

import json
import re
import statistics
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path

from baton.perf import units
from baton.perf.cell import Cell, label_of
from baton.perf.experiment import Experiment
from baton.perf.results import Measurement, Results, key_of
from baton.perf.statistics import least_median, most_median
from baton.perf.table import BAD, GOOD, Entry, Table


class CannotCompare(ValueError):
    pass


# With fewer repetitions than this, a change cannot be told from noise. Of three, all must be slower
# than all three before, which happens by chance once in twenty times.
LEAST_REPETITIONS = 3


@dataclass(frozen=True)
class Change:
    label: str
    metric: str
    old: float
    new: float
    slower: float  # 0.1: ten percent slower; negative: faster
    # The range that the repetitions leave open.
    least: float
    most: float
    reference: bool  # the metric measures the machine
    beside: str = ""  # by repetition: the reference whose own change is subtracted

    def verdict(self, limit: float | None) -> str:
        """`slower`, `within` or `undecided`; nothing where nothing is asked."""
        if limit is None or self.reference:
            return ""
        if self.least > limit:
            return "slower"
        return "within" if self.most <= limit else "undecided"


@dataclass(frozen=True)
class Comparison:
    old_file: str
    limit: float | None
    changes: list[Change]
    same_machine: bool
    # Cells that only the old result has.
    missing: list[str] = field(default_factory=list)

    def _judged(self, verdict: str) -> list[Change]:
        return [change for change in self.changes if change.verdict(self.limit) == verdict]

    def too_slow(self) -> list[Change]:
        """Cells of Baton that are beyond the limit for certain."""
        return self._judged("slower")

    def undecided(self) -> list[Change]:
        """Cells of which the repetitions do not say whether they are."""
        return self._judged("undecided")

    def table(self) -> Table:
        tones = {"slower": BAD, "within": GOOD if self.limit is not None else ""}
        rows = []
        for change in sorted(self.changes, key=lambda each: -each.slower):
            verdict = change.verdict(self.limit)
            rows.append(
                (
                    change.label + (" (machine)" if change.reference else ""),
                    change.metric,
                    units.significant(change.old),
                    units.significant(change.new),
                    change.beside,
                    f"{change.slower:+.1%} ({change.least:+.1%} to {change.most:+.1%})",
                    Entry(verdict, tones.get(verdict, "")),
                )
            )
        notes = [
            f"compared with {self.old_file}",
            "slower by: against the reference of the same repetition where there is one; in brackets "
            "what the repetitions leave open",
        ]
        if not self.changes:
            notes.append("no cell was measured both then and now")
        if not self.same_machine:
            notes.append("it was measured on another machine: only ratios can be compared")
        if self.missing:
            notes.append(f"not measured this time: {'; '.join(self.missing)}")
        columns = ("", "metric", "before", "now", "reference", "slower by", "")
        text_columns = frozenset({0, 1, 4, 6})
        return Table("Against an earlier result", columns, rows, tuple(notes), text_columns)


def parse_percent(text: str) -> float:
    """`10%` or `10` -> 0.1."""
    found = re.fullmatch(r"\s*(\d+(?:\.\d+)?)\s*%?\s*", text)
    if not found:
        raise ValueError(f"{text!r} is no percentage; write 10%")
    return float(found[1]) / 100


def load_result(path: Path, experiment: str) -> dict:
    """An earlier report of the same experiment; told before anything is measured if it is not."""
    if path.is_dir():
        path = path / "report.json"
    try:
        data = json.loads(path.read_text(encoding="utf-8"))
    except OSError as error:
        raise CannotCompare(f"--compare {path}: {error.strerror}") from error
    except ValueError as error:
        raise CannotCompare(f"--compare {path}: not JSON ({error})") from error
    if not isinstance(data, dict) or not str(data.get("schema", "")).startswith("baton.perf."):
        raise CannotCompare(f"--compare {path}: not a report.json of baton perf")
    if data.get("experiment") != experiment:
        raise CannotCompare(
            f"--compare {path}: a result of {data.get('experiment')}, not of {experiment}"
        )
    return data


def require_common(
    old: dict, path: Path, cells: Sequence[Cell], repetitions: int, limit: float | None
) -> None:
    """Told before anything is measured: nothing to compare, or too little to judge by."""
    before = {key_of(run["coordinates"]): run for run in old.get("runs", [])}
    if not any(key_of(cell.coordinates) in before for cell in cells):
        raise CannotCompare(
            f"--compare {path}: none of the cells that would be measured was measured then; it has "
            f"{', '.join(label_of(run['coordinates']) for run in list(before.values())[:3])} ..."
        )
    earlier = old.get("repetitions", 1)
    if limit is not None and min(repetitions, earlier) < LEAST_REPETITIONS:
        raise CannotCompare(
            f"--fail-if-slower needs {LEAST_REPETITIONS} repetitions at least, to tell a change from "
            f"noise; now {repetitions}, {path} has {earlier}: use --repetitions in both"
        )


def _earlier(old: dict) -> Results:
    return Results([Measurement.from_json(run) for run in old.get("runs", [])])


def _reference_of(coordinates, experiment: Experiment, *of_both: Results):
    """The floor beside a cell, if it was measured both times; else none."""
    for other, _ in of_both[0].cells():
        beside = {**other, "variant": None} == {**coordinates, "variant": None}
        if not beside or not experiment.is_reference(other):
            continue
        if "floor" in str(other.get("variant")) and all(
            any(known == other for known, _ in results.cells()) for results in of_both
        ):
            return other
    return None


def compare(
    old: dict,
    old_file: str,
    results: Results,
    experiment: Experiment,
    machine: dict,
    limit: float | None,
) -> Comparison:
    before = _earlier(old)
    unseen = {key_of(coordinates): label_of(coordinates) for coordinates, _ in before.cells()}
    changes = []
    for coordinates, _ in results.cells():
        unseen.pop(key_of(coordinates), None)
        if change := _change(coordinates, before, results, experiment):
            changes.append(change)
    same = all(old.get("machine", {}).get(key) == machine.get(key) for key in ("cpu", "cores"))
    return Comparison(old_file, limit, changes, same, list(unseen.values()))


def _change(coordinates, before: Results, now: Results, experiment: Experiment) -> Change | None:
    metric, larger_is_better = experiment.metric_of(coordinates)
    medians = [each.median(metric, **coordinates) for each in (before, now)]
    if not all(medians):
        return None
    is_reference = experiment.is_reference(coordinates)
    reference = None if is_reference else _reference_of(coordinates, experiment, before, now)
    then, later = ([], [])
    if reference:
        then, later = (each.ratios(metric, coordinates, reference) for each in (before, now))
    if not then or not later:
        reference = None
        then, later = (
            [value for value in each.values(metric, coordinates) if value] for each in (before, now)
        )
    if larger_is_better:
        then, later = ([1 / value for value in values] for values in (then, later))
    return Change(
        label=label_of(coordinates),
        metric=metric,
        old=medians[0],
        new=medians[1],
        slower=statistics.median(later) / statistics.median(then) - 1,
        least=least_median(later) / most_median(then) - 1,
        most=most_median(later) / least_median(then) - 1,
        reference=is_reference,
        beside=str(reference["variant"]) if reference else "",
    )
