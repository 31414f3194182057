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

    @property
    def is_string(self) -> bool:
        return self.kind in (Kind.STRING, Kind.WIDE_STRING)


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
    interface: TypeName | None = None  # whose C++ header holds it; None: its own

    @property
    def header(self) -> TypeName:
        return self.interface or self.type


@dataclass(frozen=True)
class Service:
    """`event` carries the introspection message that ROS 2 derives since Iron."""

    type: TypeName
    request: Message
    response: Message
    event: Message

    @property
    def messages(self) -> tuple[Message, ...]:
        return (self.request, self.response, self.event)


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

    @property
    def messages(self) -> tuple[Message, ...]:
        """In an order in which each is defined before it is used."""
        return (
            self.goal,
            self.result,
            self.feedback,
            *self.send_goal.messages,
            *self.get_result.messages,
            self.feedback_message,
        )


@dataclass(frozen=True)
class Interface:
    """What one definition file defines; it becomes one C++ header and one type support source."""

    type: TypeName
    messages: tuple[Message, ...]  # each after those of this file that it contains
    services: tuple[Service, ...] = ()
    action: Action | None = None


@dataclass(frozen=True)
class Package:
    """Everything of one package, in the order of its definition files.

    `dependencies` are the messages of other packages that these contain, at any depth.
    """

    name: str
    messages: tuple[Message, ...] = ()
    services: tuple[Service, ...] = ()
    actions: tuple[Action, ...] = ()
    dependencies: Mapping[TypeName, Message] = field(default_factory=dict)

    def interfaces(self) -> tuple[Interface, ...]:
        by_header: dict[TypeName, list[Message]] = {}
        for message in self.messages:
            by_header.setdefault(message.header, []).append(message)
        found = [Interface(name, tuple(messages)) for name, messages in by_header.items()]
        found += [Interface(one.type, one.messages, (one,)) for one in self.services]
        found += [
            Interface(one.type, one.messages, (one.send_goal, one.get_result), one)
            for one in self.actions
        ]
        return tuple(found)

    def all_messages(self) -> tuple[Message, ...]:
        """Every structure of this package, those derived from services and actions too."""
        return tuple(message for one in self.interfaces() for message in one.messages)
