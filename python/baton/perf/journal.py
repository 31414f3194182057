# SPDX-License-Identifier: Apache-2.0
"""`runs.jsonl`: one line a run, written when the run ends. Whatever happens later, it is kept.

A line is what `runs` in report.json holds for the same run.
"""

import fcntl
import json
from pathlib import Path
from typing import TextIO

from baton.perf.results import Measurement

NAME = "runs.jsonl"


class Journal:
    """Appends; a line is handed to the kernel before the next run starts."""

    def __init__(self, directory: Path) -> None:
        self._file: TextIO = (directory / NAME).open("a", encoding="utf-8")
        # Says to --resume of another command that this round is still measured.
        fcntl.flock(self._file, fcntl.LOCK_EX | fcntl.LOCK_NB)

    def append(self, measurement: Measurement) -> None:
        self._file.write(json.dumps(measurement.as_json()) + "\n")
        self._file.flush()

    @staticmethod
    def read(directory: Path) -> list[str]:
        """Its lines; BlockingIOError while its round is measured."""
        with (directory / NAME).open(encoding="utf-8") as file:
            fcntl.flock(file, fcntl.LOCK_SH | fcntl.LOCK_NB)
            return file.read().splitlines()

    def close(self) -> None:
        self._file.close()
