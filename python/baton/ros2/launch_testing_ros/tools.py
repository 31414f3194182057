# SPDX-License-Identifier: Apache-2.0
"""A filter of output, by the name that tests of ROS nodes use."""

from launch_testing.tools import basic_output_filter as _basic_output_filter

__all__ = ["basic_output_filter"]


def basic_output_filter(
    filtered_prefixes=None, filtered_patterns=None, filtered_rmw_implementation=None
):
    """As that of launch_testing; Baton has no middleware that writes lines of its own."""
    return _basic_output_filter(filtered_prefixes, filtered_patterns)
