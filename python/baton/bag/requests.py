# SPDX-License-Identifier: Apache-2.0
"""Calls a service again with the requests that its events in a bag have."""

from __future__ import annotations

import collections
import time
from collections.abc import Callable
from typing import TYPE_CHECKING

from baton.bag.selection import service_of

if TYPE_CHECKING:
    from baton.client import Client
    from baton.node import Node

# Which event of a call has the request that is sent again: what the client told, or the server.
SOURCES = {"service_introspection": "REQUEST_RECEIVED", "client_introspection": "REQUEST_SENT"}
_EVENT = "_Event"
_SPIN_S = 0.1


def is_of_calls(topic: str, type_name: str) -> bool:
    """Whether the topic has the events of a service."""
    return service_of(topic) is not None and type_name.endswith(_EVENT)


class Requests:
    """A client for the events of one service. Thread safety: one thread."""

    def __init__(
        self, node: Node, topic: str, type_name: str, source: str, remap: dict, say: Callable
    ) -> None:
        from baton import interfaces

        service_class = interfaces.service_class(type_name.removesuffix(_EVENT))
        name = service_of(topic) or topic
        self.name = remap.get(name, name)
        self._event = service_class.Event
        self._node = node
        self._wanted = getattr(interfaces.message_class("service_msgs/msg/ServiceEventInfo"), SOURCES[source])
        self._say = say
        self._told: set[str] = set()
        self._client: Client = node.create_client(service_class, self.name)
        self._answers: collections.deque = collections.deque()

    def wait(self, until: float, goes_on: Callable[[], bool]) -> None:
        """Until a server is there, for so long at most."""
        while goes_on() and (left_s := until - time.monotonic()) > 0:
            if self._client.wait_for_service(min(_SPIN_S, left_s)):
                return

    def call(self, data: bytes) -> bool:
        """Whether the event was one that is sent again, and was sent. Raises ValueError for no CDR."""
        from baton.native import _native

        event = _native.deserialize(self._event, data)
        if event.info.event_type != self._wanted:
            return False
        if not event.request:
            self._tell("its requests were recorded without their contents")
            return False
        if not self._client.service_is_ready():
            self._tell("no server is there")
            return False
        self._answers.append(self._client.call_async(event.request[0].copy()))
        self._take_answers(0.0)
        return True

    def finish(self, until: float, goes_on: Callable[[], bool]) -> None:
        """Takes the answers: requests lie in the memory of this process until they are read."""
        while self._answers and goes_on() and (left_s := until - time.monotonic()) > 0:
            self._take_answers(min(_SPIN_S, left_s))
        self._client.destroy()

    def _take_answers(self, longest_s: float) -> None:
        import baton

        baton.spin_once(self._node, timeout_sec=longest_s)
        while self._answers and self._answers[0].done():
            self._answers.popleft()

    def _tell(self, why: str) -> None:
        if why not in self._told:
            self._told.add(why)
            self._say(f"'{self.name}' is not called: {why}")
