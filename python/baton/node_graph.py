# SPDX-License-Identifier: Apache-2.0
"""What a node sees of the domain."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Any

from baton.exceptions import NodeNameNonExistentError
from baton.topic_endpoint_info import TopicEndpointInfo

NamesAndTypes = list[tuple[str, list[str]]]


class NodeGraph:
    """Part of Node. Names are absolute. Each function asks the context's thread, without the GIL."""

    _handle: Any
    context: Any

    def get_topic_names_and_types(self, no_demangle: bool = False) -> NamesAndTypes:
        return list(self._handle.get_topic_names_and_types(no_demangle).items())

    def get_service_names_and_types(self) -> NamesAndTypes:
        return list(self._handle.get_service_names_and_types().items())

    def _of_node(self, ask: Callable[..., dict[str, list[str]]], *node: Any) -> NamesAndTypes:
        try:
            return list(ask(*node).items())
        except RuntimeError as error:
            if type(error) is not RuntimeError:
                raise
            raise NodeNameNonExistentError(str(error)) from None

    def get_service_names_and_types_by_node(
        self, node_name: str, node_namespace: str
    ) -> NamesAndTypes:
        """Raises NodeNameNonExistentError, as do the three that follow."""
        ask = self._handle.get_service_names_and_types_by_node
        return self._of_node(ask, node_name, node_namespace)

    def get_client_names_and_types_by_node(
        self, node_name: str, node_namespace: str
    ) -> NamesAndTypes:
        ask = self._handle.get_client_names_and_types_by_node
        return self._of_node(ask, node_name, node_namespace)

    def get_publisher_names_and_types_by_node(
        self, node_name: str, node_namespace: str, no_demangle: bool = False
    ) -> NamesAndTypes:
        ask = self._handle.get_publisher_names_and_types_by_node
        return self._of_node(ask, node_name, node_namespace, no_demangle)

    def get_subscriber_names_and_types_by_node(
        self, node_name: str, node_namespace: str, no_demangle: bool = False
    ) -> NamesAndTypes:
        ask = self._handle.get_subscriber_names_and_types_by_node
        return self._of_node(ask, node_name, node_namespace, no_demangle)

    def get_node_names(self) -> list[str]:
        return [name for name, _ in self.get_node_names_and_namespaces()]

    def get_fully_qualified_node_names(self) -> list[str]:
        return [
            f"{space.rstrip('/')}/{name}" for name, space in self.get_node_names_and_namespaces()
        ]

    def get_node_names_and_namespaces(self) -> list[tuple[str, str]]:
        return self._handle.get_node_names_and_namespaces()

    def get_node_names_and_namespaces_with_enclaves(self) -> list[tuple[str, str, str]]:
        return self._handle.get_node_names_and_namespaces_with_enclaves()

    def count_publishers(self, topic_name: str) -> int:
        return self._handle.count_publishers(self.resolve_topic_name(topic_name))

    def count_subscribers(self, topic_name: str) -> int:
        return self._handle.count_subscribers(self.resolve_topic_name(topic_name))

    def count_clients(self, service_name: str) -> int:
        return self._handle.count_clients(self.resolve_service_name(service_name))

    def count_services(self, service_name: str) -> int:
        return self._handle.count_services(self.resolve_service_name(service_name))

    def get_publishers_info_by_topic(
        self, topic_name: str, no_mangle: bool = False
    ) -> list[TopicEndpointInfo]:
        found = self._handle.get_publishers_info_by_topic(
            self.resolve_topic_name(topic_name), no_mangle
        )
        return [TopicEndpointInfo._of(entry) for entry in found]

    def get_subscriptions_info_by_topic(
        self, topic_name: str, no_mangle: bool = False
    ) -> list[TopicEndpointInfo]:
        found = self._handle.get_subscriptions_info_by_topic(
            self.resolve_topic_name(topic_name), no_mangle
        )
        return [TopicEndpointInfo._of(entry) for entry in found]

    def resolve_topic_name(self, topic: str, *, only_expand: bool = False) -> str:
        """The name on the wire: expanded and, unless `only_expand`, remapped."""
        return self._handle.resolve_name(topic, False, only_expand)

    def resolve_service_name(self, service: str, *, only_expand: bool = False) -> str:
        return self._handle.resolve_name(service, True, only_expand)

    def wait_for_graph_change(self, timeout_sec: float | None = None) -> bool:
        """Blocks, without the GIL, until nodes or endpoints come or go; false when the time is over.
        Not in rclpy."""
        return self._handle.wait_for_graph_change(
            self._handle.make_graph_event(), -1 if timeout_sec is None else int(timeout_sec * 1e9)
        )

    def wait_for_node(self, fully_qualified_node_name: str, timeout: float) -> bool:
        """Waits until a node of that name is there, at most `timeout` seconds."""
        wanted = "/" + fully_qualified_node_name.lstrip("/")
        event = self._handle.make_graph_event()
        end = time.monotonic() + timeout
        while wanted not in self.get_fully_qualified_node_names():
            left = end - time.monotonic()
            if left <= 0 or not self.context.ok():
                return False
            self._handle.wait_for_graph_change(event, int(left * 1e9))
        return True
