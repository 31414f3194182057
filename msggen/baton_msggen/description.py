# SPDX-License-Identifier: Apache-2.0
"""Type descriptions as ROS 2 writes them, and the type hash RIHS01 (REP 2016).

The hash is the SHA-256 of the JSON text of the description without default values, with the
separators ", " and ": "; the referenced types are all that the type contains at any depth, sorted
by name. Constants and comments are no part of it.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable, Sequence

from .model import Action, Field, Kind, Message, Service, Shape, TypeName

# type_description_interfaces/msg/FieldType
_ARRAY = {Shape.SINGLE: 0, Shape.ARRAY: 48, Shape.BOUNDED_SEQUENCE: 96, Shape.SEQUENCE: 144}
_BOUNDED = {Kind.STRING: 21, Kind.WIDE_STRING: 22}

PREFIX = "RIHS01_"


class Descriptions:
    """`resolve` finds a nested message by its name."""

    def __init__(self, resolve: Callable[[TypeName], Message]):
        self._resolve = resolve

    def text(self, interface: Message | Service | Action) -> str:
        """The JSON text that the hash is the hash of."""
        fields = _fields_of(interface)
        referenced: dict[TypeName, Sequence[Field]] = {}
        self._collect(fields, _extra_messages(interface), referenced)
        description = {
            "type_description": _individual(interface.type, fields),
            "referenced_type_descriptions": [
                _individual(name, found)
                for name, found in sorted(referenced.items(), key=lambda item: str(item[0]))
            ],
        }
        return json.dumps(description, ensure_ascii=True, allow_nan=False)

    def hash(self, interface: Message | Service | Action) -> bytes:
        return hashlib.sha256(self.text(interface).encode()).digest()

    def _collect(
        self,
        fields: Sequence[Field],
        extra: dict[TypeName, Sequence[Field]],
        into: dict[TypeName, Sequence[Field]],
    ) -> None:
        for field in fields:
            name = field.nested
            if name is None or name in into:
                continue
            into[name] = extra[name] if name in extra else self._resolve(name).fields
            self._collect(into[name], extra, into)


def hash_text(digest: bytes) -> str:
    return PREFIX + digest.hex()


def _fields_of(interface: Message | Service | Action) -> Sequence[Field]:
    """Services and actions are described as if their parts were fields."""
    if isinstance(interface, Message):
        return interface.fields
    if isinstance(interface, Service):
        parts = {
            "request_message": interface.request.type,
            "response_message": interface.response.type,
            "event_message": interface.event.type,
        }
    else:
        parts = {
            "goal": interface.goal.type,
            "result": interface.result.type,
            "feedback": interface.feedback.type,
            "send_goal_service": interface.send_goal.type,
            "get_result_service": interface.get_result.type,
            "feedback_message": interface.feedback_message.type,
        }
    return [Field(name, Kind.MESSAGE, nested=nested) for name, nested in parts.items()]


def _extra_messages(
    interface: Message | Service | Action,
) -> dict[TypeName, Sequence[Field]]:
    """The services of an action, which are referenced and no messages."""
    if not isinstance(interface, Action):
        return {}
    services = (interface.send_goal, interface.get_result)
    return {service.type: _fields_of(service) for service in services}


def _individual(name: TypeName, fields: Sequence[Field]) -> dict:
    return {"type_name": str(name), "fields": [_field(field) for field in fields]}


def _field(field: Field) -> dict:
    bounded_string = field.string_bound and field.kind in _BOUNDED
    type_id = _BOUNDED[field.kind] if bounded_string else int(field.kind)
    return {
        "name": field.name,
        "type": {
            "type_id": type_id + _ARRAY[field.shape],
            "capacity": field.count,
            "string_capacity": field.string_bound,
            "nested_type_name": str(field.nested) if field.nested else "",
        },
    }
