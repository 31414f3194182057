# SPDX-License-Identifier: Apache-2.0
"""Events of services and clients, for tools: docs/services.md."""

from __future__ import annotations

import threading
from enum import IntEnum
from typing import Any, Self

import numpy
from service_msgs.msg import ServiceEventInfo as Info

from baton.qos import QoSProfile
from baton.task import Future


class ServiceIntrospectionState(IntEnum):
    OFF = 0
    METADATA = 1
    """Which requests and responses there are, and when."""
    CONTENTS = 2
    """What is in them, too."""


class Introspection:
    """Publishes the events of one service or client. Thread safety: all members."""

    def __init__(
        self, node: Any, endpoint: Any, clock: Any, qos: QoSProfile, state: ServiceIntrospectionState
    ) -> None:
        self._node = node
        self._clock = clock
        self._contents = state == ServiceIntrospectionState.CONTENTS
        self._event_class = endpoint.srv_type.Event
        topic = f"{endpoint.service_name}/_service_event"
        self._publisher = node.create_publisher(self._event_class, topic, qos)

    @classmethod
    def instead_of(
        cls,
        former: Self | None,
        node: Any,
        endpoint: Any,
        clock: Any,
        qos: QoSProfile,
        state: ServiceIntrospectionState,
    ) -> Self | None:
        """Ends the former one; none with OFF."""
        if former is not None:
            former.destroy()
        if state == ServiceIntrospectionState.OFF:
            return None
        return cls(node, endpoint, clock, qos, state)

    def tell(self, event_type: int, request_id: Any, request: Any, response: Any) -> None:
        event = self._event_class()
        event.info.event_type = event_type
        event.info.stamp = self._clock.now().to_msg()
        event.info.sequence_number = request_id.sequence_number
        event.info.client_gid = numpy.frombuffer(request_id.client_gid, numpy.uint8)
        if self._contents:
            event.request = [] if request is None else [request]
            event.response = [] if response is None else [response]
        self._publisher.publish(event)

    def destroy(self) -> None:
        self._node.destroy_publisher(self._publisher)


class ClientIntrospection(Introspection):
    """That of a client."""

    def send(self, handle: Any, request: Any, future: Future) -> Any:
        """Sends a request whose response completes `future`; returns its id."""
        sending = threading.Lock()  # the response may come at once, in another thread

        def finish(response: Any) -> None:
            with sending:
                self.tell(Info.RESPONSE_RECEIVED, request_id, None, response)
            future.set_result(response)

        with sending:
            request_id = handle.send_request(request, finish)
        self.tell(Info.REQUEST_SENT, request_id, request, None)
        return request_id
