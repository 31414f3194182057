# SPDX-License-Identifier: Apache-2.0
"""`--compare OLD.json`: which cells became slower than an earlier result."""

import json
import re
from dataclasses import dataclass, field
from pathlib import Path

from baton.perf import units
from baton.perf.cell import label_of
from baton.perf.experiment import Experiment
from baton.perf.results import Results, key_of
from baton.perf.table import BAD, GOOD, Entry, Table


class CannotCompare(ValueError):
    pass


@dataclass(frozen=True)
class Change:
    label: str
    metric: str
    old: float
    new: float
    slower: float  # 0.1: ten percent slower; negative: faster
    reference: bool  # a measure of the machine


@dataclass(frozen=True)
class Comparison:
    old_file: str
    limit: float | None
    changes: list[Change]
    same_machine: bool
    # Measured then, not now.
    missing: list[str] = field(default_factory=list)

    def too_slow(self) -> list[Change]:
        """Cells of Baton beyond the limit. What the machine itself does differently is not one."""
        if self.limit is None:
            return []
        return [
            change for change in self.changes if not change.reference and change.slower > self.limit
        ]

    def table(self) -> Table:
        over = self.too_slow()
        rows = []
        for change in sorted(self.changes, key=lambda each: -each.slower):
            tone = BAD if change in over else GOOD if change.slower < -0.05 else ""
            rows.append(
                (
                    change.label + (" (machine)" if change.reference else ""),
                    change.metric,
                    units.significant(change.old),
                    units.significant(change.new),
                    Entry(f"{change.slower:+.1%}", tone),
                )
            )
        notes = [f"compared with {self.old_file}"]
        if not self.changes:
            notes.append("no cell was measured both then and now")
        if not self.same_machine:
            notes.append("it was measured on another machine: only ratios can be compared")
        if self.missing:
            notes.append(f"not measured this time: {'; '.join(self.missing)}")
        columns = ("", "metric", "before", "now", "slower by")
        return Table("Against an earlier result", columns, rows, tuple(notes), frozenset({0, 1}))


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


def _median(cell: dict, metric: str) -> float | None:
    return cell.get("metrics", {}).get(metric, {}).get("median")


def compare(
    old: dict,
    old_file: str,
    results: Results,
    experiment: Experiment,
    machine: dict,
    limit: float | None,
) -> Comparison:
    before = {key_of(cell["coordinates"]): cell for cell in old.get("summary", [])}
    changes = []
    for cell in results.summary():
        coordinates = cell["coordinates"]
        earlier = before.pop(key_of(coordinates), None)
        metric, larger_is_better = experiment.metric_of(coordinates)
        old_value, new_value = (_median(each or {}, metric) for each in (earlier, cell))
        if not old_value or not new_value:
            continue
        ratio = old_value / new_value if larger_is_better else new_value / old_value
        changes.append(
            Change(
                label_of(coordinates),
                metric,
                old_value,
                new_value,
                ratio - 1,
                experiment.is_reference(coordinates),
            )
        )
    same = all(old.get("machine", {}).get(key) == machine.get(key) for key in ("cpu", "cores"))
    missing = [label_of(cell["coordinates"]) for cell in before.values()]
    return Comparison(old_file, limit, changes, same, missing)
