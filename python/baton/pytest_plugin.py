# SPDX-License-Identifier: Apache-2.0
"""Launch tests by pytest, where the packages that a test imports are Baton's.

pytest finds this by the entry point in baton/ros2/baton_launch_tests.dist-info, which is on the module
path together with those packages. ROS's packages have plugins of their own, of the same names.
"""

import importlib
import importlib.util
from pathlib import Path

_FOLDER = Path(__file__).resolve().parent / "ros2"
# {name as ROS has it: module}
_PLUGINS = {"launch_testing": "launch_testing.pytest.hooks", "launch_pytest": "launch_pytest.plugin"}


def _is_own(name: str) -> bool:
    spec = importlib.util.find_spec(name)
    origin = spec.origin if spec else None
    return origin is not None and Path(origin).resolve().is_relative_to(_FOLDER)


def pytest_addoption(parser, pluginmanager) -> None:
    if not all(_is_own(name) for name in ("launch", *_PLUGINS)):
        return
    for name, module_name in _PLUGINS.items():
        module = importlib.import_module(module_name)
        if not pluginmanager.is_registered(module):
            pluginmanager.register(module, name)
