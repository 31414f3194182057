# SPDX-License-Identifier: Apache-2.0
"""Nodes for the length of a question."""

NODE_NAME_PREFIX = "_ros2cli"
