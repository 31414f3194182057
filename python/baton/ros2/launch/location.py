# SPDX-License-Identifier: Apache-2.0
"""Where in a launch file an entity was written: for errors, and for `baton launch --print`."""

import contextlib
import dataclasses
import sys
from collections.abc import Iterator
from pathlib import Path

# The package `baton`, in which launch, launch_ros and their kin lie.
_OWN = str(Path(__file__).resolve().parents[2]) + "/"


@dataclasses.dataclass(frozen=True)
class Location:
    """A line of a file; line 0: the file as a whole."""

    file: str
    line: int = 0

    def __str__(self) -> str:
        return f"{self.file}:{self.line}" if self.line else self.file


_reading: list[Location] = []


@contextlib.contextmanager
def reading(location: Location) -> Iterator[None]:
    """While the block runs, entities are written here: front ends of XML and YAML say it."""
    _reading.append(location)
    try:
        yield
    finally:
        _reading.pop()


def is_foreign(file: str) -> bool:
    return not file.startswith(_OWN) and not file.startswith("<")


def here() -> Location | None:
    """The line of a launch file that runs now: the nearest caller outside of these packages."""
    if _reading:
        return _reading[-1]
    frame = sys._getframe(1)
    while frame is not None:
        file = frame.f_code.co_filename
        if is_foreign(file):
            return Location(file, frame.f_lineno)
        frame = frame.f_back
    return None
