# SPDX-License-Identifier: Apache-2.0
"""Events of nodes."""

from . import lifecycle
from .matchers import matches_node_name

__all__ = ["lifecycle", "matches_node_name"]
