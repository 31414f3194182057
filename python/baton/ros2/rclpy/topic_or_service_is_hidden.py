# SPDX-License-Identifier: Apache-2.0
"""rclpy.topic_or_service_is_hidden, by Baton."""

from baton.names import topic_or_service_is_hidden  # noqa: F401

HIDDEN_TOPIC_PREFIX = "_"
