# SPDX-License-Identifier: Apache-2.0
"""Services of the domain. `node` is one of rclpy, or of ros2cli.node."""

from rclpy.topic_or_service_is_hidden import topic_or_service_is_hidden
from rosidl_runtime_py.utilities import get_service


def get_service_names_and_types(*, node, include_hidden_services: bool = False) -> list:
    found = node.get_service_names_and_types()
    if include_hidden_services:
        return found
    return [one for one in found if not topic_or_service_is_hidden(one[0])]


def get_service_names(*, node, include_hidden_services: bool = False) -> list[str]:
    found = get_service_names_and_types(node=node, include_hidden_services=include_hidden_services)
    return [name for name, _ in found]


def get_service_class(node, service_name: str, include_hidden_services: bool = False):
    """The class of a service. Raises RuntimeError if it is not there, or has several types."""
    found = get_service_names_and_types(node=node, include_hidden_services=include_hidden_services)
    types = dict(found).get(service_name, [])
    if len(types) != 1:
        what = f"has the types {', '.join(types)}" if types else "is not there"
        raise RuntimeError(f"the service '{service_name}' {what}")
    try:
        return get_service(types[0])
    except (AttributeError, ModuleNotFoundError, ValueError) as error:
        kind = f"is of type '{types[0]}'"
        raise RuntimeError(f"the service '{service_name}' {kind}: {error}") from None
