# SPDX-License-Identifier: Apache-2.0
"""rclpy.exceptions, by Baton."""

from baton.exceptions import *  # noqa: F403
