# SPDX-License-Identifier: Apache-2.0
"""Which names of nodes a launch has given: two nodes of one name are mostly a mistake."""

from launch.logging import get_logger

_KEY = "_node_names"


def add_node_name(context, node_name: str) -> None:
    """Notes one more node of the name /namespace/name."""
    counts = context.get_locals_as_dict().get(_KEY)
    if counts is None:
        counts = {}
        # Global: a scope that ends takes no name back.
        context.extend_globals({_KEY: counts})
    counts[node_name] = counts.get(node_name, 0) + 1


def get_node_name_count(context, node_name: str) -> int:
    return context.get_locals_as_dict().get(_KEY, {}).get(node_name, 0)


def note_node_name(context, node_name: str) -> None:
    """add_node_name(), with a warning where the name is there already."""
    add_node_name(context, node_name)
    count = get_node_name_count(context, node_name)
    if count > 1:
        get_logger("launch_ros").warning(
            f"there are now at least {count} nodes with the name {node_name} created within this "
            "launch context; give one of them another name or namespace"
        )
