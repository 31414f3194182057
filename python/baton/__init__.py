# SPDX-License-Identifier: Apache-2.0
"""Baton: zero-copy publish/subscribe for robots, spelled like rclpy.

    import baton
    from sensor_msgs.msg import Image

    baton.init()
    node = baton.Node("viewer")
    node.create_subscription(Image, "image", lambda image: print(image.data.mean()), 5)
    baton.spin(node)

Names are looked up when they are first used, so that the command line, which needs no extension,
starts without it.
"""

import importlib
from typing import TYPE_CHECKING

_PLACES = {
    "baton.context": ["Context", "get_default_context"],
    "baton.utilities": [
        "create_node",
        "init",
        "ok",
        "on_shutdown",
        "remove_ros_args",
        "shutdown",
        "spin",
        "spin_once",
        "spin_until_future_complete",
        "try_shutdown",
        "get_global_executor",
    ],
    "baton.node": ["Node"],
    "baton.publisher": ["Publisher"],
    "baton.subscription": ["Subscription"],
    "baton.timer": ["Timer", "Rate"],
    "baton.service": ["Service"],
    "baton.client": ["Client"],
    "baton.task": ["Future", "Task"],
    "baton.callback_groups": [
        "CallbackGroup",
        "MutuallyExclusiveCallbackGroup",
        "ReentrantCallbackGroup",
    ],
    "baton.executors": [
        "Executor",
        "ExternalShutdownException",
        "MultiThreadedExecutor",
        "SingleThreadedExecutor",
    ],
    "baton.qos": [
        "DurabilityPolicy",
        "HistoryPolicy",
        "LivelinessPolicy",
        "QoSProfile",
        "ReliabilityPolicy",
        "qos_profile_sensor_data",
    ],
    "baton.clock": ["Clock", "ClockType"],
    "baton.time": ["Time"],
    "baton.duration": ["Duration"],
    "baton.parameter": ["Parameter"],
    "baton.signals": ["SignalHandlerOptions"],
    "baton.message": ["Message"],
    "baton.aio": ["AsyncExecutor"],
}
_HOMES = {name: module for module, names in _PLACES.items() for name in names}
__all__ = sorted(_HOMES)
_MODULES = {
    "action",
    "callback_groups",
    "clock",
    "duration",
    "event_handler",
    "exceptions",
    "executors",
    "interfaces",
    "lifecycle",
    "logging",
    "node",
    "parameter",
    "qos",
    "task",
    "time",
    "timer",
}

if TYPE_CHECKING:
    from baton.aio import AsyncExecutor
    from baton.callback_groups import (
        CallbackGroup,
        MutuallyExclusiveCallbackGroup,
        ReentrantCallbackGroup,
    )
    from baton.client import Client
    from baton.clock import Clock, ClockType
    from baton.context import Context, get_default_context
    from baton.duration import Duration
    from baton.executors import (
        Executor,
        ExternalShutdownException,
        MultiThreadedExecutor,
        SingleThreadedExecutor,
    )
    from baton.message import Message
    from baton.node import Node
    from baton.parameter import Parameter
    from baton.publisher import Publisher
    from baton.qos import (
        DurabilityPolicy,
        HistoryPolicy,
        LivelinessPolicy,
        QoSProfile,
        ReliabilityPolicy,
        qos_profile_sensor_data,
    )
    from baton.service import Service
    from baton.signals import SignalHandlerOptions
    from baton.subscription import Subscription
    from baton.task import Future, Task
    from baton.time import Time
    from baton.timer import Rate, Timer
    from baton.utilities import (
        create_node,
        get_global_executor,
        init,
        ok,
        on_shutdown,
        remove_ros_args,
        shutdown,
        spin,
        spin_once,
        spin_until_future_complete,
        try_shutdown,
    )


def __getattr__(name: str) -> object:
    if name in _HOMES:
        value = getattr(importlib.import_module(_HOMES[name]), name)
        globals()[name] = value
        return value
    if name in _MODULES:
        return importlib.import_module(f"baton.{name}")
    if name == "__version__":
        from baton.version import VERSION

        return VERSION
    raise AttributeError(f"module 'baton' has no attribute '{name}'")


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})
