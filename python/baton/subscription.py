# SPDX-License-Identifier: Apache-2.0
"""Subscriptions."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from baton.message import Message
from baton.qos import QoSProfile


class Subscription:
    """Receives messages of one type. Made by Node.create_subscription(). Thread safety: all members.

    A callback gets the message where its publisher wrote it: no byte is copied, and numbers are
    read-only numpy arrays over shared memory. Each message that is held keeps that memory; a
    subscription that holds more than its depth and 8 gets copies from then on."""

    def __init__(
        self,
        handle: Any,
        message_class: type[Message],
        callback: Callable | None,
        qos: QoSProfile,
        raw: bool = False,
    ) -> None:
        self._handle = handle
        self.raw = raw  # whether the callback gets the bytes of messages
        self.msg_type = message_class
        self.callback = callback
        self.qos_profile = qos

    @property
    def handle(self) -> Any:
        return self._handle

    def take(self) -> Any:
        """The next message, or None; for programs without an executor. Does not block. Works as a
        context manager: `with subscription.take() as image: ...`."""
        return self._handle.take()

    def take_with_info(self) -> Any:
        """The next message and what is known of it, or None."""
        return self._handle.take(True)

    @property
    def topic_name(self) -> str:
        return self._handle.topic_name

    @property
    def topic(self) -> str:
        return self._handle.topic_name

    def get_publisher_count(self) -> int:
        return self._handle.get_publisher_count()

    def get_matches(self) -> list[dict[str, Any]]:
        """The matched publishers: participant, pid, transport, zero_copy and the reason."""
        return self._handle.get_matches()

    def get_counters(self) -> dict[str, int]:
        """What was received, skipped, lost and copied so far."""
        return self._handle.get_counters()

    def get_actual_qos(self) -> QoSProfile:
        return QoSProfile._of(self._handle.qos)

    @property
    def is_cft_enabled(self) -> bool:
        return self._handle.is_cft_enabled()

    def set_content_filter(self, filter_expression: str, expression_parameters: list[str]) -> None:
        self._handle.set_content_filter(filter_expression, expression_parameters)

    def destroy(self) -> None:
        """Leaves the topic; waits for a callback that runs in another thread. Messages that are held
        stay valid."""
        self._handle.destroy()

    def __enter__(self) -> Subscription:
        return self

    def __exit__(self, *_: object) -> None:
        self.destroy()
