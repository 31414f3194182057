# SPDX-License-Identifier: Apache-2.0
"""Modules of the names that ROS 2 has: one for each class.

Launch files import `launch.actions.pop_environment` as well as `launch.actions`. Here a file holds
what belongs together, so those modules are made when their package is imported.
"""

import re
import sys
import types


def module_for_each_class(package: str, **others) -> None:
    """Makes `package.its_name` for each class of `__all__`, and a module of each NAME=[things].

    A file that has such a name already stays what it is.
    """
    offered = [getattr(sys.modules[package], name) for name in sys.modules[package].__all__]
    modules = {_module_name(one): [one] for one in offered if isinstance(one, type)}
    for name, members in (modules | others).items():
        full_name = f"{package}.{name}"
        if full_name in sys.modules:
            continue
        module = types.ModuleType(full_name, f"The module in which ROS 2 has {_names(members)}.")
        module.__dict__.update({thing.__name__: thing for thing in members})
        sys.modules[full_name] = module
        # A function of the package may have its module's name; the package keeps the function.
        if not hasattr(sys.modules[package], name):
            setattr(sys.modules[package], name, module)


def _module_name(thing: type) -> str:
    """SetROSLogDir: set_ros_log_dir."""
    return re.sub(r"(?<=[a-z0-9])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])", "_", thing.__name__).lower()


def _names(members) -> str:
    return ", ".join(thing.__name__ for thing in members)
