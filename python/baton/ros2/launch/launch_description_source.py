# SPDX-License-Identifier: Apache-2.0
"""Where a launch description comes from: a file, or Python."""

from .errors import InvalidLaunchFileError
from .launch_description import LaunchDescription
from .utilities import normalize_to_list_of_substitutions, perform_substitutions, text_of


class LaunchDescriptionSource:
    def __init__(
        self,
        launch_description: LaunchDescription | None = None,
        location="",
        method: str = "unspecified mechanism from a script",
    ) -> None:
        self.__description = launch_description
        self.__location = normalize_to_list_of_substitutions(location)
        self.__expanded: str | None = None
        self.__method = method

    @property
    def location(self) -> str:
        """The path, or what is known of it before the file was read."""
        if self.__expanded is not None:
            return self.__expanded
        if self._location_is_text():
            return "".join(part.text for part in self.__location)
        return text_of(self.__location)

    def _location_is_text(self) -> bool:
        from .substitutions.basic import TextSubstitution

        return all(isinstance(part, TextSubstitution) for part in self.__location)

    @property
    def method(self) -> str:
        return self.__method

    @property
    def is_read(self) -> bool:
        return self.__description is not None

    def try_get_launch_description_without_context(self) -> LaunchDescription | None:
        """The description if it was read, or if its path is a plain text; else None."""
        if self.__description is None:
            from .launch_context import LaunchContext

            if not self._location_is_text():
                return None
            return self.get_launch_description(LaunchContext())
        return self.__description

    def get_launch_description(self, context) -> LaunchDescription:
        if self.__description is None:
            self.__expanded = perform_substitutions(context, self.__location)
            try:
                self.__description = self._get_launch_description(self.__expanded)
            except FileNotFoundError as error:
                if error.filename not in (None, self.__expanded):
                    raise
                raise InvalidLaunchFileError(
                    f"there is no launch file '{self.__expanded}'"
                ) from None
            except IsADirectoryError:
                raise InvalidLaunchFileError(f"'{self.__expanded}' is a folder") from None
        return self.__description

    def _get_launch_description(self, location: str) -> LaunchDescription:
        raise NotImplementedError
