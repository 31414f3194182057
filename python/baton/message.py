# SPDX-License-Identifier: Apache-2.0
"""What every message can do, besides its fields."""

from __future__ import annotations

import array
import functools
from collections import OrderedDict
from typing import Any

import numpy

from baton.native import _native

KINDS = {
    2: "int8",
    3: "uint8",
    4: "int16",
    5: "uint16",
    6: "int32",
    7: "uint32",
    8: "int64",
    9: "uint64",
    10: "float",
    11: "double",
    13: "uint8",
    14: "wchar",
    15: "boolean",
    16: "octet",
    17: "string",
    18: "wstring",
}
ARRAY, BOUNDED, SEQUENCE = 1, 2, 3
# The member of structures without fields, because C++ and CDR need one. It is no field in Python.
_PLACEHOLDER = "structure_needs_at_least_one_member"


@functools.cache
def field_types(message_class: type) -> dict[str, str]:
    """The fields and their types in rclpy's words: {'data': 'sequence<uint8>'}."""
    types = {}
    for name, kind, shape, count, string_bound, nested in _native.describe_fields(message_class):
        if name == _PLACEHOLDER:
            continue
        text = nested.replace("/msg/", "/") if nested else KINDS[kind]
        if string_bound:
            text += f"<{string_bound}>"
        if shape == ARRAY:
            text += f"[{count}]"
        elif shape == BOUNDED:
            text = f"sequence<{text}, {count}>"
        elif shape == SEQUENCE:
            text = f"sequence<{text}>"
        types[name] = text
    return types


class Message(_native.MessageBase):
    """Base of all messages.

    A message that was received shows the publisher's memory: numbers are read-only numpy arrays,
    and as long as the message or one of its arrays lives, the publisher does not reuse that memory.
    Assigning to a field changes this object alone. A message that was borrowed from a publisher is
    written in place. `copy()` returns a message of its own.

    Not thread-safe: one thread at a time.
    """

    __slots__ = ()

    def copy(self) -> Message:
        """The same values in memory of its own; nothing of the publisher is held."""
        return _native.copy(self)

    def __copy__(self) -> Message:
        return _native.copy(self)

    def __deepcopy__(self, memo: dict) -> Message:
        return _native.copy(self)

    def release(self) -> None:
        """Gives the message back; using it raises from now on. Arrays that were taken from it stay
        valid, and hold the memory."""
        _native.release(self)

    def __enter__(self) -> Message:
        return self

    def __exit__(self, *_: object) -> None:
        self.release()

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Message):
            return NotImplemented
        return _native.equal(self, other)

    __hash__ = None  # type: ignore[assignment]

    def __reduce__(self) -> tuple:
        return _unpickle, (self._type_name, _native.serialize(self))

    def __repr__(self) -> str:
        values = ", ".join(f"{name}={_text(getattr(self, name))}" for name in field_types(type(self)))
        return f"{type(self).__module__}.{type(self).__qualname__}({values})"

    def to_dict(self) -> OrderedDict:
        """Fields by name, as values of Python: nested messages as dicts, arrays as lists."""
        return OrderedDict((name, _plain(getattr(self, name))) for name in field_types(type(self)))

    def to_yaml(self, flow: bool = False, most_elements: int = 0) -> str:
        """What `ros2 topic echo` prints. `most_elements` cuts longer sequences; 0: nothing is cut."""
        return _native.to_yaml(self, flow, most_elements)

    @classmethod
    def get_fields_and_field_types(cls) -> dict[str, str]:
        """{'header': 'std_msgs/Header', 'data': 'sequence<uint8>'}."""
        return dict(field_types(cls))


def _unpickle(type_name: str, cdr: bytes) -> Message:
    from baton.interfaces import message_class

    return _native.deserialize(message_class(type_name), cdr)


def _text(value: Any) -> str:
    if isinstance(value, numpy.ndarray):
        return repr(value) if value.size <= 64 else f"<{value.size} x {value.dtype}>"
    if isinstance(value, array.array) and len(value) > 64:
        return f"<{len(value)} x {value.typecode!r}>"
    return repr(value)


def _plain(value: Any) -> Any:
    if isinstance(value, Message):
        return value.to_dict()
    if isinstance(value, numpy.ndarray | array.array):
        return value.tolist()
    if isinstance(value, list | tuple):
        return [_plain(each) for each in value]
    return value
