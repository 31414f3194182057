# SPDX-License-Identifier: Apache-2.0
"""The name under which launch files import OnExecutionComplete."""

from .on_action_event import OnExecutionComplete

__all__ = ["OnExecutionComplete"]
