# SPDX-License-Identifier: Apache-2.0
"""rclpy.type_hash, by Baton."""

from baton.topic_endpoint_info import TypeHash  # noqa: F401
