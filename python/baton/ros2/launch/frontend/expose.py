# SPDX-License-Identifier: Apache-2.0
"""Which class a tag of a launch file, or a $(name ...), stands for."""

from collections.abc import Callable

from ..errors import InvalidLaunchFileError
from ..utilities.near_names import did_you_mean

action_parse_methods: dict[str, Callable] = {}
substitution_parse_methods: dict[str, Callable] = {}


def expose_action(name: str) -> Callable:
    """A decorator: tag `name` makes this class, by its parse(entity, parser)."""

    def expose(exposed):
        action_parse_methods[name] = exposed.parse if isinstance(exposed, type) else exposed
        return exposed

    return expose


def expose_substitution(name: str) -> Callable:
    """A decorator: $(name ...) makes this class, by its parse(arguments)."""

    def expose(exposed):
        substitution_parse_methods[name] = exposed.parse if isinstance(exposed, type) else exposed
        return exposed

    return expose


def instantiate_action(entity, parser):
    name = entity.type_name
    if name not in action_parse_methods:
        raise InvalidLaunchFileError(
            f"unrecognized tag '{name}'{did_you_mean(name, action_parse_methods)}"
        )
    action_type, kwargs = action_parse_methods[name](entity, parser)
    if not hasattr(entity, "assert_entity_completely_parsed"):
        return action_type(**kwargs)
    entity.assert_entity_completely_parsed()
    return action_type(**kwargs)


def instantiate_substitution(name: str, arguments=None):
    if name not in substitution_parse_methods:
        hint = did_you_mean(name, substitution_parse_methods)
        if name == "arg":
            hint = "; $(arg x) of ROS 1 is $(var x)"
        if name == "find":
            hint = "; $(find x) of ROS 1 is $(find-pkg-share x)"
        raise InvalidLaunchFileError(f"unknown substitution '$({name} ...)'{hint}")
    make, kwargs = substitution_parse_methods[name](arguments or [])
    return make(**kwargs)
