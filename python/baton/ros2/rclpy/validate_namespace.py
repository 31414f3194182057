# SPDX-License-Identifier: Apache-2.0
"""rclpy.validate_namespace, by Baton."""

from baton.names import validate_namespace  # noqa: F401
