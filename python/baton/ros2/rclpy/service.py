# SPDX-License-Identifier: Apache-2.0
"""rclpy.service, by Baton."""

from baton.service import *  # noqa: F403
