# SPDX-License-Identifier: Apache-2.0
"""A parameter, a value with a type, and a file of parameters."""

import os
import tempfile
from collections.abc import Iterable
from pathlib import Path

import yaml

from launch.substitution import Substitution
from launch.utilities import (
    normalize_to_list_of_substitutions,
    normalize_typed_substitution,
    perform_substitutions,
    perform_typed_substitution,
    text_of,
)


class ParameterValue:
    """A value with a type. `value_type`: bool, int, float, str or List[...]; None: as YAML."""

    def __init__(self, value, *, value_type=None) -> None:
        self.__value = normalize_typed_substitution(value, value_type)
        self.__value_type = value_type
        self.__evaluated = None
        self.__is_evaluated = False

    @property
    def value(self):
        return self.__evaluated if self.__is_evaluated else self.__value

    @property
    def value_type(self):
        return self.__value_type

    def __str__(self) -> str:
        return f"{type(self).__name__}(value={self.__value}, value_type={self.__value_type})"

    def evaluate(self, context):
        self.__evaluated = perform_typed_substitution(context, self.__value, self.__value_type)
        self.__is_evaluated = True
        return self.__evaluated


ParameterDescriptionValue = ParameterValue


class Parameter:
    """A name and a value."""

    def __init__(self, name, value, *, value_type=None) -> None:
        self.__name = normalize_to_list_of_substitutions(name)
        self.__value = (
            value
            if isinstance(value, ParameterValue)
            else ParameterValue(value, value_type=value_type)
        )
        self.__evaluated_name: str | None = None

    @property
    def name(self):
        return self.__evaluated_name if self.__evaluated_name is not None else self.__name

    @property
    def value(self):
        return self.__value.value

    @property
    def value_type(self):
        return self.__value.value_type

    def __str__(self) -> str:
        return f"Parameter(name={text_of(self.__name)}, value={self.__value})"

    def evaluate(self, context) -> tuple:
        self.__evaluated_name = perform_substitutions(context, self.__name)
        return self.__evaluated_name, self.__value.evaluate(context)


ParameterDescription = Parameter


class ParameterFile:
    """A YAML file of parameters; `allow_substs`: $(...) in its text are performed."""

    def __init__(self, param_file, *, allow_substs: bool | Substitution | Iterable = False) -> None:
        if isinstance(param_file, os.PathLike):
            param_file = os.fspath(param_file)
        self.__file = normalize_to_list_of_substitutions(param_file)
        self.__allow = normalize_typed_substitution(allow_substs, bool)
        self.__evaluated: Path | None = None
        self.__evaluated_allow: bool | None = None
        self.__made: str | None = None

    @property
    def param_file(self):
        return self.__evaluated if self.__evaluated is not None else self.__file

    @property
    def allow_substs(self):
        return self.__allow if self.__evaluated_allow is None else self.__evaluated_allow

    def __str__(self) -> str:
        return f"ParameterFile(param_file={text_of(self.__file)}, allow_substs={self.__allow})"

    def evaluate(self, context) -> Path:
        """The path; with `allow_substs` that of a new file with what came out."""
        from launch.frontend.parse_substitution import parse_substitution

        path = perform_substitutions(context, self.__file)
        self.__evaluated = Path(path)
        self.__evaluated_allow = perform_typed_substitution(context, self.__allow, bool)
        if not self.__evaluated_allow:
            return self.__evaluated
        with open(path, encoding="utf-8") as file:
            text = perform_substitutions(context, parse_substitution(file.read()))
        try:
            yaml.safe_load(text)
        except yaml.YAMLError as error:
            raise ValueError(
                f"the parameter file '{path}' is no YAML once its substitutions are performed: "
                f"{error}"
            ) from None
        with tempfile.NamedTemporaryFile("w", prefix="launch_params_", delete=False) as made:
            made.write(text)
        from .utilities.temporary_files import remove_at_exit

        remove_at_exit(made.name)
        self.__made = made.name
        self.__evaluated = Path(made.name)
        return self.__evaluated

    def cleanup(self) -> None:
        """Removes the file that evaluate() made."""
        if self.__made is not None:
            Path(self.__made).unlink(missing_ok=True)
            self.__made = self.__evaluated = None
