# SPDX-License-Identifier: Apache-2.0
"""Many topics at once, as a robot has them: one process sends on all of them, each subscriber has all.

The topics take turns, so that messages come evenly; each subscriber process has one thread for all of its
subscriptions. The floor has one thread a process, too, and one eventfd a subscriber process. A thousand
topics with five subscriptions each are for the number of endpoints: their rate is low, so that few cores
keep up.
"""

from dataclasses import dataclass, field
from fractions import Fraction

from baton.perf import units
from baton.perf.cell import Cell
from baton.perf.distribution import QUANTILES
from baton.perf.experiment import Experiment, Finding
from baton.perf.perf_test import Options
from baton.perf.plot import ChartGroup, LineChart, Point, Series
from baton.perf.results import Results
from baton.perf.side_by_side import P50, tones_of, with_range
from baton.perf.table import Table
from baton.perf.tails import sound_quantile
from baton.perf.variants import COPY, FLOOR, UDP, ZERO_COPY, hand_over_cell

SIZE = 4 << 10


@dataclass(frozen=True)
class Load:
    """So many topics, each at this rate, to so many subscriber processes."""

    topics: int
    subscribers: int
    rate_hz: int
    more_options: Options = field(default_factory=dict)

    @property
    def text(self) -> str:
        return f"{self.topics} topics"

    @property
    def how(self) -> str:
        return f"{self.rate_hz} Hz each, to {self.subscribers} subscriber processes"

    def at(self, variant: str) -> dict:
        return {
            "topics": self.text,
            "size": units.size_text(SIZE),
            "subscribers": self.subscribers,
            "variant": variant,
        }


SUBSCRIBERS, RATE_HZ = 2, 100
GROWING = tuple(Load(topics, SUBSCRIBERS, RATE_HZ) for topics in (10, 50, 200))
# Each topic is warmed up by itself.
MOST = Load(1000, 5, 2, {"warm-up": 2})
WITHOUT_UDP = "without UDP, whose participants take too long to match and to part with so many endpoints"
VARIANTS = (UDP, COPY, ZERO_COPY, FLOOR)
KEPT_UP_PERCENT = 98
SHOWN = {name: QUANTILES[name] for name in ("p50", "p99", "p99.9")}
NOTES = (
    "received: of what was due; less than 100 means that a process did not keep up",
    "matched: from starting the processes until every endpoint has its peers",
)


class Scale(Experiment):
    name = "scale"
    title = "Many topics at once"
    purpose = "10, 50, 200 topics x 2 subscriber processes, 1,000 x 5: latency, CPU, memory, matching"
    seconds = 5
    lossless = False

    def cells(self, seconds: float) -> list[Cell]:
        return [
            hand_over_cell(
                variant,
                size=SIZE,
                subscribers=load.subscribers,
                seconds=seconds,
                rate_hz=load.rate_hz,
                more_options={"topics": load.topics, **load.more_options},
                more_coordinates={"topics": load.text},
            )
            for load in (*GROWING, MOST)
            for variant in VARIANTS
            if load is not MOST or variant is not UDP
        ]

    def tables(self, results: Results) -> list[Table]:
        tables = [
            _table(results, f"{what}, {loads[0].how}", loads)
            for what, loads in (("Many topics", GROWING), (f"{MOST.topics:,} topics", (MOST,)))
        ]
        return [table for table in tables if table.rows] or tables[:1]

    def charts(self, results: Results) -> list[ChartGroup]:
        variants = results.distinct("variant")
        tones = tones_of(variants)
        measured = results.distinct("topics")
        ticks = [(float(load.topics), load.text) for load in GROWING if load.text in measured]
        panels = []
        for name in ("p50", "p99"):
            series = [
                Series(variant, points, tones[variant])
                for variant in variants
                if (points := _points(results, variant, SHOWN[name]))
            ]
            if series:
                panels.append(LineChart(f"{name} by topics", series, ticks))
        caption = (
            f"{units.size_text(SIZE)} at {GROWING[0].how}. Both axes are logarithmic."
        )
        return [ChartGroup("Many topics", caption, panels).aligned()] if panels else []

    def findings(self, results: Results) -> list[Finding]:
        """Says nothing where zero copy did not keep up: the machine was too busy or too small."""
        load = GROWING[-1]
        zero, floor, udp = (load.at(each.name) for each in (ZERO_COPY, FLOOR, UDP))
        if not _keeps_up(results, load, zero):
            return []
        findings = []
        ratio = results.ratio("latency_ns_p99", zero, floor)
        if ratio and _keeps_up(results, load, floor):
            text = f"the floor's p99 at {load.text}, {RATE_HZ} Hz each, to {SUBSCRIBERS} processes"
            findings.append(Finding(units.times(ratio.median), text))
        if ratio := results.ratio("cpu_percent", udp, zero):
            text = f"CPU than UDP at {load.text}, {RATE_HZ} Hz each"
            text += "" if _keeps_up(results, load, udp) else ", where UDP does not keep up"
            findings.append(Finding.less(ratio.median, text))
        return findings


def _received_percent(results: Results, load: Load, at: dict) -> float | None:
    due_per_s = load.rate_hz * load.topics * load.subscribers
    due = due_per_s * (results.median("duration_s", **at) or 0)
    received = results.median("received", **at)
    return min(100 * received / due, 100) if received and due else None


def _keeps_up(results: Results, load: Load, at: dict) -> bool:
    return (_received_percent(results, load, at) or 0) >= KEPT_UP_PERCENT


def _table(results: Results, title: str, loads: tuple[Load, ...]) -> Table:
    rows = []
    for load in loads:
        for variant in results.distinct("variant"):
            at = load.at(variant)
            if results.spread(P50, **at):
                rows.append((load.text, variant, *_figures(results, load, at)))
    columns = (
        *("topics", "variant", *(f"{name} µs" for name in SHOWN), "CPU %", "PSS"),
        *("matched s", "received %"),
    )
    each = loads[0]
    what = (
        f"{units.size_text(SIZE)} at {each.rate_hz} Hz on each topic, 1 publisher process, "
        f"{each.subscribers} subscriber processes that have every topic"
    )
    notes = (what, *NOTES, *((WITHOUT_UDP,) if loads == (MOST,) else ()))
    return Table(title, columns, rows, notes, frozenset({0, 1}))


def _figures(results: Results, load: Load, at: dict) -> tuple[str, ...]:
    found = results.distribution(**at)
    return (
        *(sound_quantile(found, quantile) for quantile in SHOWN.values()),
        with_range(results.spread("cpu_percent", **at), units.significant),
        units.kibibytes(results.median("pss_kb", **at)),
        with_range(results.spread("matched_after_s", **at), units.significant),
        units.percent(_received_percent(results, load, at)),
    )


def _points(results: Results, variant: str, quantile: Fraction) -> list[Point]:
    points = []
    for load in GROWING:
        found = results.distribution(**load.at(variant))
        value = found.quantile(quantile) if found else None
        if value:
            hint = f"{variant}, {load.text}: {units.duration(value)}"
            points.append(Point(float(load.topics), value, hint=hint))
    return points
