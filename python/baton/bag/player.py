# SPDX-License-Identifier: Apache-2.0
"""Plays a bag: publishes its messages at the distances in which they were recorded."""

from __future__ import annotations

import contextlib
import threading
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from baton.bag import qos_text
from baton.bag.byte_queue import ByteQueue
from baton.bag.errors import BagError
from baton.bag.metadata import Topic
from baton.bag.reader import BagReader
from baton.bag.requests import Requests, is_of_calls
from baton.bag.selection import absolute
from baton.bag.timeline import Timeline

if TYPE_CHECKING:
    from baton.node import Node
    from baton.publisher import Publisher
    from baton.qos import QoSProfile

_AHEAD_BYTES = 64 << 20
_ASK_EVERY_S = 0.1
_LONGEST_WAIT_FOR_MATCHES_S = 1.0
_LONGEST_WAIT_FOR_ACKNOWLEDGEMENTS_S = 0.5


@dataclass
class PlayOptions:
    """What is played and when; times in nanoseconds."""

    topics: Callable[[str, str], bool] = lambda _name, _type: True
    remap: dict[str, str] = field(default_factory=dict)
    overrides: dict[str, QoSProfile] = field(default_factory=dict)
    loop: bool = False
    delay_s: float = 0.0
    start_offset_ns: int = 0
    until_ns: int | None = None
    duration_ns: int | None = None
    clock_hz: float = 0.0
    clock_topics: set[str] | None = None  # empty: all
    requests_from: str | None = None  # of requests.SOURCES: calls services, and publishes no events
    wait_for_acknowledgements_s: float = _LONGEST_WAIT_FOR_ACKNOWLEDGEMENTS_S


