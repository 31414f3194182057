# SPDX-License-Identifier: Apache-2.0
"""Bags: recorded messages, in the files that rosbag2 writes and reads (docs/bags.md)."""
