# SPDX-License-Identifier: Apache-2.0
"""rclpy.action.client, by Baton."""

from action_msgs.msg import GoalStatus  # noqa: F401: programs take it from here
from action_msgs.srv import CancelGoal  # noqa: F401
from unique_identifier_msgs.msg import UUID  # noqa: F401

from baton.action.client import ActionClient, ClientGoalHandle  # noqa: F401
