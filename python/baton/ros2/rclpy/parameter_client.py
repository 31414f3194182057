# SPDX-License-Identifier: Apache-2.0
"""rclpy.parameter_client, by Baton."""

from baton.parameter_client import AsyncParameterClient  # noqa: F401
