# SPDX-License-Identifier: Apache-2.0
"""rclpy.service_introspection, by Baton."""

from baton.service_introspection import ServiceIntrospectionState  # noqa: F401
