# SPDX-License-Identifier: Apache-2.0
"""Fields from dicts."""

import functools
from collections.abc import Callable
from typing import Any

from baton.field_values import converted

SetTime = Callable[[Any], None]


def set_message_fields(
    msg: Any,
    values: dict[str, Any],
    expand_header_auto: bool = False,
    expand_time_now: bool = False,
) -> list[SetTime]:
    """Sets the fields that `values` names; nested messages take dicts, and values are converted to
    the types of their fields. Raises TypeError for what is no dict.

    Returns functions that take a time: of headers that are `auto` and times that are `now`, where
    these two words are to be expanded.
    """
    if not hasattr(values, "items"):
        kind = type(values).__name__
        raise TypeError(f"Value '{values}' is expected to be a dictionary but is a {kind}")
    kinds = msg.get_fields_and_field_types()
    setters: list[SetTime] = []

    def fill(message: Any, fields: Any) -> None:
        setters.extend(set_message_fields(message, fields, expand_header_auto, expand_time_now))

    for name, value in values.items():
        current = getattr(msg, name)
        kind = kinds[name]
        if value == "now" and expand_time_now and kind == "builtin_interfaces/Time":
            setters.append(functools.partial(setattr, msg, name))
        elif value == "auto" and expand_header_auto and kind == "std_msgs/Header":
            setters.append(functools.partial(setattr, current, "stamp"))
        elif hasattr(current, "get_fields_and_field_types"):
            if type(value) is type(current):
                setattr(msg, name, value)
            else:
                fill(current, value)
        elif isinstance(value, list) and any(isinstance(each, dict) for each in value):
            made = [_inner_class(kind)() for _ in value]
            for element, fields in zip(made, value, strict=True):
                fill(element, fields)
            setattr(msg, name, made)
        else:
            setattr(msg, name, converted(current, value))
    return setters


def _inner_class(kind: str) -> Any:
    """Of `sequence<geometry_msgs/Point>`, `geometry_msgs/Point[4]` and their like."""
    from rosidl_runtime_py.utilities import get_message

    return get_message(kind.split("<")[-1].split(",")[0].split("[")[0].rstrip(">"))
