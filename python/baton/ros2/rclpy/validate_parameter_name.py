# SPDX-License-Identifier: Apache-2.0
"""rclpy.validate_parameter_name, by Baton."""

from baton.names import validate_parameter_name  # noqa: F401
