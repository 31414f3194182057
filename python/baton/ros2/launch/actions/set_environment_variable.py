# SPDX-License-Identifier: Apache-2.0
"""The name under which launch files import SetEnvironmentVariable."""

from .environment import SetEnvironmentVariable

__all__ = ["SetEnvironmentVariable"]
