# SPDX-License-Identifier: Apache-2.0
"""rclpy.expand_topic_name, by Baton."""

from baton.names import expand_topic_name  # noqa: F401
