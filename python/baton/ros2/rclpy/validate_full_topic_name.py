# SPDX-License-Identifier: Apache-2.0
"""rclpy.validate_full_topic_name, by Baton."""

from baton.names import validate_full_topic_name  # noqa: F401
