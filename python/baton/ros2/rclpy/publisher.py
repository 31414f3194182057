# SPDX-License-Identifier: Apache-2.0
"""rclpy.publisher, by Baton."""

from baton.publisher import *  # noqa: F403
