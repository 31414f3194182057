# SPDX-License-Identifier: Apache-2.0
"""What `baton param` asks nodes for, by their parameter services."""

import os

from baton.cli.commands import CommandError, did_you_mean
from baton.cli.look import look_at_graph, require
from baton.cli.output import note, print_json
from baton.cli.participant import node, spin_until, type_class

# rcl_interfaces/msg/ParameterType: (words, field of ParameterValue)
_TYPES = {
    1: ("Boolean value is:", "bool_value", "boolean"),
    2: ("Integer value is:", "integer_value", "integer"),
    3: ("Double value is:", "double_value", "double"),
    4: ("String value is:", "string_value", "string"),
    5: ("Byte values are:", "byte_array_value", "byte array"),
    6: ("Boolean values are:", "bool_array_value", "boolean array"),
    7: ("Integer values are:", "integer_array_value", "integer array"),
    8: ("Double values are:", "double_array_value", "double array"),
    9: ("String values are:", "string_array_value", "string array"),
}


# Less than the 2 s after which the library warns of a process that does not answer.
_LONGEST_MATCH_S = 1.8


class _Asker:
    """Calls the parameter services of nodes."""

    def __init__(self, made, timeout: float) -> None:
        self._made = made
        self._timeout = timeout

    def ask(self, node_name: str, type_name: str, service: str, **fields):
        kind = type_class(f"rcl_interfaces/srv/{type_name}", "srv")
        request = kind.Request()
        for name, value in fields.items():
            setattr(request, name, value)
        client = self._made.create_client(kind, f"{node_name}/{service}")
        try:
            if not client.wait_for_service(timeout_sec=min(_LONGEST_MATCH_S, self._timeout)):
                raise CommandError(_why_not_there(node_name, service))
            future = client.call_async(request)
            if not spin_until(self._made, future.done, self._timeout):
                raise CommandError(
                    f"no answer of '{node_name}' in {self._timeout:g} s: a callback in it may not "
                    "return; wait longer with --timeout"
                )
            return future.result()
        finally:
            self._made.destroy_client(client)

    def names(self, node_name: str, prefixes: list[str]) -> list[str]:
        answer = self.ask(node_name, "ListParameters", "list_parameters", prefixes=prefixes)
        return sorted(str(name) for name in answer.result.names)

    def values(self, node_name: str, names: list[str]) -> list:
        return list(self.ask(node_name, "GetParameters", "get_parameters", names=names).values)

    def require(self, node_name: str, name: str):
        values = self.values(node_name, [name])
        if not values or values[0].type == 0:
            known = self.names(node_name, [])
            if name not in known:
                raise CommandError(
                    f"Parameter not set: '{node_name}' has no parameter "
                    f"'{name}'{did_you_mean(name, known)}"
                )
            raise CommandError("Parameter not set.")
        return values[0]


def _why_not_there(node_name: str, service: str) -> str:
    ends = look_at_graph().services().get(f"{node_name}/{service}")
    if ends and ends.subscriptions:
        pid = ends.subscriptions[0].participant.pid
        return (
            f"the node '{node_name}' does not answer: is its process stopped? "
            f"`kill -CONT {pid}` has it go on"
        )
    return f"the node '{node_name}' has no parameter services: its start_parameter_services is off"


def _nodes() -> list[str]:
    return sorted(set(look_at_graph().nodes()))


def plain(value):
    """A ParameterValue as a value of Python."""
    if value.type not in _TYPES:
        return None
    found = getattr(value, _TYPES[value.type][1])
    if value.type == 5:
        return [one if isinstance(one, int) else int.from_bytes(one, "big") for one in found]
    if value.type > 5:
        return found.tolist() if hasattr(found, "tolist") else [one for one in found]
    return found


