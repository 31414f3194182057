# SPDX-License-Identifier: Apache-2.0
"""All substitutions of launch files."""

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
