# SPDX-License-Identifier: Apache-2.0
"""`baton bag`: records messages and plays them again, in rosbag2's files."""

from pathlib import Path

from baton.bag.requests import SOURCES
from baton.cli.commands import (
    CommandError,
    examples,
    positive_number,
    positive_rate,
    regular_expression,
    seconds,
    subcommands,
    whole_number,
)

_STORAGES = ("mcap", "sqlite3")
_LEVELS = ("debug", "info", "warn", "error", "fatal")


def add_parser(commands) -> None:
    parser = commands.add_parser(
        "bag",
        help="record messages, and play them again",
        description="Records messages and plays them again. Bags are those of rosbag2: each reads the "
        "other's.",
        epilog=examples(
            "baton bag record -a                       all topics, until Ctrl-C",
            "baton bag record -o drive --topics /scan /odom",
            "baton bag info drive",
            "baton bag play drive --rate 2 --loop --clock",
        ),
    )
    below = subcommands(parser)
    _add_record(below)
    _add_play(below)
    _add_others(below)


def _run(function_name: str, module: str, writes: bool = False):
    """Imports what a command needs only when it runs, and says its errors as commands do."""

    def run(options) -> int:
        import importlib
        import sqlite3

        from baton.bag.errors import BagError

        try:
            return getattr(importlib.import_module(module), function_name)(options) or 0
        except BagError as error:
            raise CommandError(str(error)) from None
        except (OSError, sqlite3.Error) as error:
            if not writes or getattr(error, "filename", None):
                raise
            raise CommandError(
                f"the bag cannot be written: {error}; make room, or give another folder"
            ) from None

    return run


def _add_record(below) -> None:
    record = below.add_parser(
        "record",
        help="record topics",
        description="Records topics into a new bag until Ctrl-C. Space pauses. No publisher waits for the "
        "recorder; what it could not keep up with is said at the end.",
        epilog=examples(
            "baton bag record -a -o drive",
            "baton bag record --topics /scan /odom --max-bag-duration 60",
            "baton bag record -e '/camera/.*' --exclude-topics /camera/depth",
            "baton bag record --all-services      what service introspection publishes",
        ),
    )
    add = record.add_argument
    add("topics_positional", metavar="TOPIC", nargs="*", help="topics to record")
    add("--topics", nargs="+", default=[], metavar="TOPIC", help="topics to record")
    add("--topic-types", nargs="+", default=[], metavar="TYPE", help="all topics of these types")
    add("--services", "--service", nargs="+", default=[], metavar="SERVICE", help="services' events")
    add("-a", "--all", action="store_true", help="all topics and services' events")
    add("--all-topics", action="store_true", help="all topics")
    add("--all-services", action="store_true", help="all services' events")
    add("-e", "--regex", type=regular_expression, help="names that contain this expression")
    add("-x", "--exclude-regex", type=regular_expression, help="not what contains this")
    add("--exclude-topics", "--exclude", nargs="+", default=[], metavar="TOPIC")
    add("--exclude-topic-types", nargs="+", default=[], metavar="TYPE")
    add("--exclude-services", nargs="+", default=[], metavar="SERVICE")
    add("-o", "--output", metavar="FOLDER", type=Path, help="default: rosbag2_<date>-<time>")
    add("-s", "--storage", choices=_STORAGES, help="default: mcap if its Python package is there")
    add("-b", "--max-bag-size", type=whole_number, default=0, metavar="BYTES", help="of one file")
    add("-d", "--max-bag-duration", type=seconds, default=0, metavar="SECONDS", help="of one file")
    add(
        "--max-cache-size",
        type=whole_number,
        default=100 << 20,
        metavar="BYTES",
        help="of messages that wait to be written; default: 100 MiB",
    )
    add("--compression-mode", choices=("none", "file", "message"), default="none", help="mcap's chunks")
    add("--compression-format", choices=("zstd",), help="of --compression-mode")
    for name in ("queue-size", "threads", "threads-priority"):
        add(f"--compression-{name}", type=int, metavar="N", help="accepted; one thread compresses")
    add("--storage-preset-profile", choices=("none", "fastwrite", "zstd_fast", "zstd_small", "resilient"))
    add("--qos-profile-overrides-path", metavar="FILE", help="YAML: policies by topic")
    add("--include-unpublished-topics", action="store_true", help="topics without a publisher too")
    add("--include-hidden-topics", action="store_true", help="names with a part that begins with _")
    add("--ignore-leaf-topics", action="store_true", help="not topics without a subscription")
    add("--no-discovery", action="store_true", help="only topics that are there at the start")
    add("-p", "--polling-interval", type=positive_number, default=100, metavar="MS")
    add("--start-paused", action="store_true")
    add("--use-sim-time", action="store_true", help="times of /clock")
    add("--node-name", default="rosbag2_recorder")
    add("--custom-data", nargs="*", default=[], metavar="KEY=VALUE", help="kept in the description")
    add("--disable-keyboard-controls", action="store_true")
    add("-f", "--serialization-format", choices=("cdr", ""), default="cdr")
    add("--log-level", choices=_LEVELS, default="info", help="warn and above: only faults")
    record.set_defaults(run=_run("record", "baton.cli.bag_record", writes=True))


