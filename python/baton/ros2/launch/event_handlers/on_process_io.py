# SPDX-License-Identifier: Apache-2.0
"""The name under which launch files import OnProcessIO."""

from .on_action_event import OnProcessIO

__all__ = ["OnProcessIO"]
