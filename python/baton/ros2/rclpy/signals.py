# SPDX-License-Identifier: Apache-2.0
"""rclpy.signals, by Baton."""

from baton.signals import *  # noqa: F403
