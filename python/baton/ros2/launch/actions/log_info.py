# SPDX-License-Identifier: Apache-2.0
"""The name under which launch files import LogInfo."""

from .log import LogInfo

__all__ = ["LogInfo"]
