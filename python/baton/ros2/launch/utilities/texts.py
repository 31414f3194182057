# SPDX-License-Identifier: Apache-2.0
"""Texts that may contain substitutions."""

from collections.abc import Iterable
from pathlib import Path

from ..substitution import Substitution


def is_a(entity, entity_type: type) -> bool:
    return isinstance(entity, entity_type)


def is_a_subclass(entity, entity_type: type) -> bool:
    """True for an instance and for a class."""
    return isinstance(entity, entity_type) or (
        isinstance(entity, type) and issubclass(entity, entity_type)
    )


def isclassinstance(entity) -> bool:
    return hasattr(entity, "__class__")


def ensure_argument_type(argument, types, argument_name: str, caller: str | None = None) -> None:
    wanted = tuple(types) if isinstance(types, Iterable) else (types,)
    if not isinstance(argument, wanted):
        names = ", ".join(getattr(one, "__name__", str(one)) for one in wanted)
        place = f" of {caller}" if caller else ""
        raise TypeError(
            f"'{argument_name}'{place} is a {type(argument).__name__} ({argument!r}); give {names}"
        )


def _one(value) -> Substitution:
    from ..substitutions.basic import TextSubstitution

    if isinstance(value, Substitution) or hasattr(value, "perform"):
        return value
    if isinstance(value, (str, Path)):
        return TextSubstitution(text=str(value))
    raise TypeError(
        f"{value!r} is a {type(value).__name__}: a text is a str, a Substitution, or a list of them"
    )


def normalize_to_list_of_substitutions(subs) -> list[Substitution]:
    if isinstance(subs, (str, Path, Substitution)) or hasattr(subs, "perform"):
        return [_one(subs)]
    if isinstance(subs, Iterable):
        return [_one(value) for value in subs]
    return [_one(subs)]


def perform_substitutions(context, subs) -> str:
    """The texts of all substitutions, one behind the other."""
    return "".join(sub.perform(context) for sub in subs)


def text_of(subs) -> str:
    """For people, without performing: texts in quotes, substitutions described."""
    return " + ".join(sub.describe() for sub in normalize_to_list_of_substitutions(subs)) or "''"
