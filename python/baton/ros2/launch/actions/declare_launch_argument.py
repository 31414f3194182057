# SPDX-License-Identifier: Apache-2.0
"""The name under which launch files import DeclareLaunchArgument."""

from .configurations import DeclareLaunchArgument

__all__ = ["DeclareLaunchArgument"]
