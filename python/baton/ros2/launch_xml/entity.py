# SPDX-License-Identifier: Apache-2.0
"""An XML element as an entity of a launch file."""

import dataclasses

from launch.errors import InvalidLaunchFileError
from launch.frontend.entity import Entity as BaseEntity
from launch.location import Location
from launch.utilities.near_names import did_you_mean
from launch.utilities.type_utils import get_typed_value


@dataclasses.dataclass
class Element:
    tag: str
    attributes: dict[str, str]
    line: int
    children: "list[Element]" = dataclasses.field(default_factory=list)


class Entity(BaseEntity):
    def __init__(self, element: Element, file: str, parent: "Entity | None" = None) -> None:
        self._element = element
        self._file = file
        self._parent = parent
        self._asked: set[str] = set()
        self._read_children: set[str] = set()
        self._all_children_read = False
        self.line = element.line

    @property
    def type_name(self) -> str:
        return self._element.tag

    @property
    def parent(self) -> "Entity | None":
        return self._parent

    @property
    def children(self) -> "list[Entity]":
        self._all_children_read = True
        return [Entity(child, self._file, self) for child in self._element.children]

    def get_attr(self, name, *, data_type=str, optional=False, can_be_str=True):
        if data_type is list or getattr(data_type, "__args__", (None,))[0] is BaseEntity:
            return self._elements(name, optional)
        self._asked.add(name)
        value = self._element.attributes.get(name)
        if value is None:
            if optional:
                return None
            near = did_you_mean(name, self._element.attributes)
            raise InvalidLaunchFileError(
                f"attribute '{name}' is missing in <{self.type_name}>{near}",
                Location(self._file, self.line),
            )
        try:
            return self._typed(name, value, data_type, can_be_str)
        except (TypeError, ValueError) as error:
            raise InvalidLaunchFileError(
                f"attribute '{name}' of <{self.type_name}>: {error}",
                Location(self._file, self.line),
            ) from None

    def _typed(self, name: str, text: str, data_type, can_be_str: bool):
        """`name-sep` parts the text of a list; what has a substitution is typed later."""
        separator = self._element.attributes.get(name + "-sep")
        later = can_be_str and "$(" in text
        if data_type is str or separator is None:
            return text if data_type is str or later else get_typed_value(text, data_type)
        self._asked.add(name + "-sep")
        return get_typed_value(text.split(separator), data_type, can_be_str=later)

    def _elements(self, name: str, optional: bool) -> "list[Entity] | None":
        self._read_children.add(name)
        found = [
            Entity(child, self._file, self) for child in self._element.children if child.tag == name
        ]
        if not found and not optional:
            raise InvalidLaunchFileError(
                f"<{self.type_name}> needs an element <{name}>", Location(self._file, self.line)
            )
        return found or None

    def assert_entity_completely_parsed(self) -> None:
        for name in self._element.attributes:
            if name not in self._asked and name not in ("if", "unless"):
                known = ", ".join(sorted(self._asked))
                raise InvalidLaunchFileError(
                    f"unexpected attribute '{name}' in <{self.type_name}>"
                    f"{did_you_mean(name, self._asked)}; there are {known}",
                    Location(self._file, self.line),
                )
        if self._all_children_read:
            return
        for child in self._element.children:
            if child.tag not in self._read_children:
                known = ", ".join(f"<{tag}>" for tag in sorted(self._read_children)) or "nothing"
                raise InvalidLaunchFileError(
                    f"unexpected <{child.tag}> in <{self.type_name}>"
                    f"{did_you_mean(child.tag, self._read_children)}; there may be {known}",
                    Location(self._file, child.line),
                )
