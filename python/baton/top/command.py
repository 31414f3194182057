# SPDX-License-Identifier: Apache-2.0
"""Runs `baton top`: looks at the observer's pace until q, a signal, or one look."""

import contextlib
import itertools
import json
import shutil
import signal
import subprocess
import sys
from collections.abc import Iterator

from baton.cli import observe
from baton.cli.commands import CommandError
from baton.cli.look import absolute, look_at_graph, require
from baton.cli.observe import PROGRAM, looks
from baton.cli.output import has_colours
from baton.top.figures import figures_of
from baton.top.screen import render
from baton.top.terminal import draw, lines_until_q, own_screen

# What the observer takes.
_SHORTEST_S, _LONGEST_S = 0.001, 3600


def run_top(options) -> int:
    # Not a number is in no range.
    if not _SHORTEST_S <= options.interval <= _LONGEST_S:
        raise CommandError(
            f"--interval must be a number of seconds from {_SHORTEST_S} to {_LONGEST_S}, "
            f"not '{options.interval:g}'",
            2,
        )
    # The observer knows services by names without a slash.
    options.topic = [
        name if name.startswith(("rq/", "rr/")) else absolute(name) for name in options.topic
    ]
    with _ended_by_signals():
        if options.json:
            return _print_json(options)
        if options.once or not sys.stdout.isatty():
            return _print_tables(options)
        return _show(options)


@contextlib.contextmanager
def _ended_by_signals() -> Iterator[None]:
    """A signal ends the command as Ctrl-C does, so that the terminal becomes what it was."""
    # What `nohup` has set aside stays so.
    numbers = [
        number
        for number in (signal.SIGTERM, signal.SIGHUP)
        if signal.getsignal(number) != signal.SIG_IGN
    ]

    def end(number: int, _frame) -> None:
        # A second signal would end the tidying.
        for one in numbers:
            signal.signal(one, signal.SIG_IGN)
        sys.exit(128 + number)

    handlers = [signal.signal(number, end) for number in numbers]
    try:
        yield
    finally:
        for number, handler in zip(numbers, handlers, strict=True):
            signal.signal(number, handler)


def _looks(options) -> Iterator[dict]:
    if options.once or options.json:
        _require_topics(options.topic)
    count = ["--count", "2"] if options.once else []
    return looks(options.topic, ["--interval", str(options.interval), *count])


def _require_topics(names: list[str]) -> None:
    if not names:
        return
    graph = look_at_graph()
    known = {one.topic for one in graph.endpoints()}
    for name in names:
        if name not in known:
            require(name, graph.topics(), "topic")


def _pairs(stream: Iterator[dict]) -> Iterator[tuple[dict, dict]]:
    """(the look before, a look): the first one alone has no rates."""
    before = next(stream, None)
    if before is None:
        raise CommandError("the observer has said nothing")
    for look in stream:
        yield before, look
        before = look


def _print_json(options) -> int:
    for before, look in _pairs(_looks(options)):
        figures = figures_of(look, before, options.all, options.topic)
        content = {
            "time_s": look["time_s"],
            "interval_s": look["interval_s"],
            "topics": [row._asdict() for row in figures.topics],
            "processes": [row._asdict() for row in figures.processes],
            "held": [hold._asdict() for hold in figures.holds],
        }
        print(json.dumps(content), flush=True)
    return 0


def _print_tables(options) -> int:
    """What is not for a terminal is cut nowhere: it may be searched."""
    width = shutil.get_terminal_size().columns if sys.stdout.isatty() else None
    for before, look in _pairs(_looks(options)):
        figures = figures_of(look, before, options.all, options.topic)
        print("\n".join(render(figures, options.sort, width, has_colours())), flush=True)
        if not options.once:
            print()
    return 0


@contextlib.contextmanager
def _observer(options) -> Iterator[subprocess.Popen]:
    """As `looks`, with a pipe that can be waited for beside the keys."""
    command = observe.command(options.topic, ["--interval", str(options.interval)])
    with subprocess.Popen(command, stdout=subprocess.PIPE) as process:
        try:
            yield process
        finally:
            process.terminate()
    if process.returncode not in (0, -signal.SIGTERM):
        raise CommandError(f"{PROGRAM} ended with status {process.returncode}")


def _show(options) -> int:
    with _observer(options) as observer, own_screen():
        stream = map(json.loads, lines_until_q(observer.stdout))
        for before, look in itertools.pairwise(stream):
            width, height = shutil.get_terminal_size()
            figures = figures_of(look, before, options.all, options.topic)
            draw(render(figures, options.sort, width, has_colours(), height)[:height])
    return 0
