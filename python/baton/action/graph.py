# SPDX-License-Identifier: Apache-2.0
"""Which actions there are, seen from the topics and services that they are made of."""

from __future__ import annotations

from typing import Any

_FEEDBACK = "/_action/feedback"
_SUFFIX = "_FeedbackMessage"


def _actions(topics: Any) -> list[tuple[str, list[str]]]:
    return [
        (name.removesuffix(_FEEDBACK), [each.removesuffix(_SUFFIX) for each in types])
        for name, types in topics
        if name.endswith(_FEEDBACK)
    ]


def get_action_names_and_types(node: Any) -> list[tuple[str, list[str]]]:
    return _actions(node.get_topic_names_and_types())


def get_action_server_names_and_types_by_node(
    node: Any, remote_node_name: str, remote_node_namespace: str
) -> list[tuple[str, list[str]]]:
    return _actions(
        node.get_publisher_names_and_types_by_node(remote_node_name, remote_node_namespace)
    )


def get_action_client_names_and_types_by_node(
    node: Any, remote_node_name: str, remote_node_namespace: str
) -> list[tuple[str, list[str]]]:
    return _actions(
        node.get_subscriber_names_and_types_by_node(remote_node_name, remote_node_namespace)
    )
