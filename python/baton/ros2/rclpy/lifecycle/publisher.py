# SPDX-License-Identifier: Apache-2.0
"""rclpy.lifecycle.publisher, by Baton."""

from baton.lifecycle.publisher import LifecyclePublisher  # noqa: F401
