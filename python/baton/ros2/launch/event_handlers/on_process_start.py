# SPDX-License-Identifier: Apache-2.0
"""The name under which launch files import OnProcessStart."""

from .on_action_event import OnProcessStart

__all__ = ["OnProcessStart"]
