# SPDX-License-Identifier: Apache-2.0
"""A list of entities, in the order in which they are visited."""

from collections.abc import Iterable

from .launch_description_entity import LaunchDescriptionEntity


class LaunchDescription(LaunchDescriptionEntity):
    def __init__(
        self,
        initial_entities: Iterable[LaunchDescriptionEntity] | None = None,
        *,
        deprecated_reason: str | None = None,
    ) -> None:
        self.__entities = list(initial_entities) if initial_entities is not None else []
        self.__deprecated_reason = deprecated_reason
        self._check(self.__entities)

    @staticmethod
    def _check(entities) -> None:
        for entity in entities:
            if not hasattr(entity, "visit"):
                raise TypeError(
                    f"a launch description holds actions, and {entity!r} is a "
                    f"{type(entity).__name__}"
                )

    def visit(self, context) -> list[LaunchDescriptionEntity]:
        if self.__deprecated_reason is not None:
            from .logging import get_logger

            get_logger("launch").warning(
                f"this launch file is deprecated: {self.__deprecated_reason}"
            )
        return self.__entities

    def describe(self) -> str:
        return "LaunchDescription"

    def describe_sub_entities(self) -> list[LaunchDescriptionEntity]:
        return self.__entities

    def get_launch_arguments(self, conditional_inclusion: bool = False) -> list:
        """All DeclareLaunchArguments of this and of the descriptions below it, in order."""
        found = self.get_launch_arguments_with_include_launch_description_actions(
            conditional_inclusion
        )
        return [argument for argument, _ in found]

    def get_launch_arguments_with_include_launch_description_actions(
        self, conditional_inclusion: bool = False
    ) -> list[tuple]:
        """(argument, the includes on the way to it), each name once.

        `argument._conditionally_included` says whether a condition may leave it out.
        """
        return _ArgumentSearch().of(self.__entities, [], conditional_inclusion)

    @property
    def entities(self) -> list[LaunchDescriptionEntity]:
        return self.__entities

    def add_entity(self, entity: LaunchDescriptionEntity) -> None:
        self._check([entity])
        self.__entities.append(entity)

    def add_action(self, action) -> None:
        self.add_entity(action)

    @property
    def deprecated(self) -> bool:
        return self.__deprecated_reason is not None

    @property
    def deprecated_reason(self) -> str | None:
        return self.__deprecated_reason


class _ArgumentSearch:
    """Walks through entities without visiting them."""

    def __init__(self) -> None:
        self._found: list[tuple] = []
        self._names: set[str] = set()

    def of(self, entities, includes: list, conditional: bool) -> list[tuple]:
        from .actions import (
            DeclareLaunchArgument,
            IncludeLaunchDescription,
            ResetLaunchConfigurations,
        )

        for entity in entities:
            if isinstance(entity, DeclareLaunchArgument):
                if entity.name not in self._names:
                    self._names.add(entity.name)
                    entity._conditionally_included = conditional or entity.condition is not None
                    self._found.append((entity, includes))
                continue
            if isinstance(entity, ResetLaunchConfigurations):
                # What is declared behind it cannot be given from outside.
                break
            inner = (
                [*includes, entity] if isinstance(entity, IncludeLaunchDescription) else includes
            )
            skipped = conditional or getattr(entity, "condition", None) is not None
            self.of(entity.describe_sub_entities(), inner, skipped)
            for _, sub_entities in entity.describe_conditional_sub_entities():
                self.of(sub_entities, inner, True)
        return self._found
