# SPDX-License-Identifier: Apache-2.0
"""Launch files: of Python, XML and YAML."""

import importlib.util
import sys
from pathlib import Path

from .class_modules import module_for_each_class
from .errors import InvalidLaunchFileError, InvalidPythonLaunchFileError, LaunchError
from .launch_description import LaunchDescription
from .launch_description_source import LaunchDescriptionSource
from .location import Location

InvalidFrontendLaunchFileError = InvalidLaunchFileError

__all__ = [
    "AnyLaunchDescriptionSource",
    "FrontendLaunchDescriptionSource",
    "InvalidFrontendLaunchFileError",
    "InvalidPythonLaunchFileError",
    "PythonLaunchDescriptionSource",
    "get_launch_description_from_any_launch_file",
    "get_launch_description_from_frontend_launch_file",
    "get_launch_description_from_python_launch_file",
    "load_python_launch_file_as_module",
]


def load_python_launch_file_as_module(python_launch_file_path: str):
    """Runs a file as a module of its own. Nothing is left of it in sys.modules."""
    path = Path(python_launch_file_path)
    if not path.exists():
        raise FileNotFoundError(2, "no such file", python_launch_file_path)
    from importlib.machinery import SourceFileLoader

    name = "python_launch_file_" + "".join(c if c.isalnum() else "_" for c in path.name)
    loader = SourceFileLoader(name, str(path))
    spec = importlib.util.spec_from_loader(name, loader)
    module = importlib.util.module_from_spec(spec)
    # Launch files lie in the share folders of packages, which may not be writable.
    keep, sys.dont_write_bytecode = sys.dont_write_bytecode, True
    try:
        loader.exec_module(module)
    finally:
        sys.dont_write_bytecode = keep
    return module


def get_launch_description_from_python_launch_file(path: str) -> LaunchDescription:
    try:
        module = load_python_launch_file_as_module(path)
    except SyntaxError as error:
        raise InvalidPythonLaunchFileError(
            f"{error.msg}: {(error.text or '').strip()}",
            Location(error.filename or path, error.lineno or 0),
        ) from None
    except (FileNotFoundError, LaunchError):
        raise
    except Exception as error:
        raise _failure(error, path) from error
    function = getattr(module, "generate_launch_description", None)
    if function is None:
        raise InvalidPythonLaunchFileError(
            "the file has no function generate_launch_description()", Location(path)
        )
    try:
        description = function()
    except LaunchError:
        raise
    except Exception as error:
        raise _failure(error, path) from error
    if not isinstance(description, LaunchDescription):
        raise InvalidPythonLaunchFileError(
            "generate_launch_description() returned "
            f"{type(description).__name__}, and must return a LaunchDescription",
            Location(path, function.__code__.co_firstlineno),
        )
    return description


def _failure(error: Exception, path: str) -> LaunchError:
    from .errors import raised_in_a_launch_file

    hint = ""
    if isinstance(error, ModuleNotFoundError):
        hint = f"; is the package that has '{error.name}' installed, and its setup file sourced?"
    place = raised_in_a_launch_file(error) or Location(path)
    return InvalidPythonLaunchFileError(f"{type(error).__name__}: {error}{hint}", place)


class PythonLaunchDescriptionSource(LaunchDescriptionSource):
    """A file with a function generate_launch_description()."""

    def __init__(self, launch_file_path) -> None:
        super().__init__(None, launch_file_path, "interpreted python launch file")

    def _get_launch_description(self, location: str) -> LaunchDescription:
        return get_launch_description_from_python_launch_file(location)


class FrontendLaunchDescriptionSource(LaunchDescriptionSource):
    """A file of XML or YAML. `parser`: the class that reads it; None: by the file's name."""

    def __init__(
        self, launch_file_path, *, parser=None, method: str = "interpreted frontend launch file"
    ) -> None:
        super().__init__(None, launch_file_path, method)
        self.__parser = parser

    def _get_launch_description(self, location: str) -> LaunchDescription:
        return get_launch_description_from_frontend_launch_file(location, parser=self.__parser)


def get_launch_description_from_frontend_launch_file(
    path: str, *, parser=None
) -> LaunchDescription:
    from .frontend import Parser

    if not Path(path).exists():
        raise FileNotFoundError(2, "no such file", path)
    chosen = parser or Parser.for_file(path)
    if chosen is None:
        raise InvalidLaunchFileError("neither XML nor YAML", Location(path))
    root, instance = chosen.load(path)
    return instance.parse_description(root)


class AnyLaunchDescriptionSource(LaunchDescriptionSource):
    """A file of Python, XML or YAML, by its name or by what is in it."""

    def __init__(self, launch_file_path) -> None:
        super().__init__(None, launch_file_path, "any launch file")

    def _get_launch_description(self, location: str) -> LaunchDescription:
        return get_launch_description_from_any_launch_file(location)


def get_launch_description_from_any_launch_file(path: str, *, parser=None) -> LaunchDescription:
    file = Path(path)
    if not file.exists():
        raise FileNotFoundError(2, "no such file", path)
    if file.suffix == ".py":
        return get_launch_description_from_python_launch_file(path)
    if file.suffix in (".xml", ".launch", ".yaml", ".yml"):
        return get_launch_description_from_frontend_launch_file(path, parser=parser)
    text = file.read_text(errors="replace")
    if "generate_launch_description" in text:
        return get_launch_description_from_python_launch_file(path)
    return get_launch_description_from_frontend_launch_file(path, parser=parser)


module_for_each_class(
    __name__,
    any_launch_file_utilities=[get_launch_description_from_any_launch_file],
    frontend_launch_file_utilities=[get_launch_description_from_frontend_launch_file],
    python_launch_file_utilities=[
        get_launch_description_from_python_launch_file,
        load_python_launch_file_as_module,
    ],
)
