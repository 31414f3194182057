# SPDX-License-Identifier: Apache-2.0
"""Fields from dicts."""

from typing import Any


def set_message_fields(msg: Any, values: dict[str, Any], **_: Any) -> list:
    """Sets the fields that `values` names; nested messages take dicts."""
    for name, value in values.items():
        current = getattr(msg, name)
        if isinstance(value, dict) and hasattr(current, "get_fields_and_field_types"):
            set_message_fields(current, value)
            continue
        if isinstance(value, list) and value and isinstance(value[0], dict):
            from rosidl_runtime_py.utilities import get_message

            kind = msg.get_fields_and_field_types()[name]
            inner = get_message(kind.split("<")[-1].split(",")[0].split("[")[0].rstrip(">"))
            made = []
            for entry in value:
                element = inner()
                set_message_fields(element, entry)
                made.append(element)
            value = made
        if isinstance(current, float) and isinstance(value, int):
            value = float(value)
        setattr(msg, name, value)
    return []
