# SPDX-License-Identifier: Apache-2.0
"""Values with a type, written as themselves, as YAML in a text, or as substitutions.

The types are bool, int, float, str and lists of one of them, as `list[int]` or `typing.List[int]`;
None stands for any of these. `can_be_str` lets a text stand where another type is wanted.
"""

from collections.abc import Iterable

from ..substitution import Substitution
from .texts import ensure_argument_type, normalize_to_list_of_substitutions, perform_substitutions

ScalarTypesTuple = SCALARS = (int, float, bool, str)
ListTypesTuple = (list[int], list[float], list[bool], list[str])
AllowedTypesTuple = ScalarTypesTuple + ListTypesTuple

ScalarValueType = int | float | bool | str
AllowedValueType = ScalarValueType | list[int] | list[float] | list[bool] | list[str]
SomeScalarType = ScalarValueType | Substitution | Iterable[Substitution | str]
SomeValueType = SomeScalarType | Iterable[SomeScalarType]

_KINDS = {int: "a whole number", float: "a number", bool: "true or false", str: "a text"}


def is_typing_list(data_type) -> bool:
    """True for typing.List, typing.List[T] and list[T]."""
    return str(data_type) == "typing.List" or getattr(data_type, "__origin__", None) is list


def is_valid_scalar_type(data_type) -> bool:
    return data_type in SCALARS


def extract_type(data_type) -> tuple[type, bool]:
    """(T, True) of a list of T, (T, False) of T. Throws ValueError for all other types."""
    items = getattr(data_type, "__args__", ()) if is_typing_list(data_type) else ()
    scalar = items[0] if items else data_type
    if not is_valid_scalar_type(scalar):
        raise ValueError(
            f"{data_type!r} is no type of a value: there are bool, int, float, str and lists of one"
        )
    return scalar, bool(items)


def is_instance_of_valid_type(value, *, can_be_str: bool = False) -> bool:
    """A scalar, or a list of scalars of one type."""
    if not isinstance(value, list):
        return isinstance(value, SCALARS)
    kinds = {type(item) for item in value}
    if can_be_str:
        kinds.discard(str)
    return len(kinds) <= 1 and kinds <= set(SCALARS)


def is_instance_of(value, data_type=None, *, can_be_str: bool = False) -> bool:
    if data_type is None:
        return is_instance_of_valid_type(value, can_be_str=can_be_str)
    scalar, is_list = extract_type(data_type)
    wanted = (scalar, str) if can_be_str else scalar
    if is_list:
        return isinstance(value, list) and all(isinstance(item, wanted) for item in value)
    return isinstance(value, wanted)


def coerce_to_type(value: str, data_type=None, *, can_be_str: bool = False):
    """A text as a value. Throws ValueError if it has another type, unless it may stay a text."""
    ensure_argument_type(value, str, "value", "coerce_to_type")
    if data_type is None:
        return _as_yaml(value, can_be_str)
    scalar, is_list = extract_type(data_type)
    if not is_list:
        try:
            return _scalar(value, scalar)
        except ValueError:
            if can_be_str:
                return value
            raise
    found = _as_yaml(value, can_be_str)
    if not isinstance(found, list):
        raise ValueError(f"'{value}' is not a list")
    if not is_instance_of(found, data_type, can_be_str=can_be_str):
        raise ValueError(f"'{value}' is not a list in which each item is {_KINDS[scalar]}")
    return found


def _scalar(text: str, scalar: type):
    words = {"true": True, "yes": True, "on": True, "1": True}
    words |= {"false": False, "no": False, "off": False, "0": False}
    try:
        return words[text.strip().lower()] if scalar is bool else scalar(text)
    except (KeyError, ValueError):
        raise ValueError(f"'{text}' is not {_KINDS[scalar]}") from None


def _as_yaml(text: str, can_be_str: bool):
    import yaml

    if not text:
        return text
    try:
        found = yaml.safe_load(text)
    except yaml.YAMLError as error:
        if can_be_str:
            return text
        raise ValueError(f"'{text}' is not YAML: {error}") from None
    if not is_instance_of_valid_type(found, can_be_str=can_be_str):
        raise ValueError(
            f"'{text}' is in YAML neither a text, a number, true or false nor a list of one of them"
        )
    return found


