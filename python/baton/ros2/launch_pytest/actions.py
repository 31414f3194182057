# SPDX-License-Identifier: Apache-2.0
"""Actions of launch tests."""

from launch_testing.actions import ReadyToTest

__all__ = ["ReadyToTest"]
