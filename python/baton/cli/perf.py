# SPDX-License-Identifier: Apache-2.0
"""`baton perf EXPERIMENT ...`: measure, print, write reports."""

import argparse
import contextlib
import functools
import shlex
import signal
import sys
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from rich.console import Console
from rich.text import Text

from baton.cli.perf_record import record
from baton.perf import doubts, ros2_competitor
from baton.perf.bad_file import BadFile
from baton.perf.bundle import make_bundle
from baton.perf.cell import Cell, resolve
from baton.perf.collection import Collection, report_of
from baton.perf.compare import CannotCompare, Comparison, load_result, parse_percent, require_common
from baton.perf.experiment import Experiment, plan
from baton.perf.experiments import (
    COLLECTIONS,
    EXPERIMENTS,
    UnknownExperiment,
    find_experiment,
)
from baton.perf.experiments.competitors import Competitors
from baton.perf.experiments.graph import Graphs
from baton.perf.experiments.tail import Tail
from baton.perf.graphs import NAMES
from baton.perf.machine import describe_machine, observe_activity
from baton.perf.observe_graph import PLACEMENTS
from baton.perf.progress import Progress
from baton.perf.report import Report
from baton.perf.reports import write_reports
from baton.perf.reports.json_report import render_json
from baton.perf.reports.terminal_report import print_doubts, print_report
from baton.perf.runner import missing_program_text
from baton.perf.selection import NothingSelected, select
from baton.perf.session import Request, Session, point_latest, result_directory
from baton.version import CHECKOUT

PIPE_WIDTH = 120
COMPLETE, FAILED, WRONG_USE, UNDECIDED, INTERRUPTED = 0, 1, 2, 3, 130

EPILOG = """examples:
  baton perf quick                         UDP, Fast DDS, copy, zero copy, floor in four minutes
  baton perf quick --only size=4MB         one size, all numbers of subscribers
  baton perf bench --repetitions 3         the acceptance figures, quicker
  baton perf bench --only row=ping-pong    one row of them
  baton perf quick --repetitions 3         noise is told from change from three on
  baton perf quick --repetitions 3 --compare results/latest --fail-if-slower 10%
  baton perf all --resume                  go on where an interrupted round of them stood
  baton perf reference --resume            published figures beside ours; takes over what is measured
  baton perf competitors --tail            p99.9 of each, at 1 kHz
  baton perf competitors --ros2            beside the ROS 2 whose setup.bash is sourced
  baton perf record                        the newest results become the figures of the documents
  baton perf my-experiment.yaml            any product of perf_test's options
  baton perf graph chain5 sierra_nevada    these of chain5, sierra_nevada (10 nodes), mont_blanc (20)
  baton perf graph my-robot.yaml --processes each   nodes, topics, sizes and rates of your own

A graph's file has a line for each topic. A node publishes at a rate (Hz), or after it has received a topic:
  topics:
    scan: {size: 64 KB, rate: 40, from: lidar, to: [filter, logger]}
    clear: {size: 4 KB, after: scan, from: filter, to: [planner]}

Exit status: 0 complete; 1 a run failed, or something got slower than allowed; 2 wrong use;
3 the repetitions do not say whether it did; 130 interrupted (what was measured is written)."""


def _positive(kind: Callable[[str], float]) -> Callable[[str], float]:
    def convert(text: str) -> float:
        value = kind(text)
        if not 0 < value < 1e9:
            raise argparse.ArgumentTypeError(f"{text} must be above 0")
        return value

    convert.__name__ = kind.__name__
    return convert


def _percent(text: str) -> float:
    try:
        return parse_percent(text)
    except ValueError as error:
        raise argparse.ArgumentTypeError(str(error)) from error


def add_parser(commands) -> None:
    listing, collections = (
        "\n".join(f"  {each.name:<11} {each.purpose}" for each in group.values())
        for group in (EXPERIMENTS, COLLECTIONS)
    )
    parser = commands.add_parser(
        "perf",
        help="measure on this machine: tables, and a page with charts",
        formatter_class=argparse.RawDescriptionHelpFormatter,
        description=f"Measures on this machine, prints tables and writes reports.\n\n"
        f"experiments:\n{listing}\n{collections}\n"
        "  record      takes results (default: the newest) into docs/results and the documents\n"
        "  FILE.yaml   any product of perf_test's options",
        epilog=EPILOG,
    )
    _add_options(parser)
    _add_options_of_one(parser.add_argument)
    parser.set_defaults(run=run)


