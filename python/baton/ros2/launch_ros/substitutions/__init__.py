# SPDX-License-Identifier: Apache-2.0
"""Substitutions that know packages and parameters."""

from .packages import ExecutableInPackage, FindPackage, FindPackagePrefix, FindPackageShare
from .parameter import Parameter

FindPackageShareDirectory = FindPackageShare

__all__ = [
    "ExecutableInPackage",
    "FindPackage",
    "FindPackagePrefix",
    "FindPackageShare",
    "FindPackageShareDirectory",
    "Parameter",
]
