# SPDX-License-Identifier: Apache-2.0
"""rclpy.wait_for_message, by Baton."""

from typing import Any

from baton.executors import SingleThreadedExecutor
from baton.task import Future


def wait_for_message(
    msg_type: Any, node: Any, topic: str, *, qos_profile: Any = 1, time_to_wait: float = -1
) -> tuple[bool, Any]:
    """The next message of a topic; (False, None) when the time is over."""
    future = Future()
    subscription = node.create_subscription(
        msg_type, topic, lambda message: future.done() or future.set_result(message), qos_profile
    )
    executor = node.executor or SingleThreadedExecutor(context=node.context)
    executor.add_node(node)
    try:
        executor.spin_until_future_complete(future, time_to_wait)
    finally:
        node.destroy_subscription(subscription)
    return (True, future.result()) if future.done() else (False, None)
