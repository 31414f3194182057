# SPDX-License-Identifier: Apache-2.0
"""Publishers."""

from __future__ import annotations

from typing import Any

from baton.duration import Duration
from baton.message import Message
from baton.qos import QoSProfile


class Publisher:
    """Publishes messages of one type on a topic. Made by Node.create_publisher(). Thread safety: all
    members; they let other threads run Python while they wait or copy."""

    def __init__(self, handle: Any, message_class: type[Message], qos: QoSProfile) -> None:
        self._handle = handle
        self.msg_type = message_class
        self.qos_profile = qos

    @property
    def handle(self) -> Any:
        return self._handle

    def publish(self, msg: Message | bytes) -> None:
        """Copies the message into shared memory, once; without a subscription nothing is copied.
        A message of borrow_loaned_message() is handed over as it lies, and may not be used
        afterwards. `bytes` are a message in CDR. Blocks only for a reliable subscription that keeps
        all, at most max_blocking_time; then raises Error, and a loan stays valid."""
        self._handle.publish(msg)

    def borrow_loaned_message(self) -> Any:
        """A message in this publisher's shared memory, to be filled in place and published. Of a
        large message fixed arrays are undefined; sequences are empty:

            image = publisher.borrow_loaned_message()
            image.data.resize(height * step)     # grows in shared memory
            camera.read_into(image.data)         # a numpy array
            publisher.publish(image)             # no copy
        """
        return self._handle.borrow_loaned_message()

    @property
    def can_loan_messages(self) -> bool:
        return self._handle.can_loan

    @property
    def topic_name(self) -> str:
        return self._handle.topic_name

    @property
    def topic(self) -> str:
        return self._handle.topic_name

    def get_subscription_count(self) -> int:
        return self._handle.get_subscription_count()

    def get_matches(self) -> list[dict[str, Any]]:
        """The matched subscriptions: participant, pid, transport, zero_copy and the reason."""
        return self._handle.get_matches()

    def get_counters(self) -> dict[str, int]:
        """What was published, loaned and copied so far."""
        return self._handle.get_counters()

    def get_actual_qos(self) -> QoSProfile:
        return QoSProfile._of(self._handle.qos)

    def assert_liveliness(self) -> bool:
        return self._handle.assert_liveliness()

    def wait_for_all_acked(self, timeout: Duration = Duration(seconds=-1)) -> bool:  # noqa: B008
        """Waits until every reliable subscription has taken what was published."""
        return self._handle.wait_for_all_acked(timeout.nanoseconds)

    def destroy(self) -> None:
        """Leaves the topic. Using the publisher raises InvalidHandle from now on; loans and arrays
        of it stay valid."""
        self._handle.destroy()

    def __enter__(self) -> Publisher:
        return self

    def __exit__(self, *_: object) -> None:
        self.destroy()
