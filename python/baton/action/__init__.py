# SPDX-License-Identifier: Apache-2.0
"""Actions: goals that take their time, spelled like rclpy.action."""

from baton.action.client import ActionClient, ClientGoalHandle
from baton.action.graph import (
    get_action_client_names_and_types_by_node,
    get_action_names_and_types,
    get_action_server_names_and_types_by_node,
)
from baton.action.server import (
    ActionServer,
    CancelResponse,
    GoalEvent,
    GoalResponse,
    ServerGoalHandle,
)

__all__ = [
    "ActionClient",
    "ActionServer",
    "CancelResponse",
    "ClientGoalHandle",
    "GoalEvent",
    "GoalResponse",
    "ServerGoalHandle",
    "get_action_client_names_and_types_by_node",
    "get_action_names_and_types",
    "get_action_server_names_and_types_by_node",
]
