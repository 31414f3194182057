# SPDX-License-Identifier: Apache-2.0
"""The types of parameters: as they are written (Some...), normalised, and evaluated."""

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from launch.some_substitutions_type import (
    SomeSubstitutionsType,
    SomeSubstitutionsType_types_tuple,
)
from launch.substitution import Substitution

from .parameter_descriptions import Parameter as ParameterDescription
from .parameter_descriptions import ParameterFile
from .parameter_descriptions import ParameterValue as ParameterValueDescription

EvaluatedParameterValue = (
    str
    | int
    | float
    | bool
    | bytes
    | Sequence[str]
    | Sequence[int]
    | Sequence[float]
    | Sequence[bool]
)

SomeParameterFile = SomeSubstitutionsType | Path | ParameterFile
SomeParameterName = Sequence[Substitution | str]
SomeParameterValue = (
    ParameterValueDescription
    | SomeSubstitutionsType
    | Sequence[SomeSubstitutionsType]
    | EvaluatedParameterValue
)
SomeParameterValue_types_tuple = (*SomeSubstitutionsType_types_tuple, str, int, float, bool, bytes)
SomeParametersDict = Mapping[SomeParameterName, Any]
SomeParameters = Sequence[SomeParameterFile | ParameterDescription | SomeParametersDict]

ParameterName = Sequence[Substitution]
ParameterValue = (
    Sequence[Substitution]
    | Sequence[Sequence[Substitution]]
    | EvaluatedParameterValue
    | ParameterValueDescription
)
ParametersDict = dict[ParameterName, ParameterValue]
Parameters = Sequence[ParameterFile | ParametersDict | ParameterDescription]

EvaluatedParameters = Sequence[Path | dict[str, EvaluatedParameterValue]]
