# SPDX-License-Identifier: Apache-2.0
"""rclpy.subscription, by Baton."""

from baton.subscription import *  # noqa: F403
