# SPDX-License-Identifier: Apache-2.0
"""An element of a launch file, whatever its language."""


class Entity:
    """Interface of the elements that parse(entity, parser) of an action gets."""

    @property
    def type_name(self) -> str:
        raise NotImplementedError

    @property
    def parent(self) -> "Entity | None":
        raise NotImplementedError

    @property
    def children(self) -> "list[Entity]":
        raise NotImplementedError

    def get_attr(
        self, name: str, *, data_type=str, optional: bool = False, can_be_str: bool = True
    ):
        """An attribute with its type; `data_type` list: all child elements of that name.

        `can_be_str`: a text with substitutions is given as it is where another type is wanted.
        """
        raise NotImplementedError

    def assert_entity_completely_parsed(self) -> None:
        """Throws if there is an attribute or a child that was not asked for."""
        raise NotImplementedError
