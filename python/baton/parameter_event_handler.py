# SPDX-License-Identifier: Apache-2.0
"""Calls back when parameters of any node change."""

from __future__ import annotations

import threading
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from rcl_interfaces.msg import ParameterEvent

from baton.callback_groups import CallbackGroup
from baton.event_handler import SubscriptionEventCallbacks
from baton.names import expand_topic_name
from baton.qos import QoSOverridingOptions, QoSProfile, qos_profile_parameter_events

if TYPE_CHECKING:
    from baton.node import Node


class ParameterCallbackHandle:
    """A callback for one parameter of one node."""

    def __init__(self, parameter_name: str, node_name: str, callback: Callable) -> None:
        self.parameter_name = parameter_name
        self.node_name = node_name
        self.callback = callback


class ParameterEventCallbackHandle:
    """A callback for every event."""

    def __init__(self, callback: Callable) -> None:
        self.callback = callback


class ParameterEventHandler:
    """Hears /parameter_events as long as it lives, and calls the newest callback first. Thread
    safety: all members."""

    def __init__(
        self,
        node: Node,
        qos_profile: QoSProfile = qos_profile_parameter_events,
        callback_group: CallbackGroup | None = None,
        event_callbacks: SubscriptionEventCallbacks | None = None,
        qos_overriding_options: QoSOverridingOptions | None = None,
    ) -> None:
        self.node = node
        self.qos_profile = qos_profile
        self._lock = threading.RLock()
        self._of_parameters: list[ParameterCallbackHandle] = []
        self._of_events: list[ParameterEventCallbackHandle] = []
        self.parameter_event_subscription = node.create_subscription(
            ParameterEvent,
            "/parameter_events",
            self._hear,
            qos_profile,
            callback_group=callback_group,
            event_callbacks=event_callbacks,
            qos_overriding_options=qos_overriding_options,
        )

    def _hear(self, event: Any) -> None:
        with self._lock:
            of_parameters = self._of_parameters[::-1]
            of_events = self._of_events[::-1]
        for handle in of_parameters:
            parameter = self.get_parameter_from_event(event, handle.parameter_name, handle.node_name)
            if parameter is not None:
                handle.callback(parameter)
        for each in of_events:
            each.callback(event)

    @staticmethod
    def get_parameter_from_event(event: Any, parameter_name: str, node_name: str) -> Any:
        """The parameter's message if the event says that it is new or changed, else None."""
        if event.node != node_name:
            return None
        for parameter in [*event.new_parameters, *event.changed_parameters]:
            if parameter.name == parameter_name:
                return parameter
        return None

    @staticmethod
    def get_parameters_from_event(event: Any) -> Any:
        """The messages of all parameters that are new or changed."""
        yield from [*event.new_parameters, *event.changed_parameters]

    def _full_name(self, node_name: str | None) -> str:
        if not node_name:
            return self.node.get_fully_qualified_name()
        return expand_topic_name(node_name, self.node.get_name(), self.node.get_namespace())

    def add_parameter_callback(
        self, parameter_name: str, node_name: str | None, callback: Callable[[Any], None]
    ) -> ParameterCallbackHandle:
        """`callback` gets the parameter's message; `node_name` may be relative to the namespace."""
        handle = ParameterCallbackHandle(parameter_name, self._full_name(node_name), callback)
        with self._lock:
            self._of_parameters.append(handle)
        return handle

    def remove_parameter_callback(self, handle: ParameterCallbackHandle) -> None:
        with self._lock:
            self._of_parameters.remove(handle)

    def add_parameter_event_callback(
        self, callback: Callable[[Any], None]
    ) -> ParameterEventCallbackHandle:
        """`callback` gets the rcl_interfaces/msg/ParameterEvent."""
        handle = ParameterEventCallbackHandle(callback)
        with self._lock:
            self._of_events.append(handle)
        return handle

    def remove_parameter_event_callback(self, handle: ParameterEventCallbackHandle) -> None:
        with self._lock:
            self._of_events.remove(handle)

    def destroy(self) -> None:
        self.node.destroy_subscription(self.parameter_event_subscription)
