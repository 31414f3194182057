# SPDX-License-Identifier: Apache-2.0
"""What nodes cost. Each figure and what it is compared with are measured in one run."""

import sys
from collections.abc import Callable
from dataclasses import dataclass

from baton.perf import units
from baton.perf.cell import BIN, Cell, Metrics, UnusableResult
from baton.perf.experiment import Experiment, Judgement
from baton.perf.results import Results
from baton.perf.side_by_side import with_range
from baton.perf.statistics import Spread, reached
from baton.perf.table import BAD, GOOD, Entry, Table

PROGRAM, IDLE_PROGRAM = "node_costs", "idle_node"
IDLE = "idle node"
# The server of the service call is a second process.
PROCESSES = {"service call": 2}
CASES = {
    "hand-over, 1 reader": ("hand-over", "--readers", "1"),
    "hand-over, 2 readers": ("hand-over", "--readers", "2"),
    "same thread": ("same-thread",),
    "executor": ("executor-overhead",),
    "1,000 entities": ("many-entities",),
    "service call": ("service-call",),
    "to nobody": ("publish-to-nobody",),
}


def _ratio(ours: float, theirs: float) -> float:
    return ours / theirs


def _more(ours: float, theirs: float) -> float:
    return ours - theirs


@dataclass(frozen=True)
class Figure:
    """`held` says how a node's time and that of its reference become what has the limit."""

    what: str
    case: str
    held: Callable[[float, float], float]
    limit: float
    required: str
    write: Callable[[float], str] = units.ratio
    # The metric of each series in the program's JSON.
    suffix: str = ""
    referred: bool = True


def _service(ours: float, theirs: float) -> float:
    return ours / (2.5 * theirs + 5e3)


FIGURES = (
    Figure(
        *("4 MB unique_ptr to 1 reader, p50, over mutex and condition variable",),
        *("hand-over, 1 reader", _ratio, 1.3, "at most 1.3"),
    ),
    Figure(
        *("4 MB unique_ptr to 2 readers, p50, over mutex and condition variable",),
        *("hand-over, 2 readers", _ratio, 1.3, "at most 1.3"),
    ),
    Figure(
        *("4 MB unique_ptr to a reader of the same thread, p50", "same thread"),
        *(lambda ours, _: ours, 1e3, "at most 1 µs", units.duration),
        referred=False,
    ),
    Figure(
        *("publish to callback through a node less a bare subscription, asleep", "executor"),
        *(_more, 1e3, "at most 1 µs", units.duration),
    ),
    Figure(
        *("the same in one thread", "executor", _more, 1e3, "at most 1 µs", units.duration),
        suffix="_awake",
    ),
    Figure(
        *("publish to callback with 1,000 entities over 10, asleep", "1,000 entities"),
        *(_ratio, 2, "at most 2"),
    ),
    Figure(
        *("the same in one thread", "1,000 entities", _ratio, 2, "at most 2"),
        suffix="_awake",
    ),
    Figure(
        *("service call over 2.5 x one way + 5 µs", "service call", _service, 1, "at most 1"),
    ),
    Figure(
        *("publish(const M&) of 64 B without subscriptions over a mutex", "to nobody"),
        *(_ratio, 5, "at most 5"),
    ),
)

# The name of a case, its metric, the most that it may be, and how that is written.
IDLE_LIMITS = (
    ("Private_Dirty", "private_dirty_kb", 6 * 1024, "below 6 MB", units.kibibytes),
    ("threads", "threads", 2, "at most 2", units.count),
    ("wake-ups a second", "wake_ups_per_s", 0, "0", units.significant),
)


def read_costs(document: dict) -> Metrics:
    """`node_ns_p50`, `reference_awake_ns_p99` ..."""
    series = document.get("node_costs")
    if not isinstance(series, dict):
        raise UnusableResult("its JSON has no `node_costs`")
    return {
        f"{name}_{inner}": float(value)
        for name, figures in series.items()
        for inner, value in figures.items()
    }


