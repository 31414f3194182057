# SPDX-License-Identifier: Apache-2.0
"""Values that people write, as the fields of messages take them."""

import array
from typing import Any


def converted(current: Any, value: Any) -> Any:
    """`value` as the type of what a field has now, as ROS converts: a whole number for a float, a
    number for a string, a list for an array. Raises what the conversion raises."""
    if isinstance(current, array.array):
        return array.array(current.typecode, value)
    if hasattr(current, "dtype"):
        import numpy

        return numpy.array(value, dtype=current.dtype)
    if isinstance(current, (bool, int, float, str)) and type(value) is not type(current):
        return type(current)(value)
    return value
