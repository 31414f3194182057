# SPDX-License-Identifier: Apache-2.0
"""Nodes that pass messages on: a chain of five, and robots of ten and twenty nodes, together and apart.

In one process nodes hand over pointers, in processes of their own chunks of shared memory. UDP, in both
arrangements, is what ROS 2 does without either.
"""

import sys
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from pathlib import Path

from baton.perf import units
from baton.perf.bad_file import BadFile
from baton.perf.cell import BIN, Cell, Metrics, UnusableResult
from baton.perf.distribution import QUANTILES
from baton.perf.experiment import Experiment, Finding
from baton.perf.graphs import NAMES, Graph, read_graph, read_named
from baton.perf.observe_graph import EACH, LAST_S, ONE, PROGRAM, WARM_UP_S
from baton.perf.perf_test import read_network_run, read_run, read_zero_copy_run
from baton.perf.plot import Bar, ChartGroup, RowChart
from baton.perf.results import Results
from baton.perf.side_by_side import P50, tone_for, with_range
from baton.perf.table import Table
from baton.perf.tails import sound_quantile

SHOWN = ("p50", "p90", "p99")
# On a busy machine a timer misses a tick now and then.
KEPT_UP_PERCENT = 90
PLACES = {ONE: "one process", EACH: "a process each"}


def read_pointer_run(document: dict) -> Metrics:
    """Like read_run(), but refuses a run in which a message left the process."""
    for subscriber in document.get("subscribers", []):
        if (transport := subscriber.get("transport")) != "in_process":
            raise UnusableResult(
                f"in-process delivery was asked for, but {subscriber.get('process', '?')} "
                f"was reached through {transport or 'an unknown transport'}"
            )
    return read_run(document)


def _of_all_processes(read: Callable[[dict], Metrics]) -> Callable[[dict], Metrics]:
    """Without a metric for each node."""

    def read_graph_run(document: dict) -> Metrics:
        metrics = read({**document, "processes": []})
        # The timers of a run may tick once more than its length says.
        metrics["received_percent"] = min(metrics["received_percent"], 100.0)
        return metrics

    return read_graph_run


@dataclass(frozen=True)
class Way:
    placement: str
    variant: str
    delivery: str
    read: Callable[[dict], Metrics]


UDP, ZERO_COPY, IN_PROCESS = "UDP", "zero copy", "in-process"
WAYS = (
    Way(ONE, IN_PROCESS, "in-process", read_pointer_run),
    Way(ONE, UDP, "udp", read_network_run),
    Way(EACH, ZERO_COPY, "zero-copy", read_zero_copy_run),
    Way(EACH, UDP, "udp", read_network_run),
)
NOTES = (
    "proc.: one process has all nodes, or each node has its own",
    "latency: from the stamp in the first message of a chain to the callback at its end; where no node "
    "passes messages on, every subscription is an end",
    "in-process: unique_ptr, by pointer; zero copy: loans; each process has one single-threaded executor",
    "CPU, RSS and PSS: all processes together; PSS counts memory that processes share once",
    "matched: from starting the processes until every endpoint has its peers",
    "received: at the ends, of what was due; lost: sent and not received, at all subscriptions",
)
CAPTION = (
    "Median, from the first message of a chain to the callback at its end; without a chain, of each message."
)
SCALES = "Each picture has a scale of its own."
HOP_NOTE = "hop: from one node to the next, p50"


