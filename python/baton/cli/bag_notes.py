# SPDX-License-Identifier: Apache-2.0
"""What `baton bag record` and `play` say, which must not end them."""

import os
import sys

from baton.cli.output import note


def remark(text: str) -> None:
    """For people. Without a reader (a closed terminal, `| head`), nothing more is said."""
    try:
        note(text)
    except OSError:
        nowhere = os.open(os.devnull, os.O_WRONLY)
        os.dup2(nowhere, sys.stderr.fileno())
        os.close(nowhere)
