# SPDX-License-Identifier: Apache-2.0
"""What the generator knows of an interface, between the parsers and the writers.

Parsers make these, writers read them; nothing here knows a file format. All values are immutable.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import Enum, IntEnum
from pathlib import Path


class Kind(IntEnum):
    """One element of a field; the numbers of type_description_interfaces/msg/FieldType."""

    MESSAGE = 1
    INT8 = 2
    UINT8 = 3
    INT16 = 4
    UINT16 = 5
    INT32 = 6
    UINT32 = 7
    INT64 = 8
    UINT64 = 9
    FLOAT32 = 10
    FLOAT64 = 11
    CHARACTER = 13
    WIDE_CHARACTER = 14
    BOOLEAN = 15
    BYTE = 16
    STRING = 17
    WIDE_STRING = 18


class Shape(Enum):
    """How many elements a field has."""

    SINGLE = "single"
    ARRAY = "array"
    BOUNDED_SEQUENCE = "bounded_sequence"
    SEQUENCE = "sequence"


@dataclass(frozen=True, order=True)
class TypeName:
    """`sensor_msgs/msg/Image`; `subfolder` is msg, srv or action."""

    package: str
    subfolder: str
    name: str

    def __str__(self) -> str:
        return f"{self.package}/{self.subfolder}/{self.name}"


@dataclass(frozen=True)
class Field:
    name: str
    kind: Kind
    shape: Shape = Shape.SINGLE
    count: int = 0  # elements of an array, bound of a bounded sequence, else 0
    string_bound: int = 0  # 0: none
    nested: TypeName | None = None  # of Kind.MESSAGE
    default: object | None = None  # bool, int, float, str, or a tuple of these


@dataclass(frozen=True)
class Constant:
    name: str
    kind: Kind
    value: object  # bool, int, float or str


@dataclass(frozen=True)
class Message:
    """One structure: a .msg, or a part of a service or action (`SetBool_Request`)."""

    type: TypeName
    fields: tuple[Field, ...]
    constants: tuple[Constant, ...] = ()
    source: Path | None = None  # for error texts


@dataclass(frozen=True)
class Service:
    """`event` carries the introspection message that ROS 2 derives since Iron."""

    type: TypeName
    request: Message
    response: Message
    event: Message


@dataclass(frozen=True)
class Action:
    """Goal, result and feedback, and the services and message that rosidl derives from them."""

    type: TypeName
    goal: Message
    result: Message
    feedback: Message
    send_goal: Service
    get_result: Service
    feedback_message: Message


@dataclass(frozen=True)
class Package:
    """Everything of one package, in the order of its definition files."""

    name: str
    messages: tuple[Message, ...] = ()
    services: tuple[Service, ...] = ()
    actions: tuple[Action, ...] = ()
    dependencies: Mapping[TypeName, Message] = field(default_factory=dict)
