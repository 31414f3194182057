# SPDX-License-Identifier: Apache-2.0
"""Programs of packages."""

import contextlib
import os
import signal
import subprocess

from ros2pkg.api import get_executable_paths


class MultipleExecutables(Exception):
    def __init__(self, paths) -> None:
        super().__init__(", ".join(paths))
        self.paths = paths


def get_executable_path(*, package_name: str, executable_name: str) -> str | None:
    """None if the package has no such program. Raises MultipleExecutables and PackageNotFound."""
    paths = get_executable_paths(package_name=package_name)
    found = [path for path in paths if os.path.basename(path) == executable_name]
    if len(found) > 1:
        raise MultipleExecutables(found)
    return found[0] if found else None


def run_executable(*, path: str, argv: list[str], prefix: list[str] | None = None) -> int:
    """Runs it until its end, also where Ctrl-C has reached both, and returns its status: minus the
    number of a signal that has ended it."""
    with subprocess.Popen([*(prefix or []), path, *argv]) as process:
        while process.returncode is None:
            with contextlib.suppress(KeyboardInterrupt):
                process.wait()
    if process.returncode < 0:
        print("[ros2run]:", signal.strsignal(-process.returncode))
    elif process.returncode > 0:
        print(f"[ros2run]: Process exited with failure {process.returncode}")
    return process.returncode
