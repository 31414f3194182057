# SPDX-License-Identifier: Apache-2.0
"""Evaluated parameters as those of rclpy, for actions that set them by themselves."""

from collections.abc import Mapping
from pathlib import Path

from .namespaces import full_node_name, make_namespace_absolute
from .parameter_files import flatten, parameters_for_node


def to_parameters_list(context, node_name: str, namespace: str, evaluated_parameters) -> list:
    """What evaluate_parameters() gave, as rclpy.parameter.Parameter; of a file what it has for that
    node. A name that comes twice is there twice. Throws RuntimeError for what is neither a file nor
    a mapping, and TypeError for a value that parameters do not have."""
    from rclpy.parameter import Parameter

    node = full_node_name(make_namespace_absolute(namespace or ""), node_name.lstrip("/"))
    found = []
    for one in evaluated_parameters:
        if isinstance(one, Path):
            values = parameters_for_node(str(one), node)
        elif isinstance(one, Mapping):
            values = flatten(one)
        else:
            raise RuntimeError(f"parameters are files and mappings, and not {one!r}")
        found += [Parameter(name, value=value) for name, value in values.items()]
    return found
