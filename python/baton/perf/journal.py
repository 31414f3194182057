# SPDX-License-Identifier: Apache-2.0
"""`runs.jsonl`: one line a run, written when the run ends. Whatever happens later, it is kept.

A line is what `runs` in report.json holds for the same run.
"""

import json
from pathlib import Path
from typing import TextIO

from baton.perf.results import Measurement

NAME = "runs.jsonl"


class Journal:
    """Appends; a line is handed to the kernel before the next run starts."""

    def __init__(self, directory: Path) -> None:
        self._file: TextIO = (directory / NAME).open("a", encoding="utf-8")

    def append(self, measurement: Measurement) -> None:
        self._file.write(json.dumps(measurement.as_json()) + "\n")
        self._file.flush()

    def close(self) -> None:
        self._file.close()
