# SPDX-License-Identifier: Apache-2.0
"""The name under which launch files import RegisterEventHandler."""

from .event_actions import RegisterEventHandler

__all__ = ["RegisterEventHandler"]
