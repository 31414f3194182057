# SPDX-License-Identifier: Apache-2.0
"""Arrays that show the sequences of a received message."""

from __future__ import annotations

import sys
from typing import Any

import numpy


class ReceivedArray(numpy.ndarray):
    """The numbers of a sequence. As in rclpy it is true when it is not empty, and has index() and
    count(): nodes that were written for lists say `if msg.ranges:`. What numpy computes of it is an
    ordinary array."""

    def __bool__(self) -> bool:
        return self.size > 0

    def __array_wrap__(  # type: ignore[override]
        self, array: numpy.ndarray, context: Any = None, return_scalar: bool = False
    ) -> Any:
        return array[()] if return_scalar else array.view(numpy.ndarray)

    def index(self, value: Any, start: int = 0, stop: int = sys.maxsize) -> int:
        """Where the value is first; raises ValueError if it is not there."""
        chosen = range(self.size)[start:stop]
        found = numpy.flatnonzero(numpy.asarray(self[start:stop] == value))
        if found.size == 0:
            raise ValueError(f"{value!r} is not in the sequence")
        return chosen[int(found[0])]

    def count(self, value: Any) -> int:
        """How often the value is there."""
        return int(numpy.count_nonzero(numpy.asarray(self == value)))
