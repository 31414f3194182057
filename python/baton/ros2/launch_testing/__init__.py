# SPDX-License-Identifier: Apache-2.0
"""Tests of what a launch starts: some run beside the processes, others after their end.

Written for Baton after the documented behaviour of ROS 2's package of this name. A file of tests has
a function generate_test_description() and classes of unittest; launch_test.py runs it.
"""

from launch.class_modules import module_for_each_class

from . import actions, asserts, event_handlers, markers, tools, util
from .descriptions import parametrize, post_shutdown_test, ready_to_test_action_timeout
from .output import ActiveIoHandler, IoHandler
from .processes import ActiveProcInfoHandler, ProcInfoHandler
from .ready_aggregator import ReadyAggregator
from .runner import LaunchTestRunner

__all__ = [
    "ActiveIoHandler",
    "ActiveProcInfoHandler",
    "IoHandler",
    "ProcInfoHandler",
    "ReadyAggregator",
    "actions",
    "asserts",
    "event_handlers",
    "markers",
    "parametrize",
    "post_shutdown_test",
    "ready_to_test_action_timeout",
    "tools",
    "util",
]

module_for_each_class(
    __name__,
    decorator=[post_shutdown_test],
    io_handler=[ActiveIoHandler, IoHandler],
    proc_info_handler=[ActiveProcInfoHandler, ProcInfoHandler],
    test_runner=[LaunchTestRunner],
)
