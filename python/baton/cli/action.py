# SPDX-License-Identifier: Apache-2.0
"""`baton action`: actions."""

from baton.cli.commands import examples, positive_seconds, subcommands
from baton.cli.look import look_at_graph, require
from baton.cli.output import print_json
from baton.cli.topic import add_json, add_no_daemon, command


def add_parser(commands) -> None:
    parser = commands.add_parser(
        "action",
        help="actions: list, send goals",
        description="Actions.",
        epilog=examples(
            "baton action list -t",
            "baton action send_goal --feedback /fibonacci example_interfaces/action/Fibonacci "
            "'{order: 5}'",
        ),
    )
    below = subcommands(parser)
    lister = below.add_parser("list", help="list actions", description="Lists actions.")
    lister.add_argument("-t", "--show-types", action="store_true", help="with their types")
    lister.add_argument(
        "-c", "--count-actions", action="store_true", help="only how many there are"
    )
    lister.set_defaults(run=list_actions)
    info = below.add_parser(
        "info",
        help="clients and servers of an action",
        description="Prints the clients and servers of an action.",
    )
    info.add_argument("action_name", metavar="ACTION")
    info.add_argument("-t", "--show-types", action="store_true", help="with the type")
    info.add_argument("-c", "--count", action="store_true", help="only how many there are")
    info.set_defaults(run=show_info)
    typer = below.add_parser(
        "type", help="print the type of an action", description="Prints the type of an action."
    )
    typer.add_argument("action_name", metavar="ACTION")
    typer.set_defaults(run=show_type)
    finder = below.add_parser(
        "find", help="list the actions of a type", description="Lists the actions of a type."
    )
    finder.add_argument("action_type", metavar="TYPE")
    finder.add_argument(
        "-c", "--count-actions", action="store_true", help="only how many there are"
    )
    finder.set_defaults(run=find)
    for each in (lister, info, typer, finder):
        add_json(each)
        add_no_daemon(each)
    goal = command(
        below,
        "send_goal",
        "send a goal, and wait for its result",
        "action_goal",
        "send_goal",
        "baton action send_goal /fibonacci example_interfaces/action/Fibonacci '{order: 5}'",
    )
    goal.add_argument("action_name", metavar="ACTION")
    goal.add_argument("action_type", metavar="TYPE")
    goal.add_argument("goal", metavar="GOAL", nargs="?", help="in YAML")
    goal.add_argument("--stdin", action="store_true", help="read it from the standard input")
    goal.add_argument("-f", "--feedback", action="store_true", help="print feedback, too")
    goal.add_argument("--timeout", type=positive_seconds, metavar="S", help="longest wait for the server")
    add_json(goal)


def list_actions(options) -> int:
    actions = look_at_graph(options).actions()
    if options.json:
        print_json(
            [
                {
                    "name": name,
                    "types": sorted(ends.types),
                    "servers": len(ends.publishers),
                    "clients": len(ends.subscriptions),
                }
                for name, ends in actions.items()
            ]
        )
    elif options.count_actions:
        print(len(actions))
    else:
        for name, ends in actions.items():
            print(f"{name} [{ends.type_text}]" if options.show_types else name)
    return 0


def show_type(options) -> int:
    actions = look_at_graph(options).actions()
    ends = actions[require(options.action_name, actions, "action")]
    if options.json:
        print_json(sorted(ends.types))
    else:
        print("\n".join(sorted(ends.types)))
    return 0


def find(options) -> int:
    from baton.cli.topic_graph import full_type

    wanted = full_type(options.action_type, "action")
    actions = look_at_graph(options).actions()
    names = [name for name, ends in actions.items() if wanted in ends.types]
    if options.json:
        print_json(names)
    elif options.count_actions:
        print(len(names))
    else:
        for name in names:
            print(name)
    return 0


def show_info(options) -> int:
    actions = look_at_graph(options).actions()
    name = require(options.action_name, actions, "action")
    ends = actions[name]
    if options.json:
        print_json(
            {
                "action": name,
                "types": sorted(ends.types),
                "clients": [one.node for one in ends.subscriptions],
                "servers": [one.node for one in ends.publishers],
            }
        )
        return 0
    print(f"Action: {name}")
    for kind, found in (("clients", ends.subscriptions), ("servers", ends.publishers)):
        print(f"Action {kind}: {len(found)}")
        if not options.count:
            for one in found:
                suffix = f" [{ends.type_text}]" if options.show_types else ""
                print(f"    {one.node}{suffix}")
    return 0
