# SPDX-License-Identifier: Apache-2.0
"""rclpy.waitable, by Baton: the names. Executors wait in C++ and take no waitables of Python."""

from typing import Any


class NumberOfEntities:
    """How much of each kind a waitable waits for."""

    def __init__(
        self,
        num_subs: int = 0,
        num_gcs: int = 0,
        num_timers: int = 0,
        num_clients: int = 0,
        num_services: int = 0,
        num_events: int = 0,
    ) -> None:
        self.num_subscriptions = num_subs
        self.num_guard_conditions = num_gcs
        self.num_timers = num_timers
        self.num_clients = num_clients
        self.num_services = num_services
        self.num_events = num_events


class Waitable:
    """Base of classes that wait for several things at once; Node.add_waitable() refuses them."""

    def __init__(self, callback_group: Any) -> None:
        self.callback_group = callback_group
