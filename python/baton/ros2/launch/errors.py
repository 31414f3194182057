# SPDX-License-Identifier: Apache-2.0
"""What goes wrong in a launch file, with the place in the file."""

from collections.abc import Sequence

from .location import Location


class LaunchError(RuntimeError):
    """A launch file, or what it asks for, is wrong. `locations`: innermost first."""

    def __init__(self, message: str, location: Location | None = None) -> None:
        super().__init__(message)
        self.message = message
        self.locations = [location] if location else []

    def within(self, location: Location | None) -> "LaunchError":
        """Notes an outer place: the action that includes or contains what failed."""
        if location and (not self.locations or self.locations[-1] != location):
            self.locations.append(location)
        return self

    def __str__(self) -> str:
        if not self.locations:
            return self.message
        outer = "".join(f"\n  in {place}" for place in self.locations[1:])
        return f"{self.locations[0]}: {self.message}{outer}"


class InvalidLaunchFileError(LaunchError):
    """A file that cannot be read as a launch file.

    Launch files make it with the extension and the errors of those that tried to read it.
    """

    def __init__(
        self,
        message: str = "",
        location: Location | None = None,
        *,
        extension: str = "",
        likely_errors: Sequence[Exception] = (),
    ) -> None:
        if likely_errors:
            said = "".join(f"\n - {type(error).__name__}: {error}" for error in likely_errors)
            message = f"cannot read the file of format [{extension or message}]:{said}"
        super().__init__(message or "the file is no launch file", location)


class InvalidPythonLaunchFileError(InvalidLaunchFileError):
    """A Python file without generate_launch_description()."""


class InvalidConditionExpressionError(LaunchError):
    """A condition that is neither true nor false."""


class SubstitutionFailure(LaunchError):
    """A substitution without a value."""


class UnmatchedSubstitution(InvalidLaunchFileError):
    """A text whose $(...) is not closed, or is no known substitution."""


def located(error: BaseException, location: Location | None) -> LaunchError:
    """The same error with a place. What is not a LaunchError keeps its traceback as the cause."""
    if isinstance(error, LaunchError):
        return error.within(location)
    text = str(error) or type(error).__name__
    if not isinstance(error, (ValueError, RuntimeError, LookupError, TypeError, OSError)):
        text = f"{type(error).__name__}: {text}"
    if type(error) is KeyError:
        text = f"no such key: {text}"
    wrapped = LaunchError(text, raised_in_a_launch_file(error) or location)
    wrapped.within(location)
    wrapped.__cause__ = error
    return wrapped


def raised_in_a_launch_file(error: BaseException) -> Location | None:
    """The innermost line of the traceback that is not of these packages or of Python itself."""
    from .location import is_foreign

    found = None
    trace = error.__traceback__
    while trace:
        name = trace.tb_frame.f_code.co_filename
        if is_foreign(name) and "site-packages" not in name and "lib/python3" not in name:
            found = Location(name, trace.tb_lineno)
        trace = trace.tb_next
    return found