class Player:
    """Publishes with `node` what `bag` has. Thread safety: run() by one thread."""

    def __init__(
        self,
        node: Node,
        bag: BagReader,
        timeline: Timeline,
        options: PlayOptions,
        goes_on: Callable[[], bool],
        say: Callable[[str], None],
    ) -> None:
        self._node = node
        self._bag = bag
        self._options = options
        self._timeline = timeline
        self._goes_on = goes_on
        self._say = say
        self.published = 0
        self._publishers: dict[str, Publisher] = {}
        self._requests: dict[str, Requests] = {}
        for topic in bag.metadata.topics:
            if options.topics(absolute(topic.name), topic.type):
                self._advertise(topic)
        self._clock: Publisher | None = None
        if options.clock_hz or options.clock_topics is not None:
            for name in ("/clock", "clock"):
                self._publishers.pop(name, None)
            self._clock = self._make_clock()

    def _advertise(self, topic: Topic) -> None:
        from baton import interfaces

        if topic.serialization_format != "cdr":
            self._say(f"'{topic.name}' is not played: its format is {topic.serialization_format}")
            return
        try:
            message_class = interfaces.message_class(topic.type)
        except (ImportError, LookupError, ValueError, RuntimeError, OSError):
            self._say(
                f"'{topic.name}' is not played: its type {topic.type} is not known here; source its "
                "workspace"
            )
            return
        # Programs record names as they are given to their nodes: without a slash, too.
        name = absolute(topic.name)
        source = self._options.requests_from
        if source and is_of_calls(name, topic.type):
            self._requests[topic.name] = Requests(
                self._node, name, topic.type, source, self._options.remap, self._say
            )
            return
        profile = self._options.overrides.get(name) or _offer_for(topic)
        name = self._options.remap.get(name, name)
        self._publishers[topic.name] = self._node.create_publisher(message_class, name, profile)

    def _make_clock(self) -> Publisher:
        from baton import interfaces, qos

        profile = qos.QoSProfile(depth=1, reliability=qos.ReliabilityPolicy.RELIABLE)
        message_class = interfaces.message_class("rosgraph_msgs/msg/Clock")
        return self._node.create_publisher(message_class, "/clock", profile)

    def run(self) -> None:
        """Returns at the end of the bag, or when `goes_on()` says no."""
        if not self._publishers and not self._requests:
            raise BagError("nothing is left to play")
        self._wait_for_matches()
        ticking = threading.Event()
        clock = threading.Thread(target=self._tick, args=(ticking,), name="bag_clock", daemon=True)
        try:
            while self._goes_on():
                if self._options.delay_s and not self._sleep(self._options.delay_s):
                    break
                self._timeline.start(self._begin_ns)
                if self._options.clock_hz and not clock.is_alive():
                    clock.start()
                before = self.published
                finished = self._play_once()
                # What has nothing to play would be looked through again and again.
                if not finished or not self._options.loop or self.published == before:
                    break
        finally:
            ticking.set()
            if clock.is_alive():
                clock.join()
        self._wait_for_acknowledgements()

    @property
    def _begin_ns(self) -> int:
        return self._bag.metadata.span.start_ns + self._options.start_offset_ns

    @property
    def _end_ns(self) -> int | None:
        ends = []
        if self._options.duration_ns is not None:
            ends.append(self._begin_ns + self._options.duration_ns)
        if self._options.until_ns is not None:
            ends.append(self._options.until_ns)
        return max(ends) if ends else None

    def _play_once(self) -> bool:
        """False: stopped before the end."""
        with self._read_ahead() as messages:
            for topic, time_ns, data in messages:
                if not self._timeline.wait_until(time_ns, self._goes_on):
                    return False
                if self._clock is not None and self._announces(topic):
                    self._publish_clock(time_ns)
                try:
                    self.published += self._send(topic, data)
                except ValueError as error:
                    raise BagError(f"a message of '{topic}' is no valid CDR: {error}") from None
        return True

    def _send(self, topic: str, data: bytes) -> bool:
        if topic in self._requests:
            return self._requests[topic].call(data)
        self._publishers[topic].publish(data)
        return True

    def _announces(self, topic: str) -> bool:
        chosen = self._options.clock_topics
        return chosen is not None and (not chosen or absolute(topic) in chosen)

    @contextlib.contextmanager
    def _read_ahead(self) -> Iterator[Iterator[tuple[str, int, bytes]]]:
        """The messages, read by a thread before they are due."""
        queue = ByteQueue(_AHEAD_BYTES)
        failure: list[BaseException] = []

        def read() -> None:
            end_ns = self._end_ns
            try:
                for item in self._bag.messages({*self._publishers, *self._requests}, self._begin_ns):
                    if end_ns is not None and item[1] > end_ns:
                        break
                    if not queue.put(item, len(item[2]) + 100, wait=True):
                        break
            except BaseException as error:
                failure.append(error)
            finally:
                queue.close()

        def take() -> Iterator[tuple[str, int, bytes]]:
            while not queue.is_done:
                item = queue.get(_ASK_EVERY_S)
                if item is not None:
                    yield item
                elif not self._goes_on():
                    return
            if failure:
                raise failure[0]

        thread = threading.Thread(target=read, name="bag_reader", daemon=True)
        thread.start()
        try:
            yield take()
        finally:
            queue.close(drop=True)
            thread.join()

    def _publish_clock(self, time_ns: int) -> None:
        assert self._clock is not None
        message = self._clock.msg_type()
        message.clock.sec, message.clock.nanosec = divmod(time_ns, 1_000_000_000)
        self._clock.publish(message)

    def _tick(self, ended: threading.Event) -> None:
        """Publishes /clock. A pause lets it go on, with the same time, as in rosbag2."""
        period_s = 1 / self._options.clock_hz
        due_s = time.monotonic()
        while not ended.is_set():
            self._publish_clock(self._timeline.now_ns())
            due_s = max(due_s + period_s, time.monotonic())
            ended.wait(due_s - time.monotonic())

    def _sleep(self, seconds: float) -> bool:
        end = time.monotonic() + seconds
        while time.monotonic() < end:
            if not self._goes_on():
                return False
            time.sleep(min(0.1, max(0.0, end - time.monotonic())))
        return True

    def _wait_for_matches(self) -> None:
        """Subscriptions that are there already must not lose the first messages."""
        end = time.monotonic() + _LONGEST_WAIT_FOR_MATCHES_S
        for requests in self._requests.values():
            requests.wait(end, self._goes_on)
        for publisher in self._publishers.values():
            while publisher.get_subscription_count() < self._node.count_subscribers(
                publisher.topic_name
            ):
                if time.monotonic() >= end or not self._goes_on():
                    return
                time.sleep(0.01)

    def _wait_for_acknowledgements(self) -> None:
        from baton.duration import Duration

        end = time.monotonic() + self._options.wait_for_acknowledgements_s
        for requests in self._requests.values():
            requests.finish(end, self._goes_on)
        for publisher in self._publishers.values():
            while self._goes_on():
                # In parts, so that Ctrl-C is heard.
                left_s = min(_ASK_EVERY_S, max(0.0, end - time.monotonic()))
                if publisher.wait_for_all_acked(Duration(seconds=left_s)) or time.monotonic() >= end:
                    break


def _offer_for(topic: Topic) -> QoSProfile:
    """What serves every subscription that a recorded publisher served."""
    if not topic.qos:
        return qos_text.to_profile({})
    offer = dict(topic.qos[0])
    for policy, strongest in (("reliability", "reliable"), ("durability", "transient_local")):
        if any(one[policy] == strongest for one in topic.qos):
            offer[policy] = strongest
    depths = [int(one.get("depth") or 0) for one in topic.qos]
    # One publisher keeps here what each kept for late subscriptions, as those of /tf_static.
    keeps = offer["durability"] == "transient_local"
    offer["depth"] = sum(depths) if keeps else max(depths)
    if any(one["history"] == "keep_all" for one in topic.qos):
        offer["history"] = "keep_all"
    if len(topic.qos) > 1:
        # Times of several publishers say nothing of one.
        for name in ("deadline", "lifespan", "liveliness_lease_duration"):
            offer.pop(name, None)
        offer["liveliness"] = "automatic"
    return qos_text.to_profile(offer)
