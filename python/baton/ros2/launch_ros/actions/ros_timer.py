# SPDX-License-Identifier: Apache-2.0
"""A timer of ROS time."""

from launch.actions.timer_action import TimerAction
from launch.frontend.expose import expose_action


@expose_action("ros_timer")
class ROSTimer(TimerAction):
    """Visits its actions after `period` seconds of the system's time; use_sim_time is ignored."""


RosTimer = ROSTimer
