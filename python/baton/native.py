# SPDX-License-Identifier: Apache-2.0
"""Finds the extension `baton._native`: in the wheel, or in a build of the checkout.

In a checkout it is that of the folder in PYTHON_BATON_BUILD, else build/release/site-packages, else
build/dev/site-packages.
"""

import os
from pathlib import Path

import baton

HERE = Path(__file__).resolve().parent
CHECKOUT = HERE.parents[1]


def _build_folders() -> list[Path]:
    chosen = os.environ.get("PYTHON_BATON_BUILD")
    if chosen:
        return [Path(chosen)]
    if not (CHECKOUT / "CMakeLists.txt").is_file():
        return []
    return [CHECKOUT / "build" / preset / "site-packages" for preset in ("release", "dev")]


def _extend_path() -> None:
    if any(HERE.glob("_native*.so")):
        return
    for folder in _build_folders():
        if any((folder / "baton").glob("_native*.so")):
            baton.__path__.append(str(folder / "baton"))
            return
    looked = ", ".join(str(each) for each in _build_folders()) or str(HERE)
    raise ImportError(
        f"the extension baton._native is not in {looked}: install the wheel (pip install baton), "
        "or build it: make venv build, or make venv release"
    )


_extend_path()

from baton import _native  # noqa: E402

__all__ = ["_native"]