def read_idle(document: dict) -> Metrics:
    if "idle" not in document:
        raise UnusableResult("its JSON has no `idle`")
    return {name: float(value) for name, value in document["idle"].items()}


class Nodes(Experiment):
    name = "nodes"
    title = "What nodes cost"
    purpose = "in-process hand-over, executors, services, idle nodes beside their references"
    seconds = 2
    repetitions = 5
    main_metric = "node_ns_p50"
    lossless = False

    def cells(self, seconds: float) -> list[Cell]:
        cells = [
            Cell(
                coordinates=self._at(case),
                command=(PROGRAM, *words, "--seconds", f"{seconds:g}"),
                read=read_costs,
                seconds=seconds,
                processes=PROCESSES.get(case, 1),
            )
            for case, words in CASES.items()
        ]
        observe = (sys.executable, "-m", "baton.perf.observe_idle", "--seconds", f"{seconds:g}")
        idle = Cell(
            coordinates=self._at(IDLE),
            command=(*observe, f"{BIN}/{IDLE_PROGRAM}"),
            read=read_idle,
            seconds=seconds,
            needs=(IDLE_PROGRAM,),
        )
        return [*cells, idle]

    def _at(self, case: str) -> dict:
        return {"row": self.name, "variant": case}

    def metric_of(self, coordinates) -> tuple[str, bool]:
        idle = coordinates.get("variant") == IDLE
        return ("private_dirty_kb" if idle else self.main_metric), False

    def _held(self, results: Results, figure: Figure) -> list[float]:
        at = self._at(figure.case)
        ours = results.values(f"node{figure.suffix}_ns_p50", at)
        if figure.referred:
            theirs = results.values(f"reference{figure.suffix}_ns_p50", at)
        else:
            theirs = [1.0] * len(ours)
        pairs = zip(ours, theirs)
        return [figure.held(*pair) for pair in pairs if None not in pair]

    def tables(self, results: Results) -> list[Table]:
        rows = []
        for figure in FIGURES:
            at = self._at(figure.case)
            times = [
                with_range(results.spread(f"{side}{figure.suffix}_ns_p50", **at), units.duration)
                for side in ("node", "reference")
            ]
            held = Spread.of(self._held(results, figure))
            tone = "" if held is None else GOOD if held.median <= figure.limit else BAD
            rows.append(
                (
                    *(figure.what, *times, Entry(with_range(held, figure.write), tone)),
                    figure.required,
                )
            )
        columns = ("what", "node, p50", "reference, p50", "held", "must reach")
        note = (
            "both in one process and one second, one message of each in turn; "
            "median (smallest–largest) of the repetitions"
        )
        return [
            Table(self.title, columns, rows, (note,), frozenset({0, 4})),
            Table("An idle node", ("", "measured", "must reach"), self._idle_rows(results)),
        ]

    def _idle_rows(self, results: Results) -> list[tuple]:
        return [
            (title, with_range(results.spread(metric, **self._at(IDLE)), write), required)
            for title, metric, _, required, write in IDLE_LIMITS
        ]

    def judgements(self, results: Results) -> list[Judgement]:
        verdicts = []
        for figure in FIGURES:
            if held := self._held(results, figure):
                measured = with_range(Spread.of(held), figure.write)
                verdict = reached(held, figure.limit)
                verdicts.append(Judgement(self._full(figure), measured, figure.required, verdict))
        for title, metric, limit, required, write in IDLE_LIMITS:
            if spread := results.spread(metric, **self._at(IDLE)):
                below = spread.median < limit if "below" in required else spread.median <= limit
                measured = with_range(spread, write)
                verdicts.append(Judgement(f"{IDLE}, {title}", measured, required, below))
        return verdicts

    @staticmethod
    def _full(figure: Figure) -> str:
        return f"{figure.case}: {figure.what}" if figure.suffix else figure.what