def coerce_list(value: list[str], data_type=None, *, can_be_str: bool = False) -> list:
    """Each text as a value; all must get the same type."""
    ensure_argument_type(value, list, "value", "coerce_list")
    found = [coerce_to_type(item, data_type, can_be_str=can_be_str) for item in value]
    if not is_instance_of_valid_type(found, can_be_str=can_be_str):
        raise ValueError(f"the items of {value} have several types in YAML: {found}")
    return found


def get_typed_value(value: str | list[str], data_type=None, *, can_be_str: bool = False):
    """A text, or a list of texts, as a value."""
    if not isinstance(value, list):
        return coerce_to_type(value, data_type, can_be_str=can_be_str)
    if data_type is None:
        return coerce_list(value, can_be_str=can_be_str)
    scalar, is_list = extract_type(data_type)
    if not is_list:
        raise TypeError(f"{value} is a list, and {_KINDS[scalar]} is wanted")
    return coerce_list(value, scalar, can_be_str=can_be_str)


def is_substitution(value) -> bool:
    """A substitution, or a list of texts and at least one substitution, which is one text."""
    if isinstance(value, Substitution):
        return True
    if isinstance(value, str) or not isinstance(value, Iterable):
        return False
    items = list(value)
    return all(isinstance(item, (Substitution, str)) for item in items) and any(
        isinstance(item, Substitution) for item in items
    )


def is_normalized_substitution(value) -> bool:
    return (
        isinstance(value, list)
        and len(value) > 0
        and all(isinstance(item, Substitution) for item in value)
    )


def normalize_typed_substitution(value, data_type=None):
    """What perform_typed_substitution() takes: a value, or lists of substitutions.

    A list that can be one text is one text: write [[sub], 'b'] for a list of two. Throws TypeError
    if nothing of `data_type` can come out.
    """
    if data_type is float and type(value) is int:
        return float(value)
    if is_substitution(value) or (isinstance(value, str) and data_type not in (str, None)):
        # A text where another type is wanted is read as that type when it is performed.
        return normalize_to_list_of_substitutions(value)
    if isinstance(value, SCALARS):
        if not is_instance_of(value, data_type):
            raise TypeError(f"{value!r} is not {_kind(data_type)}")
        return value
    if not isinstance(value, Iterable):
        raise TypeError(f"{value!r} is neither a value, nor a substitution, nor a list of them")
    scalar, is_list = (None, True) if data_type is None else extract_type(data_type)
    if not is_list:
        raise TypeError(f"{value!r} is a list, and {_KINDS[scalar]} is wanted")
    items = [
        normalize_to_list_of_substitutions(item) if is_substitution(item) else item
        for item in value
    ]
    return _uniform(items, scalar)


def _uniform(items: list, scalar: type | None) -> list:
    """Items of one type beside substitutions; whole numbers are numbers, too."""
    kinds = {type(item) for item in items if not isinstance(item, list)}
    if kinds == {int, float}:
        items = [float(item) if isinstance(item, int) else item for item in items]
        kinds = {float}
    if len(kinds) > 1 or not kinds <= set(SCALARS):
        raise TypeError(f"the items of {items!r} have several types, or are no values")
    if scalar is not None and not kinds <= {scalar}:
        raise TypeError(f"each item of {items!r} must be {_KINDS[scalar]} or a substitution")
    return items


def perform_typed_substitution(context, value, data_type=None):
    """The value of what normalize_typed_substitution() returned."""
    if isinstance(value, SCALARS):
        if not is_instance_of(value, data_type):
            raise TypeError(f"{value!r} is not {_kind(data_type)}")
        return value
    if is_normalized_substitution(value):
        return coerce_to_type(perform_substitutions(context, value), data_type)
    if not isinstance(value, list):
        raise TypeError(f"{value!r} did not come from normalize_typed_substitution()")
    scalar, is_list = (None, True) if data_type is None else extract_type(data_type)
    if not is_list:
        raise ValueError(f"{value!r} is a list, and {_KINDS[scalar]} is wanted")
    found = [
        coerce_to_type(perform_substitutions(context, item), scalar)
        if is_normalized_substitution(item)
        else item
        for item in value
    ]
    if not is_instance_of(found, data_type):
        raise ValueError(f"the items of {found} have several types")
    return found


def _kind(data_type) -> str:
    scalar, is_list = extract_type(data_type)
    return f"a list in which each item is {_KINDS[scalar]}" if is_list else _KINDS[scalar]
