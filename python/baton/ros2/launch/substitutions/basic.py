# SPDX-License-Identifier: Apache-2.0
"""Texts from configurations, the environment, files and programs."""

import os
import shlex
import subprocess
from collections.abc import Iterable
from pathlib import Path

from ..errors import SubstitutionFailure
from ..frontend.expose import expose_substitution
from ..substitution import Substitution
from ..utilities.near_names import did_you_mean
from ..utilities.texts import normalize_to_list_of_substitutions, perform_substitutions, text_of


def arguments_of(name: str, data: Iterable, least: int, most: int) -> list:
    """The arguments of $(name ...), counted."""
    found = list(data)
    if not least <= len(found) <= most:
        wanted = f"{least}" if least == most else f"{least} to {most}"
        raise TypeError(f"$({name} ...) takes {wanted} arguments, and has {len(found)}")
    return found


class TextSubstitution(Substitution):
    """A text as it is."""

    def __init__(self, *, text: str) -> None:
        if not isinstance(text, str):
            raise TypeError(f"TextSubstitution(text=...) takes a str, not {text!r}")
        self.__text = text

    @property
    def text(self) -> str:
        return self.__text

    def describe(self) -> str:
        return f"'{self.__text}'"

    def perform(self, context) -> str:
        return self.__text


@expose_substitution("var")
class LaunchConfiguration(Substitution):
    """The value of a launch configuration: an argument of the launch file, or what was set."""

    def __init__(self, variable_name, *, default=None) -> None:
        self.__variable_name = normalize_to_list_of_substitutions(variable_name)
        if default is None:
            self.__default = None
        else:
            values = default if isinstance(default, list) else [default]
            self.__default = normalize_to_list_of_substitutions(
                value if isinstance(value, (Substitution, Path)) else str(value) for value in values
            )

    @classmethod
    def parse(cls, data):
        found = arguments_of("var", data, 1, 2)
        return cls, {"variable_name": found[0], **({"default": found[1]} if len(found) > 1 else {})}

    @property
    def variable_name(self) -> list[Substitution]:
        return self.__variable_name

    def describe(self) -> str:
        return f"LaunchConfig({text_of(self.__variable_name)})"

    def perform(self, context) -> str:
        name = perform_substitutions(context, self.__variable_name)
        if name in context.launch_configurations:
            return context.launch_configurations[name]
        if self.__default is not None:
            return perform_substitutions(context, self.__default)
        known = [key for key in context.launch_configurations if key != "global_params"]
        raise SubstitutionFailure(
            f"launch configuration '{name}' does not exist{did_you_mean(name, known)}; declare it "
            "with DeclareLaunchArgument (<arg name=.../>) above, or give a default"
        )


@expose_substitution("env")
class EnvironmentVariable(Substitution):
    """An environment variable, or the default where it is not set."""

    def __init__(self, name, *, default_value=None) -> None:
        self.__name = normalize_to_list_of_substitutions(name)
        self.__default = (
            None if default_value is None else normalize_to_list_of_substitutions(default_value)
        )

    @classmethod
    def parse(cls, data):
        found = arguments_of("env", data, 1, 2)
        return cls, {"name": found[0], **({"default_value": found[1]} if len(found) > 1 else {})}

    @property
    def name(self) -> list[Substitution]:
        return self.__name

    @property
    def default_value(self):
        return self.__default

    def describe(self) -> str:
        return f"EnvVar({text_of(self.__name)})"

    def perform(self, context) -> str:
        name = perform_substitutions(context, self.__name)
        value = context.environment.get(name)
        if value is not None:
            return value
        if self.__default is not None:
            return perform_substitutions(context, self.__default)
        raise SubstitutionFailure(f"environment variable '{name}' does not exist, and there is no default")


@expose_substitution("optenv")
class _OptionalEnvironmentVariable(EnvironmentVariable):
    @classmethod
    def parse(cls, data):
        found = arguments_of("optenv", data, 1, 2)
        default = found[1] if len(found) > 1 else ""
        return EnvironmentVariable, {"name": found[0], "default_value": default}


@expose_substitution("find-exec")
class FindExecutable(Substitution):
    """The path of a program that PATH leads to."""

    def __init__(self, *, name) -> None:
        self.__name = normalize_to_list_of_substitutions(name)

    @classmethod
    def parse(cls, data):
        return cls, {"name": arguments_of("find-exec", data, 1, 1)[0]}

    @property
    def name(self) -> list[Substitution]:
        return self.__name

    def describe(self) -> str:
        return f"FindExec({text_of(self.__name)})"

    def perform(self, context) -> str:
        import shutil

        name = perform_substitutions(context, self.__name)
        path = shutil.which(name, path=context.environment.get("PATH"))
        if path is None:
            raise SubstitutionFailure(f"executable '{name}' not found on the PATH")
        return path


