# SPDX-License-Identifier: Apache-2.0
"""rclpy.impl.implementation_singleton, by Baton."""

# What programs name of it are exceptions.
from rclpy import _rclpy_pybind11 as rclpy_implementation  # noqa: F401
