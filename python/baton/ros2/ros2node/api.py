# SPDX-License-Identifier: Apache-2.0
"""Nodes, and what they have. `node` is one of rclpy, or of ros2cli.node."""

import time
from collections import namedtuple
from collections.abc import Callable

from rclpy.node import HIDDEN_NODE_PREFIX

NodeName = namedtuple("NodeName", ("name", "namespace", "full_name"))
TopicInfo = namedtuple("TopicInfo", ("name", "types"))

INFO_NONUNIQUE_WARNING_TEMPLATE = (
    "{num_nodes} nodes have the name '{node_name}': this is of one of them."
)
_POLL_S = 0.05


def get_absolute_node_name(node_name: str | None) -> str | None:
    """With a slash in front; None of nothing."""
    if not node_name:
        return None
    return node_name if node_name.startswith("/") else f"/{node_name}"


def parse_node_name(node_name: str) -> NodeName:
    full = get_absolute_node_name(node_name) or "/"
    namespace, _, name = full.rpartition("/")
    return NodeName(name, namespace or "/", full)


def has_duplicates(values: list) -> bool:
    return len(set(values)) != len(values)


def get_node_names(*, node, include_hidden_nodes: bool = False) -> list[NodeName]:
    return [
        NodeName(name, namespace, f"{namespace.rstrip('/')}/{name}")
        for name, namespace in node.get_node_names_and_namespaces()
        if include_hidden_nodes or (name and not name.startswith(HIDDEN_NODE_PREFIX))
    ]


def wait_for_node(
    node, node_name: str, include_hidden_nodes: bool = False, timeout: float = 1.0
) -> bool:
    """Whether a node of this full name was there within `timeout` seconds."""
    end = time.monotonic() + timeout
    while True:
        names = get_node_names(node=node, include_hidden_nodes=include_hidden_nodes)
        if any(each.full_name == node_name for each in names):
            return True
        if time.monotonic() >= end:
            return False
        time.sleep(_POLL_S)


def get_topics(
    remote_node_name: str, func: Callable, *, include_hidden_topics: bool = False
) -> list[TopicInfo]:
    """What `func`, a question of a node's name and namespace, says of that node."""
    remote = parse_node_name(remote_node_name)
    return [
        TopicInfo(name, types)
        for name, types in func(remote.name, remote.namespace)
        if include_hidden_topics or not _is_hidden(name)
    ]


def _is_hidden(name: str) -> bool:
    return any(part.startswith(HIDDEN_NODE_PREFIX) for part in name.split("/"))


def _info_by(question: str) -> Callable:
    def info(*, node, remote_node_name: str, include_hidden: bool = False) -> list[TopicInfo]:
        """What a node has of the kind that the name says."""
        ask = getattr(node, question)
        return get_topics(remote_node_name, ask, include_hidden_topics=include_hidden)

    return info


get_subscriber_info = _info_by("get_subscriber_names_and_types_by_node")
get_publisher_info = _info_by("get_publisher_names_and_types_by_node")
get_service_client_info = _info_by("get_client_names_and_types_by_node")
get_service_server_info = _info_by("get_service_names_and_types_by_node")
# `node` of these two is one of ros2cli.node.
get_action_server_info = _info_by("get_action_server_names_and_types_by_node")
get_action_client_info = _info_by("get_action_client_names_and_types_by_node")
