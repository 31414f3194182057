# SPDX-License-Identifier: Apache-2.0
"""The interfaces as rosbags reads them: another implementation of ROS's types.

A type is (constants, fields) as in a typestore of rosbags. Services and actions, which rosbags does
not know, are read part by part, and what ROS derives of them is put together here.
"""

from pathlib import Path

from rosbags.interfaces import Nodetype
from rosbags.typesys import get_types_from_msg

INTERFACES = Path(__file__).resolve().parents[1]
PARTS = {
    ".msg": ("",),
    ".srv": ("_Request", "_Response"),
    ".action": ("_Goal", "_Result", "_Feedback"),
}
# What ROS puts into a structure without fields.
PLACEHOLDER = ("structure_needs_at_least_one_member", (Nodetype.BASE, ("uint8", 0)))
# rosbags knows no wide strings.
WIDE_STRINGS = {
    "baton_test_msgs/msg/WStrings",
    "example_interfaces/msg/WString",
    "test_msgs/msg/WStrings",
}


def packages():
    return sorted(path.parent for path in INTERFACES.glob("*/package.xml"))


def definition_files(package):
    return sorted(path for path in package.glob("*/*") if path.suffix in PARTS)


def type_name(path):
    return f"{path.parts[-3]}/{path.parts[-2]}/{path.stem}"


def with_char_as_uint8(types):
    """rosbags keeps `char` as a type of its own; ROS 2 makes it a uint8 before it hashes."""

    def translated(description):
        kind, rest = description
        if kind in (Nodetype.ARRAY, Nodetype.SEQUENCE):
            element, count = rest
            return (kind, (translated(element), count))
        return (kind, ("uint8", 0)) if rest == ("char", 0) else description

    return {
        name: (constants, [(field, translated(what)) for field, what in fields])
        for name, (constants, fields) in types.items()
    }


def read(path):
    """{type name: (constants, fields)} of one definition file, without what ROS derives."""
    texts = []
    lines = []
    for line in path.read_text(encoding="utf-8").splitlines():
        if line == "---":
            texts.append(lines)
            lines = []
        else:
            lines.append(line)
    texts.append(lines)
    found = {}
    for suffix, lines in zip(PARTS[path.suffix], texts, strict=True):
        # As a message, so that names without a package mean those of the package's messages.
        name = f"{path.parts[-3]}/msg/{path.stem}{suffix}"
        (parsed,) = get_types_from_msg("\n".join(lines) + "\n", name).values()
        constants, fields = parsed[:2]
        found[type_name(path) + suffix] = (list(constants), list(fields) or [PLACEHOLDER])
    return found


def _nested(name):
    return (Nodetype.NAME, name)


def _service(name, request, response):
    at_most_one = [
        (field, (Nodetype.SEQUENCE, (_nested(part), 1)))
        for field, part in (("request", request), ("response", response))
    ]
    event = name + "_Event"
    return {
        event: ([], [("info", _nested("service_msgs/msg/ServiceEventInfo")), *at_most_one]),
        name: (
            [],
            [
                ("request_message", _nested(request)),
                ("response_message", _nested(response)),
                ("event_message", _nested(event)),
            ],
        ),
    }


def derived(path):
    """What ROS makes of a service or an action beyond its parts; its own name is the interface."""
    name = type_name(path)
    if path.suffix == ".srv":
        return _service(name, name + "_Request", name + "_Response")
    if path.suffix != ".action":
        return {}
    goal_id = ("goal_id", _nested("unique_identifier_msgs/msg/UUID"))
    send_goal, get_result = name + "_SendGoal", name + "_GetResult"
    return {
        send_goal + "_Request": ([], [goal_id, ("goal", _nested(name + "_Goal"))]),
        send_goal + "_Response": (
            [],
            [
                ("accepted", (Nodetype.BASE, ("bool", 0))),
                ("stamp", _nested("builtin_interfaces/msg/Time")),
            ],
        ),
        **_service(send_goal, send_goal + "_Request", send_goal + "_Response"),
        get_result + "_Request": ([], [goal_id]),
        get_result + "_Response": (
            [],
            [
                ("status", (Nodetype.BASE, ("int8", 0))),
                ("result", _nested(name + "_Result")),
            ],
        ),
        **_service(get_result, get_result + "_Request", get_result + "_Response"),
        name + "_FeedbackMessage": ([], [goal_id, ("feedback", _nested(name + "_Feedback"))]),
        name: (
            [],
            [
                ("goal", _nested(name + "_Goal")),
                ("result", _nested(name + "_Result")),
                ("feedback", _nested(name + "_Feedback")),
                ("send_goal_service", _nested(send_goal)),
                ("get_result_service", _nested(get_result)),
                ("feedback_message", _nested(name + "_FeedbackMessage")),
            ],
        ),
    }


def all_definitions():
    """Every type that a definition file spells out, `char` untranslated."""
    types = {}
    for package in packages():
        for path in definition_files(package):
            if type_name(path) not in WIDE_STRINGS:
                types |= read(path)
    return types


def all_types():
    """Every type there is, services and actions themselves included, as ROS 2 hashes them."""
    types = all_definitions()
    for package in packages():
        for path in definition_files(package):
            types |= derived(path)
    return with_char_as_uint8(types)


def interface_names():
    """Names of services and actions: hashed like a message, but nothing that is sent."""
    return {
        name
        for package in packages()
        for path in definition_files(package)
        for name in derived(path)
        if not name.endswith(("_Request", "_Response", "_Event", "_FeedbackMessage"))
    }