def as_value(value):
    """A ParameterValue of a value of YAML. Throws CommandError."""
    made = type_class("rcl_interfaces/msg/ParameterValue", "msg")()
    scalars = {bool: 1, int: 2, float: 3, str: 4}
    if type(value) in scalars:
        made.type = scalars[type(value)]
    elif isinstance(value, list):
        kinds = {type(one) for one in value}
        if kinds == {int, float}:
            value, kinds = [float(one) for one in value], {float}
        if len(kinds) > 1 or not kinds <= set(scalars):
            raise CommandError(
                f"{value}: a list has values of one type: bool, int, float or str", 2
            )
        made.type = {bool: 6, int: 7, float: 8, str: 9}[next(iter(kinds), str)]
    elif value is None:
        return made
    else:
        raise CommandError(
            f"{value!r} is no value of a parameter: bool, int, float, str, or a list of one", 2
        )
    try:
        setattr(made, _TYPES[made.type][1], value)
    except AssertionError:
        raise CommandError(f"{value} does not fit: an integer has 64 bits", 2) from None
    return made


def list_parameters(options) -> int:
    from baton.graph.graph import is_hidden

    found: dict[str, dict[str, str]] = {}
    with node() as made:
        asker = _Asker(made, options.timeout)
        known = _nodes()
        if options.node_name:
            chosen = [require(options.node_name, known, "node")]
        else:
            services = look_at_graph().services()
            chosen = [
                one
                for one in known
                if f"{one}/list_parameters" in services
                and (options.include_hidden_nodes or not is_hidden(one))
            ]
        for each in chosen:
            try:
                found[each] = _names_and_types(asker, each, options)
            except CommandError as error:
                if options.node_name:
                    raise
                # The others are listed: one node that hangs must not hide them.
                note(f"baton: {error}")
    status = 0 if len(found) == len(chosen) else 1
    if options.json:
        print_json(
            found if options.param_type else {key: list(value) for key, value in found.items()}
        )
        return status
    for each, names in found.items():
        if not options.node_name:
            print(f"{each}:")
        for name, kind in names.items():
            print(f"  {name}" + (f" (type: {kind})" if kind else ""))
    return status


def _names_and_types(asker: _Asker, node_name: str, options) -> dict[str, str]:
    names = asker.names(node_name, options.param_prefixes)
    if options.filter:
        names = [one for one in names if options.filter.match(one)]
    if not options.param_type:
        return dict.fromkeys(names, "")
    values = asker.values(node_name, names)
    kinds = [_TYPES.get(one.type, ("", "", "not set"))[2] for one in values]
    return dict(zip(names, kinds, strict=False))


def get_parameters(options) -> int:
    with node() as made:
        name = require(options.node_name, _nodes(), "node")
        value = _Asker(made, options.timeout).require(name, options.parameter_name)
    if options.json:
        print_json(
            {"name": options.parameter_name, "type": _TYPES[value.type][2], "value": plain(value)}
        )
    elif options.hide_type:
        print(plain(value))
    else:
        print(f"{_TYPES[value.type][0]} {plain(value)}")
    return 0


def _set(asker: _Asker, node_name: str, values: dict) -> list:
    parameter = type_class("rcl_interfaces/msg/Parameter", "msg")
    requests = []
    for name, value in values.items():
        one = parameter()
        one.name = name
        one.value = as_value(value)
        requests.append(one)
    return list(
        asker.ask(node_name, "SetParameters", "set_parameters", parameters=requests).results
    )


def set_parameters(options) -> int:
    import yaml

    try:
        value = yaml.safe_load(options.value)
    except (yaml.YAMLError, ValueError):
        value = None
    if not isinstance(value, (bool, int, float, str, list)):
        # As in ROS: nothing, a mapping or a date is the text as typed.
        value = options.value
    with node() as made:
        name = require(options.node_name, _nodes(), "node")
        results = _set(_Asker(made, options.timeout), name, {options.parameter_name: value})
    done = bool(results and results[0].successful)
    reason = str(results[0].reason) if results else "no answer"
    if options.json:
        print_json({"name": options.parameter_name, "successful": done, "reason": reason})
    elif done:
        print("Set parameter successful" + (f": {reason}" if reason else ""))
    if not done:
        raise CommandError(f"Setting parameter failed: {reason}")
    return 0


