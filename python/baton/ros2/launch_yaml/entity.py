# SPDX-License-Identifier: Apache-2.0
"""A YAML node as an entity of a launch file.

An entity is a mapping with one key, its type. Its attributes are a mapping; lists of mappings in it
are child elements. A plain list below the type, or the key `children`, are actions.
"""

import yaml

from launch.errors import InvalidLaunchFileError
from launch.frontend.entity import Entity as BaseEntity
from launch.location import Location
from launch.utilities.near_names import did_you_mean
from launch.utilities.type_utils import coerce_to_type


class Entity(BaseEntity):
    def __init__(
        self, type_name: str, node: yaml.Node, file: str, line: int, parent: "Entity | None" = None
    ) -> None:
        self._type_name = type_name
        self._node = node
        self._file = file
        self._parent = parent
        self._asked: set[str] = set()
        self.line = line
        self._attributes: dict[str, yaml.Node] = {}
        if isinstance(node, yaml.MappingNode):
            for key, value in node.value:
                if key.value in self._attributes:
                    raise self._error(f"'{key.value}' is there twice", key.start_mark.line + 1)
                self._attributes[key.value] = value

    def _error(self, text: str, line: int | None = None) -> InvalidLaunchFileError:
        return InvalidLaunchFileError(text, Location(self._file, line or self.line))

    @property
    def type_name(self) -> str:
        return self._type_name

    @property
    def parent(self) -> "Entity | None":
        return self._parent

    @property
    def children(self) -> "list[Entity]":
        node = self._node
        if isinstance(node, yaml.MappingNode):
            self._asked.add("children")
            node = self._attributes.get("children")
            if node is None:
                return []
        if not isinstance(node, yaml.SequenceNode):
            raise self._error(f"'{self._type_name}' must have a list of actions")
        return [self._action(item) for item in node.value]

    def _action(self, item: yaml.Node) -> "Entity":
        line = item.start_mark.line + 1
        if not isinstance(item, yaml.MappingNode) or len(item.value) != 1:
            raise self._error("an action is a mapping with one key, its name", line)
        key, value = item.value[0]
        return Entity(key.value, value, self._file, key.start_mark.line + 1, self)

    def get_attr(self, name, *, data_type=str, optional=False, can_be_str=True):
        self._asked.add(name)
        node = self._attributes.get(name)
        if node is None:
            if optional:
                return None
            near = did_you_mean(name, self._attributes)
            raise self._error(f"attribute '{name}' is missing in '{self._type_name}'{near}")
        line = node.start_mark.line + 1
        if data_type is list or getattr(data_type, "__args__", (None,))[0] is BaseEntity:
            if not isinstance(node, yaml.SequenceNode):
                raise self._error(f"'{name}' of '{self._type_name}' must be a list", line)
            return [
                Entity(name, item, self._file, item.start_mark.line + 1, self)
                for item in node.value
            ]
        value = yaml.SafeLoader.construct_object(_constructor(), node, deep=True)
        try:
            return _typed(value, data_type, node, can_be_str)
        except ValueError as error:
            raise self._error(f"attribute '{name}' of '{self._type_name}': {error}", line) from None

    def assert_entity_completely_parsed(self) -> None:
        for name, node in self._attributes.items():
            if name not in self._asked and name not in ("if", "unless"):
                known = ", ".join(sorted(self._asked))
                raise self._error(
                    f"unexpected attribute '{name}' in '{self._type_name}'"
                    f"{did_you_mean(name, self._asked)}; there are {known}",
                    node.start_mark.line + 1,
                )


def _constructor() -> yaml.SafeLoader:
    return yaml.SafeLoader("")


def _typed(value, data_type, node: yaml.Node, can_be_str: bool):
    if data_type is None:
        return value
    if data_type is str:
        if isinstance(value, (dict, list)):
            raise ValueError("must be a text")
        # As it was written: true, not True.
        return node.value
    if isinstance(value, str):
        if can_be_str and "$(" in value:
            return value
        return coerce_to_type(value, data_type)
    if isinstance(value, (dict, list)):
        return value
    return coerce_to_type(node.value, data_type)
