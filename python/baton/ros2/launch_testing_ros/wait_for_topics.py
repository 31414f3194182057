# SPDX-License-Identifier: Apache-2.0
"""Waits until a message has come on each of several topics."""

import collections
import threading
import time
from collections.abc import Callable, Iterable

import rclpy
from rclpy.context import Context

from .message_pump import MessagePump


class WaitForTopics:
    """`topic_tuples`: (name, type) of each topic. `trigger`: called when the subscriptions are there.

    As a context manager it has waited when the block begins. `messages_received_buffer_length`: so
    many messages of each topic are kept for received_messages().
    """

    def __init__(
        self,
        topic_tuples: Iterable[tuple],
        timeout: float = 5.0,
        messages_received_buffer_length: int | None = None,
        trigger: Callable | None = None,
        node_namespace: str | None = None,
    ) -> None:
        self._topics = list(topic_tuples)
        self._timeout = timeout
        self._trigger = trigger
        self._changed = threading.Condition()
        length = messages_received_buffer_length
        self._messages = {name: collections.deque(maxlen=length) for name, _ in self._topics}
        self._received: set[str] = set()
        self._context = Context()
        rclpy.init(context=self._context)
        self._node = rclpy.create_node(
            "wait_for_topics", namespace=node_namespace or "", context=self._context
        )
        for name, kind in self._topics:
            self._node.create_subscription(kind, name, self._callback(name), 10)
        self._pump = MessagePump(self._node, context=self._context)
        self._pump.start()

    def _callback(self, name: str) -> Callable:
        def note(message) -> None:
            with self._changed:
                self._messages[name].append(message)
                self._received.add(name)
                self._changed.notify_all()

        return note

    def wait(self) -> bool:
        """Whether a message has come on all topics in time."""
        deadline = time.monotonic() + self._timeout
        if self._trigger is not None:
            self._trigger(self._node)
        with self._changed:
            left = deadline - time.monotonic()
            return self._changed.wait_for(lambda: not self.topics_not_received(), left)

    def topics_received(self) -> set[str]:
        return set(self._received)

    def topics_not_received(self) -> set[str]:
        return set(self._messages) - self._received

    def received_messages(self, topic_name: str) -> list:
        if topic_name not in self._messages:
            known = ", ".join(self._messages)
            raise KeyError(f"no topic '{topic_name}' is waited for: there are {known}")
        with self._changed:
            return list(self._messages[topic_name])

    def shutdown(self) -> None:
        self._pump.stop()
        self._node.destroy_node()
        rclpy.shutdown(context=self._context)

    def __enter__(self) -> "WaitForTopics":
        if not self.wait():
            missing = ", ".join(sorted(self.topics_not_received()))
            self.shutdown()
            raise RuntimeError(f"Did not receive messages on these topics: {missing}")
        return self

    def __exit__(self, *error) -> None:
        self.shutdown()
