# SPDX-License-Identifier: Apache-2.0
"""Whether it matters how nodes come into one process, and what a container costs."""

import sys
from collections.abc import Callable
from dataclasses import dataclass

from baton.perf import units
from baton.perf.cell import BIN, Cell, Metrics, UnusableResult
from baton.perf.experiment import Experiment, Finding, Judgement
from baton.perf.plot import Bar, ChartGroup, RowChart
from baton.perf.results import Results
from baton.perf.side_by_side import P50, subscribers_text, tone_for, with_range
from baton.perf.statistics import Spread, paired_ratios
from baton.perf.table import BAD, GOOD, Entry, Table

RUN_TIME, START_UP, LINKED = "run-time", "start-up", "compile-time"
PROGRAMS = {
    RUN_TIME: ("component_container", "baton-component"),
    START_UP: ("demo_dlopen_composition",),
    LINKED: ("demo_manual_composition",),
}
# The rate of the examples, and a rate high enough for a steady median.
PLACES = (("25 Hz", 1), ("25 Hz", 2), ("500 Hz", 1), ("500 Hz", 2))
LOADS, IDLE = "ten small components", "doing nothing"
CONTAINER, NODE = "component_container", "idle_node"


@dataclass(frozen=True)
class Limit:
    """What a container may cost."""

    what: str
    variant: str
    metric: str
    most: float
    required: str
    write: Callable[[float], str]


LIMITS = (
    Limit(
        *("loading a small component, p50", LOADS, "load_ns_p50", 20e6, "at most 20 ms"),
        units.duration,
    ),
    Limit(
        *("PSS of each of ten small components", LOADS, "pss_kb_each", 300, "at most 300 KB"),
        units.kibibytes,
    ),
)
IDLE_FIGURES = (
    ("threads", "threads", units.count),
    ("wake-ups a second", "wake_ups_per_s", units.significant),
    ("Private_Dirty", "private_dirty_kb", units.kibibytes),
    ("PSS", "pss_kb", units.kibibytes),
)


def reader_of(key: str) -> Callable[[dict], Metrics]:
    def read(document: dict) -> Metrics:
        if not isinstance(document.get(key), dict):
            raise UnusableResult(f"its JSON has no `{key}`")
        return {name: float(value) for name, value in document[key].items()}

    return read