class Graphs(Experiment):
    name = "graph"
    title = "Graphs of nodes, in one process and in a process each"
    purpose = "a chain of 5 nodes, robots of 10 and 20: latency, CPU, memory, matching (7 minutes)"
    seconds = 10
    repetitions = 2

    def __init__(self, graphs: Sequence[str] = NAMES, placement: str | None = None) -> None:
        """Names or files. Throws BadFile."""
        self._graphs: dict[str, tuple[str, Graph]] = {}
        for text in graphs:
            word = text if text in NAMES else str(Path(text).absolute())
            graph = read_named(text) if text in NAMES else self._from_file(text)
            if graph.name in self._graphs:
                raise BadFile(f"{text}: two graphs are called {graph.name}; rename a file")
            self._graphs[graph.name] = (word, graph)
        self._ways = [way for way in WAYS if placement in (None, way.placement)]

    @staticmethod
    def _from_file(text: str) -> Graph:
        if not text.endswith((".yaml", ".yml")):
            raise BadFile(f"no graph is called {text}; there is {', '.join(NAMES)}, or give a FILE.yaml")
        return read_graph(Path(text))

    def cells(self, seconds: float) -> list[Cell]:
        return [
            self._cell(word, graph, size, way, seconds)
            for word, graph in self._graphs.values()
            for size in (graph.sizes or (0,))
            for way in self._ways
        ]

    def _cell(self, word: str, graph: Graph, size: int, way: Way, seconds: float) -> Cell:
        observe = (sys.executable, "-m", "baton.perf.observe_graph", word)
        sized = ("--size", str(size)) if size else ()
        return Cell(
            coordinates={
                "graph": graph.name,
                **({"size": units.size_text(size)} if size else {}),
                "processes": PLACES[way.placement],
                "variant": way.variant,
            },
            command=(
                *(*observe, *sized, "--processes", way.placement, "--delivery", way.delivery),
                *("--bin-dir", BIN, "--seconds", f"{seconds:g}"),
            ),
            read=_of_all_processes(way.read),
            seconds=seconds + WARM_UP_S + LAST_S,
            processes=len(graph.nodes) if way.placement == EACH else 1,
            needs=(PROGRAM,),
        )

    def is_lossless(self, coordinates) -> bool:
        return coordinates.get("variant") != UDP

    def tables(self, results: Results) -> list[Table]:
        graphs = results.distinct("graph")
        # One text explains the columns of all.
        return [
            self._table(results.where(graph=name), name, noted=name == graphs[0]) for name in graphs
        ]

    def _title(self, name: str) -> str:
        return f"{name}: {self._graphs[name][1].title}" if name in self._graphs else name

    def _table(self, results: Results, name: str, noted: bool) -> Table:
        sized = bool(results.distinct("size"))
        hops = results.spread_of_all("hop_ns_p50") is not None
        names = (*(("size",) if sized else ()), "processes", "variant")
        rows = [
            (*(_words(at, name) for name in names), *_figures(results, at, hops))
            for at, _ in results.cells()
        ]
        heads = ("proc." if name == "processes" else name for name in names)
        columns = (
            *(*heads, *(f"{quantile} µs" for quantile in SHOWN)),
            *(("hop µs",) if hops else ()),
            *("CPU %", "RSS", "PSS", "matched s", "lost", "received %"),
        )
        notes = ((*NOTES, HOP_NOTE) if hops else NOTES) if noted else ()
        return Table(self._title(name), columns, rows, notes, frozenset(range(len(names))))

    def charts(self, results: Results) -> list[ChartGroup]:
        groups = []
        for metric, title, caption, write in (
            (P50, "Latency", CAPTION, units.duration),
            ("cpu_percent", "CPU", "Of one core, all processes together.", _percent),
            ("pss_kb", "Memory", "PSS of all processes: what they share counts once.", units.kibibytes),
        ):
            panels = [
                panel
                for name in results.distinct("graph")
                for panel in _panels(results.where(graph=name), name, metric, write)
            ]
            if panels:
                groups.append(ChartGroup(f"{title} of graphs of nodes", f"{caption} {SCALES}", panels))
        return groups

    def findings(self, results: Results) -> list[Finding]:
        findings = []
        for at, _ in results.cells():
            if at["variant"] != ZERO_COPY:
                continue
            what = ", ".join(str(at[name]) for name in ("graph", "size") if name in at)
            udp = {**at, "variant": UDP}
            kept_up = (results.median("received_percent", **udp) or 0) >= KEPT_UP_PERCENT
            late = "" if kept_up else ", where UDP does not keep up"
            for metric, text in ((P50, "latency"), ("cpu_percent", "CPU")):
                if ratio := results.ratio(metric, udp, at):
                    said = f"{text} than UDP, nodes with a process each: {what}{late}"
                    findings.append(Finding.less(ratio.median, said))
        return findings


def _words(at: Mapping, name: str) -> str:
    """Short, for a column."""
    shorts = {place: short for short, place in PLACES.items()}
    return shorts[at[name]] if name == "processes" else str(at[name])


def _percent(value: float) -> str:
    return f"{units.percent(value)} %"


def _quantile(results: Results, at: Mapping, name: str) -> str:
    """Of all repetitions together where their histograms are there, else the median of theirs."""
    found = results.distribution(**at)
    if found:
        return sound_quantile(found, Fraction(QUANTILES[name]))
    return units.microseconds(results.median(f"latency_ns_{name}", **at))


def _figures(results: Results, at: Mapping, hops: bool) -> tuple[str, ...]:
    return (
        *(_quantile(results, at, name) for name in SHOWN),
        *((units.microseconds(results.median("hop_ns_p50", **at)),) if hops else ()),
        with_range(results.spread("cpu_percent", **at), units.significant),
        *(units.kibibytes(results.median(name, **at)) for name in ("rss_kb", "pss_kb")),
        with_range(results.spread("matched_after_s", **at), units.significant),
        _count(results.median("lost", **at)),
        units.percent(results.median("received_percent", **at)),
    )


def _count(value: float | None) -> str:
    return units.MISSING if value is None else units.count(value)


def _panels(
    results: Results, name: str, metric: str, write: Callable[[float], str]
) -> list[RowChart]:
    panels = []
    for size in results.distinct("size") or [None]:
        shown = results.where(size=size) if size else results
        bars = []
        for at, _ in shown.cells():
            if spread := shown.spread(metric, **at):
                label = f"{at['processes']}, {at['variant']}"
                hint = f"{label}: {with_range(spread, write)}"
                tone = tone_for(at["variant"])
                bars.append(Bar(label, spread.median, write(spread.median), hint, tone))
        if bars:
            panels.append(RowChart(f"{name}, {size}" if size else name, bars))
    return panels
