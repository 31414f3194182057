# SPDX-License-Identifier: Apache-2.0
"""The name under which launch files import Shutdown."""

from .event_actions import Shutdown

__all__ = ["Shutdown"]
