# SPDX-License-Identifier: Apache-2.0
"""Time sources: clocks of one's own follow /clock. A node's clock needs none."""

from __future__ import annotations

import weakref
from typing import TYPE_CHECKING, Any

from baton.clock import Clock, ROSClock
from baton.exceptions import InvalidParameterValueException
from baton.native import _native
from baton.parameter import Parameter

if TYPE_CHECKING:
    from baton.node import Node

CLOCK_TOPIC = "/clock"
USE_SIM_TIME_NAME = "use_sim_time"


class TimeSource:
    """Clocks tell what comes on /clock while the parameter use_sim_time of a node is true. A thread
    of the context receives it, so no executor is needed. Thread safety: all members."""

    def __init__(self, *, node: Node | None = None) -> None:
        self._handle = _native.TimeSource()
        self._node: Any = None
        self._clocks: list[ROSClock] = []
        self._own_clock = ROSClock()  # follows as those that are attached
        self.attach_clock(self._own_clock)
        if node is not None:
            self.attach_node(node)

    def attach_node(self, node: Node) -> None:
        """Detaches the former one. Declares use_sim_time unless it is declared; raises ValueError if
        that parameter is no bool. The node keeps the time source."""
        from baton.node import Node

        if not isinstance(node, Node):
            raise TypeError(f"a Node is needed, not {type(node).__name__}")
        self.detach_node()
        self._activate(False)
        self._handle.attach_node(node.handle)
        self._node = weakref.ref(node)
        node._made[id(self)] = self

    def detach_node(self) -> None:
        """The clocks tell the system's time from now on."""
        node = self._get_node()
        self._node = None
        self._handle.detach_node()
        if node is not None:
            node._forget(self)

    destroy = detach_node  # its node does it

    def attach_clock(self, clock: Clock) -> None:
        """Raises ValueError for a clock that cannot be simulated."""
        if not isinstance(clock, ROSClock):
            raise ValueError("only clocks of type ROS_TIME can be attached: make a ROSClock")
        active = bool(self._clocks) and self.ros_time_is_active
        self._handle.attach_clock(clock.handle)
        self._clocks.append(clock)
        if active:
            clock._set_ros_time_is_active(True)

    @property
    def ros_time_is_active(self) -> bool:
        """True while the clocks tell simulated time. Set, it sets the node's parameter use_sim_time,
        and raises InvalidParameterValueException where a callback of the node refuses that; without a
        node nothing comes from /clock, and the clocks tell what they are set to."""
        return self._own_clock.ros_time_is_active

    @ros_time_is_active.setter
    def ros_time_is_active(self, enabled: bool) -> None:
        node = self._get_node()
        if node is None:
            self._activate(enabled)
        else:
            (result,) = node.set_parameters([Parameter(USE_SIM_TIME_NAME, value=enabled)])
            if not result.successful:
                raise InvalidParameterValueException(USE_SIM_TIME_NAME, enabled, result.reason)

    def _activate(self, enabled: bool) -> None:
        for clock in self._clocks:
            clock._set_ros_time_is_active(enabled)

    def _get_node(self) -> Node | None:
        return self._node() if self._node is not None else None
