# SPDX-License-Identifier: Apache-2.0
"""What goes wrong with bags."""


class BagError(RuntimeError):
    """A bag cannot be read or written: one line, with the cure. Programs of ROS await a RuntimeError."""
