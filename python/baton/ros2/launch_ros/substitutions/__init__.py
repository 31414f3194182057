# SPDX-License-Identifier: Apache-2.0
"""Substitutions that know packages and parameters."""

from launch.class_modules import module_for_each_class
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

module_for_each_class(__name__, find_package=[FindPackage, FindPackagePrefix, FindPackageShare])
