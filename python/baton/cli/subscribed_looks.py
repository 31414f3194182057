# SPDX-License-Identifier: Apache-2.0
"""Looks at a topic by a subscription, where the observer cannot see it: over the network."""

import time
from collections.abc import Iterator

from baton.cli.participant import node, spin_until, type_class


def subscribed_looks(topic: str, type_name: str, interval_s: float, stamps: bool) -> Iterator[dict]:
    """What the observer gives, of messages as they arrive; with `stamps` that of header.stamp.

    Sizes are those of CDR. Without `stamps` messages are not decoded.
    """
    message_class = type_class(type_name, "msg")
    arrived: list[list[int]] = []

    def take(message) -> None:
        now = time.time_ns()
        number = take.count = take.count + 1
        if stamps:
            stamp = getattr(message, "header", message)
            stamp = getattr(stamp, "stamp", stamp)
            arrived.append([number, now, 0, stamp.sec * 1_000_000_000 + stamp.nanosec])
        else:
            arrived.append([number, now, len(message)])

    take.count = 0
    with node() as made:
        from baton.qos import HistoryPolicy, QoSProfile, ReliabilityPolicy

        # Best effort meets every publisher, and no publisher waits for it.
        profile = QoSProfile(
            history=HistoryPolicy.KEEP_LAST, depth=100, reliability=ReliabilityPolicy.BEST_EFFORT
        )
        made.create_subscription(message_class, topic, take, profile, raw=not stamps)
        before = time.time()
        yield _look([], before, 0.0, 0)
        while True:
            spin_until(made, lambda: False, interval_s)
            now = time.time()
            messages, arrived[:] = list(arrived), []
            yield _look(messages, now, now - before, take.count)
            before = now


def _look(messages: list, time_s: float, interval_s: float, count: int) -> dict:
    publisher = {"participant": "subscribed", "id": 0, "messages": messages, "published": count}
    return {"time_s": time_s, "interval_s": interval_s, "publishers": [publisher]}
