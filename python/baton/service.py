# SPDX-License-Identifier: Apache-2.0
"""Services: the side that answers."""

from __future__ import annotations

import inspect
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from baton.message import Message
from baton.qos import QoSProfile
from baton.service_introspection import Info, Introspection

if TYPE_CHECKING:
    from baton.gate import Gate
    from baton.node import Node


class Service:
    """Answers requests. Made by Node.create_service(). Thread safety: all members."""

    def __init__(
        self, node: Node, service_class: Any, name: str, callback: Callable, qos: QoSProfile
    ) -> None:
        self.srv_type = service_class
        self.srv_name = name
        self.callback = callback
        self.qos_profile = qos
        self._node = node
        self._introspection: Introspection | None = None
        self._handle: Any = None
        self._gate: Gate | None = None

    @property
    def handle(self) -> Any:
        return self._handle

    @property
    def service_name(self) -> str:
        return self._handle.service_name

    def _answer(self, request: Message, request_id: Any) -> None:
        if self._introspection is not None:
            self._introspection.tell(Info.REQUEST_RECEIVED, request_id, request, None)
        made = self.callback(request, self.srv_type.Response())
        if not inspect.iscoroutine(made):
            self.send_response(made, request_id)
            return

        async def later() -> None:
            self.send_response(await made, request_id)

        task = self._node._begin_coroutine(later())
        if self._gate is not None:
            self._gate.wait_for(task)

    def send_response(self, response: Message, header: Any) -> None:
        """Answers a request; `header` is what its callback's request came with."""
        if not isinstance(response, self.srv_type.Response):
            raise TypeError(
                f"the callback of the service '{self.srv_name}' must return its response, a "
                f"{self.srv_type.__name__}.Response, and returned {response!r}"
            )
        self._handle.send_response(header, response)
        if self._introspection is not None:
            self._introspection.tell(Info.RESPONSE_SENT, header, None, response)

    def configure_introspection(
        self, clock: Any, service_event_qos_profile: QoSProfile, introspection_state: Any
    ) -> None:
        """Publishes what this service does on `<service>/_service_event`, for tools. `clock` tells
        the times of events."""
        self._introspection = Introspection.instead_of(
            self._introspection,
            *(self._node, self, clock, service_event_qos_profile, introspection_state),
        )

    def destroy(self) -> None:
        self._handle.destroy()

    def __enter__(self) -> Service:
        return self

    def __exit__(self, *_: object) -> None:
        self.destroy()
