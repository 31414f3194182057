# SPDX-License-Identifier: Apache-2.0
"""Parameter files that are made for the nodes of a launch, and go with it."""

import atexit
import os
import tempfile

import yaml

_made: list[str] = []


def remove_at_exit(path: str) -> None:
    if not _made:
        atexit.register(_remove)
    _made.append(path)


def _remove() -> None:
    for path in _made:
        if os.path.exists(path):
            os.unlink(path)
    _made.clear()


def write_parameter_file(node: str, parameters: dict) -> str:
    """A file for one node, as `--params-file` takes it. Returns its path."""
    with tempfile.NamedTemporaryFile("w", prefix="launch_params_", delete=False) as file:
        yaml.safe_dump(
            {node: {"ros__parameters": parameters}}, file, default_flow_style=False, sort_keys=False
        )
    remove_at_exit(file.name)
    return file.name
