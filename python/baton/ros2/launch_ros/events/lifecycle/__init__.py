# SPDX-License-Identifier: Apache-2.0
"""Events of lifecycle nodes."""

from ..matchers import matches_node_name
from .lifecycle_events import ChangeState, StateTransition

__all__ = ["ChangeState", "StateTransition", "matches_node_name"]
