# SPDX-License-Identifier: Apache-2.0
"""Which nodes an event is about."""

from collections.abc import Callable


def matches_node_name(node_name: str) -> Callable:
    """For the node with that name, /namespace/name."""
    wanted = node_name if node_name.startswith("/") else "/" + node_name
    return lambda action: getattr(action, "node_name", None) == wanted
