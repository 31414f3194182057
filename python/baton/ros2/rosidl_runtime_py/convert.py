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
    """The fields by their names. `truncate_length`: texts and sequences end with "..." behind so
    many; `no_arr` and `no_str`: of them only how long they are."""
    cut = _Cut(truncate_length, no_arr, no_str)
    return cut.of_message(msg)


def message_to_csv(
    msg: Any, *, truncate_length: int | None = None, no_arr: bool = False, no_str: bool = False
) -> str:
    options = {"truncate_length": truncate_length, "no_arr": no_arr, "no_str": no_str}
    return ",".join(_flat(message_to_ordereddict(msg, **options)))


class _Cut:
    """Makes values of Python, and shortens them."""

    def __init__(self, most: int | None, no_arrays: bool, no_texts: bool) -> None:
        self._most = most
        self._no_arrays = no_arrays
        self._no_texts = no_texts

    def of_message(self, msg: Any) -> OrderedDict:
        kinds = msg.get_fields_and_field_types()
        return OrderedDict((name, self._of(getattr(msg, name), kinds[name])) for name in kinds)

    def _of(self, value: Any, kind: str = "") -> Any:
        if isinstance(value, (bytes, bytearray)):
            return self._text(value.decode("latin-1"))
        if isinstance(value, str):
            if self._no_texts:
                return f"<string length: <{len(value)}>>"
            return self._text(value)
        if isinstance(value, (bool, int, float)):
            return value
        if hasattr(value, "get_fields_and_field_types"):
            return self.of_message(value)
        if hasattr(value, "item") and getattr(value, "ndim", 1) == 0:
            return value.item()
        if self._no_arrays and kind:
            return _without_items(kind, len(value))
        return self._items(value)

    def _text(self, text: str) -> str:
        too_long = self._most is not None and len(text) > self._most
        return text[: self._most] + "..." if too_long else text

    def _items(self, items: Any) -> list:
        too_long = self._most is not None and len(items) > self._most
        shown = items[: self._most] if too_long else items
        found = shown.tolist() if hasattr(shown, "tolist") else [self._of(each) for each in shown]
        return [*found, "..."] if too_long else found


def _without_items(kind: str, length: int) -> str:
    """`kind` is double[9], sequence<double> or sequence<double, 5>."""
    if not kind.startswith("sequence<"):
        return f"<array type: {kind}>"
    inner, _, most = kind.removeprefix("sequence<").removesuffix(">").partition(", ")
    return f"<sequence type: {inner}{f'[{most}]' if most else ''}, length: {length}>"


def _flat(value: Any) -> list[str]:
    """The cells; of what is empty one, so that those behind it stay in their columns."""
    if isinstance(value, dict):
        return [text for each in value.values() for text in _flat(each)] or [""]
    if isinstance(value, list):
        return [text for each in value for text in _flat(each)] or [""]
    return [str(value)]


def get_message_slot_types(msg: Any) -> OrderedDict:
    return OrderedDict(msg.get_fields_and_field_types())
