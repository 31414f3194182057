# SPDX-License-Identifier: Apache-2.0
"""rclpy.qos_overriding_options, by Baton."""

from baton.qos import QoSOverridingOptions  # noqa: F401
