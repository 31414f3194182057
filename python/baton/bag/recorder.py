# SPDX-License-Identifier: Apache-2.0
"""Records topics: subscribes to what is selected, and writes what comes in a thread of its own."""

from __future__ import annotations

import threading
from collections.abc import Callable
from typing import TYPE_CHECKING

from baton.bag import qos_text
from baton.bag.byte_queue import ByteQueue
from baton.bag.definition_text import definition_of
from baton.bag.metadata import Topic
from baton.bag.selection import Selection
from baton.bag.writer import BagWriter

if TYPE_CHECKING:
    from baton.node import Node
    from baton.qos import QoSProfile
    from baton.subscription import Subscription

# A recorder that is late by that many messages of a topic loses the oldest. No publisher waits for it.
DEPTH = 100
_FLUSH_EVERY_S = 1.0
_POLLS_FOR_OFFERS = 10


class Recorder:
    """Messages are taken by the executor of `node`, and written by a thread, between which at most
    `cache_bytes` wait: what then comes is lost and counted. Call poll() again and again. Thread
    safety: poll() and stop() by one thread; callbacks run in the executor's."""

    def __init__(
        self,
        node: Node,
        writer: BagWriter,
        selection: Selection,
        *,
        say: Callable[[str], None],
        cache_bytes: int = 100 << 20,
        overrides: dict[str, QoSProfile] | None = None,
        unpublished: bool = False,
        ignore_leaves: bool = False,
        by_ros_time: bool = False,
        paused: bool = False,
    ) -> None:
        self._node = node
        self._writer = writer
        self._selection = selection
        self._say = say
        self._overrides = overrides or {}
        self._unpublished = unpublished
        self._ignore_leaves = ignore_leaves
        self._by_ros_time = by_ros_time
        self.is_paused = paused
        self.subscriptions: dict[str, Subscription] = {}
        self._refused: set[str] = set()
        self._polls = 0
        self._known_topics: dict[str, Topic] = {}
        self._queue = ByteQueue(cache_bytes)
        self._lost_here = 0
        self._lost_before = 0  # by subscriptions that were replaced
        self.failure: Exception | None = None
        self._thread = threading.Thread(target=self._write, name="bag_writer", daemon=True)
        self._thread.start()

    # Discovery.

    def poll(self) -> None:
        """Subscribes to topics that came since the last call."""
        self._polls += 1
        if self._polls % _POLLS_FOR_OFFERS == 0:
            self._note_offers()
        for name, types in self._node.get_topic_names_and_types():
            if name in self.subscriptions or name in self._refused:
                continue
            if not any(self._selection.takes(name, one) for one in types):
                continue
            if self._ignore_leaves and self._node.count_subscribers(name) == 0:
                continue
            if self._unpublished or self._node.count_publishers(name):
                self._subscribe(name, types)

    def _note_offers(self) -> None:
        """The QoS of publishers that came later belongs to the topic, too: it is played with both."""
        for topic in self._known_topics.values():
            offers = self._node.get_publishers_info_by_topic(topic.name)
            now = [qos_text.of_profile(one.qos_profile) for one in offers]
            new = [one for one in now if one not in topic.qos]
            if new or len(now) > len(topic.qos):
                topic.qos = [*(one for one in topic.qos if one not in now), *now]

    def _subscribe(self, name: str, types: list[str]) -> None:
        type_name = types[0]
        if len(types) > 1:
            self._refuse(name, f"has several types: {', '.join(types)}")
            return
        from baton import interfaces

        try:
            message_class = interfaces.message_class(type_name)
        except (ImportError, LookupError, ValueError, RuntimeError, OSError):
            self._refuse(
                name, f"is a {type_name}, which is not known here: source its workspace"
            )
            return
        offers = self._node.get_publishers_info_by_topic(name)
        hashes = [str(one.topic_type_hash) for one in offers if one.topic_type_hash.version]
        topic = Topic(
            name,
            type_name,
            qos=[qos_text.of_profile(one.qos_profile) for one in offers],
            type_hash=hashes[0] if hashes else "",
        )
        self._known_topics[name] = topic
        self._listen(topic, message_class)
        self._say(f"Subscribed to topic '{name}'")

    def _listen(self, topic: Topic, message_class: type) -> None:
        from baton.event_handler import SubscriptionEventCallbacks

        name = topic.name

        def take(data: bytes, info: dict) -> None:
            self._take(topic, data, info)

        def replace(_: object) -> None:
            # A publisher came that offers less than was asked for.
            before = self.subscriptions.pop(name, None)
            if before is not None:
                self._lost_before += before.get_counters().get("lost", 0)
                self._node.destroy_subscription(before)
                self._listen(topic, message_class)

        def warn(_: object) -> None:
            self._say(
                f"'{name}' has a publisher that offers less than is wished for it: it is not recorded; "
                "change the file of --qos-profile-overrides-path"
            )

        given = self._overrides.get(name)
        self.subscriptions[name] = self._node.create_subscription(
            message_class,
            name,
            take,
            given or self._request_for(name),
            raw=True,
            event_callbacks=SubscriptionEventCallbacks(
                incompatible_qos=warn if given else replace, use_default_callbacks=False
            ),
        )

    def _request_for(self, name: str) -> QoSProfile:
        """What every publisher of the topic can serve."""
        from baton import qos

        offers = [one.qos_profile for one in self._node.get_publishers_info_by_topic(name)]
        reliable = all(one.reliability == qos.ReliabilityPolicy.RELIABLE for one in offers)
        kept = bool(offers) and all(
            one.durability == qos.DurabilityPolicy.TRANSIENT_LOCAL for one in offers
        )
        return qos.QoSProfile(
            depth=max([DEPTH, *(one.depth for one in offers if kept)]),
            reliability=qos.ReliabilityPolicy.RELIABLE
            if reliable
            else qos.ReliabilityPolicy.BEST_EFFORT,
            durability=qos.DurabilityPolicy.TRANSIENT_LOCAL
            if kept
            else qos.DurabilityPolicy.VOLATILE,
        )

    def _refuse(self, name: str, why: str) -> None:
        self._refused.add(name)
        self._say(f"'{name}' is not recorded: it {why}")

    # Messages.

    def _take(self, topic: Topic, data: bytes, info: dict) -> None:
        if self.is_paused:
            return
        if self._by_ros_time:
            time_ns = self._node.get_clock().now().nanoseconds
            if time_ns == 0:
                return  # no /clock yet
        else:
            time_ns = info["received_timestamp"]
        if not self._queue.put((topic, time_ns, data), len(data), wait=False):
            self._lost_here += 1

    def _write(self) -> None:
        created: set[str] = set()
        try:
            import time

            next_flush = time.monotonic() + _FLUSH_EVERY_S
            while not self._queue.is_done:
                item = self._queue.get(max(0.0, next_flush - time.monotonic()))
                if item is not None:
                    topic, time_ns, data = item
                    if topic.name not in created:
                        created.add(topic.name)
                        self._writer.create_topic(topic, definition_of(topic.type))
                    self._writer.write(topic.name, time_ns, data)
                if time.monotonic() >= next_flush:
                    self._writer.flush()
                    next_flush = time.monotonic() + _FLUSH_EVERY_S
            for topic in self._known_topics.values():
                if topic.name not in created:
                    self._writer.create_topic(topic, definition_of(topic.type))
        except Exception as error:  # of any storage: the recorder says it and ends
            self.failure = error
            self._queue.close(drop=True)

    @property
    def lost(self) -> int:
        """Messages that came and are not in the bag."""
        counted = (one.get_counters().get("lost", 0) for one in self.subscriptions.values())
        return self._lost_here + self._lost_before + sum(counted)

    @property
    def waiting(self) -> int:
        """Messages that came and are not written yet."""
        return len(self._queue)

    def hurry(self) -> None:
        """What still waits is not written, but counted as lost. A handler of a signal may call it."""
        self._lost_here += self._queue.close(drop=True)

    def stop(self) -> None:
        """Waits until all that came is written, and closes the bag. Throws what the writer threw."""
        self._queue.close()
        self._thread.join()
        try:
            self._writer.close()
        except Exception as error:
            self.failure = self.failure or error
        if self.failure is not None:
            raise self.failure
