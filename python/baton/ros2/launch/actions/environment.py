# SPDX-License-Identifier: Apache-2.0
"""Actions on the environment that processes inherit."""

import os

from ..action import Action
from ..frontend.expose import expose_action
from ..substitution import Substitution
from ..utilities import (
    normalize_to_list_of_substitutions,
    normalize_typed_substitution,
    perform_substitutions,
    perform_typed_substitution,
    text_of,
)


@expose_action("set_env")
class SetEnvironmentVariable(Action):
    """Sets a variable for all processes that are started later in this scope."""

    def __init__(self, name, value, **kwargs) -> None:
        super().__init__(**kwargs)
        self.__name = normalize_to_list_of_substitutions(name)
        self.__value = normalize_to_list_of_substitutions(value)

    @classmethod
    def parse(cls, entity, parser):
        _, kwargs = super().parse(entity, parser)
        kwargs["name"] = parser.parse_substitution(entity.get_attr("name"))
        kwargs["value"] = parser.parse_substitution(entity.get_attr("value"))
        return cls, kwargs

    @property
    def name(self) -> list[Substitution]:
        return self.__name

    @property
    def value(self) -> list[Substitution]:
        return self.__value

    def describe(self) -> str:
        return f"SetEnvironmentVariable({text_of(self.__name)}, {text_of(self.__value)})"

    def execute(self, context) -> None:
        name = perform_substitutions(context, self.__name)
        context.environment[name] = perform_substitutions(context, self.__value)


@expose_action("unset_env")
class UnsetEnvironmentVariable(Action):
    """Removes a variable."""

    def __init__(self, name, **kwargs) -> None:
        super().__init__(**kwargs)
        self.__name = normalize_to_list_of_substitutions(name)

    @classmethod
    def parse(cls, entity, parser):
        _, kwargs = super().parse(entity, parser)
        kwargs["name"] = parser.parse_substitution(entity.get_attr("name"))
        return cls, kwargs

    @property
    def name(self) -> list[Substitution]:
        return self.__name

    def describe(self) -> str:
        return f"UnsetEnvironmentVariable({text_of(self.__name)})"

    def execute(self, context) -> None:
        context.environment.pop(perform_substitutions(context, self.__name), None)


@expose_action("append_env")
class AppendEnvironmentVariable(Action):
    """Adds to the end, or with `prepend` to the beginning, of a variable that is a list."""

    def __init__(self, name, value, prepend=False, separator=os.pathsep, **kwargs) -> None:
        super().__init__(**kwargs)
        self.__name = normalize_to_list_of_substitutions(name)
        self.__value = normalize_to_list_of_substitutions(value)
        self.__prepend = normalize_typed_substitution(prepend, bool)
        self.__separator = normalize_to_list_of_substitutions(separator)

    @classmethod
    def parse(cls, entity, parser):
        _, kwargs = super().parse(entity, parser)
        kwargs["name"] = parser.parse_substitution(entity.get_attr("name"))
        kwargs["value"] = parser.parse_substitution(entity.get_attr("value"))
        prepend = entity.get_attr("prepend", optional=True, data_type=bool, can_be_str=True)
        if prepend is not None:
            kwargs["prepend"] = parser.parse_if_substitutions(prepend)
        separator = entity.get_attr("separator", optional=True)
        if separator is not None:
            kwargs["separator"] = parser.parse_substitution(separator)
        return cls, kwargs

    @property
    def name(self) -> list[Substitution]:
        return self.__name

    @property
    def value(self) -> list[Substitution]:
        return self.__value

    @property
    def prepend(self):
        return self.__prepend

    @property
    def separator(self) -> list[Substitution]:
        return self.__separator

    def describe(self) -> str:
        return f"AppendEnvironmentVariable({text_of(self.__name)}, {text_of(self.__value)})"

    def execute(self, context) -> None:
        name = perform_substitutions(context, self.__name)
        value = perform_substitutions(context, self.__value)
        separator = perform_substitutions(context, self.__separator)
        old = context.environment.get(name)
        if old:
            before = perform_typed_substitution(context, self.__prepend, bool)
            value = value + separator + old if before else old + separator + value
        context.environment[name] = value


@expose_action("push_env")
class PushEnvironment(Action):
    """Begins a scope: PopEnvironment brings back the environment of now."""

    @classmethod
    def parse(cls, entity, parser):
        _, kwargs = super().parse(entity, parser)
        return cls, kwargs

    def execute(self, context) -> None:
        context._push_environment()


@expose_action("pop_env")
class PopEnvironment(Action):
    """Ends the scope of the last PushEnvironment."""

    @classmethod
    def parse(cls, entity, parser):
        _, kwargs = super().parse(entity, parser)
        return cls, kwargs

    def execute(self, context) -> None:
        context._pop_environment()


@expose_action("reset_env")
class ResetEnvironment(Action):
    """Back to the environment that the launch was started with."""

    @classmethod
    def parse(cls, entity, parser):
        _, kwargs = super().parse(entity, parser)
        return cls, kwargs

    def execute(self, context) -> None:
        context._reset_environment()


class ReplaceEnvironmentVariables(Action):
    """Removes all variables, and sets these."""

    def __init__(self, environment=None, **kwargs) -> None:
        super().__init__(**kwargs)
        self.__values = [
            (normalize_to_list_of_substitutions(name), normalize_to_list_of_substitutions(value))
            for name, value in (environment or {}).items()
        ]

    def execute(self, context) -> None:
        values = {
            perform_substitutions(context, name): perform_substitutions(context, value)
            for name, value in self.__values
        }
        context.environment.clear()
        context.environment.update(values)
