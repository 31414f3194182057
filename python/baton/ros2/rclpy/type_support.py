# SPDX-License-Identifier: Apache-2.0
"""rclpy.type_support, by Baton."""

from typing import Any


def check_is_valid_msg_type(msg_type: Any) -> None:
    """Raises RuntimeError for what is no class of messages."""
    if not hasattr(msg_type, "_class_info"):
        raise RuntimeError(f"{msg_type!r} is no message class")


def check_is_valid_srv_type(srv_type: Any) -> None:
    """Raises RuntimeError for what is no service."""
    if not hasattr(srv_type, "Request"):
        raise RuntimeError(f"{srv_type!r} is no service")


def check_for_type_support(msg_or_srv_type: Any) -> None:
    """Every class of Baton has what it needs. Raises AttributeError for what is none."""
    if not hasattr(msg_or_srv_type, "_type_name"):
        raise AttributeError(f"{msg_or_srv_type!r} is no class of messages or services of Baton")
