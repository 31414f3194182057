# SPDX-License-Identifier: Apache-2.0
"""`runs.jsonl`: one line a run, written when the run ends. Whatever happens later, it is kept.

A line is what `runs` in report.json holds for the same run.
"""

import contextlib
import fcntl
import json
from pathlib import Path
from typing import TextIO

from baton.perf.results import Measurement

NAME = "runs.jsonl"


class Journal:
    """Appends; a line is handed to the kernel before the next run starts."""

    def __init__(self, directory: Path) -> None:
        self._path = directory / NAME
        self._file: TextIO = self._path.open("a+", encoding="utf-8")
        # Says to --resume of another command that this round is still measured.
        try:
            fcntl.flock(self._file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError as error:
            self._file.close()
            words = "another baton perf measures this round"
            raise BlockingIOError(error.errno, words, str(self._path)) from error
        self._end_last_line()

    def _end_last_line(self) -> None:
        """A full disk or a kill may have cut it: the next one begins behind it."""
        self._file.seek(0)
        text = self._file.read()
        if text and not text.endswith("\n"):
            self._file.write("\n")
            self._file.flush()

    def append(self, measurement: Measurement) -> None:
        """Throws OSError, which names the file."""
        try:
            self._file.write(json.dumps(measurement.as_json()) + "\n")
            self._file.flush()
        except OSError as error:
            error.filename = str(self._path)
            raise

    @staticmethod
    def read(directory: Path) -> list[str]:
        """Its lines; BlockingIOError while its round is measured."""
        with (directory / NAME).open(encoding="utf-8") as file:
            fcntl.flock(file, fcntl.LOCK_SH | fcntl.LOCK_NB)
            return file.read().splitlines()

    def close(self) -> None:
        # What could not be written is told by append().
        with contextlib.suppress(OSError):
            self._file.close()
