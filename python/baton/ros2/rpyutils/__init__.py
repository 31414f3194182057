# SPDX-License-Identifier: Apache-2.0
"""rpyutils, by Baton: how packages with extensions in C import them."""

from __future__ import annotations

import contextlib
import importlib
from collections.abc import Iterator
from types import ModuleType


@contextlib.contextmanager
def add_dll_directories_from_env(env_name: str) -> Iterator[None]:
    """For Windows; here the linker knows the folders."""
    yield


def import_c_library(name: str, package: str | None = None) -> ModuleType:
    """The extension of that name; raises ImportError that says what it could not load."""
    try:
        return importlib.import_module(name, package=package)
    except ImportError as error:
        if error.path is None:
            raise
        raise ImportError(
            f"the extension '{name}' of '{package}' is there and cannot be loaded ({error}): source "
            "the setup.bash of what it needs, or build it anew for this Python",
            name=error.name,
            path=error.path,
        ) from error