def delete_parameters(options) -> int:
    with node() as made:
        name = require(options.node_name, _nodes(), "node")
        asker = _Asker(made, options.timeout)
        asker.require(name, options.parameter_name)
        results = _set(asker, name, {options.parameter_name: None})
    if not results or not results[0].successful:
        raise CommandError(
            f"Deleting parameter failed: {results[0].reason if results else 'no answer'}"
        )
    print("Deleted parameter successfully")
    return 0


def describe_parameters(options) -> int:
    with node() as made:
        name = require(options.node_name, _nodes(), "node")
        asker = _Asker(made, options.timeout)
        answer = asker.ask(
            name, "DescribeParameters", "describe_parameters", names=options.parameter_names
        )
        found = [one for one in answer.descriptors]
        if not found or any(one.type == 0 for one in found):
            for each in options.parameter_names:
                asker.require(name, each)
    if options.json:
        print_json([one.to_dict() for one in found])
        return 0
    for one in found:
        print(f"Parameter name: {one.name}\n  Type: {_TYPES.get(one.type, ('', '', 'not set'))[2]}")
        if one.description:
            print(f"  Description: {one.description}")
        print("  Constraints:")
        if one.read_only:
            print("    Read only: true")
        for kind in ("floating_point_range", "integer_range"):
            for limits in getattr(one, kind):
                print(
                    f"    Min value: {limits.from_value}\n    Max value: {limits.to_value}"
                    f"\n    Step: {limits.step}"
                )
        if one.additional_constraints:
            print(f"    Additional constraints: {one.additional_constraints}")
    return 0


def nested(values: dict) -> dict:
    """{'a.b': 1} -> {'a': {'b': 1}}"""
    made: dict = {}
    for name, value in values.items():
        *folders, last = name.split(".")
        place = made
        for folder in folders:
            place = place.setdefault(folder, {})
            if not isinstance(place, dict):
                raise CommandError(
                    f"the parameters '{folder}' and '{name}' cannot both be in one YAML file"
                )
        place[last] = value
    return made


def dump_parameters(options) -> int:
    import yaml

    with node() as made:
        name = require(options.node_name, _nodes(), "node")
        asker = _Asker(made, options.timeout)
        names = asker.names(name, [])
        values = {
            each: plain(one)
            for each, one in zip(names, asker.values(name, names), strict=True)
            if one.type != 0
        }
    content = {name: {"ros__parameters": nested(values)}}
    if options.json:
        print_json(content)
        return 0
    text = yaml.safe_dump(content, default_flow_style=False)
    if options.output_dir:
        path = os.path.join(options.output_dir, name.strip("/").replace("/", "__") + ".yaml")
        with open(path, "w", encoding="utf-8") as file:
            file.write(text)
        print(f"Saving to:  {path}")
    else:
        print(text, end="")
    return 0


def load_parameters(options) -> int:
    from baton.cli.own_packages import take_own

    take_own()
    from launch_ros.utilities.parameter_files import parameters_for_node

    if not os.path.isfile(options.parameter_file):
        raise CommandError(f"there is no parameter file '{options.parameter_file}'")
    with node() as made:
        name = require(options.node_name, _nodes(), "node")
        try:
            values = parameters_for_node(options.parameter_file, name)
        except ValueError as error:
            raise CommandError(str(error)) from None
        if not values:
            raise CommandError(
                f"'{options.parameter_file}' has nothing for the node '{name}': its keys must "
                f"be '{name}' or a wildcard, as '/**'"
            )
        results = _set(_Asker(made, options.timeout), name, values)
    failed = 0
    for each, result in zip(values, results, strict=False):
        if result.successful:
            print(f"Set parameter {each} successful")
        else:
            print(f"Set parameter {each} failed: {result.reason}")
            failed += 1
    return 1 if failed else 0
