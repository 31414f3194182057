# SPDX-License-Identifier: Apache-2.0
"""Errors in definitions: where, what, why, and the cure. All of a run are reported together."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path


@dataclass(frozen=True)
class Finding:
    path: Path
    line: int  # from 1; 0: the file as a whole
    message: str

    def __str__(self) -> str:
        place = f"{self.path}:{self.line}" if self.line else str(self.path)
        return f"{place}: error: {self.message}"


class LineError(Exception):
    """What is wrong with one line; the reader of the file knows which one it is."""


class DefinitionError(Exception):
    """One or more findings; nothing was generated."""

    def __init__(self, *findings: Finding):
        super().__init__("\n".join(map(str, findings)))
        self.findings = findings
