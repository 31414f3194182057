# SPDX-License-Identifier: Apache-2.0
"""Classes of messages, services and actions, made when they are first asked for.

`from sensor_msgs.msg import Image` ends here, and so does
`baton.interfaces.message_class("sensor_msgs/msg/Image")`, for names that are known at run time only.
The type comes from the library of its package, the constants from its definition.
"""

from __future__ import annotations

import importlib
import re
import sys
import threading
import types
from typing import Any

from baton import definitions
from baton.message import Message
from baton.native import _native

_made: dict[str, Any] = {}
_lock = threading.RLock()

# The messages that each kind of interface is made of: their suffix, and the part of the definition.
_OF_SERVICE = {"_Request": 0, "_Response": 1, "_Event": None}
_OF_ACTION = {
    "_Goal": 0,
    "_Result": 1,
    "_Feedback": 2,
    "_SendGoal_Request": None,
    "_SendGoal_Response": None,
    "_SendGoal_Event": None,
    "_GetResult_Request": None,
    "_GetResult_Response": None,
    "_GetResult_Event": None,
    "_FeedbackMessage": None,
}


def _split(type_name: str, folder: str) -> tuple[str, str, str]:
    pieces = type_name.split("/")
    if len(pieces) == 2:
        pieces.insert(1, folder)
    if len(pieces) != 3 or not all(pieces):
        raise ValueError(
            f"'{type_name}' is no name of a type: write package/{folder}/Name, for example "
            "'std_msgs/msg/String'"
        )
    return pieces[0], pieces[1], pieces[2]


def _definition_of(package: str, folder: str, name: str) -> str:
    """The text that describes one message; empty when there is none."""
    if folder == "msg":
        path = definitions.find_definition(package, folder, name)
        return path.read_text(encoding="utf-8") if path else ""
    for suffix, part in (_OF_SERVICE if folder == "srv" else _OF_ACTION).items():
        if name.endswith(suffix):
            path = definitions.find_definition(package, folder, name.removesuffix(suffix))
            if path and part is not None:
                return definitions.parts(path)[part]
    return ""


def message_class(type_name: str) -> type[Message]:
    """The class of a message: "sensor_msgs/msg/Image", or a part such as
    "std_srvs/srv/SetBool_Request". Raises RuntimeError that says where the type was looked for."""
    package, folder, name = _split(type_name, "msg")
    full_name = f"{package}/{folder}/{name}"
    made = _made.get(full_name)
    if made is not None:
        return made
    with _lock:
        if full_name in _made:
            return _made[full_name]
        text = _definition_of(package, folder, name)
        contents: dict[str, Any] = {
            "__module__": f"{package}.{folder}",
            "__doc__": definitions.comments(text) or f"The message {full_name}.",
            **definitions.constants(text),
        }
        made = _native.define_class(full_name, Message, contents)
        _made[full_name] = made
        return made


def _whole(type_name: str, folder: str, contents: dict[str, Any]) -> type:
    package, _, name = _split(type_name, folder)
    contents |= {
        "__module__": f"{package}.{folder}",
        "__doc__": f"The {'service' if folder == 'srv' else 'action'} {type_name}.",
        "__slots__": (),
        "_type_name": type_name,
    }
    return type(name, (), contents)


def service_class(type_name: str) -> type:
    """The class of a service, with Request, Response and Event: "std_srvs/srv/SetBool"."""
    package, folder, name = _split(type_name, "srv")
    full_name = f"{package}/{folder}/{name}"
    with _lock:
        if full_name not in _made:
            parts = {
                suffix[1:]: message_class(full_name + suffix)
                for suffix in _OF_SERVICE
            }
            _made[full_name] = _whole(full_name, folder, parts)
        return _made[full_name]


def action_class(type_name: str) -> type:
    """The class of an action, with Goal, Result, Feedback and, in Impl, what it is sent by."""
    package, folder, name = _split(type_name, "action")
    full_name = f"{package}/{folder}/{name}"
    with _lock:
        if full_name not in _made:
            parts: dict[str, Any] = {
                suffix[1:]: message_class(full_name + suffix)
                for suffix in ("_Goal", "_Result", "_Feedback")
            }
            inner = {
                "SendGoalService": service_class(full_name + "_SendGoal"),
                "GetResultService": service_class(full_name + "_GetResult"),
                "FeedbackMessage": message_class(full_name + "_FeedbackMessage"),
                "CancelGoalService": service_class("action_msgs/srv/CancelGoal"),
                "GoalStatusMessage": message_class("action_msgs/msg/GoalStatusArray"),
            }
            parts["Impl"] = type("Impl", (), inner)
            _made[full_name] = _whole(full_name, folder, parts)
        return _made[full_name]


def _make(package: str, folder: str, name: str) -> Any:
    """What `from package.folder import name` gives."""
    full_name = f"{package}/{folder}/{name}"
    if folder == "srv":
        inner = next((s for s in _OF_SERVICE if name.endswith(s)), None)
        return message_class(full_name) if inner else service_class(full_name)
    if folder == "action":
        inner = next((s for s in _OF_ACTION if name.endswith(s)), None)
        if inner:
            return message_class(full_name)
        if name.endswith(("_SendGoal", "_GetResult")):
            return service_class(full_name)
        return action_class(full_name)
    return message_class(full_name)


def fill_module(module: types.ModuleType) -> None:
    """Gives a module such as sensor_msgs.msg its classes, each made when it is first asked for."""
    package, folder = module.__name__.rsplit(".", 1)

    def get(name: str) -> Any:
        if name.startswith("_") or definitions.find_definition(package, folder, name) is None:
            is_part = "_" in name and definitions.find_definition(
                package, folder, name.split("_")[0]
            )
            if name.startswith("__") or not is_part:
                raise AttributeError(f"module '{module.__name__}' has no attribute '{name}'")
        made = _make(package, folder, name)
        setattr(module, name, made)
        return made

    names = definitions.list_definitions(package, folder)
    _add_modules_of_ros(module.__name__, names, get)
    module.__getattr__ = get  # type: ignore[method-assign]
    module.__all__ = names  # type: ignore[attr-defined]
    module.__dir__ = lambda: sorted({*vars(module), *names})  # type: ignore[method-assign]


def _add_modules_of_ros(package: str, names: list[str], get: Any) -> None:
    """In ROS each class lies in a module of its own, as geometry_msgs.msg._twist, from which editors
    have programs import it."""
    for name in names:
        word = re.sub(r"(?<=[a-z0-9])(?=[A-Z])|(?<=.)(?=[A-Z][a-z])", "_", name).lower()
        own = types.ModuleType(f"{package}._{word}", f"The module in which ROS has {name}.")

        def get_own(wanted: str, name: str = name, own: types.ModuleType = own) -> Any:
            if wanted != name and not wanted.startswith(f"{name}_"):
                raise AttributeError(f"module '{own.__name__}' has no attribute '{wanted}'")
            return get(wanted)

        own.__getattr__ = get_own  # type: ignore[method-assign]
        sys.modules.setdefault(own.__name__, own)


def get_interface(name: str) -> Any:
    """The class for any name: "sensor_msgs/msg/Image", "std_srvs/srv/SetBool", "a/action/B"."""
    package, folder, short = _split(name, "msg")
    try:
        module = importlib.import_module(f"{package}.{folder}")
        return getattr(module, short)
    except (ImportError, AttributeError):
        return _make(package, folder, short)


sys.modules.setdefault("baton.interfaces", sys.modules[__name__])
