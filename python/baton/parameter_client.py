# SPDX-License-Identifier: Apache-2.0
"""Parameters of other nodes."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from rcl_interfaces.msg import ParameterEvent
from rcl_interfaces.srv import (
    DescribeParameters,
    GetParameters,
    GetParameterTypes,
    ListParameters,
    SetParameters,
    SetParametersAtomically,
)

from baton.callback_groups import CallbackGroup
from baton.event_handler import SubscriptionEventCallbacks
from baton.names import expand_topic_name
from baton.parameter import Parameter, parameter_dict_from_yaml_file
from baton.qos import (
    QoSOverridingOptions,
    QoSProfile,
    qos_profile_parameter_events,
    qos_profile_services_default,
)
from baton.task import Future


class AsyncParameterClient:
    """Reads and sets parameters of a node by its services, as rclpy's. Results are futures of the
    services' responses."""

    def __init__(
        self,
        node: Any,
        remote_node_name: str,
        qos_profile: QoSProfile = qos_profile_services_default,
        callback_group: CallbackGroup | None = None,
    ) -> None:
        self.remote_node_name = remote_node_name
        self.node = node

        def client(service: Any, name: str) -> Any:
            return node.create_client(
                service,
                f"{remote_node_name}/{name}",
                qos_profile=qos_profile,
                callback_group=callback_group,
            )

        self._get = client(GetParameters, "get_parameters")
        self._set = client(SetParameters, "set_parameters")
        self._set_atomically = client(SetParametersAtomically, "set_parameters_atomically")
        self._list = client(ListParameters, "list_parameters")
        self._describe = client(DescribeParameters, "describe_parameters")
        self._types = client(GetParameterTypes, "get_parameter_types")
        self._all = (
            self._get,
            self._set,
            self._set_atomically,
            self._list,
            self._describe,
            self._types,
        )

    def destroy(self) -> None:
        """Not in rclpy, where a client lives as long as its node."""
        for each in self._all:
            self.node.destroy_client(each)

    def services_are_ready(self) -> bool:
        return all(each.service_is_ready() for each in self._all)

    def wait_for_services(self, timeout_sec: float | None = None) -> bool:
        return all(each.wait_for_service(timeout_sec) for each in self._all)

    def _call(self, client: Any, request: Any, callback: Any) -> Future:
        future = client.call_async(request)
        if callback is not None:
            future.add_done_callback(callback)
        return future

    def get_parameters(self, names: list[str], callback: Any = None) -> Future:
        return self._call(self._get, GetParameters.Request(names=names), callback)

    def set_parameters(self, parameters: list[Any], callback: Any = None) -> Future:
        request = SetParameters.Request(parameters=_messages(parameters))
        return self._call(self._set, request, callback)

    def set_parameters_atomically(self, parameters: list[Any], callback: Any = None) -> Future:
        request = SetParametersAtomically.Request(parameters=_messages(parameters))
        return self._call(self._set_atomically, request, callback)

    def list_parameters(
        self, prefixes: list[str] | None = None, depth: int | None = None, callback: Any = None
    ) -> Future:
        request = ListParameters.Request(prefixes=prefixes or [], depth=depth or 0)
        return self._call(self._list, request, callback)

    def describe_parameters(self, names: list[str], callback: Any = None) -> Future:
        return self._call(self._describe, DescribeParameters.Request(names=names), callback)

    def get_parameter_types(self, names: list[str], callback: Any = None) -> Future:
        return self._call(self._types, GetParameterTypes.Request(names=names), callback)

    def delete_parameters(self, names: list[str], callback: Any = None) -> Future:
        return self.set_parameters([Parameter(name) for name in names], callback)

    def load_parameter_file(
        self, parameter_file: str, use_wildcard: bool = False, callback: Any = None
    ) -> Future:
        found = parameter_dict_from_yaml_file(parameter_file, use_wildcard)
        return self.set_parameters(list(found.values()), callback)

    def load_parameter_file_atomically(
        self, parameter_file: str, use_wildcard: bool = False, callback: Any = None
    ) -> Future:
        found = parameter_dict_from_yaml_file(parameter_file, use_wildcard)
        return self.set_parameters_atomically(list(found.values()), callback)

    def on_parameter_event(
        self,
        callback: Callable[[Any], None],
        qos_profile: QoSProfile = qos_profile_parameter_events,
        *,
        callback_group: CallbackGroup | None = None,
        event_callbacks: SubscriptionEventCallbacks | None = None,
        qos_overriding_options: QoSOverridingOptions | None = None,
    ) -> Any:
        """A subscription that calls `callback` with each ParameterEvent of the node."""
        node = self.node
        name = expand_topic_name(self.remote_node_name, node.get_name(), node.get_namespace())

        def hear(event: Any) -> None:
            if event.node == name:
                callback(event)

        return node.create_subscription(
            ParameterEvent,
            "/parameter_events",
            hear,
            qos_profile,
            callback_group=callback_group,
            event_callbacks=event_callbacks,
            qos_overriding_options=qos_overriding_options,
        )


def _messages(parameters: list[Any]) -> list[Any]:
    return [p.to_parameter_msg() if isinstance(p, Parameter) else p for p in parameters]
