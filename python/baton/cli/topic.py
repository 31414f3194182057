# SPDX-License-Identifier: Apache-2.0
"""`baton topic`: topics, their publishers and subscriptions, and what they carry."""

import argparse
import importlib

from baton.cli.commands import (
    examples,
    positive_number,
    positive_rate,
    positive_seconds,
    qos_depth,
    seconds,
    subcommands,
    whole_number,
)


def add_parser(commands) -> None:
    parser = commands.add_parser(
        "topic",
        help="topics: who publishes, what, how fast",
        description="Topics: who publishes and subscribes, what, and how.",
        epilog=examples(
            "baton topic list -t",
            "baton topic info /image --verbose",
            "baton topic echo /imu --field linear_acceleration --once",
            "baton topic hz /image",
            "baton topic pub --rate 10 /cmd geometry_msgs/msg/Twist '{linear: {x: 0.5}}'",
        ),
    )
    below = subcommands(parser)
    _add_list(below)
    _add_info(below)
    _add_type(below)
    _add_find(below)
    _add_measures(below)
    _add_echo(below)
    _add_pub(below)


def command(below, name: str, what: str, module: str, function: str, *lines: str):
    """A command whose function is imported when it is run."""
    parser = below.add_parser(
        name,
        help=what,
        description=what[0].upper() + what[1:] + ".",
        epilog=examples(*lines) if lines else None,
    )

    def run(options) -> int:
        return getattr(importlib.import_module(f"baton.cli.{module}"), function)(options)

    parser.set_defaults(run=run)
    return parser


def add_json(parser) -> None:
    parser.add_argument("--json", action="store_true", help="print JSON")


def add_no_daemon(parser) -> None:
    """How long to look at an open network. What else commands of ros2 have in common is accepted:
    there is no daemon, and nothing here goes by a clock that could be simulated."""
    parser.add_argument("--no-daemon", action="store_true", help=argparse.SUPPRESS)
    parser.add_argument("-s", "--use-sim-time", action="store_true", help=argparse.SUPPRESS)
    parser.add_argument(
        "--wait",
        "--spin-time",
        type=seconds,
        metavar="S",
        help="longest look at the network, where it is open (default: 2)",
    )


def _add_list(below) -> None:
    parser = command(below, "list", "list topics", "topic_graph", "list_topics")
    parser.add_argument("-t", "--show-types", action="store_true", help="with their types")
    parser.add_argument("-c", "--count-topics", action="store_true", help="only how many there are")
    parser.add_argument("-v", "--verbose", action="store_true", help="with types and endpoints")
    parser.add_argument("--include-hidden-topics", action="store_true", help="also _hidden ones")
    add_json(parser)
    add_no_daemon(parser)


def _add_info(below) -> None:
    parser = command(
        below,
        "info",
        "what a topic has: type, publishers, subscriptions, ways",
        "topic_graph",
        "show_info",
        "baton topic info /image --verbose",
    )
    parser.add_argument("topic_name", metavar="TOPIC")
    parser.add_argument(
        "-v",
        "--verbose",
        action="store_true",
        help="each endpoint with its node, QoS, and by which way messages go",
    )
    add_json(parser)
    add_no_daemon(parser)


def _add_type(below) -> None:
    parser = command(below, "type", "print the type of a topic", "topic_graph", "show_type")
    parser.add_argument("topic_name", metavar="TOPIC")
    add_json(parser)
    add_no_daemon(parser)


def _add_find(below) -> None:
    parser = command(below, "find", "list the topics of a type", "topic_graph", "find")
    parser.add_argument("topic_type", metavar="TYPE", help="as std_msgs/msg/String")
    parser.add_argument("-c", "--count-topics", action="store_true", help="only how many there are")
    parser.add_argument("--include-hidden-topics", action="store_true", help="also _hidden ones")
    add_json(parser)
    add_no_daemon(parser)


def _add_measures(below) -> None:
    for name, what in (
        ("hz", "how often messages are published"),
        ("bw", "how many bytes are published"),
        ("delay", "how old header.stamp is when a message is published"),
    ):
        parser = command(
            below,
            name,
            what + ", without taking part",
            "topic_measure",
            name,
            f"baton topic {name} /image",
        )
        parser.add_argument("topic_name", metavar="TOPIC")
        parser.add_argument(
            "-w",
            "--window",
            type=positive_number,
            default=10000,
            metavar="N",
            help="of the last N messages (default: %(default)s)",
        )
        parser.add_argument(
            "--interval",
            type=positive_seconds,
            default=1.0,
            metavar="S",
            help="seconds between lines (default: %(default)s)",
        )
        parser.add_argument("--count", type=positive_number, metavar="N", help="end after N lines")
        # ros2 has it for hz. Here it is always so.
        parser.add_argument("--wall-time", action="store_true", help=argparse.SUPPRESS)
        add_json(parser)
        add_no_daemon(parser)


