# SPDX-License-Identifier: Apache-2.0
"""Clients: the side of a service that asks."""

from __future__ import annotations

import sys
import threading
from typing import TYPE_CHECKING, Any

from baton.message import Message
from baton.qos import QoSProfile
from baton.service_introspection import ClientIntrospection
from baton.task import Future

if TYPE_CHECKING:
    from baton.node import Node


class Client:
    """Asks a service. Made by Node.create_client(). Thread safety: all members. Responses arrive
    through an executor that spins the node."""

    def __init__(
        self, node: Node, handle: Any, service_class: Any, name: str, qos: QoSProfile
    ) -> None:
        self._node = node
        self._handle = handle
        self.srv_type = service_class
        self.srv_name = name
        self.qos_profile = qos
        self._introspection: ClientIntrospection | None = None

    @property
    def handle(self) -> Any:
        return self._handle

    @property
    def service_name(self) -> str:
        return self._handle.service_name

    def call_async(self, request: Message) -> Future:
        """Sends the request; the future's result is the response."""
        self._check(request)
        future = Future(executor=lambda: self._node.executor)
        introspection = self._introspection
        if introspection is None:
            request_id = self._handle.send_request(request, future.set_result)
        else:
            request_id = introspection.send(self._handle, request, future)
        future._request_number = request_id.sequence_number  # type: ignore[attr-defined]
        return future

    def call(self, request: Message, timeout_sec: float | None = None) -> Any:
        """Sends the request and waits for the response, which an executor in another thread must
        receive: in a callback of the same group this waits for ever. None when the time is over,
        as in rclpy.

        In an event loop of asyncio it is awaited, and needs no thread: `await client.call(request)`,
        which raises TimeoutError."""
        if "asyncio" in sys.modules:
            from baton.aio import running_loop

            if running_loop() is not None:
                self._node.join_event_loop()
                return self._call_in_loop(request, timeout_sec)
        arrived = threading.Event()
        future = self.call_async(request)
        future.add_done_callback(lambda _: arrived.set())
        if not arrived.wait(timeout_sec):
            self.remove_pending_request(future)
            self._node.get_logger().warning(
                f"no response from the service '{self.srv_name}' in {timeout_sec} s: is it there, "
                "and does another thread spin this node?"
            )
            return None
        return future.result()

    async def _call_in_loop(self, request: Message, timeout_sec: float | None) -> Any:
        import asyncio

        from baton.aio import await_future, wait_until

        async with asyncio.timeout(timeout_sec):
            await wait_until(self._node, self.service_is_ready)
            future = self.call_async(request)
            try:
                return await await_future(future)
            finally:
                if not future.done():
                    self.remove_pending_request(future)

    def _check(self, request: Message) -> None:
        if not isinstance(request, self.srv_type.Request):
            raise TypeError(
                f"a {self.srv_type.__name__}.Request is needed, not {type(request).__name__}"
            )

    def remove_pending_request(self, future: Future) -> None:
        """Gives a request up: its future is never done."""
        self._handle.remove_pending_request(future._request_number)  # type: ignore[attr-defined]

    def service_is_ready(self) -> bool:
        return self._handle.service_is_ready()

    def wait_for_service(self, timeout_sec: float | None = None) -> bool:
        """Blocks, without the GIL, until a server is there; needs no executor."""
        timeout_ns = -1 if timeout_sec is None or timeout_sec < 0 else int(timeout_sec * 1e9)
        return self._handle.wait_for_service(timeout_ns)

    def configure_introspection(
        self, clock: Any, service_event_qos_profile: QoSProfile, introspection_state: Any
    ) -> None:
        """Publishes what this client does on `<service>/_service_event`, for tools. `clock` tells
        the times of events."""
        self._introspection = ClientIntrospection.instead_of(
            self._introspection,
            *(self._node, self, clock, service_event_qos_profile, introspection_state),
        )

    def destroy(self) -> None:
        self._handle.destroy()

    def __enter__(self) -> Client:
        return self

    def __exit__(self, *_: object) -> None:
        self.destroy()
