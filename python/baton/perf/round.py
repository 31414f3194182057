# SPDX-License-Identifier: Apache-2.0
"""`round.json`: what must outlive an interruption of a round besides its runs.

Doubts about the time before the interruption stay doubts about its figures. The programs say whether it is still
the same build: a commit does not, while files differ from it.
"""

import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from baton.perf import ros2_competitor
from baton.perf.cell import Cell
from baton.perf.doubts import BusyMachine, Doubt, OtherRound, OtherWork, StolenTime
from baton.perf.whole_file import write_whole

NAME = "round.json"
# The others are found again in the figures and in the machine.
KEPT = {kind.__name__: kind for kind in (BusyMachine, OtherRound, OtherWork, StolenTime)}


@dataclass(frozen=True)
class Round:
    started_utc: str
    took_s: float = 0.0
    doubts: Sequence[Doubt] = ()
    programs: Mapping[str, str] = field(default_factory=dict)

    def write(self, directory: Path) -> None:
        told = {
            "started_utc": self.started_utc,
            "took_s": round(self.took_s, 1),
            "doubts": [each.as_json() for each in self.doubts if each.kind in KEPT],
            "programs": dict(self.programs),
        }
        write_whole(directory / NAME, json.dumps(told, indent=1) + "\n")


def read_round(directory: Path) -> Round | None:
    """None where it is not there or not whole."""
    try:
        told = json.loads((directory / NAME).read_text(encoding="utf-8"))
        doubts = [KEPT[each["kind"]](each["text"], each["advice"]) for each in told["doubts"]]
        return Round(told["started_utc"], told["took_s"], doubts, told["programs"])
    except (OSError, ValueError, KeyError, TypeError):
        return None


def programs_of(cells: Iterable[Cell], bin_dir: Path) -> dict[str, str]:
    """The programs and libraries that cells are measured by, each with its size and time."""
    paths = {path for cell in cells for path in _programs(cell, bin_dir)}
    return {str(path): stamp for path in sorted(paths) if (stamp := _stamp(path))}


def _programs(cell: Cell, bin_dir: Path) -> Iterable[Path]:
    own = () if "/" in cell.command[0] else (cell.command[0],)
    yield from (bin_dir / name for name in (*own, *cell.needs))
    preset = bin_dir.parent
    yield from (preset / "lib").glob("*.so")
    if cell.competitor_library == ros2_competitor.PROGRAM:
        yield ros2_competitor.folder_of(bin_dir) / "bin" / ros2_competitor.PROGRAM
    elif cell.competitor_library:
        yield preset.parent / "competitors" / "lib" / cell.competitor_library


def _stamp(path: Path) -> str:
    try:
        facts = path.stat()
    except OSError:
        return ""
    return f"{facts.st_size} bytes, {facts.st_mtime_ns} ns"


def is_same_build(before: Mapping[str, str], now: Mapping[str, str]) -> bool:
    """Whether nothing has changed that both use."""
    return all(before.get(path, stamp) == stamp for path, stamp in now.items())
