# SPDX-License-Identifier: Apache-2.0
"""rclpy.impl.rcutils_logger, by Baton."""

from baton.logging import RcutilsLogger  # noqa: F401
