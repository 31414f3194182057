# SPDX-License-Identifier: Apache-2.0
"""rclpy.node, by Baton."""

from baton.exceptions import NodeNameNonExistentError  # noqa: F401
from baton.node import *  # noqa: F403

HIDDEN_NODE_PREFIX = "_"
