# SPDX-License-Identifier: Apache-2.0
"""What launch tests of nodes need: waiting for messages, and a node that spins in the background.

Written for Baton after the documented behaviour of ROS 2's package of this name.
"""

from launch.class_modules import module_for_each_class

from . import tools
from .message_pump import MessagePump
from .wait_for_topics import WaitForTopics

__all__ = ["MessagePump", "WaitForTopics", "tools"]

module_for_each_class(__name__)
