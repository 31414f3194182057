# SPDX-License-Identifier: Apache-2.0
"""rclpy.lifecycle.node, by Baton."""

from baton.lifecycle import LifecycleNode, LifecycleNodeMixin, LifecycleState  # noqa: F401
from baton.lifecycle import TransitionCallbackReturn  # noqa: F401
