# SPDX-License-Identifier: Apache-2.0
"""Classes of interfaces by their names."""

from typing import Any

from baton import interfaces


def get_message(identifier: str) -> Any:
    """Raises RuntimeError, which says where the type was looked for."""
    return interfaces.message_class(identifier)


def get_service(identifier: str) -> Any:
    return interfaces.service_class(identifier)


def get_action(identifier: str) -> Any:
    return interfaces.action_class(identifier)


def get_interface(identifier: str) -> Any:
    return interfaces.get_interface(identifier)


def get_message_namespaced_type(identifier: str) -> Any:
    return interfaces.message_class(identifier)


def is_message(identifier: str) -> bool:
    return "/msg/" in identifier


def is_service(identifier: str) -> bool:
    return "/srv/" in identifier


def is_action(identifier: str) -> bool:
    return "/action/" in identifier
