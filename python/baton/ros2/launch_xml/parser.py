# SPDX-License-Identifier: Apache-2.0
"""XML as entities with their lines."""

import xml.parsers.expat

from launch.errors import InvalidLaunchFileError
from launch.frontend.parser import Parser as BaseParser
from launch.location import Location

from .entity import Element, Entity


class Parser(BaseParser):
    """For FrontendLaunchDescriptionSource and Parser.load()."""

    @classmethod
    def get_file_extensions(cls) -> set[str]:
        return {"xml", "launch.xml"}

    def root_of(self, text: str) -> Entity:
        expat = xml.parsers.expat.ParserCreate()
        # Entities of a document that expand without end are refused: a launch file needs none.
        expat.EntityDeclHandler = self._refuse_entities
        stack: list[Element] = []
        roots: list[Element] = []

        def start(tag: str, attributes: dict[str, str]) -> None:
            element = Element(tag, attributes, expat.CurrentLineNumber)
            (stack[-1].children if stack else roots).append(element)
            stack.append(element)

        expat.StartElementHandler = start
        expat.EndElementHandler = lambda tag: stack.pop()
        try:
            expat.Parse(text.encode(), True)
        except xml.parsers.expat.ExpatError as error:
            reason = xml.parsers.expat.ErrorString(error.code)
            raise InvalidLaunchFileError(
                f"not XML: {reason}, column {error.offset}", Location(self.file, error.lineno)
            ) from None
        return Entity(roots[0], self.file)

    def _refuse_entities(self, name, *rest) -> None:
        raise InvalidLaunchFileError(f"the file declares an entity, &{name};", Location(self.file))
