# SPDX-License-Identifier: Apache-2.0
"""What goes wrong with bags."""


class BagError(Exception):
    """A bag cannot be read or written: one line, with the cure."""
