# SPDX-License-Identifier: Apache-2.0
"""rclpy.lifecycle.managed_entity, by Baton."""

from baton.lifecycle.entity import *  # noqa: F403
