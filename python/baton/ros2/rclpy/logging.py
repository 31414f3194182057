# SPDX-License-Identifier: Apache-2.0
"""rclpy.logging, by Baton."""

from baton.logging import *  # noqa: F403
