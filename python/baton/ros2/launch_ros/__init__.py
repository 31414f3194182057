# SPDX-License-Identifier: Apache-2.0
"""Nodes, components and parameters in launch files.

Written for Baton after the documented behaviour of ROS 2's package of this name.
"""

from . import actions, descriptions, event_handlers, events, substitutions, utilities
from .parameters_type import SomeParameters

__all__ = [
    "SomeParameters",
    "actions",
    "descriptions",
    "event_handlers",
    "events",
    "substitutions",
    "utilities",
]
