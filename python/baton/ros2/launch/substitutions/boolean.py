# SPDX-License-Identifier: Apache-2.0
"""Substitutions that give true or false."""

import math

from ..errors import SubstitutionFailure
from ..frontend.expose import expose_substitution
from ..substitution import Substitution
from ..utilities.texts import normalize_to_list_of_substitutions, perform_substitutions, text_of
from ..utilities.type_utils import is_substitution, perform_typed_substitution
from .basic import arguments_of


def _boolean(context, subs) -> bool:
    text = perform_substitutions(context, subs)
    word = text.strip().lower()
    if word in ("true", "1"):
        return True
    if word in ("false", "0"):
        return False
    raise SubstitutionFailure(f"'{text}' is neither true nor false")


class _Several(Substitution):
    """Of several booleans."""

    join = all

    def __init__(self, *args) -> None:
        self._parts = [normalize_to_list_of_substitutions(part) for part in args]

    def describe(self) -> str:
        return f"{type(self).__name__}({', '.join(text_of(part) for part in self._parts)})"

    def perform(self, context) -> str:
        # All of them, so that a wrong one is noticed whatever the others say.
        values = [_boolean(context, part) for part in self._parts]
        return str(type(self).join(values)).lower()


class _Two(_Several):
    def __init__(self, left, right) -> None:
        super().__init__(left, right)

    @classmethod
    def parse(cls, data):
        left, right = arguments_of(cls.__name__, data, 2, 2)
        return cls, {"left": left, "right": right}


@expose_substitution("and")
class AndSubstitution(_Two):
    """true if both are."""


@expose_substitution("or")
class OrSubstitution(_Two):
    """true if one is."""

    join = any


@expose_substitution("any")
class AnySubstitution(_Several):
    """true if at least one is."""

    join = any

    @classmethod
    def parse(cls, data):
        return (lambda parts: cls(*parts)), {"parts": list(data)}


@expose_substitution("all")
class AllSubstitution(_Several):
    """true if all are."""

    @classmethod
    def parse(cls, data):
        return (lambda parts: cls(*parts)), {"parts": list(data)}


@expose_substitution("not")
class NotSubstitution(Substitution):
    """true if it is false."""

    def __init__(self, value) -> None:
        self.__value = normalize_to_list_of_substitutions(value)

    @classmethod
    def parse(cls, data):
        return cls, {"value": arguments_of("not", data, 1, 1)[0]}

    def describe(self) -> str:
        return f"NotSubstitution({text_of(self.__value)})"

    def perform(self, context) -> str:
        return str(not _boolean(context, self.__value)).lower()


def _equal(left: str, right: str) -> bool:
    """Equal as booleans, as numbers, or as texts."""
    words = {"true": True, "1": True, "false": False, "0": False}
    first, second = words.get(left.lower()), words.get(right.lower())
    if first is not None and second is not None:
        return first == second
    try:
        return math.isclose(float(left), float(right))
    except ValueError:
        return left == right


@expose_substitution("equals")
class EqualsSubstitution(Substitution):
    """true if both are equal: as booleans, as numbers, or as texts."""

    def __init__(self, left, right) -> None:
        self._sides = [self._side(left), self._side(right)]

    @staticmethod
    def _side(value):
        """Any value: what is neither a text nor a substitution is compared as its text."""
        if value is None:
            value = ""
        elif not isinstance(value, str) and not is_substitution(value):
            value = str(value)
        return normalize_to_list_of_substitutions(value)

    @classmethod
    def parse(cls, data):
        left, right = arguments_of("equals", data, 2, 2)
        return cls, {"left": left, "right": right}

    def describe(self) -> str:
        return f"{type(self).__name__}({', '.join(text_of(side) for side in self._sides)})"

    def _holds(self, context) -> bool:
        return _equal(*(perform_substitutions(context, side) for side in self._sides))

    def perform(self, context) -> str:
        return str(self._holds(context)).lower()


@expose_substitution("not-equals")
class NotEqualsSubstitution(EqualsSubstitution):
    """true if they are not equal."""

    def _holds(self, context) -> bool:
        return not super()._holds(context)


@expose_substitution("if")
class IfElseSubstitution(Substitution):
    """One text if the condition is true, else the other."""

    def __init__(self, condition, if_value="", else_value="") -> None:
        if if_value == "" and else_value == "":
            raise RuntimeError("IfElseSubstitution needs if_value, else_value, or both")
        self.__condition = normalize_to_list_of_substitutions(condition)
        self.__if_value = normalize_to_list_of_substitutions(if_value)
        self.__else_value = normalize_to_list_of_substitutions(else_value)

    @classmethod
    def parse(cls, data):
        found = arguments_of("if", data, 2, 3)
        return cls, dict(zip(("condition", "if_value", "else_value"), found, strict=False))

    def describe(self) -> str:
        parts = (self.__condition, self.__if_value, self.__else_value)
        return f"IfElseSubstitution({', '.join(text_of(part) for part in parts)})"

    def perform(self, context) -> str:
        try:
            holds = perform_typed_substitution(context, self.__condition, bool)
        except ValueError as error:
            raise SubstitutionFailure(f"the condition: {error}") from None
        chosen = self.__if_value if holds else self.__else_value
        return perform_substitutions(context, chosen)
