# SPDX-License-Identifier: Apache-2.0
"""`baton node`: nodes, and what they have."""

from collections import Counter

from baton.cli.commands import examples, subcommands
from baton.cli.look import look_at_graph, require
from baton.cli.output import note, print_json
from baton.cli.topic import add_json, add_no_daemon
from baton.graph.graph import Graph, is_hidden


def add_parser(commands) -> None:
    parser = commands.add_parser(
        "node",
        help="nodes and what they have",
        description="Nodes, and what they have.",
        epilog=examples("baton node list", "baton node info /talker"),
    )
    below = subcommands(parser)
    lister = below.add_parser("list", help="list nodes", description="Lists nodes.")
    lister.add_argument("-a", "--all", action="store_true", help="also _hidden ones")
    lister.add_argument("-c", "--count-nodes", action="store_true", help="only how many there are")
    lister.set_defaults(run=list_nodes)
    info = below.add_parser(
        "info",
        help="topics, services and actions of a node",
        description="Prints the topics, services and actions of a node.",
    )
    info.add_argument("node_name", metavar="NODE")
    info.add_argument("--include-hidden", action="store_true", help="also _hidden ones")
    info.set_defaults(run=show_info)
    for each in (lister, info):
        add_json(each)
        add_no_daemon(each)


def list_nodes(options) -> int:
    nodes = [one for one in look_at_graph(options).nodes() if options.all or not is_hidden(one)]
    twice = [name for name, count in Counter(nodes).items() if count > 1]
    if twice:
        note(
            "WARNING: Be aware that there are nodes in the graph that share an exact name, "
            "which can "
            f"have unintended side effects: {', '.join(twice)}"
        )
    if options.json:
        print_json(nodes)
    elif options.count_nodes:
        print(len(nodes))
    else:
        for name in nodes:
            print(name)
    return 0


def contents_of(graph: Graph, node: str, hidden: bool) -> dict[str, dict[str, str]]:
    """The parts of `node info`: {title: {name: type}}."""
    titles = (
        "Subscribers",
        "Publishers",
        "Service Servers",
        "Service Clients",
        "Action Servers",
        "Action Clients",
    )
    found: dict[str, dict[str, str]] = {title: {} for title in titles}
    for names, ours, theirs in (
        (graph.topics(), "Publishers", "Subscribers"),
        (graph.services(), "Service Clients", "Service Servers"),
        (graph.actions(), "Action Servers", "Action Clients"),
    ):
        for name, ends in names.items():
            if is_hidden(name) and not hidden:
                continue
            for title, endpoints in ((ours, ends.publishers), (theirs, ends.subscriptions)):
                if any(one.node == node for one in endpoints):
                    found[title][name] = ends.type_text
    return found


def show_info(options) -> int:
    graph = look_at_graph(options)
    nodes = graph.nodes()
    name = require(options.node_name, nodes, "node")
    if nodes.count(name) > 1:
        note(
            f'There are {nodes.count(name)} nodes in the graph with the exact name "{name}". '
            "You are seeing information about all of them."
        )
    found = contents_of(graph, name, options.include_hidden)
    if options.json:
        print_json({"node": name, **found})
        return 0
    print(name)
    for title, entries in found.items():
        print(f"  {title}:")
        for each, type_text in sorted(entries.items()):
            print(f"    {each}: {type_text}")
        if not entries:
            print()
    return 0
