# SPDX-License-Identifier: Apache-2.0
"""A folder for what measured programs write, the registry above all. It goes with its owner."""

import contextlib
import fcntl
import os
import shutil
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path

PREFIX = "baton-perf-"
# A folder that was just made has no lock yet, as one whose owner was killed.
YOUNG_S = 10


def _lock(folder: Path, kind: int = fcntl.LOCK_EX) -> int | None:
    """The descriptor that holds the folder's lock; None where another process has it."""
    descriptor = os.open(folder, os.O_RDONLY | os.O_DIRECTORY | os.O_NOFOLLOW)
    try:
        fcntl.flock(descriptor, kind | fcntl.LOCK_NB)
    except OSError:
        os.close(descriptor)
        return None
    return descriptor


def remove_orphans(parent: Path) -> None:
    """Removes the folders of this user's processes that were killed."""
    for folder in parent.glob(f"{PREFIX}*"):
        with contextlib.suppress(OSError):
            facts = folder.lstat()
            if facts.st_uid != os.getuid() or time.time() - facts.st_mtime < YOUNG_S:
                continue
            lock = _lock(folder)
            if lock is None:
                continue
            shutil.rmtree(folder, ignore_errors=True)
            os.close(lock)


def others_measure(own: Path) -> bool:
    """Whether another process of this user has such a folder, and so measures now."""
    for folder in own.parent.glob(f"{PREFIX}*"):
        with contextlib.suppress(OSError):
            # Its owner is about to lock a young one, and must not find it locked by us.
            if folder == own or time.time() - folder.lstat().st_mtime < YOUNG_S:
                continue
            lock = _lock(folder, fcntl.LOCK_SH)
            if lock is None:
                return True
            os.close(lock)
    return False


@contextlib.contextmanager
def scratch() -> Iterator[Path]:
    parent = Path("/dev/shm" if os.access("/dev/shm", os.W_OK) else tempfile.gettempdir())
    remove_orphans(parent)
    folder = Path(tempfile.mkdtemp(prefix=PREFIX, dir=parent))
    lock = _lock(folder)
    try:
        yield folder
    finally:
        shutil.rmtree(folder, ignore_errors=True)
        if lock is not None:
            os.close(lock)
