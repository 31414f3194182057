# SPDX-License-Identifier: Apache-2.0
"""Messages as YAML, CSV and dicts."""

from collections import OrderedDict
from typing import Any


def message_to_yaml(
    msg: Any,
    *,
    truncate_length: int | None = None,
    no_arr: bool = False,
    no_str: bool = False,
    flow_style: bool = False,
) -> str:
    from baton.native import _native

    return _native.to_yaml(msg, flow_style, truncate_length or 0, no_arr, no_str)


def message_to_ordereddict(
    msg: Any, *, truncate_length: int | None = None, no_arr: bool = False, no_str: bool = False
) -> OrderedDict:
    return msg.to_dict()


def message_to_csv(
    msg: Any, *, truncate_length: int | None = None, no_arr: bool = False, no_str: bool = False
) -> str:
    return ",".join(_flat(msg.to_dict()))


def _flat(value: Any) -> list[str]:
    if isinstance(value, dict):
        return [text for each in value.values() for text in _flat(each)]
    if isinstance(value, list):
        return [text for each in value for text in _flat(each)]
    return [str(value)]


def get_message_slot_types(msg: Any) -> OrderedDict:
    return OrderedDict(msg.get_fields_and_field_types())