def _add_play(below) -> None:
    play = below.add_parser(
        "play",
        help="publish what a bag has",
        description="Publishes the messages of a bag at the distances in which they were recorded. Space "
        "pauses, the right arrow publishes one message while paused, up and down change the rate.",
        epilog=examples(
            "baton bag play drive",
            "baton bag play drive --rate 0.5 --start-offset 10 --playback-duration 5",
            "baton bag play drive --topics /scan --remap /scan:=/recorded_scan",
            "baton bag play drive --clock 100      nodes with use_sim_time follow",
            "baton bag play drive --services /set --publish-service-requests",
        ),
    )
    add = play.add_argument
    _add_bag(play)
    add("-r", "--rate", type=positive_rate, default=1.0, help="times as fast")
    add("--topics", nargs="+", default=[], metavar="TOPIC", help="only these")
    add("--services", "--service", nargs="+", default=[], metavar="SERVICE", help="only these services' events")
    add("-e", "--regex", type=regular_expression, help="only names that contain this expression")
    add("-x", "--exclude-regex", type=regular_expression, help="not what contains this")
    add("--exclude-topics", nargs="+", default=[], metavar="TOPIC")
    add("--exclude-services", nargs="+", default=[], metavar="SERVICE")
    calls = "call services as their events tell, and do not publish these"
    add("--publish-service-requests", action="store_true", help=calls)
    whose = "whose events: the server's (default) or the client's"
    add("--service-requests-source", choices=SOURCES, default="service_introspection", help=whose)
    add("-m", "--remap", nargs="+", default=[], metavar="OLD:=NEW")
    add("-l", "--loop", action="store_true", help="again and again")
    add("-d", "--delay", type=seconds, default=0, metavar="SECONDS", help="before each start")
    add("--start-offset", type=seconds, default=0, metavar="SECONDS", help="begin that far in")
    add("--playback-duration", type=float, default=-1, metavar="SECONDS")
    until = play.add_mutually_exclusive_group()
    until.add_argument("--playback-until-sec", type=float, default=-1, metavar="SECONDS")
    until.add_argument("--playback-until-nsec", type=int, default=-1, metavar="NS")
    clock = play.add_mutually_exclusive_group()
    clock.add_argument(
        "--clock", type=positive_rate, nargs="?", const=40, default=0, metavar="HZ", help="/clock"
    )
    clock.add_argument("--clock-topics", nargs="+", metavar="TOPIC", help="/clock before each of these")
    clock.add_argument("--clock-topics-all", action="store_true", help="/clock before each message")
    add("-p", "--start-paused", action="store_true")
    add("--qos-profile-overrides-path", metavar="FILE", help="YAML: policies by topic")
    add(
        "--wait-for-all-acked",
        type=whole_number,
        metavar="MS",
        help="at the end, for reliable subscriptions; 0: without a limit; default: 500",
    )
    add("--disable-keyboard-controls", action="store_true")
    add("--read-ahead-queue-size", type=whole_number, help="accepted; 64 MiB are read ahead")
    add("--disable-loan-message", action="store_true", help="accepted; messages are copied once")
    add("--log-level", choices=_LEVELS, default="info", help="warn and above: only faults")
    play.set_defaults(run=_run("play", "baton.cli.bag_play"))


def _add_bag(parser) -> None:
    parser.add_argument("bag_path", metavar="BAG", type=Path, help="a folder, or one of its files")
    parser.add_argument(
        "-s", "--storage", choices=_STORAGES, help="accepted; the bag itself says what it is"
    )


def _add_others(below) -> None:
    info = below.add_parser("info", help="what a bag has", description="Prints what a bag has.")
    _add_bag(info)
    info.add_argument("-t", "--topic-name", action="store_true", help="only the names of topics")
    info.add_argument("-v", "--verbose", action="store_true", help="accepted; all is always printed")
    info.add_argument("--json", action="store_true", help="print JSON")
    info.set_defaults(run=_run("info", "baton.cli.bag_files"))
    reindex = below.add_parser(
        "reindex",
        help="mend a bag whose recorder was killed",
        description="Mends the files of a bag whose recorder was killed, as far as they go, and writes its "
        "metadata.yaml anew.",
    )
    _add_bag(reindex)
    reindex.set_defaults(run=_run("reindex", "baton.cli.bag_files", writes=True))
    convert = below.add_parser(
        "convert",
        help="write bags anew: another storage, a part, several in one",
        description="Reads one or several bags and writes others, as a file in YAML says.",
        epilog=examples(
            "baton bag convert -i drive -o out.yaml",
            "",
            "out.yaml:",
            "  output_bags:",
            "  - uri: drive_as_mcap",
            "    storage_id: mcap",
            "    all_topics: true         or: topics: [/scan], regex: '/camera/.*'",
        ),
    )
    convert.add_argument(
        "-i", "--input", nargs="+", action="append", required=True, metavar="BAG [STORAGE]"
    )
    convert.add_argument("-o", "--output-options", required=True, metavar="FILE")
    convert.set_defaults(run=_run("convert", "baton.cli.bag_files", writes=True))
    lister = below.add_parser("list", help="list storages", description="Lists storages.")
    lister.add_argument("plugin_type", nargs="?", choices=("storage",), default="storage")
    lister.add_argument("--verbose", action="store_true", help="with what each needs")
    lister.set_defaults(run=_run("list_storages", "baton.cli.bag_files"))
