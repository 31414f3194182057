# SPDX-License-Identifier: Apache-2.0
"""The prefixes that are searched, the first first."""

import os

from .constants import AMENT_PREFIX_PATH_ENV_VAR


def get_search_paths() -> list[str]:
    """The folders of AMENT_PREFIX_PATH that exist. Throws OSError if it is not set."""
    value = os.environ.get(AMENT_PREFIX_PATH_ENV_VAR)
    if not value:
        raise OSError(
            "AMENT_PREFIX_PATH is not set: source the setup file of Baton "
            "(share/baton/setup.bash) or of your workspace (install/setup.bash)"
        )
    paths = []
    for path in value.split(os.pathsep):
        if path and path not in paths and os.path.isdir(path):
            paths.append(path)
    return paths
