# SPDX-License-Identifier: Apache-2.0
"""`baton component`: nodes in containers. The program baton-component does all but `standalone`."""

from baton.cli.commands import CommandError, Parser, add_stub, examples


def add_parser(commands) -> None:
    add_stub(commands, "component")


def pass_on(arguments: list[str]) -> int:
    from baton.cli.passed_on import become, check_below

    check_below("component", arguments)
    if arguments[:1] == ["standalone"]:
        return standalone(arguments[1:])
    return become("baton-component", "baton component", arguments or ["--help"])


def standalone(arguments: list[str]) -> int:
    """Runs one component in a container of its own."""
    parser = Parser(
        prog="baton component standalone",
        description="Runs one component in a container of its own, until Ctrl-C.",
        epilog=examples(
            "baton component standalone ros2_comm_examples ros2_demos::MinimalPublisher -p rate_hz:=10.0"
        ),
    )
    add = parser.add_argument
    add("package", metavar="PACKAGE")
    add("plugin", metavar="CLASS", help="as ns::Class; baton component types lists them")
    add("-n", "--node-name", metavar="NAME", help="instead of the name in the code")
    add("--node-namespace", metavar="NAMESPACE", help="instead of that in the code")
    add("-r", "--remap-rule", action="append", default=[], metavar="FROM:=TO")
    add(
        "-p",
        "--parameter",
        action="append",
        default=[],
        metavar="NAME:=VALUE",
        help="value in YAML",
    )
    add("-e", "--extra-argument", action="append", default=[], metavar="NAME:=BOOL")
    add("-c", "--container-node-name", default="standalone_container", metavar="NAME")
    return _run(parser.parse_args(arguments))


def _run(options) -> int:
    from baton.cli.own_packages import take_own

    take_own()
    from launch import LaunchDescription, LaunchService
    from launch_ros.actions import ComposableNodeContainer

    from baton.cli.launch import status_of
    from baton.programs import find_program

    program = find_program("component_container")
    if program is None:
        raise CommandError(
            "the program component_container is not there: source Baton's share/baton/setup.bash"
        )
    container = ComposableNodeContainer(
        executable=program,
        name=options.container_node_name,
        namespace="",
        output="screen",
        composable_node_descriptions=[component_of(options)],
    )
    service = LaunchService()
    service.include_launch_description(LaunchDescription([container]))
    return status_of(service, service.run())


def component_of(options):
    """The component that the command line describes. Throws CommandError."""
    from launch.substitutions import TextSubstitution
    from launch_ros.descriptions import ComposableNode

    def values(texts: list[str]) -> list[dict]:
        # A text would stay one; what a substitution gives is read as YAML.
        return [{name: TextSubstitution(text=value)} for name, value in _pairs(texts)]

    return ComposableNode(
        package=options.package,
        plugin=options.plugin,
        name=options.node_name,
        namespace=options.node_namespace,
        parameters=values(options.parameter),
        remappings=_pairs(options.remap_rule),
        extra_arguments=values(options.extra_argument),
    )


def _pairs(texts: list[str]) -> list[tuple[str, str]]:
    found = [text.partition(":=") for text in texts]
    for name, separator, _ in found:
        if not separator or not name:
            raise CommandError(f"'{name}' is not of the form NAME:=VALUE", 2)
    return [(name, value) for name, _, value in found]
