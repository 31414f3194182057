# SPDX-License-Identifier: Apache-2.0
"""A transition that is asked for, and one that has happened."""

from collections.abc import Callable

from launch.event import Event

# lifecycle_msgs/msg/Transition
TRANSITIONS = {
    0: "create",
    1: "configure",
    2: "cleanup",
    3: "activate",
    4: "deactivate",
    5: "unconfigured_shutdown",
    6: "inactive_shutdown",
    7: "active_shutdown",
    8: "destroy",
}


class ChangeState(Event):
    """Asked for: a transition, by its number, of the lifecycle nodes that match."""

    name = "launch_ros.events.lifecycle.ChangeState"

    def __init__(self, *, lifecycle_node_matcher: Callable, transition_id: int) -> None:
        self.lifecycle_node_matcher = lifecycle_node_matcher
        self.transition_id = int(transition_id)


class StateTransition(Event):
    """A lifecycle node has changed its state; labels as 'inactive', 'activating'."""

    name = "launch_ros.events.lifecycle.StateTransition"

    def __init__(self, *, action, transition: str, start_state: str, goal_state: str) -> None:
        self.action = action
        self.transition = transition
        self.start_state = start_state
        self.goal_state = goal_state
