# SPDX-License-Identifier: Apache-2.0
"""One zip file of a result, to send it: its folder, and those of its parts, as they lie beside each other."""

import os
import zipfile
from collections.abc import Iterable
from pathlib import Path


def make_bundle(directory: Path, parts: Iterable[Path] = ()) -> str:
    """The file beside the folder, named as it is; whole or not there. OSError names it."""
    target = directory.with_name(f"{directory.name}.zip")
    partial = directory.with_name(f".{directory.name}.zip.partial")
    try:
        with zipfile.ZipFile(partial, "w", zipfile.ZIP_DEFLATED) as archive:
            for folder in (directory, *parts):
                for path in sorted(folder.rglob("*")):
                    if path.is_file():
                        archive.write(path, path.relative_to(directory.parent))
        os.replace(partial, target)
    except OSError as error:
        error.filename = error.filename or str(target)
        raise
    finally:
        partial.unlink(missing_ok=True)
    return str(target)
