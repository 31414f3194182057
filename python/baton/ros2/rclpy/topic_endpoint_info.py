# SPDX-License-Identifier: Apache-2.0
"""rclpy.topic_endpoint_info, by Baton."""

from baton.topic_endpoint_info import *  # noqa: F403
