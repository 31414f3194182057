# SPDX-License-Identifier: Apache-2.0
"""rclpy.callback_groups, by Baton."""

from baton.callback_groups import *  # noqa: F403
