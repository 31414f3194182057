# SPDX-License-Identifier: Apache-2.0
"""What it costs to put nodes into one process, or not to."""

import sys
from collections.abc import Callable, Mapping
from dataclasses import dataclass

from baton.perf import units
from baton.perf.cell import BIN, Cell, Metrics, UnusableResult
from baton.perf.experiment import Experiment, Finding
from baton.perf.plot import Bar, ChartGroup, RowChart
from baton.perf.results import Results
from baton.perf.side_by_side import subscribers_text, tone_for, with_range
from baton.perf.table import Table

PUBLISHER, SUBSCRIBER, COMPOSED = "topic_publisher", "topic_subscriber", "topic_composition"
POINTS = (1000, 10000)
RATES_HZ = (1, 100)
APART, SHARED, DEDICATED = "own process", "shared", "one a node"


@dataclass(frozen=True)
class Arrangement:
    """Where the nodes are. `outside`: subscribers that have a process of their own."""

    name: str
    parameters: Mapping[str, bool]
    outside: Callable[[int], int]
    in_one_process: bool = True


def _none(_: int) -> int:
    return 0


def _one(_: int) -> int:
    return 1


def _all(subscribers: int) -> int:
    return subscribers


POINTER = {"use_intra_process_comms": True}
UNIQUE = {**POINTER, "use_unique_ptr": True}
SEPARATE = Arrangement("separate processes", {}, _all, in_one_process=False)
ARRANGEMENTS = {
    1: (
        SEPARATE,
        Arrangement("composed", {}, _none),
        Arrangement("composed, in-process", POINTER, _none),
        Arrangement("composed, unique_ptr", UNIQUE, _none),
    ),
    2: (
        SEPARATE,
        Arrangement("composed", {}, _none),
        Arrangement("mixed", {}, _one),
        Arrangement("composed, in-process", POINTER, _none),
        Arrangement("mixed, in-process", POINTER, _one),
        Arrangement("composed, unique_ptr", UNIQUE, _none),
        Arrangement("mixed, unique_ptr", UNIQUE, _one),
    ),
}

COLUMNS: tuple[tuple[str, str, Callable[[float], str]], ...] = (
    ("cpu_percent", "CPU, % of one core", units.significant),
    ("pss_kb", "PSS, sum", units.kibibytes),
    ("rss_kb", "RSS, sum", units.kibibytes),
    ("threads", "threads", units.count),
    ("delay_ns_mean", "delay, mean µs", units.microseconds),
)
NOTES = (
    "PSS counts memory that processes share once, RSS once for each of them",
    "mixed: one subscriber in the publisher's process, one in a process of its own",
    "delay: from the stamp in the header to the callback, over the whole run",
)


def read_processes(document: dict) -> Metrics:
    run = document.get("run")
    if not isinstance(run, dict):
        raise UnusableResult("its JSON has no `run`")
    return {name: float(value) for name, value in run.items()}


def program_words(program: str, **parameters: str | int | bool) -> list[str]:
    """`-- topic_publisher --ros-args -p rate:=100 ...`"""
    words = ["--", f"{BIN}/{program}", "--ros-args"]
    for name, value in parameters.items():
        text = str(value).lower() if isinstance(value, bool) else str(value)
        words += ["-p", f"{name}:={text}"]
    return words


def programs_of(
    arrangement: Arrangement, subscribers: int, executor: str, rate_hz: int, points: int
) -> list[str]:
    publishing = {"rate": rate_hz, "point_num": points}
    outside = arrangement.outside(subscribers)
    words = []
    for number in range(outside):
        words += [*program_words(SUBSCRIBER), "-r", f"__node:=outside{number}"]
    if not arrangement.in_one_process:
        return words + program_words(PUBLISHER, **publishing)
    return words + program_words(
        COMPOSED,
        **publishing,
        subscriber_num=subscribers - outside,
        use_dedicated_executors=executor == DEDICATED,
        **arrangement.parameters,
    )


def _percent(value: float) -> str:
    return f"{units.percent(value)} %"


