# SPDX-License-Identifier: Apache-2.0
"""YAML as entities with their lines."""

import yaml

from launch.errors import InvalidLaunchFileError
from launch.frontend.parser import Parser as BaseParser
from launch.location import Location

from .entity import Entity


class Parser(BaseParser):
    """For FrontendLaunchDescriptionSource and Parser.load()."""

    @classmethod
    def get_file_extensions(cls) -> set[str]:
        return {"yaml", "yml"}

    def root_of(self, text: str) -> Entity:
        try:
            root = yaml.compose(text, yaml.SafeLoader)
        except yaml.YAMLError as error:
            mark = getattr(error, "problem_mark", None)
            raise InvalidLaunchFileError(
                f"not YAML: {getattr(error, 'problem', None) or error}",
                Location(self.file, mark.line + 1 if mark else 0),
            ) from None
        if not isinstance(root, yaml.MappingNode) or len(root.value) != 1:
            raise InvalidLaunchFileError(
                "the file must have one key, 'launch', with a list of actions", Location(self.file)
            )
        key, value = root.value[0]
        return Entity(key.value, value, self.file, key.start_mark.line + 1)
