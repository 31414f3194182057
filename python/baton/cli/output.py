# SPDX-License-Identifier: Apache-2.0
"""What commands print: JSON, and colours where there is a terminal."""

import os
import sys


def print_json(value) -> None:
    import json

    print(json.dumps(value, indent=2, default=str))


def has_colours(stream=None) -> bool:
    """Only on a terminal, and not where NO_COLOR is set."""
    stream = stream or sys.stdout
    return stream.isatty() and not os.environ.get("NO_COLOR") and os.environ.get("TERM") != "dumb"


def coloured(text: str, code: str, stream=None) -> str:
    return f"\x1b[{code}m{text}\x1b[0m" if has_colours(stream) else text


def note(text: str) -> None:
    """For people, beside the output."""
    print(text, file=sys.stderr)
