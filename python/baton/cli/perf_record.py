# SPDX-License-Identifier: Apache-2.0
"""`baton perf record [RESULT ...]`: results become the figures that the documents show."""

import sys
from collections.abc import Sequence
from pathlib import Path

from baton.perf import committed, figures, history
from baton.perf.committed import CannotRecord


def record(paths: Sequence[Path], output: Path, checkout: Path) -> int:
    """Writes docs/results, the history and the documents; changes nothing when a result is unfit."""
    try:
        reports = [committed.read_report(path) for path in paths] if paths else _newest(output)
        machine = _common_machine(reports)
        path, document = committed.write(checkout, machine, reports)
        for commit in dict.fromkeys(report["machine"]["facts"]["commit"] for report in reports):
            history.append(checkout, history.line_of(document, commit))
        changed = figures.renew(checkout, committed.machine_name(machine))
    except (CannotRecord, OSError) as error:
        print(f"baton perf record: {error}", file=sys.stderr)
        return 2
    names = ", ".join(report["experiment"] for report in reports)
    print(f"recorded: {names} in {path}")
    print(f"renewed: {', '.join(changed) or 'no document: its figures are these, or of another machine'}")
    return 0


def _newest(output: Path) -> list[dict]:
    """The newest rounds of the commit and machine that measured last; unfit ones are named."""
    reports = []
    for path in committed.newest_reports(output):
        try:
            reports.append(committed.read_report(path))
        except CannotRecord as error:
            print(f"left out: {error}", file=sys.stderr)
    if not reports:
        raise CannotRecord(f"{output}: no result that can be recorded; cure: baton perf all")
    newest = max(reports, key=lambda report: report["started_utc"])
    same = [report for report in reports if _whose(report) == _whose(newest)]
    for report in reports:
        if report not in same:
            print(f"left out: {report['experiment']} of {', '.join(_whose(report))}", file=sys.stderr)
    return same


def _whose(report: dict) -> tuple[str, ...]:
    machine = report["machine"]
    known = (f"{name} {machine.get(name)}" for name in committed.KNOWN)
    return machine["facts"]["commit"], committed.machine_name(machine), *known


def _common_machine(reports: list[dict]) -> dict:
    names = {committed.machine_name(report["machine"]) for report in reports}
    if len(names) > 1:
        raise CannotRecord(f"results of several machines: {', '.join(sorted(names))}; one at a time")
    machine = max(reports, key=lambda report: report["started_utc"])["machine"]
    known = {name: machine[name] for name in committed.KNOWN}
    others = [each["experiment"] for each in reports if not committed.is_known(known, each["machine"])]
    if others:
        raise CannotRecord(
            f"{', '.join(others)} is of another machine, or of this one with another kernel, memory or governor; "
            "record one machine at a time"
        )
    return machine
