# SPDX-License-Identifier: Apache-2.0
"""rclpy.validate_node_name, by Baton."""

from baton.names import validate_node_name  # noqa: F401