@expose_substitution("command")
class Command(Substitution):
    """What a program prints. `on_stderr`: fail, ignore, warn or capture."""

    def __init__(self, command, *, on_stderr="fail") -> None:
        self.__command = normalize_to_list_of_substitutions(command)
        self.__on_stderr = normalize_to_list_of_substitutions(on_stderr)

    @classmethod
    def parse(cls, data):
        found = arguments_of("command", data, 1, 2)
        return cls, {"command": found[0], **({"on_stderr": found[1]} if len(found) > 1 else {})}

    @property
    def command(self) -> list[Substitution]:
        return self.__command

    def describe(self) -> str:
        return f"Command({text_of(self.__command)})"

    def perform(self, context) -> str:
        command = perform_substitutions(context, self.__command)
        on_stderr = perform_substitutions(context, self.__on_stderr)
        if on_stderr not in ("fail", "ignore", "warn", "capture"):
            raise SubstitutionFailure(
                f"on_stderr is '{on_stderr}': there are fail, ignore, warn and capture"
            )
        errors = subprocess.STDOUT if on_stderr == "capture" else subprocess.PIPE
        arguments = command if os.name != "posix" else shlex.split(command)
        try:
            done = subprocess.run(
                arguments, stdout=subprocess.PIPE, stderr=errors, text=True, check=False
            )
        except FileNotFoundError:
            raise SubstitutionFailure(
                f"file not found: the command '{arguments[0]}' is not there"
            ) from None
        if done.returncode != 0:
            said = f": {done.stderr.strip()}" if done.stderr else ""
            raise SubstitutionFailure(
                f"executed command failed. Command: {command}: status {done.returncode}{said}"
            )
        if done.stderr and on_stderr in ("fail", "warn"):
            text = f"executed command showed stderr output. Command: {command}: {done.stderr.strip()}"
            if on_stderr == "fail":
                raise SubstitutionFailure(text + "; on_stderr='ignore' passes it over")
            from ..logging import get_logger

            get_logger("launch").warning(text)
        return done.stdout


@expose_substitution("dirname")
class ThisLaunchFileDir(Substitution):
    """The folder of the launch file that is read."""

    @classmethod
    def parse(cls, data):
        arguments_of("dirname", data, 0, 0)
        return cls, {}

    def describe(self) -> str:
        return "ThisLaunchFileDir()"

    def perform(self, context) -> str:
        found = context.get_locals_as_dict().get("current_launch_file_directory")
        if found is None:
            raise SubstitutionFailure("ThisLaunchFileDir outside of a launch file")
        return found


@expose_substitution("filename")
class ThisLaunchFile(Substitution):
    """The path of the launch file that is read."""

    @classmethod
    def parse(cls, data):
        arguments_of("filename", data, 0, 0)
        return cls, {}

    def describe(self) -> str:
        return "ThisLaunchFile()"

    def perform(self, context) -> str:
        found = context.get_locals_as_dict().get("current_launch_file_path")
        if found is None:
            raise SubstitutionFailure("ThisLaunchFile outside of a launch file")
        return found


@expose_substitution("launch_log_dir")
@expose_substitution("log_dir")
class LaunchLogDir(Substitution):
    """The folder of this launch's log files."""

    @classmethod
    def parse(cls, data):
        arguments_of("log_dir", data, 0, 0)
        return cls, {}

    def perform(self, context) -> str:
        from ..logging import launch_config

        return launch_config.log_dir


class LocalSubstitution(Substitution):
    """An attribute of `context.locals`, as 'event.reason'."""

    def __init__(self, expression: str, description: str | None = None) -> None:
        self.__expression = expression
        self.__description = description

    @property
    def expression(self) -> str:
        return self.__expression

    def describe(self) -> str:
        return self.__description or f"LocalVar('{self.__expression}')"

    def perform(self, context) -> str:
        first, *rest = self.__expression.split(".")
        value = getattr(context.locals, first)
        for name in rest:
            value = getattr(value, name)
        return str(value)


class PathJoinSubstitution(Substitution):
    """Parts of a path; each is a text, a substitution, or a list of them."""

    def __init__(self, substitutions: Iterable) -> None:
        self.__parts = [normalize_to_list_of_substitutions(part) for part in substitutions]

    @property
    def substitutions(self):
        return self.__parts

    def describe(self) -> str:
        return f"PathJoin({', '.join(text_of(part) for part in self.__parts)})"

    def perform(self, context) -> str:
        return os.path.join(*(perform_substitutions(context, part) for part in self.__parts))

    def __truediv__(self, part) -> "PathJoinSubstitution":
        return PathJoinSubstitution([*self.__parts, part])


class PathSubstitution(PathJoinSubstitution):
    """The beginning of a path: PathSubstitution(x) / 'folder' / 'file'."""

    def __init__(self, path) -> None:
        super().__init__([path])


class StringJoinSubstitution(Substitution):
    """Texts with a delimiter between them."""

    def __init__(self, substitutions: Iterable, delimiter="") -> None:
        self.__parts = [normalize_to_list_of_substitutions(part) for part in substitutions]
        self.__delimiter = normalize_to_list_of_substitutions(delimiter)

    def describe(self) -> str:
        return f"StringJoin({', '.join(text_of(part) for part in self.__parts)})"

    def perform(self, context) -> str:
        return perform_substitutions(context, self.__delimiter).join(
            perform_substitutions(context, part) for part in self.__parts
        )


@expose_substitution("file-content")
class FileContent(Substitution):
    """The text of a file."""

    def __init__(self, path) -> None:
        self.__path = normalize_to_list_of_substitutions(path)

    @classmethod
    def parse(cls, data):
        return cls, {"path": arguments_of("file-content", data, 1, 1)[0]}

    def describe(self) -> str:
        return f"FileContent({text_of(self.__path)})"

    def perform(self, context) -> str:
        path = perform_substitutions(context, self.__path)
        try:
            return Path(path).read_text()
        except FileNotFoundError:
            raise SubstitutionFailure(f"File not found: '{path}'") from None
        except OSError as error:
            raise SubstitutionFailure(f"cannot read '{path}': {error.strerror}") from None
