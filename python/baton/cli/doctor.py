# SPDX-License-Identifier: Apache-2.0
"""`baton doctor`: what is wrong with this machine, and its cure."""

import argparse

from baton.cli.commands import CommandError, examples, seconds
from baton.cli.output import coloured, print_json

_MARKS = {"ok": ("ok", "32"), "warning": ("warning", "33"), "error": ("error", "31")}


def add_parser(commands) -> None:
    parser = commands.add_parser(
        "doctor",
        help="what is wrong with this machine, and its cure",
        description="Says what is wrong with this machine, and the cure. The exit status is 1 where "
        "there is an error, and with --assert-zero-copy where a message of the topic is copied.",
        epilog=examples("baton doctor", "baton doctor --assert-zero-copy /image"),
    )
    which = parser.add_mutually_exclusive_group()
    which.add_argument(
        "-rf", "--report-failed", action="store_true", help="only what is not in order"
    )
    which.add_argument("-r", "--report", action="store_true", help=argparse.SUPPRESS)
    parser.add_argument(
        "-iw",
        "--include-warnings",
        action="store_true",
        help="the exit status is 1 where there is a warning, too",
    )
    # ros2 has these two. Here all is always reported, and packages of ROS are not looked for.
    parser.add_argument("-ep", "--exclude-packages", action="store_true", help=argparse.SUPPRESS)
    parser.add_argument(
        "--assert-zero-copy",
        action="append",
        default=[],
        metavar="TOPIC",
        help="fail unless each match of this topic is zero copy",
    )
    parser.add_argument(
        "--wait",
        type=seconds,
        default=5.0,
        metavar="S",
        help="longest wait for a match of these topics (default: %(default)s)",
    )
    parser.add_argument("--json", action="store_true", help="print JSON")
    parser.set_defaults(run=run)


def run(options) -> int:
    if options.assert_zero_copy:
        return assert_zero_copy(options)
    from baton.doctor.checks import ERROR, all_findings

    findings = all_findings()
    shown = [one for one in findings if one.level != "ok" or not options.report_failed]
    wrong = sum(one.level != "ok" for one in findings)
    if options.json:
        print_json([one._asdict() for one in shown])
    else:
        for one in shown:
            mark, colour = _MARKS[one.level]
            print(f"{coloured(f'{mark:<8}', colour)} {one.check}: {one.text}")
            if one.cure:
                print(f"         cure: {one.cure}")
        print("\nnothing is wrong" if not wrong else f"\n{wrong} thing(s) to look at")
    failed = wrong if options.include_warnings else sum(one.level == ERROR for one in findings)
    return 1 if failed else 0


def assert_zero_copy(options) -> int:
    """For CI: a topic without a match is a failure, too."""
    from baton.cli.look import absolute

    results = {
        topic: _ways(topic, options.wait) for topic in map(absolute, options.assert_zero_copy)
    }
    failures = []
    for topic, ways in results.items():
        if not ways:
            failures.append(f"{topic}: no publisher and subscription met within {options.wait:g} s")
        failures += [
            f"{topic}: {way['way']}, copied: {way.get('why') or 'no reason is known'}"
            for way in ways
            if not way["zero_copy"]
        ]
    if options.json:
        print_json({"topics": results, "failures": failures})
    else:
        for topic, ways in results.items():
            good = sum(way["zero_copy"] for way in ways)
            print(f"{topic}: {good} of {len(ways)} match(es) are zero copy")
    if failures:
        raise CommandError("not zero copy: " + "; ".join(failures))
    return 0


def _ways(topic: str, seconds: float) -> list[dict]:
    """How messages of the topic travel, once there is a match."""
    import time

    from baton.cli.observe import looks

    end = time.monotonic() + seconds
    ways: list[dict] = []
    for look in looks([topic], ["--interval", "0.2"]):
        ways = [
            way
            for one in look.get("subscriptions", [])
            for way in one.get("ways", [])
            if way.get("way") != "none"
        ]
        if ways or time.monotonic() >= end:
            break
    return ways
