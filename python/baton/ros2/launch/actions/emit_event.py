# SPDX-License-Identifier: Apache-2.0
"""The name under which launch files import EmitEvent."""

from .event_actions import EmitEvent

__all__ = ["EmitEvent"]
