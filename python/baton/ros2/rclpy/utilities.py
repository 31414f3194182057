# SPDX-License-Identifier: Apache-2.0
"""rclpy.utilities, by Baton."""

from baton.utilities import *  # noqa: F403
