# SPDX-License-Identifier: Apache-2.0
"""rclpy.time_source, by Baton: the names. Every node has its time source, in C++."""

from typing import Any

CLOCK_TOPIC = "/clock"
USE_SIM_TIME_NAME = "use_sim_time"


class TimeSource:
    """Nodes follow /clock themselves as soon as their parameter use_sim_time is true."""

    def __init__(self, *, node: Any = None) -> None:
        raise NotImplementedError(
            "clocks of Python are not attached to a time source: node.get_clock() follows /clock "
            "when the node's parameter use_sim_time is true"
        )
