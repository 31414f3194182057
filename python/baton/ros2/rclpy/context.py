# SPDX-License-Identifier: Apache-2.0
"""rclpy.context, by Baton."""

from baton.context import *  # noqa: F403
