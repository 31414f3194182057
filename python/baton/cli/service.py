# SPDX-License-Identifier: Apache-2.0
"""`baton service`: services."""

from baton.cli.commands import examples, positive_rate, positive_seconds, subcommands
from baton.cli.look import look_at_graph, require
from baton.cli.output import print_json
from baton.cli.topic import add_json, add_no_daemon, add_printing, command
from baton.graph.graph import is_hidden


def add_parser(commands) -> None:
    parser = commands.add_parser(
        "service",
        help="services: list, find, call",
        description="Services.",
        epilog=examples(
            "baton service list -t",
            "baton service call /add example_interfaces/srv/AddTwoInts '{a: 2, b: 3}'",
        ),
    )
    below = subcommands(parser)
    lister = below.add_parser("list", help="list services", description="Lists services.")
    lister.add_argument("-t", "--show-types", action="store_true", help="with their types")
    lister.add_argument(
        "-c", "--count-services", action="store_true", help="only how many there are"
    )
    lister.add_argument("--include-hidden-services", action="store_true", help="also _hidden ones")
    lister.set_defaults(run=list_services)
    typer = below.add_parser(
        "type", help="print the type of a service", description="Prints the type of a service."
    )
    typer.add_argument("service_name", metavar="SERVICE")
    typer.set_defaults(run=show_type)
    informer = below.add_parser(
        "info",
        help="type, clients and servers of a service",
        description="Prints the type of a service, and how many clients and servers it has.",
    )
    informer.add_argument("service_name", metavar="SERVICE")
    informer.add_argument(
        "-v", "--verbose", action="store_true", help="each client and server with its process"
    )
    informer.set_defaults(run=info)
    finder = below.add_parser(
        "find", help="list the services of a type", description="Lists the services of a type."
    )
    finder.add_argument("service_type", metavar="TYPE")
    finder.add_argument(
        "-c", "--count-services", action="store_true", help="only how many there are"
    )
    finder.add_argument("--include-hidden-services", action="store_true", help="also _hidden ones")
    finder.set_defaults(run=find)
    for each in (lister, typer, informer, finder):
        add_json(each)
        add_no_daemon(each)
    _add_call(below)
    _add_echo(below)


def _add_echo(below) -> None:
    echo = command(
        below,
        "echo",
        "print the requests and responses of a service",
        "service_call",
        "echo",
        "baton service echo /add",
        "the service must have introspection: configure_introspection() in its node",
    )
    echo.add_argument("service_name", metavar="SERVICE")
    echo.add_argument("service_type", metavar="TYPE", nargs="?")
    echo.add_argument("--once", action="store_true", help="end after one event")
    add_printing(echo)
    # Of `topic echo`, which prints them.
    echo.set_defaults(count=None, field=None, filter=None, include_message_info=False, raw=False)
    add_json(echo)


def _add_call(below) -> None:
    call = command(
        below,
        "call",
        "call a service",
        "service_call",
        "call",
        "baton service call /add example_interfaces/srv/AddTwoInts '{a: 2, b: 3}'",
    )
    call.add_argument("service_name", metavar="SERVICE")
    call.add_argument("service_type", metavar="TYPE", help="as std_srvs/srv/SetBool")
    call.add_argument("values", nargs="?", default="{}", metavar="VALUES", help="in YAML")
    call.add_argument("--stdin", action="store_true", help="read them from the standard input")
    call.add_argument("-r", "--rate", type=positive_rate, metavar="HZ", help="again and again")
    call.add_argument(
        "--timeout",
        type=positive_seconds,
        metavar="S",
        help="longest wait for the service and for its answer (default: none)",
    )
    add_json(call)


def _visible(options) -> dict:
    return {
        name: ends
        for name, ends in look_at_graph(options).services().items()
        if ends.subscriptions and (options.include_hidden_services or not is_hidden(name))
    }


def list_services(options) -> int:
    services = _visible(options)
    if options.json:
        print_json(
            [
                {
                    "name": name,
                    "types": sorted(ends.types),
                    "servers": len(ends.subscriptions),
                    "clients": len(ends.publishers),
                }
                for name, ends in services.items()
            ]
        )
    elif options.count_services:
        print(len(services))
    else:
        for name, ends in services.items():
            print(f"{name} [{ends.type_text}]" if options.show_types else name)
    return 0


def show_type(options) -> int:
    services = look_at_graph(options).services()
    ends = services[require(options.service_name, services, "service")]
    if options.json:
        print_json(sorted(ends.types))
    else:
        print("\n".join(sorted(ends.types)))
    return 0


def info(options) -> int:
    from baton.cli.topic_graph import process_of

    services = look_at_graph(options).services()
    ends = services[require(options.service_name, services, "service")]
    if options.json:
        counts = {"clients": len(ends.publishers), "servers": len(ends.subscriptions)}
        print_json({"types": sorted(ends.types), **counts})
        return 0
    print(f"Type: {ends.type_text}")
    for kind, found in (("Clients", ends.publishers), ("Services", ends.subscriptions)):
        print(f"{kind} count: {len(found)}")
        if options.verbose:
            for one in found:
                print(f"    {one.node}, process {process_of(one)}")
    return 0


def find(options) -> int:
    from baton.cli.topic_graph import full_type

    wanted = full_type(options.service_type, "srv")
    names = [name for name, ends in _visible(options).items() if wanted in ends.types]
    if options.json:
        print_json(names)
    elif options.count_services:
        print(len(names))
    else:
        for name in names:
            print(name)
    return 0
