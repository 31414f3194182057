# SPDX-License-Identifier: Apache-2.0
"""rclpy.impl, by Baton."""


