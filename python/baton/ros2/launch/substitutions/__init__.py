# SPDX-License-Identifier: Apache-2.0
"""All substitutions of launch files."""

from ..class_modules import module_for_each_class
from ..errors import SubstitutionFailure
from .basic import (
    Command,
    EnvironmentVariable,
    FileContent,
    FindExecutable,
    LaunchConfiguration,
    LaunchLogDir,
    LocalSubstitution,
    PathJoinSubstitution,
    PathSubstitution,
    StringJoinSubstitution,
    TextSubstitution,
    ThisLaunchFile,
    ThisLaunchFileDir,
)
from .boolean import (
    AllSubstitution,
    AndSubstitution,
    AnySubstitution,
    EqualsSubstitution,
    IfElseSubstitution,
    NotEqualsSubstitution,
    NotSubstitution,
    OrSubstitution,
)
from .expression import AnonName, PythonExpression

__all__ = [
    "AllSubstitution",
    "AndSubstitution",
    "AnonName",
    "AnySubstitution",
    "Command",
    "EnvironmentVariable",
    "EqualsSubstitution",
    "FileContent",
    "FindExecutable",
    "IfElseSubstitution",
    "LaunchConfiguration",
    "LaunchLogDir",
    "LocalSubstitution",
    "NotEqualsSubstitution",
    "NotSubstitution",
    "OrSubstitution",
    "PathJoinSubstitution",
    "PathSubstitution",
    "PythonExpression",
    "StringJoinSubstitution",
    "SubstitutionFailure",
    "TextSubstitution",
    "ThisLaunchFile",
    "ThisLaunchFileDir",
]

module_for_each_class(
    __name__,
    boolean_substitution=[
        AllSubstitution,
        AndSubstitution,
        AnySubstitution,
        NotSubstitution,
        OrSubstitution,
    ],
)