def _add_options(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("experiments", nargs="*", metavar="EXPERIMENT", default=["quick"])
    add = parser.add_argument
    add(
        "--only",
        action="append",
        default=[],
        metavar="WHAT",
        help="only cells with this: size=4MB, subscribers=1,16, zero-copy; repeatable",
    )
    add("--repetitions", type=_positive(int), metavar="N", help="rounds over all cells")
    add("--seconds", type=_positive(float), metavar="S", help="length of each run")
    add(
        "--output",
        type=Path,
        default=CHECKOUT / "results",
        metavar="DIR",
        help="where results go (default: results in the checkout)",
    )
    add(
        "--bin-dir",
        type=Path,
        default=CHECKOUT / "build/release/bin",
        metavar="DIR",
        help="where perf_test is (default: build/release/bin in the checkout)",
    )
    add("--compare", type=Path, metavar="OLD.json", help="an earlier report.json, or its folder")
    add(
        "--fail-if-slower",
        type=_percent,
        metavar="10%",
        help="with --compare: exit 1 when a cell is slower by more for certain, 3 when that is not decided",
    )
    add(
        "--resume",
        action="store_true",
        help="take over what a round of the same build, machine and options has measured, and go on with it",
    )
    add("--bundle", action="store_true", help="also put the result into one zip file, to send it")
    add(
        "--checkout",
        type=Path,
        default=CHECKOUT,
        metavar="DIR",
        help="with record: whose docs/results, README.md and docs/perf.md are written",
    )
    add("--json", action="store_true", help="print the JSON report instead of tables")
    add("--dry-run", action="store_true", help="print the commands and measure nothing")


def _add_options_of_one(add: Callable) -> None:
    """Options that belong to one experiment."""
    add(
        "--processes",
        choices=PLACEMENTS,
        help="with graph: all nodes in one process, or each in its own (default: both)",
    )
    add(
        "--tail",
        action="store_true",
        help="with competitors: at 1 kHz, and so long that p99.9 is a figure",
    )
    add(
        "--ros2",
        action="store_true",
        help="build perf_ros2 with the ROS 2 that is sourced, so that competitors and scale have it",
    )


@dataclass(frozen=True)
class Job:
    """One experiment, or the parts of a collection."""

    requests: Sequence[Request]
    collection: Collection | None = None
    bundle: bool = False  # of a collection: one file for all parts


@dataclass(frozen=True)
class Outcome:
    status: int
    report: Report | None = None
    directory: Path | None = None


def run(options: argparse.Namespace) -> int:
    if options.experiments[0] == "record":
        paths = [Path(each) for each in options.experiments[1:]]
        return record(paths, options.output, options.checkout)
    if options.processes and options.experiments[0] != "graph":
        return _complain("--processes: only with graph", WRONG_USE)
    if options.tail:
        if options.experiments != [Competitors.name]:
            return _complain("--tail: only with competitors", WRONG_USE)
        options.experiments = [Tail.name]
    try:
        if options.experiments[0] == "graph":
            jobs = [_job_of(_graphs(options), options)]
        else:
            jobs = [_job(name, options) for name in options.experiments]
    except (UnknownExperiment, BadFile, NothingSelected, CannotCompare) as error:
        return _complain(str(error), WRONG_USE)
    if options.fail_if_slower is not None and not options.compare:
        return _complain("--fail-if-slower needs --compare OLD.json", WRONG_USE)
    requests = [request for job in jobs for request in job.requests]
    if options.compare and len(requests) > 1:
        return _complain("--compare: one experiment at a time", WRONG_USE)
    cells = (cell for request in requests for cell in request.cells)
    if options.ros2 and not any(cell.competitor_library == ros2_competitor.PROGRAM for cell in cells):
        return _complain("--ros2: nothing here is measured with ROS 2; competitors and scale are", WRONG_USE)
    if options.dry_run:
        _print_commands(requests)
        return COMPLETE
    if options.ros2:
        try:
            ros2_competitor.build(options.bin_dir.absolute())
        except ros2_competitor.CannotBuild as error:
            return _complain(str(error), WRONG_USE)
    worst = COMPLETE
    for job in jobs:
        measure = _measure_parts if job.collection else _measure_one
        worst = max(worst, measure(job, options.json))
        if worst == INTERRUPTED:
            break
    return worst


def _complain(text: str, status: int) -> int:
    print(f"baton perf: {text}", file=sys.stderr)
    return status


def _graphs(options: argparse.Namespace) -> Graphs:
    """`graph`, and behind it which graphs."""
    return Graphs(options.experiments[1:] or NAMES, options.processes)


def _job_of(experiment: Experiment, options: argparse.Namespace) -> Job:
    cells = experiment.cells(options.seconds or experiment.seconds)
    return Job([_prepare(experiment, _selected(cells, options), experiment, options)])


def _job(name: str, options: argparse.Namespace) -> Job:
    if name not in COLLECTIONS:
        return _job_of(find_experiment(name), options)
    collection = COLLECTIONS[name]()
    cells = _selected(collection.cells(options.seconds or collection.seconds), options)
    parts = [(part, collection.cells_of(part, cells)) for part in collection.parts()]
    requests = [_prepare(part, own, collection, options) for part, own in parts if own]
    return Job([replace(each, bundle=False) for each in requests], collection, options.bundle)


def _selected(cells: list[Cell], options: argparse.Namespace) -> list[Cell]:
    return select(cells, options.only) if options.only else cells


def _prepare(
    experiment: Experiment, cells: list[Cell], rounds: Experiment, options: argparse.Namespace
) -> Request:
    """`rounds` says how often its cells are measured."""
    repetitions = options.repetitions or rounds.repetitions
    compare_with = None
    if options.compare:
        old = load_result(options.compare, experiment.name)
        require_common(old, options.compare, cells, repetitions, options.fail_if_slower)
        # `results/latest` leads to the new result when the report is read.
        compare_with = (old, str(options.compare.resolve()))
    experiment.check(cells, options.bin_dir.absolute())
    return Request(
        experiment=experiment,
        cells=cells,
        seconds=options.seconds or experiment.seconds,
        repetitions=repetitions,
        bin_dir=options.bin_dir.absolute(),
        output_dir=options.output.absolute(),
        compare_with=compare_with,
        slower_limit=options.fail_if_slower,
        resume=options.resume,
        bundle=options.bundle,
    )


def _print_commands(requests: list[Request]) -> None:
    for request in requests:
        for _, cell in plan(list(request.cells), request.repetitions):
            print(shlex.join(resolve(cell.command, request.bin_dir, "OUTPUT")))


def _measure_one(job: Job, as_json: bool) -> int:
    # With --json only the report goes to the standard output.
    console = make_console(stderr=as_json)
    outcome = _measure(job.requests[0], console, lambda report: _show(report, console, as_json))
    return outcome.status


def _measure_parts(job: Job, as_json: bool) -> int:
    """Each part in its own folder, then all of them in one more."""
    console = make_console(stderr=as_json)
    worst, measured = COMPLETE, {}
    for request in job.requests:
        outcome = _measure(request, console)
        worst = max(worst, outcome.status)
        if outcome.report and outcome.report.results.measurements:
            measured[outcome.directory] = outcome.report
        if worst == INTERRUPTED:
            break
    if not measured:
        return worst
    report = report_of(job.collection, measured)
    output_dir = job.requests[0].output_dir
    try:
        directory = result_directory(output_dir, job.collection.name)
        write_reports(report, directory)
        point_latest(directory)
        bundled = make_bundle(directory, measured) if job.bundle else ""
    except OSError as error:
        return _complain(_reason(error), FAILED)
    _show(report, console, as_json)
    _say(console, _where(directory))
    if bundled:
        _say(console, f"bundle: {bundled}")
    return worst


def _show(report: Report, console: Console, as_json: bool) -> None:
    if as_json:
        print(render_json(report), end="")
    else:
        print_report(report, console)


def _measure(
    request: Request, console: Console, show: Callable[[Report], None] = lambda _: None
) -> Outcome:
    missing = _nothing_to_run(request.cells, request.bin_dir)
    if missing:
        return Outcome(_complain(missing, FAILED))
    absent = [cell for cell in request.cells if not cell.has_competitor(request.bin_dir)]
    without = doubts.about_competitors(absent)
    request = replace(request, cells=[cell for cell in request.cells if cell not in absent])
    if not request.cells:
        return Outcome(_complain(f"{without[0].text}; {without[0].advice}", FAILED))
    with _termination_as_interrupt():
        try:
            session = _session(request, console, without)
        except KeyboardInterrupt:
            # One that comes while it measures ends the session with a report.
            name = request.experiment.name
            return Outcome(_complain(f"interrupted before {name} was measured", INTERRUPTED))
        try:
            report, directory = session.run()
        except OSError as error:
            return Outcome(_complain(_reason(error), FAILED))
        show(report)
        return Outcome(_conclude(console, session, report, directory), report, directory)


def _session(request: Request, console: Console, without: Sequence[doubts.Doubt]) -> Session:
    """Looks at the machine first; `without` is what will not be measured."""
    machine = describe_machine(request.bin_dir)
    most = max(cell.processes for cell in request.cells)
    before = [*doubts.about_machine(machine, observe_activity(), most), *without]
    _announce(console, request.experiment, before)
    progress = Progress(
        console,
        request.experiment,
        len(request.cells) * request.repetitions,
        request.seconds,
    )
    return Session(request, machine, before, progress)


def _reason(error: OSError) -> str:
    return (f"{error.filename}: " if error.filename else "") + (error.strerror or str(error))


def make_console(stderr: bool) -> Console:
    """As wide as the terminal; in a file or a pipe wide enough that no table wraps."""
    console = Console(stderr=stderr)
    return console if console.is_terminal else Console(stderr=stderr, width=PIPE_WIDTH)


def _announce(console: Console, experiment: Experiment, before) -> None:
    console.print(Text(experiment.title, style="bold"))
    print_doubts(before, console)


def _nothing_to_run(cells, bin_dir: Path) -> str:
    """Says so at once when no cell can be measured; single missing programs fail their cells."""
    absent = [cell.missing_programs(bin_dir) for cell in cells]
    return missing_program_text(absent[0][0]) if all(absent) else ""


def _say(console: Console, text: str, style: str = "") -> None:
    console.print(text, style=style or None, markup=False, highlight=False, soft_wrap=True)


def _where(directory: Path) -> str:
    return f"\nreport: {directory}/index.html  (also report.md, report.csv, report.json)"


def _conclude(console: Console, session: Session, report, directory: Path) -> int:
    say = functools.partial(_say, console)
    say(_where(directory))
    if session.bundled:
        say(f"bundle: {session.bundled}")
    if session.resumed:
        say(f"taken over from an earlier round: {session.resumed} runs")
    status = COMPLETE
    failures = Counter(f"{each.label}: {each.error}" for each in report.results.failed())
    for text, count in failures.items():
        say(f"failed: {text}" + (f" ({count} times)" if count > 1 else ""), "red")
        status = FAILED
    if report.comparison:
        status = max(status, _judge(report.comparison, say), key=_weight)
    if session.interrupted:
        done, planned = len(report.results.measurements), report.planned_runs
        say(f"interrupted: {done} of {planned} runs are in the report", "yellow")
        status = INTERRUPTED
    return status


def _judge(comparison: Comparison, say: Callable[..., None]) -> int:
    for change in comparison.too_slow():
        say(f"slower: {change.label}: {change.slower:+.1%}", "red")
    for change in comparison.undecided():
        say(
            f"undecided: {change.label}: {change.least:+.1%} to {change.most:+.1%}; "
            "more --repetitions",
            "yellow",
        )
    if not comparison.changes:
        say("undecided: no cell was measured both then and now", "yellow")
        return UNDECIDED
    if comparison.limit is not None and comparison.other_machine and not comparison.judges:
        say("undecided: the machine is another one, and no cell has a reference beside it", "yellow")
        return UNDECIDED
    if comparison.too_slow():
        return FAILED
    return UNDECIDED if comparison.undecided() else COMPLETE


def _weight(status: int) -> int:
    """A certain verdict counts more than an undecided one."""
    return (COMPLETE, UNDECIDED, FAILED).index(status)


@contextlib.contextmanager
def _termination_as_interrupt():
    """SIGTERM ends like Ctrl-C: with the report of what was measured."""

    def interrupt(*_) -> None:
        raise KeyboardInterrupt

    before = [(number, signal.getsignal(number)) for number in (signal.SIGINT, signal.SIGTERM)]
    for number, _ in before:
        signal.signal(number, interrupt)
    try:
        yield
    finally:
        for number, handler in before:
            signal.signal(number, handler)
