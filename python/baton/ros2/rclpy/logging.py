# SPDX-License-Identifier: Apache-2.0
"""rclpy.logging, by Baton."""

from baton.logging import *  # noqa: F403
from baton.logging import _root_logger  # noqa: F401: programs use it for want of a public one
