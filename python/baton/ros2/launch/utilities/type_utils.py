# SPDX-License-Identifier: Apache-2.0
"""Values with a type, written as themselves, as YAML in a text, or as substitutions."""

from collections.abc import Iterable

from ..substitution import Substitution
from .texts import normalize_to_list_of_substitutions, perform_substitutions

SCALARS = (bool, int, float, str)


def _list_item(data_type):
    """The type of the items of List[T] or list[T]; None for what is no list."""
    origin = getattr(data_type, "__origin__", None)
    if origin is list:
        return data_type.__args__[0]
    return object if data_type is list else None


def coerce_to_type(value: str, data_type=None, *, can_be_str: bool = True):
    """A text as bool, int, float, str or a list of one of them; `data_type` None: as YAML says."""
    import yaml

    if data_type is str:
        return value
    if data_type is bool:
        word = value.strip().lower()
        if word in ("true", "yes", "on", "1"):
            return True
        if word in ("false", "no", "off", "0"):
            return False
        raise ValueError(f"'{value}' is neither true nor false")
    if data_type in (int, float):
        try:
            return data_type(value)
        except ValueError:
            kind = "a whole number" if data_type is int else "a number"
            raise ValueError(f"'{value}' is not {kind}") from None
    try:
        loaded = yaml.safe_load(value)
    except yaml.YAMLError as error:
        if can_be_str and data_type is None:
            return value
        raise ValueError(f"'{value}' is not YAML: {error}") from None
    if data_type is None:
        return "" if loaded is None else loaded
    item = _list_item(data_type)
    if item is not None:
        if not isinstance(loaded, list):
            raise ValueError(f"'{value}' is not a list")
        if item in SCALARS:
            return [
                coerce_to_type(one if isinstance(one, str) else str(one), item) for one in loaded
            ]
        return loaded
    return loaded


def normalize_typed_substitution(value, data_type):
    """A value that perform_typed_substitution() takes: itself, or a list of substitutions."""
    if isinstance(value, (bool, int, float)) or value is None:
        return value
    if isinstance(value, (str, Substitution)):
        return normalize_to_list_of_substitutions(value)
    if isinstance(value, Iterable):
        items = list(value)
        if any(isinstance(item, Substitution) for item in items):
            return normalize_to_list_of_substitutions(items)
        if items and all(isinstance(item, list) for item in items):
            return items
        return (
            items
            if not all(isinstance(item, str) for item in items) or _list_item(data_type)
            else normalize_to_list_of_substitutions(items)
        )
    return value


def perform_typed_substitution(context, value, data_type=None):
    if isinstance(value, Substitution):
        value = [value]
    if isinstance(value, list) and value and all(isinstance(one, Substitution) for one in value):
        return coerce_to_type(perform_substitutions(context, value), data_type)
    if isinstance(value, list):
        return [perform_typed_substitution(context, one, _list_item(data_type)) for one in value]
    if isinstance(value, str):
        return coerce_to_type(value, data_type)
    if data_type is float and isinstance(value, int) and not isinstance(value, bool):
        return float(value)
    return value
