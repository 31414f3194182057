# SPDX-License-Identifier: Apache-2.0
"""Another launch file as a part of this one."""

import os
from pathlib import Path

from ..action import Action
from ..frontend.expose import expose_action
from ..launch_description import LaunchDescription
from ..launch_description_source import LaunchDescriptionSource
from ..utilities import normalize_to_list_of_substitutions, perform_substitutions, text_of
from ..utilities.near_names import did_you_mean
from .configurations import SetLaunchConfiguration
from .opaque import OpaqueFunction

_DEEPEST = 100


@expose_action("include")
class IncludeLaunchDescription(Action):
    """Visits the description of another file. `launch_arguments`: (name, value) pairs.

    As in ROS the arguments stay set behind the include; a GroupAction round it keeps them in.
    """

    def __init__(self, launch_description_source, *, launch_arguments=None, **kwargs) -> None:
        super().__init__(**kwargs)
        if isinstance(launch_description_source, (str, Path)) or not isinstance(
            launch_description_source, LaunchDescriptionSource
        ):
            from ..launch_description_sources import AnyLaunchDescriptionSource

            launch_description_source = AnyLaunchDescriptionSource(launch_description_source)
        self.__source = launch_description_source
        if launch_arguments is not None and hasattr(launch_arguments, "items"):
            launch_arguments = launch_arguments.items()
        self.__arguments = [
            (normalize_to_list_of_substitutions(name), self._value(value))
            for name, value in launch_arguments or ()
        ]

    @staticmethod
    def _value(value) -> list:
        if isinstance(value, (bool, int, float)):
            value = str(value)
        return normalize_to_list_of_substitutions(value)

    @classmethod
    def parse(cls, entity, parser):
        from ..launch_description_sources import AnyLaunchDescriptionSource

        _, kwargs = super().parse(entity, parser)
        path = parser.parse_substitution(entity.get_attr("file"))
        kwargs["launch_description_source"] = AnyLaunchDescriptionSource(path)
        arguments = []
        # <let> is the newer spelling of <arg> in an include.
        for tag in ("arg", "let"):
            for one in entity.get_attr(tag, data_type=list, optional=True) or []:
                arguments.append(
                    (
                        parser.parse_substitution(one.get_attr("name")),
                        parser.parse_substitution(one.get_attr("value", can_be_str=True)),
                    )
                )
                one.assert_entity_completely_parsed()
        if arguments:
            kwargs["launch_arguments"] = arguments
        return cls, kwargs

    @property
    def launch_description_source(self) -> LaunchDescriptionSource:
        return self.__source

    @property
    def launch_arguments(self) -> list[tuple]:
        return self.__arguments

    def describe(self) -> str:
        return f"IncludeLaunchDescription({self.__source.location})"

    def get_sub_entities(self) -> list:
        try:
            found = self.__source.try_get_launch_description_without_context()
        except Exception:
            # The file is read again when it is included, and says then what is wrong.
            found = None
        return [] if found is None else [found]

    def execute(self, context) -> list:
        depth = context.get_locals_as_dict().get("_include_depth", 0)
        if depth >= _DEEPEST:
            raise RuntimeError(
                f"{_DEEPEST} launch files include each other: does {self.__source.location} "
                "include itself?"
            )
        description = self.__source.get_launch_description(context)
        outer = {
            key: context.get_locals_as_dict().get(key)
            for key in ("current_launch_file_path", "current_launch_file_directory")
        }
        path = self.__source.location
        context.extend_locals(
            {
                "current_launch_file_path": os.path.abspath(path),
                "current_launch_file_directory": os.path.dirname(os.path.abspath(path)),
                "_include_depth": depth + 1,
            }
        )
        self._check_arguments(context, description)

        def leave(context) -> None:
            context.extend_locals({**outer, "_include_depth": depth})

        setters = [SetLaunchConfiguration(name, value) for name, value in self.__arguments]
        return [*setters, description, OpaqueFunction(function=leave)]

    def _check_arguments(self, context, description: LaunchDescription) -> None:
        given = [perform_substitutions(context, name) for name, _ in self.__arguments]
        known = {**context.launch_configurations, **dict.fromkeys(given)}
        for (
            argument,
            includes,
        ) in description.get_launch_arguments_with_include_launch_description_actions():
            if argument.default_value is not None or argument.name in known:
                continue
            # An include further in may be given it, and a condition may leave it out.
            if includes or argument._conditionally_included:
                continue
            near = did_you_mean(argument.name, given)
            raise RuntimeError(
                f"Included launch description missing required argument '{argument.name}' "
                f"(description: '{argument.description}'), given: [{', '.join(given)}]{near}"
            )

    def __repr__(self) -> str:
        arguments = ", ".join(f"{text_of(n)}: {text_of(v)}" for n, v in self.__arguments)
        return f"IncludeLaunchDescription({self.__source.location}, {{{arguments}}})"
