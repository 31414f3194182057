# SPDX-License-Identifier: Apache-2.0
"""rclpy.serialization, by Baton."""

from typing import Any

from baton.native import _native


def serialize_message(message: Any) -> bytes:
    """CDR with its encapsulation."""
    return _native.serialize(message)


def deserialize_message(serialized_message: bytes, message_type: Any) -> Any:
    """Raises ValueError when the bytes are no such message."""
    return _native.deserialize(message_type, serialized_message)
