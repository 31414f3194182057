# SPDX-License-Identifier: Apache-2.0
"""rclpy.qos_overriding_options, by Baton."""

from collections.abc import Callable

from baton.qos import QoSOverridingOptions, QoSProfile  # noqa: F401
from rcl_interfaces.msg import SetParametersResult as QosCallbackResult

QosCallbackType = Callable[[QoSProfile], QosCallbackResult]
