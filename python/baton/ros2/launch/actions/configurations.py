# SPDX-License-Identifier: Apache-2.0
"""Actions on launch configurations: the variables of a launch file."""

from ..action import Action
from ..frontend.expose import expose_action
from ..substitution import Substitution
from ..substitutions.basic import TextSubstitution
from ..utilities import normalize_to_list_of_substitutions, perform_substitutions, text_of


def _text_or_substitutions(value) -> list[Substitution]:
    """A value as substitutions; numbers and booleans become their texts."""
    if isinstance(value, (bool, int, float)):
        return normalize_to_list_of_substitutions(str(value))
    return normalize_to_list_of_substitutions(value)


@expose_action("arg")
class DeclareLaunchArgument(Action):
    """An argument of the launch file: NAME:=VALUE on the command line, or what an include gives."""

    def __init__(
        self,
        name: str,
        *,
        default_value=None,
        description: str | None = None,
        choices=None,
        **kwargs,
    ) -> None:
        super().__init__(**kwargs)
        self.__name = name
        self.__default = None if default_value is None else _text_or_substitutions(default_value)
        self.__description = description or "no description given"
        self.__choices = None if choices is None else [str(choice) for choice in choices]
        if choices is not None:
            self._check_choices()
            self.__description += f". Valid choices are: {self.__choices}"

    def _check_choices(self) -> None:
        if not self.__choices:
            raise ValueError(f"argument '{self.__name}' has choices, and none is in the list")
        parts = self.__default or []
        if parts and all(isinstance(part, TextSubstitution) for part in parts):
            default = "".join(part.text for part in parts)
            if default not in self.__choices:
                raise RuntimeError(
                    f"the default value '{default}' of argument '{self.__name}' is not in provided "
                    f"choices {self.__choices}"
                )

    @classmethod
    def parse(cls, entity, parser):
        _, kwargs = super().parse(entity, parser)
        kwargs["name"] = parser.escape_characters(entity.get_attr("name"))
        default = entity.get_attr("default", optional=True, can_be_str=True)
        if default is not None:
            kwargs["default_value"] = parser.parse_substitution(default)
        description = entity.get_attr("description", optional=True)
        if description is not None:
            kwargs["description"] = parser.escape_characters(description)
        choices = entity.get_attr("choice", data_type=list, optional=True)
        if choices is not None:
            kwargs["choices"] = [parser.escape_characters(one.get_attr("value")) for one in choices]
            for one in choices:
                one.assert_entity_completely_parsed()
        if "description" in kwargs and not kwargs["description"]:
            del kwargs["description"]
        return cls, kwargs

    @property
    def name(self) -> str:
        return self.__name

    @property
    def default_value(self) -> list[Substitution] | None:
        return self.__default

    @property
    def description(self) -> str:
        return self.__description

    @property
    def choices(self) -> list[str] | None:
        return self.__choices

    def describe(self) -> str:
        default = "" if self.__default is None else f", default {text_of(self.__default)}"
        return f"DeclareLaunchArgument('{self.__name}'{default})"

    def execute(self, context) -> None:
        configurations = context.launch_configurations
        if self.__name not in configurations:
            if self.__default is None:
                raise RuntimeError(
                    f"Required launch argument '{self.__name}' (description: "
                    f"'{self.__description}') was not provided; give {self.__name}:=VALUE"
                )
            configurations[self.__name] = perform_substitutions(context, self.__default)
        value = configurations[self.__name]
        if self.__choices is not None and value not in self.__choices:
            raise RuntimeError(
                f'Argument "{self.__name}" provided value "{value}" is not valid. '
                f"Valid options are: {self.__choices}"
            )


@expose_action("let")
class SetLaunchConfiguration(Action):
    """Sets a launch configuration, for what follows in this scope."""

    def __init__(self, name, value, **kwargs) -> None:
        super().__init__(**kwargs)
        self.__name = normalize_to_list_of_substitutions(name)
        self.__value = _text_or_substitutions(value)

    @classmethod
    def parse(cls, entity, parser):
        _, kwargs = super().parse(entity, parser)
        kwargs["name"] = parser.parse_substitution(entity.get_attr("name"))
        kwargs["value"] = parser.parse_substitution(entity.get_attr("value", can_be_str=True))
        return cls, kwargs

    @property
    def name(self) -> list[Substitution]:
        return self.__name

    @property
    def value(self) -> list[Substitution]:
        return self.__value

    def describe(self) -> str:
        return f"SetLaunchConfiguration({text_of(self.__name)}, {text_of(self.__value)})"

    def execute(self, context) -> None:
        name = perform_substitutions(context, self.__name)
        context.launch_configurations[name] = perform_substitutions(context, self.__value)


@expose_action("unlet")
class UnsetLaunchConfiguration(Action):
    """Forgets a launch configuration."""

    def __init__(self, name, **kwargs) -> None:
        super().__init__(**kwargs)
        self.__name = normalize_to_list_of_substitutions(name)

    @classmethod
    def parse(cls, entity, parser):
        _, kwargs = super().parse(entity, parser)
        kwargs["name"] = parser.parse_substitution(entity.get_attr("name"))
        return cls, kwargs

    def execute(self, context) -> None:
        context.launch_configurations.pop(perform_substitutions(context, self.__name), None)


class PushLaunchConfigurations(Action):
    """Begins a scope: PopLaunchConfigurations brings back what is now."""

    def execute(self, context) -> None:
        context._push_launch_configurations()


class PopLaunchConfigurations(Action):
    """Ends the scope of the last PushLaunchConfigurations."""

    def execute(self, context) -> None:
        context._pop_launch_configurations()


@expose_action("reset")
class ResetLaunchConfigurations(Action):
    """Forgets all launch configurations, except those that are given with a new value."""

    def __init__(self, launch_configurations=None, **kwargs) -> None:
        super().__init__(**kwargs)
        self.__kept = {
            tuple(normalize_to_list_of_substitutions(name)): _text_or_substitutions(value)
            for name, value in (launch_configurations or {}).items()
        }

    @classmethod
    def parse(cls, entity, parser):
        _, kwargs = super().parse(entity, parser)
        keeps = entity.get_attr("keep", data_type=list, optional=True) or []
        kwargs["launch_configurations"] = kept_of(keeps, parser)
        return cls, kwargs

    def execute(self, context) -> None:
        kept = {
            perform_substitutions(context, name): perform_substitutions(context, value)
            for name, value in self.__kept.items()
        }
        context.launch_configurations.clear()
        context.launch_configurations.update(kept)


def kept_of(entities, parser) -> dict:
    """The <keep name= value=/> below a group."""
    kept = {}
    for entity in entities:
        name = tuple(parser.parse_substitution(entity.get_attr("name")))
        kept[name] = parser.parse_substitution(entity.get_attr("value"))
        entity.assert_entity_completely_parsed()
    return kept
