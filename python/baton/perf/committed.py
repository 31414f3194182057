# SPDX-License-Identifier: Apache-2.0
"""`docs/results/<machine>.json`: the figures that the documents show, and the runs they come from.

A file has the newest recorded round of each experiment on one machine: the value of every metric in every
repetition, so that ratios within a repetition and all tables can be made from it again. Raw data stays
where it was measured; of the histograms of a cell, the quantiles of all repetitions together are kept.
"""

import json
import re
from collections.abc import Mapping
from pathlib import Path

from baton.perf.distribution import Distribution
from baton.perf.experiments import COLLECTIONS, EXPERIMENTS
from baton.perf.results import Measurement, Results
from baton.perf.runner import raw_latencies
from baton.perf.whole_file import write_whole

SCHEMA = "baton.perf.committed/1"
FOLDER = Path("docs/results")
# Metrics that no table of a document shows.
LEFT_OUT = re.compile(
    r"rusage_|.*_(count|variance|min)$|(?!latency_).*_(stddev|p90|p999)$"
    r"|(out_of_order|duplicate|corrupt|no_loan|late|heap_allocations|data_bytes|relative_loss)$"
)
DIGITS = 4
# What is told of the machine. Its kernel command line may name what only its owner should know.
KNOWN = ("cpu", "cores", "memory_gb", "system", "kernel", "governor", "virtual")
FACTS = ("clock", "SMT siblings", "core to core", "turbo", "mitigations", "transparent huge pages")


class CannotRecord(ValueError):
    """Says what is wrong with a result, and the cure."""


def machine_name(machine: Mapping) -> str:
    """`amd-epyc-7b13-2-cores`: names the file."""
    words = re.sub(r"[^a-z0-9]+", "-", machine["cpu"].lower()).strip("-")
    return f"{words}-{machine['cores']}-cores"


def is_known(known: Mapping, machine: Mapping) -> bool:
    """Whether this is a machine of which so much is known: its figures belong together."""
    return all(machine.get(name) == value for name, value in known.items())


def command_of(report: Mapping) -> str:
    """What measures this again."""
    experiment = EXPERIMENTS.get(report["experiment"])
    if not experiment:
        return f"baton perf {report['experiment']}.yaml"
    words = ["baton perf", report["experiment"]]
    for name in ("repetitions", "seconds"):
        if report[name] != getattr(experiment, name):
            words.append(f"--{name} {report[name]:g}")
    return " ".join(words)


def _require(report: Mapping) -> None:
    """KeyError or TypeError where something lacks that is recorded."""
    for name in ("version", "started_utc", "seconds", "repetitions", "doubts"):
        _ = report[name]
    for name in KNOWN:
        _ = report["machine"][name]
    for run in report["runs"]:
        Measurement.from_json(run)


def read_report(path: Path) -> dict:
    """A report.json, or the folder that it is in, if it can be recorded."""
    path = path / "report.json" if path.is_dir() else path
    try:
        report = json.loads(path.read_text(encoding="utf-8"))
        name, complete = report["experiment"], report["complete"]
        commit = report["machine"]["facts"].get("commit", "")
        _require(report)
    except OSError as error:
        raise CannotRecord(f"{path}: {error.strerror}") from error
    except (ValueError, KeyError, TypeError) as error:
        raise CannotRecord(f"{path}: not a report.json of baton perf ({error!r})") from error
    if name in COLLECTIONS:
        raise CannotRecord(f"{path}: {name} has several experiments; record its parts")
    if not complete:
        raise CannotRecord(f"{path}: interrupted; cure: baton perf {name} --resume")
    if not commit or commit.endswith("+"):
        raise CannotRecord(
            f"{path}: measured with files that no commit has ({commit or 'no git'}); cure: commit, "
            "build and measure again"
        )
    runs = [{**run, "latencies": raw_latencies(path.parent, run)} for run in report["runs"]]
    return {**report, "runs": runs}


def newest_reports(output: Path) -> list[Path]:
    """The newest round of each experiment."""
    newest: dict[str, Path] = {}
    for path in sorted(output.glob("*-*Z*/report.json")):
        name = re.sub(r"-\d{8}T\d{6}Z.*", "", path.parent.name)
        if name not in COLLECTIONS:
            newest[name] = path
    return list(newest.values())


