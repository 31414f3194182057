# SPDX-License-Identifier: Apache-2.0
"""rclpy.validate_topic_name, by Baton."""

from baton.names import validate_topic_name  # noqa: F401

TOPIC_SEPARATOR_STRING = "/"
