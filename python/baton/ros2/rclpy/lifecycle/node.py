# SPDX-License-Identifier: Apache-2.0
"""rclpy.lifecycle.node, by Baton."""

from baton.lifecycle import *  # noqa: F403
