# SPDX-License-Identifier: Apache-2.0
"""Makes C++ message types from ROS interface definitions."""
