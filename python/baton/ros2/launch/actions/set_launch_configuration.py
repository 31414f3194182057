# SPDX-License-Identifier: Apache-2.0
"""The name under which launch files import SetLaunchConfiguration."""

from .configurations import SetLaunchConfiguration

__all__ = ["SetLaunchConfiguration"]
