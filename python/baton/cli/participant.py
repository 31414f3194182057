# SPDX-License-Identifier: Apache-2.0
"""A node for commands that must take part, and types and values by their names."""

import contextlib
import os
import sys
import time
from collections.abc import Iterator

from baton.cli.commands import CommandError, did_you_mean
from baton.field_values import converted


@contextlib.contextmanager
def node(name: str | None = None, sim_time: bool = False) -> Iterator:
    """A node without services and topics of its own, gone at the end of the block. `sim_time`: its
    clock follows /clock."""
    from baton.cli.own_packages import find_message_packages

    find_message_packages()
    try:
        import baton.native
    except ImportError as error:
        raise CommandError(
            f"this command takes part in topics and services, for which {error}"
        ) from None

    try:
        baton.init(args=[])
        made = baton.Node(
            name or f"_baton_cli_{os.getpid()}",
            enable_rosout=False,
            start_parameter_services=False,
            use_global_arguments=False,
            parameter_overrides=[baton.Parameter("use_sim_time", value=True)] if sim_time else [],
        )
    except baton.exceptions.Error as error:
        baton.try_shutdown()
        raise CommandError(f"{error}; `baton doctor` looks for the reason") from None
    try:
        with signals_as_interrupts():
            yield made
    finally:
        made.destroy_node()
        baton.try_shutdown()


@contextlib.contextmanager
def signals_as_interrupts() -> Iterator[None]:
    """Whatever meets the context's end by a signal ends as with Ctrl-C."""
    import baton
    from baton.executors import ExternalShutdownException

    try:
        yield
    except (baton.exceptions.Error, ExternalShutdownException):
        if baton.ok():
            raise
        raise KeyboardInterrupt from None


def type_class(name: str, folder: str):
    """The class of a message, service or action. Throws CommandError with a proposal."""
    from baton import interfaces
    from baton.cli.topic_graph import full_type

    full = full_type(name, folder)
    make = {
        "msg": interfaces.message_class,
        "srv": interfaces.service_class,
        "action": interfaces.action_class,
    }[folder]
    try:
        return make(full)
    except (ImportError, LookupError, ValueError, RuntimeError, OSError) as error:
        from baton.cli.interface import all_types, near_type

        why = near_type(full, all_types(folder)) or f": {error}"
        raise CommandError(f"The passed {folder} type '{name}' is invalid{why}") from None


def given(text: str | None, stdin: bool) -> str | None:
    """The text, or, with --stdin, what the standard input has."""
    return sys.stdin.read() if stdin else text


def values_of(text: str):
    """A mapping in YAML. Throws CommandError."""
    import yaml

    try:
        values = yaml.safe_load(text)
    except (yaml.YAMLError, ValueError) as error:
        raise CommandError(
            f"'{text}' is not YAML: {getattr(error, 'problem', error)}; write a mapping of fields, "
            "as '{x: 1, y: 2}'",
            2,
        ) from None
    if values is None:
        return {}
    if not isinstance(values, dict):
        raise CommandError(f"the values must be a mapping of names, as '{{data: {text}}}'", 2)
    return values


def fill(message, values: dict, path: str = ""):
    """Sets fields by name, those of fields below them. Throws CommandError with a proposal.

    `header: auto` and `stamp: now` are left to stamp().
    """
    fields = message.get_fields_and_field_types()
    for name, value in values.items():
        name = str(name)
        full = f"{path}{name}"
        if name not in fields:
            there = ", ".join(fields) or "none"
            raise CommandError(
                f"the message has no field '{full}'{did_you_mean(name, fields)}; there are {there}",
                2,
            )
        _set(message, name, value, full, fields[name])
    return message


def _set(message, name: str, value, full: str, type_text: str) -> None:
    old = getattr(message, name)
    if (type_text == "std_msgs/Header" and value == "auto") or (
        type_text == "builtin_interfaces/Time" and value == "now"
    ):
        return
    if hasattr(old, "get_fields_and_field_types"):
        if not isinstance(value, dict):
            raise CommandError(f"'{full}' is a {type_text}: give a mapping of its fields", 2)
        fill(old, value, full + ".")
        setattr(message, name, old)
        return
    try:
        if isinstance(value, list) and any(isinstance(one, dict) for one in value):
            setattr(message, name, [_element(type_text, one, full) for one in value])
        elif isinstance(old, (bool, int)):  # to convert these would lose something
            setattr(message, name, value)
        else:
            setattr(message, name, converted(old, value))
    except (TypeError, ValueError, AssertionError, OverflowError) as error:
        raise CommandError(
            f"'{full}' is a {type_text}, and {value!r} does not fit it: {error}", 2
        ) from None


def _element(type_text: str, value: dict, full: str):
    """A message of a sequence."""
    inner = type_text.removeprefix("sequence<").split(",")[0].rstrip(">").split("[")[0]
    return fill(type_class(inner, "msg")(), value, full + "[].")


def stamp_setters(message, values: dict) -> list:
    """What sets the time anew for each publication: functions of a Time message."""
    setters = []
    fields = message.get_fields_and_field_types()
    for name, value in values.items():
        if value == "auto" and fields.get(name) == "std_msgs/Header":
            setters.append(lambda now, header=name: setattr(getattr(message, header), "stamp", now))
        elif value == "now" and fields.get(name) == "builtin_interfaces/Time":
            setters.append(lambda now, field=name: setattr(message, field, now))
        elif isinstance(value, dict) and hasattr(
            getattr(message, name, None), "get_fields_and_field_types"
        ):
            setters += stamp_setters(getattr(message, name), value)
    return setters


def qos_of(options, default_depth: int = 10, **fallback):
    """From --qos-...; `fallback`: reliability and durability where they are not given."""
    from baton import qos
    from baton.duration import Duration

    # Of the others the policies are left open: an echo takes what the publishers can serve.
    bases = ("sensor_data", "parameters", "parameter_events", "action_status_default")
    is_base = options.qos_profile in bases
    base = qos.QoSPresetProfiles.get_from_short_key(options.qos_profile) if is_base else None
    given = options.qos_depth or 0
    depth = given if given > 0 else (base.depth if base else default_depth)
    chosen = {
        "depth": depth,
        "history": qos.HistoryPolicy.KEEP_ALL
        if options.qos_history == "keep_all"
        else qos.HistoryPolicy.KEEP_LAST,
    }
    for name, policy in (
        ("reliability", qos.ReliabilityPolicy),
        ("durability", qos.DurabilityPolicy),
    ):
        word = getattr(options, f"qos_{name}")
        if word in (None, "system_default", "best_available"):
            word = None if base else fallback.get(name)
        if word:
            chosen[name] = policy[word.upper()]
        elif base:
            chosen[name] = getattr(base, name)
    if options.qos_liveliness == "manual_by_topic":
        chosen["liveliness"] = qos.LivelinessPolicy.MANUAL_BY_TOPIC
    if options.qos_liveliness_lease_duration_seconds is not None:
        lease = options.qos_liveliness_lease_duration_seconds
        chosen["liveliness_lease_duration"] = Duration(seconds=lease)
    return qos.QoSProfile(**chosen)


def spin_until(made, done, timeout: float | None = None) -> bool:
    """Runs callbacks until done() is true. False: `timeout` seconds have passed."""
    import baton

    end = None if timeout is None else time.monotonic() + timeout
    while not done():
        if not baton.ok():
            raise KeyboardInterrupt
        left = None if end is None else end - time.monotonic()
        if left is not None and left <= 0:
            return False
        with signals_as_interrupts():
            baton.spin_once(made, timeout_sec=0.1 if left is None else min(0.1, left))
    return True
