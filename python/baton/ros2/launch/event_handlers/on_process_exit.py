# SPDX-License-Identifier: Apache-2.0
"""The name under which launch files import OnProcessExit."""

from .on_action_event import OnProcessExit

__all__ = ["OnProcessExit"]
