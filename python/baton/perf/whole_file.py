# SPDX-License-Identifier: Apache-2.0
"""Files that are whole or not there."""

import os
from pathlib import Path


def write_whole(path: Path, text: str) -> None:
    """Replaces a file only when the new one is completely written. OSError names it."""
    partial = path.with_name(f".{path.name}.partial")
    try:
        partial.write_text(text, encoding="utf-8")
        os.replace(partial, path)
    except BaseException as error:
        if isinstance(error, OSError) and not error.filename:
            error.filename = str(path)
        partial.unlink(missing_ok=True)
        raise
