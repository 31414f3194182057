# SPDX-License-Identifier: Apache-2.0
"""rclpy.node, by Baton."""

from rcl_interfaces.msg import (  # noqa: F401: programs take them from here
    FloatingPointRange,
    IntegerRange,
    ListParametersResult,
    ParameterDescriptor,
    ParameterEvent,
    ParameterType,
    ParameterValue,
    SetParametersResult,
)

from baton.exceptions import *  # noqa: F403
from baton.node import *  # noqa: F403

HIDDEN_NODE_PREFIX = "_"
