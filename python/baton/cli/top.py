# SPDX-License-Identifier: Apache-2.0
"""`baton top`: topics and processes, live."""

from baton.cli.commands import examples


def add_parser(commands) -> None:
    parser = commands.add_parser(
        "top",
        help="topics and processes, live",
        description="Topics with their rates, bandwidth and ways, processes with their memory, and "
        "which "
        "process holds which message since when. It reads memory of the publishers and takes no "
        "part: what is looked at makes no system call for it. q or Ctrl-C ends it.",
        epilog=examples(
            "baton top", "baton top --once --json", "baton top --topic /image --interval 0.5"
        ),
    )
    add = parser.add_argument
    add(
        "--interval",
        type=float,
        default=1.0,
        metavar="S",
        help="seconds between looks (default: %(default)s)",
    )
    add("--topic", action="append", default=[], metavar="TOPIC", help="only this one; repeatable")
    add("--all", action="store_true", help="services and _hidden topics, too")
    add("--sort", choices=["name", "rate", "bandwidth"], default="name")
    add("--once", action="store_true", help="print one look, of one interval, and end")
    add("--json", action="store_true", help="print JSON, one look a line")
    parser.set_defaults(run=run)


def run(options) -> int:
    from baton.top.command import run_top

    return run_top(options)
