# SPDX-License-Identifier: Apache-2.0
"""`baton interface`: types of messages, services and actions, from their definitions."""

import sys

from baton.cli.commands import CommandError, did_you_mean, examples, subcommands
from baton.cli.output import print_json
from baton.definitions import (
    FIELD,
    find_definition,
    list_definitions,
    list_packages,
    nested_type,
)

_FOLDERS = {"msg": "Messages", "srv": "Services", "action": "Actions"}
_ZERO = {"bool": "false", "string": "''", "wstring": "''", "float32": "0.0", "float64": "0.0"}
_MOST_DEPTH = 32


def add_parser(commands) -> None:
    parser = commands.add_parser(
        "interface",
        help="message, service and action types",
        description="Types of messages, services and actions.",
        epilog=examples(
            "baton interface show sensor_msgs/msg/Image",
            "baton interface proto geometry_msgs/msg/Twist",
            "baton interface list --only-srvs",
        ),
    )
    below = subcommands(parser)
    lister = below.add_parser("list", help="list types", description="Lists all types.")
    lister.set_defaults(run=list_types)
    show = below.add_parser(
        "show",
        help="print a definition",
        description="Prints a definition, with those of its fields' types.",
    )
    show.add_argument(
        "type",
        metavar="TYPE",
        type=_given_or_read,
        help="as std_msgs/msg/String; -: read from the standard input",
    )
    show.add_argument("--all-comments", action="store_true", help="those of the fields' types, too")
    show.add_argument("--no-comments", action="store_true", help="without comments")
    show.set_defaults(run=show_type)
    proto = below.add_parser(
        "proto",
        help="print a message in YAML, to be filled in",
        description="Prints a message, a request or a goal in YAML, to be filled in.",
    )
    proto.add_argument("type", metavar="TYPE", type=_given_or_read)
    proto.add_argument("--no-quotes", action="store_true", help="without quotes round it")
    proto.set_defaults(run=print_proto)
    package = below.add_parser(
        "package", help="list the types of a package", description="Lists the types of a package."
    )
    package.add_argument("package_name", metavar="PACKAGE")
    package.set_defaults(run=list_package)
    packages = below.add_parser(
        "packages",
        help="list the packages with types",
        description="Lists the packages with types.",
    )
    packages.set_defaults(run=print_packages)
    for each in (lister, package, packages):
        each.add_argument("-m", "--only-msgs", action="store_true")
        each.add_argument("-s", "--only-srvs", action="store_true")
        each.add_argument("-a", "--only-actions", action="store_true")
    for each in (lister, show, proto, package, packages):
        each.add_argument("--json", action="store_true", help="print JSON")


def _given_or_read(text: str) -> str:
    return sys.stdin.readline().strip() if text == "-" else text


def _print(options, names: list[str]) -> int:
    if options.json:
        print_json(names)
    else:
        for name in names:
            print(name)
    return 0


def all_types(folder: str) -> list[str]:
    return [
        f"{package}/{folder}/{name}"
        for package in list_packages()
        for name in list_definitions(package, folder)
    ]


def _folders(options) -> list[str]:
    chosen = {"msg": options.only_msgs, "srv": options.only_srvs, "action": options.only_actions}
    return [folder for folder in _FOLDERS if chosen[folder] or not any(chosen.values())]


def list_types(options) -> int:
    found = {folder: all_types(folder) for folder in _folders(options)}
    if options.json:
        print_json(found)
        return 0
    for folder, names in found.items():
        print(f"{_FOLDERS[folder]}:")
        for name in names:
            print(f"    {name}")
    return 0


def list_package(options) -> int:
    names = [
        f"{options.package_name}/{folder}/{name}"
        for folder in _folders(options)
        for name in list_definitions(options.package_name, folder)
    ]
    if not names and options.package_name not in list_packages():
        near = did_you_mean(options.package_name, list_packages())
        raise CommandError(f"Unknown package '{options.package_name}', or it has no types{near}")
    return _print(options, names)


