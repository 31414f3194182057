# SPDX-License-Identifier: Apache-2.0
"""Arrays that show the memory of a loaned message."""

from __future__ import annotations

from typing import Any

import numpy

from baton.native import _native


class LoanedArray(numpy.ndarray):
    """Numbers of a loaned message, in the publisher's shared memory: what is written here is
    published as it is. Becomes read-only when the loan is published, and when its sequence is
    resized or assigned: ask the message for the new one."""

    _loan: tuple[Any, str]

    def resize(self, new_shape: int | tuple[int, ...], refcheck: bool = True) -> LoanedArray:  # type: ignore[override]
        """Grows or shrinks the sequence in the loan, to `new_shape` elements, and returns the array
        that shows it from now on. Values stay; new numbers are undefined. Never fails for want of
        room in the loan: then the loan moves into a larger one."""
        loan = getattr(self, "_loan", None)
        if loan is None:
            raise TypeError("a part of a loaned array cannot be resized: resize the field itself")
        size = 1
        for each in new_shape if isinstance(new_shape, tuple) else (new_shape,):
            size *= each
        return _native.resize(loan[0], loan[1], size)
