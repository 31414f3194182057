# SPDX-License-Identifier: Apache-2.0
"""rclpy.impl.logging_severity, by Baton."""

from baton.logging import LoggingSeverity  # noqa: F401