class Processes(Experiment):
    name = "processes"
    title = "PolygonStamped: nodes in processes of their own and composed"
    purpose = "separate, composed, in-process, unique_ptr, mixed: CPU and memory (10 minutes)"
    seconds = 5
    main_metric = "cpu_percent"
    lossless = False

    def cells(self, seconds: float) -> list[Cell]:
        return [
            self._cell(arrangement, subscribers, executor, rate_hz, points, seconds)
            for points in POINTS
            for rate_hz in RATES_HZ
            for subscribers, arrangements in ARRANGEMENTS.items()
            for executor in (SHARED, DEDICATED)
            for arrangement in arrangements
            # A process of one node has nothing to choose.
            if arrangement.in_one_process or executor == SHARED
        ]

    def _cell(
        self,
        arrangement: Arrangement,
        subscribers: int,
        executor: str,
        rate_hz: int,
        points: int,
        seconds: float,
    ) -> Cell:
        observe = (sys.executable, "-m", "baton.perf.observe_processes")
        words = programs_of(arrangement, subscribers, executor, rate_hz, points)
        outside = arrangement.outside(subscribers)
        return Cell(
            coordinates={
                "points": f"{points} points",
                "rate": f"{rate_hz} Hz",
                "subscribers": subscribers,
                "executor": executor if arrangement.in_one_process else APART,
                "variant": arrangement.name,
            },
            command=(*observe, "--seconds", f"{seconds:g}", *words),
            read=read_processes,
            seconds=seconds + 2,
            processes=1 + outside,
            needs=(PUBLISHER, SUBSCRIBER, COMPOSED),
        )

    def tables(self, results: Results) -> list[Table]:
        return [
            self._table(results.where(points=points, rate=rate), f"{points}, {rate}")
            for points in results.distinct("points")
            for rate in results.distinct("rate")
        ]

    def _table(self, results: Results, title: str) -> Table:
        rows = []
        for coordinates, _ in results.cells():
            names = (str(coordinates[name]) for name in ("variant", "executor", "subscribers"))
            figures = (
                with_range(results.spread(metric, **coordinates), write)
                for metric, _, write in COLUMNS
            )
            rows.append((*names, *figures))
        columns = ("", "executor", "subscribers", *(column for _, column, _ in COLUMNS))
        return Table(title, columns, rows, NOTES, frozenset({0, 1}))

    def charts(self, results: Results) -> list[ChartGroup]:
        """Compares the largest messages at the highest rate, where the difference shows."""
        points, rate = f"{POINTS[-1]} points", f"{RATES_HZ[-1]} Hz"
        groups = []
        for metric, title, caption, write in (
            ("cpu_percent", "CPU", "Of one core, all processes together.", _percent),
            ("pss_kb", "Memory", "Sum of the processes' PSS.", units.kibibytes),
        ):
            panels = [
                self._panel(results, metric, write, subscribers, points, rate)
                for subscribers in ARRANGEMENTS
            ]
            if panels := [panel for panel in panels if panel.bars]:
                group = ChartGroup(f"{title}, {points}, {rate}", caption, panels)
                groups.append(group.aligned())
        return groups

    def _panel(self, results, metric, write, subscribers: int, points: str, rate: str) -> RowChart:
        bars = []
        for arrangement in ARRANGEMENTS[subscribers]:
            executor = SHARED if arrangement.in_one_process else APART
            at = {"points": points, "rate": rate, "subscribers": subscribers}
            spread = results.spread(metric, **at, executor=executor, variant=arrangement.name)
            if spread:
                hint = f"{arrangement.name}: {with_range(spread, write)}"
                bars.append(Bar(arrangement.name, spread.median, write(spread.median), hint))
        return RowChart(subscribers_text(subscribers), bars, tone_for("zero copy"))

    def findings(self, results: Results) -> list[Finding]:
        findings = []
        at = {"points": f"{POINTS[-1]} points", "rate": f"{RATES_HZ[-1]} Hz"}
        for subscribers in ARRANGEMENTS:
            apart = {**at, "subscribers": subscribers, "executor": APART}
            together = {**at, "subscribers": subscribers, "executor": SHARED}
            for metric, what in (("cpu_percent", "CPU"), ("pss_kb", "memory (PSS)")):
                ratio = results.ratio(
                    metric,
                    {**apart, "variant": SEPARATE.name},
                    {**together, "variant": "composed, unique_ptr"},
                )
                if ratio:
                    text = (
                        f"{what} when composed with unique_ptr than in separate processes, "
                        f"{at['points']}, {at['rate']}, {subscribers_text(subscribers)}"
                    )
                    findings.append(Finding.less(ratio.median, text))
        return findings
