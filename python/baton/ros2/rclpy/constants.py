# SPDX-License-Identifier: Apache-2.0
"""rclpy.constants, by Baton."""

S_TO_NS = 1_000_000_000
