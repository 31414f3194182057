# SPDX-License-Identifier: Apache-2.0
"""`docs/results/history.jsonl`: the headline figures over commits, one line a commit and machine."""

import contextlib
import json
from collections.abc import Mapping
from pathlib import Path

from baton.perf.committed import FOLDER, is_known, machine_name, results_of
from baton.perf.headlines import figures_of
from baton.perf.whole_file import write_whole

FILE = FOLDER / "history.jsonl"
NEEDED = {"commit", "machine", "figures"}


def line_of(document: Mapping, commit: str) -> dict:
    """What a committed result says of one commit; experiments of other commits say nothing of it."""
    kept = {
        name: each for name, each in document["experiments"].items() if each["commit"] == commit
    }
    figures: dict[str, float] = {}
    for name, each in kept.items():
        figures |= figures_of(name, results_of(each))
    return {
        "commit": commit,
        "machine": machine_name(document["machine"]),
        # A name is shared by all machines with this processor.
        "known": dict(document["machine"]),
        "started_utc": max(each["started_utc"] for each in kept.values()),
        "figures": {name: float(f"{value:.4g}") for name, value in figures.items()},
    }


def read_history(checkout: Path) -> list[dict]:
    try:
        text = (checkout / FILE).read_text(encoding="utf-8")
    except FileNotFoundError:
        return []
    lines = []
    for line in text.splitlines():
        # A merge may have left its marks.
        with contextlib.suppress(ValueError):
            told = json.loads(line)
            if isinstance(told, dict) and NEEDED <= set(told):
                lines.append(told)
    return lines


def append(checkout: Path, line: dict) -> None:
    """Takes the place of an earlier line of this commit and machine."""
    if not line["figures"]:
        return
    lines = [each for each in read_history(checkout) if not _is_of(each, line)]
    text = "".join(json.dumps(each) + "\n" for each in [*lines, line])
    write_whole(checkout / FILE, text)


def _is_of(one: Mapping, other: Mapping) -> bool:
    same = all(one[name] == other[name] for name in ("commit", "machine"))
    return same and one.get("known", other["known"]) == other["known"]


def lines_of(checkout: Path, machine: Mapping) -> list[dict]:
    """Those of this machine, as far as a line tells which it was."""
    name = machine_name(machine)
    return [
        line
        for line in read_history(checkout)
        if line["machine"] == name and is_known(line.get("known", {}), machine)
    ]