def print_packages(options) -> int:
    folders = _folders(options)
    return _print(
        options,
        [one for one in list_packages() if any(list_definitions(one, each) for each in folders)],
    )


def definition_of(type_name: str) -> tuple[str, str]:
    """(folder, text) of the definition. Throws CommandError with a proposal."""
    parts = type_name.split("/")
    for folder in _FOLDERS:
        if len(parts) == 2 or (len(parts) == 3 and parts[1] == folder):
            path = find_definition(parts[0], folder, parts[-1])
            if path is not None:
                return folder, path.read_text(encoding="utf-8")
    if len(parts) not in (2, 3):
        raise CommandError(f"'{type_name}' is no name of a type: write package/msg/Name")
    known = [name for folder in _FOLDERS for name in all_types(folder)]
    full = type_name if len(parts) == 3 else "/msg/".join(parts)
    raise CommandError(f"Unknown interface '{type_name}'{near_type(full, known)}")


def near_type(type_name: str, known: list[str]) -> str:
    """A proposal of the type's own package; where that is not known, the cure."""
    package, _, name = type_name.split("/")
    if package in list_packages():
        return did_you_mean(type_name, [one for one in known if one.startswith(f"{package}/")])
    # A package may be misspelt. What has this very name in another one is another type.
    same_name = {one.split("/")[0]: one for one in known if one.endswith(f"/{name}")}
    likely = [one for other, one in same_name.items() if did_you_mean(package, [other], 0.8)]
    near = did_you_mean(type_name, likely)
    return near or (
        f": the package '{package}' is not found; build it, and source the setup file of its "
        "workspace (install/setup.bash), which adds it to AMENT_PREFIX_PATH"
    )


def _lines(text: str, comments: bool):
    """Without the licence's line, which says nothing of the type."""
    for line in text.splitlines():
        if line.startswith("# SPDX-License-Identifier:"):
            continue
        if not comments:
            line = line.split("#")[0].rstrip() if "=" not in line else line.split(" #")[0].rstrip()
            if not line:
                continue
        yield line


def shown(type_name: str, comments: bool, all_comments: bool, depth: int = 0) -> list[str]:
    """The lines of a definition; those of fields' types below them, a tab further in."""
    _, text = definition_of(type_name)
    package = type_name.split("/")[0]
    lines = []
    for line in _lines(text, comments):
        lines.append("\t" * depth + line)
        nested = nested_type(line, package)
        if nested and depth < _MOST_DEPTH:
            lines += shown(nested, all_comments, all_comments, depth + 1)
    return lines


def show_type(options) -> int:
    lines = shown(options.type, not options.no_comments, options.all_comments)
    while lines and not lines[0].strip():
        del lines[0]
    if options.json:
        print_json({"type": options.type, "definition": "\n".join(lines)})
    else:
        print("\n".join(lines))
    return 0


def print_proto(options) -> int:
    folder, text = definition_of(options.type)
    package = options.type.split("/")[0]
    if folder != "msg":
        text = text.split("\n---")[0]
    body = "\n".join(_proto(text, package, 0)) or "{}"
    if options.json:
        print_json({"type": options.type, "prototype": body})
    elif options.no_quotes:
        print(body)
    else:
        print(f'"{body}\n"')
    return 0


def _proto(text: str, package: str, depth: int) -> list[str]:
    lines = []
    for line in _lines(text, False):
        match = FIELD.match(line)
        rest = line.split()
        if not match or "=" in line.split("#")[0].replace("<=", ""):
            continue
        name = rest[1]
        indent = "  " * depth
        nested = nested_type(line, package)
        if match["array"]:
            lines.append(f"{indent}{name}: []")
        elif nested is None:
            default = " ".join(rest[2:]) or _ZERO.get(match["type"], "0")
            lines.append(f"{indent}{name}: {default}")
        else:
            below = _proto(definition_of(nested)[1], nested.split("/")[0], depth + 1)
            lines.append(f"{indent}{name}:" + ("" if below else " {}"))
            lines += below
    return lines
