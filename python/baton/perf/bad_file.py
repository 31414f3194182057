# SPDX-License-Identifier: Apache-2.0
"""What a file of the user's is answered with."""


class BadFile(ValueError):
    """The file says something that cannot be measured; the text names the file and the cure."""
