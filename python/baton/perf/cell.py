# SPDX-License-Identifier: Apache-2.0
"""A cell: one measurement an experiment asks for, as command lines and nothing else."""

import os
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path

from baton.perf import ros2_competitor

Coordinates = Mapping[str, str | int]
Metrics = dict[str, float]

# The runner replaces these: the file that the program writes its JSON to, without its suffix, and
# the folder of the build's programs.
OUTPUT = "{output}"
BIN = "{bin}"


class UnusableResult(Exception):
    """The program ended well, but what it says cannot stand for this cell."""


@dataclass(frozen=True)
class Cell:
    """`coordinates` say what is measured (size, subscribers, variant ...) and are its identity."""

    coordinates: Coordinates
    command: tuple[str, ...]
    read: Callable[[dict], Metrics]
    seconds: float
    # How many processes want to run at the same time, to say when cores are too few.
    processes: int = 1
    # Programs of the build that the command starts besides its first word.
    needs: tuple[str, ...] = ()
    # The library of a competitor, which perf_test opens, or its program; empty when the build has all.
    competitor_library: str = ""
    # What it takes to have the competitor, where that is known before; empty when it is here.
    lacking: str = ""

    @property
    def label(self) -> str:
        return label_of(self.coordinates)

    @property
    def writes_file(self) -> bool:
        """Else its JSON is what it prints."""
        return any(OUTPUT in word for word in self.command)

    def missing_programs(self, bin_dir: Path) -> list[Path]:
        """What the build lacks to measure this cell."""
        own = () if "/" in self.command[0] else (self.command[0],)
        programs = [bin_dir / name for name in (*own, *self.needs)]
        return [program for program in programs if not os.access(program, os.X_OK)]

    def has_competitor(self, bin_dir: Path) -> bool:
        """Whether the library is where perf_test looks: beside it, or in `make competitors`' folder."""
        if self.lacking or not self.competitor_library:
            return not self.lacking
        if self.competitor_library == ros2_competitor.PROGRAM:
            program = ros2_competitor.folder_of(bin_dir) / "bin" / ros2_competitor.PROGRAM
            return ros2_competitor.is_sourced() and os.access(program, os.X_OK)
        preset = bin_dir.parent
        folders = (preset / "lib", preset.parent / "competitors" / "lib")
        return any((folder / self.competitor_library).is_file() for folder in folders)


def label_of(coordinates: Coordinates) -> str:
    """`4 MB, 16 subscribers, zero copy`."""
    words = []
    for name, value in coordinates.items():
        if name == "subscribers":
            words.append(f"{value} subscriber" + ("" if value == 1 else "s"))
        else:
            words.append(str(value))
    return ", ".join(words)


def resolve(command: tuple[str, ...], bin_dir: Path, output: Path | str) -> list[str]:
    """The command line as it is executed: programs of the build by path, the output file named."""
    program = command[0] if "/" in command[0] else f"{bin_dir}/{command[0]}"
    return [
        program,
        *(word.replace(OUTPUT, str(output)).replace(BIN, str(bin_dir)) for word in command[1:]),
    ]
