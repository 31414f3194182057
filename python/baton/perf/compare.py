# SPDX-License-Identifier: Apache-2.0
"""`--compare OLD.json`: which cells became slower than an earlier result."""

import json
import re
import statistics
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path

from baton.perf import units
from baton.perf.cell import Cell, Coordinates, label_of
from baton.perf.experiment import Experiment
from baton.perf.results import Measurement, Results, key_of
from baton.perf.statistics import chance_of_more, least_median, most_median, variance_of_all
from baton.perf.table import BAD, GOOD, Entry, Table


class CannotCompare(ValueError):
    pass


# With fewer repetitions than this, a change cannot be told from noise. Of three, all must be slower
# than all three before, which happens by chance once in twenty times.
LEAST_REPETITIONS = 3
# That any of the cells is called slower by chance is at most so likely.
MOST_CHANCE = 0.05
# What of two machines must be the same, so that their figures and not only their ratios can be compared.
SAME = ("cpu", "cores", "memory_gb", "kernel", "governor", "virtual")


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
    chance: float = 0.0  # that noise alone shows it beyond the limit
    other_machine: bool = False  # and no reference beside it, which both machines have

    @property
    def judged(self) -> bool:
        return not self.reference and not self.other_machine

    def verdict(self, limit: float | None, cells: int = 1) -> str:
        """`slower`, `within` or `undecided`, where it is one of so many cells; nothing where nothing is asked."""
        if limit is None or not self.judged:
            return ""
        # Of many cells one is slower by chance: each needs so much more certainty.
        if self.least > limit and self.chance * cells <= MOST_CHANCE * 1.001:
            return "slower"
        return "within" if self.most <= limit else "undecided"


@dataclass(frozen=True)
class Comparison:
    old_file: str
    limit: float | None
    changes: list[Change]
    # What the other machine has, where it is another: `kernel 6.1 instead of 6.2`.
    other_machine: str = ""
    # Cells that only the old result has.
    missing: list[str] = field(default_factory=list)

    def verdict(self, change: Change) -> str:
        return change.verdict(self.limit, sum(each.judged for each in self.changes))

    @property
    def judges(self) -> bool:
        """Whether any cell can be judged."""
        return any(change.judged for change in self.changes)

    def _judged(self, verdict: str) -> list[Change]:
        return [change for change in self.changes if self.verdict(change) == verdict]

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
            verdict = self.verdict(change)
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
        if self.other_machine:
            notes.append(
                f"it was measured on another machine ({self.other_machine}): only ratios can be compared, and "
                "a cell without a reference has no verdict"
            )
        if self.limit is not None:
            notes.append(
                "slower: beyond the limit for certain, where all cells together are so by chance once in "
                f"{round(1 / MOST_CHANCE)} times"
            )
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
    if "runs" not in data:
        raise CannotCompare(f"--compare {path}: it has no runs; give the report.json of a round, or its folder")
    if data.get("experiment") != experiment:
        raise CannotCompare(
            f"--compare {path}: a result of {data.get('experiment')}, not of {experiment}"
        )
    try:
        _earlier(data)
    except (TypeError, KeyError, AttributeError) as error:
        raise CannotCompare(f"--compare {path}: its runs are not those of this version ({error})") from error
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
    unseen = {
        key_of(coordinates): label_of(coordinates)
        for coordinates, _ in before.cells()
        if not experiment.is_probe(coordinates)
    }
    other = _differences(old.get("machine") or {}, machine)
    pairs = []
    for coordinates, _ in results.cells():
        unseen.pop(key_of(coordinates), None)
        if pair := _pair(coordinates, before, results, experiment):
            pairs.append(pair)
    noise = variance_of_all(side for pair in pairs if not pair.reference for side in (pair.then, pair.later))
    changes = [pair.change(limit or 0, noise, bool(other)) for pair in pairs]
    return Comparison(old_file, limit, changes, other, list(unseen.values()))


def _differences(one: dict, other: dict) -> str:
    """`kernel 6.1 instead of 6.2, cores 4 instead of 8`."""
    return ", ".join(
        f"{name} {one.get(name)} instead of {other.get(name)}"
        for name in SAME
        if one.get(name) != other.get(name)
    )


@dataclass(frozen=True)
class _Pair:
    """A cell then and now, a value a repetition: more is slower."""

    coordinates: Coordinates
    metric: str
    medians: tuple[float, float]
    then: list[float]
    later: list[float]
    reference: bool
    beside: str

    def change(self, limit: float, noise: tuple[float, int], elsewhere: bool) -> Change:
        return Change(
            label=label_of(self.coordinates),
            metric=self.metric,
            old=self.medians[0],
            new=self.medians[1],
            slower=statistics.median(self.later) / statistics.median(self.then) - 1,
            least=least_median(self.later) / most_median(self.then) - 1,
            most=most_median(self.later) / least_median(self.then) - 1,
            reference=self.reference,
            beside=self.beside,
            chance=chance_of_more(self.later, self.then, 1 + limit, noise),
            other_machine=elsewhere and not self.beside,
        )


def _pair(coordinates, before: Results, now: Results, experiment: Experiment) -> _Pair | None:
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
            [value for value in each.values(metric, coordinates) if value and value > 0]
            for each in (before, now)
        )
    if not then or not later:
        return None
    if larger_is_better:
        then, later = ([1 / value for value in values] for values in (then, later))
    beside = str(reference["variant"]) if reference else ""
    return _Pair(coordinates, metric, tuple(medians), then, later, is_reference, beside)