_LEFT_OPEN = ("system_default", "best_available")


def add_qos(parser) -> None:
    add = parser.add_argument
    add(
        "--qos-profile",
        choices=[
            "default",
            "sensor_data",
            "system_default",
            "services_default",
            "parameters",
            "parameter_events",
            "action_status_default",
            "best_available",
        ],
        help="a profile of QoS policies",
    )
    # The last two of a policy are as if it was not given.
    add("--qos-reliability", choices=["reliable", "best_effort", *_LEFT_OPEN])
    add("--qos-durability", choices=["volatile", "transient_local", *_LEFT_OPEN])
    add("--qos-history", choices=["keep_last", "keep_all", "system_default"])
    add("--qos-depth", type=qos_depth, metavar="N", help="-1: the default")
    add("--qos-liveliness", choices=["automatic", "manual_by_topic", *_LEFT_OPEN])
    add("--qos-liveliness-lease-duration-seconds", type=positive_seconds, metavar="S")


def add_printing(parser) -> None:
    """How messages are printed."""
    add = parser.add_argument
    add("--csv", action="store_true", help="values with commas between them")
    add("--flow-style", action="store_true", help="sequences in one line")
    add("--no-arr", action="store_true", help="no contents of arrays")
    add("--no-str", action="store_true", help="no contents of strings")
    add("-f", "--full-length", action="store_true", help="arrays and strings without a cut")
    add(
        "-l",
        "--truncate-length",
        type=whole_number,
        default=128,
        metavar="N",
        help="cut arrays and strings behind N (default: %(default)s)",
    )


def _add_echo(below) -> None:
    parser = command(
        below,
        "echo",
        "print messages",
        "topic_echo",
        "echo",
        "baton topic echo /imu --field linear_acceleration.x --once",
        "baton topic echo /scan --filter 'min(m.ranges) < 0.5' --csv",
    )
    add = parser.add_argument
    add("topic_name", metavar="TOPIC")
    add(
        "message_type",
        metavar="TYPE",
        nargs="?",
        help="as std_msgs/msg/String (default: by the graph)",
    )
    add("--once", action="store_true", help="end after one message")
    add(
        "--field",
        action="append",
        metavar="NAME",
        help="only this field: pose.position.x, ranges[0]",
    )
    add("--filter", metavar="EXPRESSION", help="only messages m for which this is true, in Python")
    add("--raw", action="store_true", help="the bytes of the message")
    add_printing(parser)
    add("-i", "--include-message-info", action="store_true", help="also time stamps and sequence")
    add(
        "--timeout",
        type=positive_seconds,
        metavar="S",
        help="end with status 1 if no message came in S seconds",
    )
    add("-n", "--count", type=positive_number, metavar="N", help="end after N messages")
    add("--no-lost-messages", action="store_true", help="do not say what was lost")
    add("--lost-messages", action="store_true", help=argparse.SUPPRESS)
    add_qos(parser)
    add_json(parser)
    add_no_daemon(parser)


def _add_pub(below) -> None:
    parser = command(
        below,
        "pub",
        "publish messages",
        "topic_pub",
        "publish",
        "baton topic pub --once /chatter std_msgs/msg/String 'data: hello'",
        "baton topic pub --rate 10 /cmd geometry_msgs/msg/Twist '{linear: {x: 0.5}}'",
    )
    add = parser.add_argument
    add("topic_name", metavar="TOPIC")
    add("message_type", metavar="TYPE")
    add(
        "values",
        nargs="?",
        default="{}",
        metavar="VALUES",
        help="in YAML; `header: auto` and `stamp: now` take the time of the publication",
    )
    add("--stdin", action="store_true", help="read the values from the standard input")
    add("-r", "--rate", type=positive_rate, default=1.0, metavar="HZ", help="default: %(default)s")
    add(
        "-p",
        "--print",
        dest="every",
        type=whole_number,
        default=1,
        metavar="N",
        help="say each Nth publication",
    )
    add(
        "-1",
        "--once",
        action="store_true",
        help="publish one message, to at least one subscription",
    )
    add("-t", "--times", type=whole_number, default=0, metavar="N", help="end after N messages")
    add(
        "-w",
        "--wait-matching-subscriptions",
        type=whole_number,
        metavar="N",
        help="wait for N subscriptions first (with --once and --times: 1)",
    )
    add("--max-wait-time-secs", type=positive_seconds, metavar="S", help="longest wait for them")
    add("--keep-alive", type=seconds, default=0.1, metavar="S", help="after the last message")
    add("-n", "--node-name", metavar="NAME", help="the name of the publishing node")
    add("-s", "--use-sim-time", action="store_true", help="take the time from /clock")
    add("--spin-time", type=seconds, help=argparse.SUPPRESS)
    add_qos(parser)