def recorded(report: Mapping) -> dict:
    """What is kept of a report."""
    results = Results([Measurement.from_json(run) for run in report["runs"]])
    cells = [
        {
            "coordinates": dict(coordinates),
            "command": _portable(measurements[0].command),
            "latencies": _latencies(results.distribution(**coordinates)),
            "figures": figures,
        }
        for coordinates, measurements in results.cells()
        if (figures := _figures(measurements))
    ]
    return {
        "command": command_of(report),
        "commit": report["machine"]["facts"]["commit"],
        "version": report["version"],
        "started_utc": report["started_utc"],
        "seconds": report["seconds"],
        "repetitions": report["repetitions"],
        "doubts": [doubt["text"] for doubt in report["doubts"]],
        "cells": cells,
    }


def _portable(command: str) -> str:
    """Without the folders of the machine: programs by their names."""
    words = (word for word in command.split() if not word.endswith(".json"))
    return " ".join(re.sub(r"^/\S*/", "", word) for word in words if word != "--logfile")


def _figures(measurements: list[Measurement]) -> dict[str, list]:
    names = dict.fromkeys(
        name for each in measurements for name in each.metrics if not LEFT_OUT.match(name)
    )
    ordered = sorted(measurements, key=lambda each: each.repetition)
    return {name: [_rounded(each.metrics.get(name)) for each in ordered] for name in names}


def _latencies(found: Distribution | None) -> list[list[float | None]]:
    """A histogram of a few counts."""
    counts = found.condensed().counts if found else ()
    return [[_rounded(value), count] for value, count in counts]


def _rounded(value: float | None) -> float | None:
    if value is None:
        return None
    short = float(f"{value:.{DIGITS}g}")
    return int(short) if short.is_integer() else short


def results_of(kept: Mapping) -> Results:
    """The kept figures of one experiment, as they were measured."""
    measurements = []
    for cell in kept["cells"]:
        for repetition in range(max(map(len, cell["figures"].values()))):
            metrics = {
                name: values[repetition]
                for name, values in cell["figures"].items()
                if values[repetition] is not None
            }
            measurements.append(
                Measurement(
                    *(cell["coordinates"], repetition, metrics, cell["command"], kept["started_utc"], 0),
                    # Those of all repetitions together.
                    latencies=cell.get("latencies", []) if repetition == 0 else [],
                )
            )
    return Results(sorted(measurements, key=lambda each: each.repetition))


def load(checkout: Path, machine: str) -> dict:
    path = checkout / FOLDER / f"{machine}.json"
    try:
        return json.loads(path.read_text(encoding="utf-8"))
    except OSError as error:
        raise CannotRecord(
            f"{path}: {error.strerror}; cure: baton perf all, then baton perf record"
        ) from error
    except ValueError as error:
        raise CannotRecord(f"{path}: not JSON ({error}); cure: git checkout {FOLDER}/{path.name}") from error


def write(checkout: Path, machine: Mapping, reports: list[dict]) -> tuple[Path, dict]:
    """Puts these rounds into the file of their machine; rounds of the same machine stay."""
    name = machine_name(machine)
    path = checkout / FOLDER / f"{name}.json"
    known = {key: machine[key] for key in KNOWN}
    document = {"schema": SCHEMA, "machine": known, "experiments": {}}
    if path.exists():
        document["experiments"] = _kept(path, load(checkout, name), known, reports)
    told = {**machine["facts"], **machine.get("measured", {})}
    document["facts"] = {key: told[key] for key in FACTS if key in told}
    document["experiments"] |= {report["experiment"]: recorded(report) for report in reports}
    path.parent.mkdir(parents=True, exist_ok=True)
    write_whole(path, _text(document))
    return path, document


def _kept(path: Path, before: Mapping, known: Mapping, reports: list[dict]) -> dict:
    """The rounds that stay: figures of another kernel or governor do not belong beside new ones.

    Raises CannotRecord where a round would be lost.
    """
    if before["machine"] == known:
        return before["experiments"]
    lost = [name for name in before["experiments"] if name not in {each["experiment"] for each in reports}]
    if lost:
        differs = ", ".join(
            f"{key} {value} instead of {before['machine'].get(key)}"
            for key, value in known.items()
            if before["machine"].get(key) != value
        )
        raise CannotRecord(
            f"{path}: it has {', '.join(lost)} of another machine (this one has {differs}), whose figures do not "
            f"belong beside these; cure: measure {' '.join(lost)} here, too, or remove the file to begin anew"
        )
    return {}


def _text(document: Mapping) -> str:
    """JSON with a cell a line, so that a difference can be read."""
    text = json.dumps(document, indent=1)

    def on_one_line(found: re.Match) -> str:
        return json.dumps(json.loads(found[0]))

    return re.sub(r"\{\s+\"coordinates\": \{[^{}]*\},[^{}]*\{[^{}]*\}\s+\}", on_one_line, text) + "\n"
