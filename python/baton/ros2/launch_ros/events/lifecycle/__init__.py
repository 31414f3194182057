# SPDX-License-Identifier: Apache-2.0
"""Events of lifecycle nodes."""

from launch.class_modules import module_for_each_class
from ..matchers import matches_node_name
from .lifecycle_events import ChangeState, StateTransition

__all__ = ["ChangeState", "StateTransition", "matches_node_name"]

module_for_each_class(__name__, lifecycle_node_matchers=[matches_node_name])
