# SPDX-License-Identifier: Apache-2.0
"""Reads a file of XML or YAML, and makes a launch description of it."""

import functools
import importlib
import importlib.metadata
import re
from pathlib import Path

from ..errors import InvalidLaunchFileError, LaunchError, located
from ..launch_description import LaunchDescription
from ..location import Location, reading
from ..logging import get_logger
from .expose import instantiate_action
from .parse_substitution import parse_if_substitutions, parse_substitution

InvalidFrontendLaunchFileError = InvalidLaunchFileError

_PARSERS = {
    "xml": "launch_xml",
    "launch": "launch_xml",
    "yaml": "launch_yaml",
    "yml": "launch_yaml",
}


class Parser:
    """Base of the parsers of XML and YAML. `file` is what locations name."""

    file: str = ""

    @classmethod
    def for_file(cls, path: str) -> "type[Parser] | None":
        """By the name of the file, else by its first character that is no space."""
        suffix = Path(path).suffix.lstrip(".")
        package = _PARSERS.get(suffix)
        if package is None:
            text = Path(path).read_text(errors="replace").lstrip()
            package = "launch_xml" if text.startswith("<") else "launch_yaml"
        return importlib.import_module(package).Parser

    @classmethod
    def is_extension_valid(cls, extension: str) -> bool:
        return extension in _PARSERS

    @classmethod
    def load(cls, file):
        """(root entity, parser) of a file, by its path or as an open file."""
        if isinstance(file, (str, Path)):
            chosen = cls if cls is not Parser else cls.for_file(str(file))
            text, name = Path(file).read_text(errors="strict"), str(file)
        else:
            text, name = file.read(), getattr(file, "name", "<text>")
            chosen = cls
            if cls is Parser:
                package = "launch_xml" if text.lstrip().startswith("<") else "launch_yaml"
                chosen = importlib.import_module(package).Parser
        cls.load_launch_extensions()
        parser = chosen()
        parser.file = name
        return parser.root_of(text), parser

    @staticmethod
    @functools.cache
    def load_launch_extensions() -> None:
        """Imports what exposes actions and substitutions: launch_ros, and other packages' own.

        Those say so with an entry point `launch.frontend.launch_extension`. Once: the search of
        all installed packages takes some milliseconds.
        """
        for name in ("launch_ros.actions", "launch_ros.substitutions"):
            importlib.import_module(name)
        for point in importlib.metadata.entry_points(group="launch.frontend.launch_extension"):
            try:
                point.load()
            except Exception as error:
                get_logger("launch").warning(
                    f"the launch extension '{point.name}' ({point.value}) cannot be loaded: {error}"
                )

    @classmethod
    def get_file_extensions(cls) -> set[str]:
        """Of the files that this parser reads; of the base class: of all."""
        return set(_PARSERS) if cls is Parser else set()

    @classmethod
    def get_available_extensions(cls) -> list[str]:
        return list(_PARSERS)

    get_file_extensions_from_parsers = get_file_extensions

    @classmethod
    def may_parse(cls, filename: str) -> bool:
        return any(filename.endswith("." + ending) for ending in cls.get_file_extensions())

    is_filename_valid = may_parse

    def root_of(self, text: str):
        raise NotImplementedError

    def parse_action(self, entity):
        place = Location(self.file, getattr(entity, "line", 0))
        with reading(place):
            try:
                return instantiate_action(entity, self)
            except Exception as error:
                # The innermost element is the place; those round it are of no help.
                if isinstance(error, LaunchError) and error.locations:
                    raise
                raise _invalid(error, place) from error.__cause__

    def parse_substitution(self, value: str):
        return parse_substitution(value)

    def parse_if_substitutions(self, value):
        return parse_if_substitutions(value)

    def escape_characters(self, value: str) -> str:
        """A text in which no substitution may stand, without its backslashes."""
        return re.sub(r"\\(.)", r"\1", value)

    def parse_description(self, entity) -> LaunchDescription:
        if entity.type_name != "launch":
            raise InvalidLaunchFileError(
                f"the root is '{entity.type_name}', and must be 'launch'",
                Location(self.file, getattr(entity, "line", 0)),
            )
        # Of older files: what the versions mean is the same here.
        entity.get_attr("version", optional=True, can_be_str=True)
        try:
            reason = entity.get_attr("deprecated", optional=True)
            actions = [self.parse_action(child) for child in entity.children]
            entity.assert_entity_completely_parsed()
        except LaunchError as error:
            raise located(error, None if error.locations else Location(self.file)) from None
        return LaunchDescription(actions, deprecated_reason=reason)


def _invalid(error: Exception, place: Location) -> LaunchError:
    if isinstance(error, LaunchError):
        return error.within(place)
    return InvalidLaunchFileError(str(error) or type(error).__name__, place)
