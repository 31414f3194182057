# SPDX-License-Identifier: Apache-2.0
"""rclpy.waitable, by Baton."""

from baton.waitable import NumberOfEntities, Waitable, WaitSet  # noqa: F401