class Composition(Experiment):
    name = "composition"
    title = "Nodes in one process: loaded at run time, at start-up, linked in"
    purpose = "three ways to compose: latency, CPU; what loading costs; an idle container"
    seconds = 3
    repetitions = 5
    lossless = False

    def cells(self, seconds: float) -> list[Cell]:
        ways = [
            self._way_cell(way, rate, listeners, seconds)
            for rate, listeners in PLACES
            for way in PROGRAMS
        ]
        return [*ways, self._loads_cell(), *(self._idle_cell(n, seconds) for n in (CONTAINER, NODE))]

    def _way_cell(self, way: str, rate: str, listeners: int, seconds: float) -> Cell:
        hertz = rate.partition(" ")[0]
        observe = (sys.executable, "-m", "baton.perf.observe_composition", way, "--bin-dir", BIN)
        return Cell(
            coordinates={"rate": rate, "subscribers": listeners, "variant": way},
            command=(
                *(*observe, "--listeners", str(listeners), "--rate", hertz),
                *("--seconds", f"{seconds:g}"),
            ),
            read=reader_of("composition"),
            # Skip the first report, which covers the start. The second one is measured.
            seconds=2 * seconds,
            needs=PROGRAMS[way],
        )

    def _loads_cell(self) -> Cell:
        return Cell(
            coordinates={"rate": IDLE, "subscribers": 0, "variant": LOADS},
            command=(sys.executable, "-m", "baton.perf.observe_loads", "--bin-dir", BIN),
            read=reader_of("loads"),
            seconds=1,
            needs=(CONTAINER, "component_load"),
        )

    def _idle_cell(self, program: str, seconds: float) -> Cell:
        observe = (sys.executable, "-m", "baton.perf.observe_idle", "--seconds", f"{seconds:g}")
        return Cell(
            coordinates={"rate": IDLE, "subscribers": 0, "variant": program},
            command=(*observe, f"{BIN}/{program}"),
            read=reader_of("idle"),
            seconds=seconds + 3,
            needs=(program,),
        )

    def metric_of(self, coordinates) -> tuple[str, bool]:
        if coordinates.get("variant") == LOADS:
            return "load_ns_p50", False
        return ("private_dirty_kb" if coordinates.get("rate") == IDLE else P50), False

    def _ratio(self, results: Results, rate: str, listeners: int, way: str) -> Spread | None:
        at = {"rate": rate, "subscribers": listeners}
        return results.ratio(P50, {**at, "variant": way}, {**at, "variant": LINKED})

    def _ratio_of_all(self, results: Results, way: str) -> Spread | None:
        """Takes all repetitions of all places: one place has too few to show five per cent."""
        ratios = []
        for rate, listeners in PLACES:
            at = {"rate": rate, "subscribers": listeners}
            ours, linked = (results.values(P50, {**at, "variant": each}) for each in (way, LINKED))
            ratios += paired_ratios(ours, linked)
        return Spread.of(ratios)

    def tables(self, results: Results) -> list[Table]:
        tables = (
            self._ways_table(results),
            self._loads_table(results),
            self._idle_table(results),
        )
        return [table for table in tables if table.rows]

    def _ways_table(self, results: Results) -> Table:
        rows = []
        for rate, listeners in PLACES:
            for way in PROGRAMS:
                at = {"rate": rate, "subscribers": listeners, "variant": way}
                if results.spread(P50, **at) is None:
                    continue
                times = [
                    with_range(results.spread(metric, **at), units.microseconds)
                    for metric in ("first_ns_p50", "last_ns_p50", "latency_ns_mean")
                ]
                ratio = None if way == LINKED else self._ratio(results, rate, listeners, way)
                tone = "" if ratio is None else GOOD if ratio.median <= 1.05 else BAD
                rows.append(
                    (
                        *(way, rate, str(listeners), *times),
                        with_range(results.spread("cpu_percent", **at), units.significant),
                        Entry(with_range(ratio, units.ratio), tone),
                    )
                )
        columns = (
            *("loaded at", "rate", "subscribers", "first p50 µs", "last p50 µs", "mean µs"),
            *("CPU, % of one core", "p50 / linked in"),
        )
        notes = (
            "4 MB, in-process delivery, one single-threaded executor, take_shared; first and last "
            "of the listeners; the mean of a listener's report of some seconds",
        )
        return Table("Latency and CPU", columns, rows, notes, frozenset({0, 1}))

    def _loads_table(self, results: Results) -> Table:
        at = {"rate": IDLE, "subscribers": 0, "variant": LOADS}
        figures = (
            ("the first of a library, which opens it", "first_load_ns", units.duration),
            ("each further one, fastest", "load_ns_min", units.duration),
            ("each further one, p50", "load_ns_p50", units.duration),
            ("each further one, slowest", "load_ns_max", units.duration),
            ("PSS of each further one", "pss_kb_each", units.kibibytes),
            ("Private_Dirty of each further one", "private_dirty_kb_each", units.kibibytes),
        )
        rows = [
            (what, with_range(spread, write))
            for what, name, write in figures
            if (spread := results.spread(name, **at))
        ]
        note = (
            "a node with a publisher, a subscription and the parameter services, loaded ten times "
            "after the first; time from the request to the answer of the load service"
        )
        return Table("Loading a small component", ("", "measured"), rows, (note,), frozenset({0}))

    def _idle_table(self, results: Results) -> Table:
        rows = []
        for title, metric, write in IDLE_FIGURES:
            container, node = (
                results.spread(metric, rate=IDLE, subscribers=0, variant=program)
                for program in (CONTAINER, NODE)
            )
            if container or node:
                rows.append((title, with_range(container, write), with_range(node, write)))
        return Table("An idle container", ("", CONTAINER, NODE), rows, text_columns=frozenset({0}))

    def charts(self, results: Results) -> list[ChartGroup]:
        panels = []
        for rate, listeners in PLACES:
            bars = []
            for way in PROGRAMS:
                at = {"rate": rate, "subscribers": listeners, "variant": way}
                if spread := results.spread(P50, **at):
                    text = units.duration(spread.median)
                    hint = f"{way}: {with_range(spread, units.duration)}"
                    bars.append(Bar(way, spread.median, text, hint))
            if bars:
                title = f"{rate}, {subscribers_text(listeners)}"
                panels.append(RowChart(title, bars, tone_for("zero copy")))
        if not panels:
            return []
        caption = "Median time from publish to the callback in the same process."
        return [ChartGroup("Latency by the way of loading", caption, panels).aligned()]

    def findings(self, results: Results) -> list[Finding]:
        ratio = self._ratio_of_all(results, RUN_TIME)
        if ratio is None:
            return []
        text = (
            "the latency of linked-in nodes, when they are loaded into a container at run time "
            f"(4 MB; {with_range(ratio, units.ratio)})"
        )
        return [Finding(units.times(ratio.median), text)]

    def judgements(self, results: Results) -> list[Judgement]:
        verdicts = []
        for way in (RUN_TIME, START_UP):
            if ratio := self._ratio_of_all(results, way):
                what = f"loaded at {way} over linked in, p50 of all pairs"
                measured = with_range(ratio, units.ratio)
                verdicts.append(Judgement(what, measured, "at most 1.05", ratio.median <= 1.05))
        for limit in LIMITS:
            at = {"rate": IDLE, "subscribers": 0, "variant": limit.variant}
            if spread := results.spread(limit.metric, **at):
                measured = with_range(spread, limit.write)
                reached = spread.median <= limit.most
                verdicts.append(Judgement(limit.what, measured, limit.required, reached))
        return verdicts + self._idle_judgements(results)

    def _idle_judgements(self, results: Results) -> list[Judgement]:
        verdicts = []
        for title, metric, write in IDLE_FIGURES[:2]:
            container, node = (
                results.spread(metric, rate=IDLE, subscribers=0, variant=program)
                for program in (CONTAINER, NODE)
            )
            if container and node:
                what = f"an idle container's {title}"
                required = f"as an idle node: {with_range(node, write)}"
                reached = container.median <= node.median
                verdicts.append(Judgement(what, with_range(container, write), required, reached))
        return verdicts
