# SPDX-License-Identifier: Apache-2.0
"""Nodes that are configured, activated and ended by others, spelled like rclpy.lifecycle."""

from baton.lifecycle.entity import ManagedEntity, SimpleManagedEntity
from baton.lifecycle.machine import TransitionCallbackReturn
from baton.lifecycle.node import LifecycleNode, LifecycleNodeMixin, LifecycleState
from baton.lifecycle.publisher import LifecyclePublisher

Node = LifecycleNode
NodeMixin = LifecycleNodeMixin
Publisher = LifecyclePublisher
State = LifecycleState

__all__ = [
    "LifecycleNode",
    "LifecycleNodeMixin",
    "LifecyclePublisher",
    "LifecycleState",
    "ManagedEntity",
    "Node",
    "NodeMixin",
    "Publisher",
    "SimpleManagedEntity",
    "State",
    "TransitionCallbackReturn",
]
