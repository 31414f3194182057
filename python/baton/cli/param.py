# SPDX-License-Identifier: Apache-2.0
"""`baton param`: parameters of nodes."""

import argparse

from baton.cli.commands import examples, positive_seconds, regular_expression, subcommands
from baton.cli.topic import add_json, add_no_daemon, command


def add_parser(commands) -> None:
    parser = commands.add_parser(
        "param",
        help="parameters of nodes: get, set, dump, load",
        description="Parameters of nodes.",
        epilog=examples(
            "baton param list /camera",
            "baton param set /camera exposure 0.02",
            "baton param dump /camera > camera.yaml",
            "baton param load /camera camera.yaml",
        ),
    )
    below = subcommands(parser)

    def add(name: str, what: str, *arguments: tuple[str, str]):
        made = command(below, name, what, "param_calls", name + "_parameters")
        for dest, metavar in arguments:
            made.add_argument(dest, metavar=metavar)
        # `ros2` has it everywhere. Here a name that is given may be one of a hidden node.
        hidden = "also _hidden ones" if name == "list" else argparse.SUPPRESS
        made.add_argument("--include-hidden-nodes", action="store_true", help=hidden)
        made.add_argument(
            "--timeout",
            type=positive_seconds,
            default=10.0,
            metavar="S",
            help="longest wait for a node's answer (default: %(default)s)",
        )
        add_json(made)
        add_no_daemon(made)
        return made

    node, name = ("node_name", "NODE"), ("parameter_name", "NAME")
    lister = add("list", "list parameters")
    lister.add_argument("node_name", metavar="NODE", nargs="?", help="default: all nodes")
    lister.add_argument(
        "--filter",
        type=regular_expression,
        metavar="REGEX",
        help="only names that begin with what this regular expression describes",
    )
    lister.add_argument("--param-prefixes", nargs="+", default=[], metavar="PREFIX")
    lister.add_argument("--param-type", action="store_true", help="with types")
    getter = add("get", "print the value of a parameter", node, name)
    getter.add_argument("--hide-type", action="store_true", help="only the value")
    add("set", "set a parameter", node, name, ("value", "VALUE"))
    describer = add("describe", "describe parameters", node)
    describer.add_argument("parameter_names", metavar="NAME", nargs="+")
    dumper = add("dump", "print all parameters of a node in YAML", node)
    dumper.add_argument("--output-dir", metavar="FOLDER", help="into a file in this folder")
    # Older ros2 have it. Here it is always so.
    dumper.add_argument("--print", action="store_true", help=argparse.SUPPRESS)
    loader = add("load", "set parameters from a file", node, ("parameter_file", "FILE"))
    loader.add_argument("--no-use-wildcard", action="store_true", help="only what names the node")
    add("delete", "delete a parameter", node, name)
