# SPDX-License-Identifier: Apache-2.0
"""Many topics at once, as a robot has them: one process sends on all of them, each subscriber has all.

The topics take turns, so that messages come evenly; each subscriber process has one thread for all of its
subscriptions. The floor has one thread a process, too, and one eventfd a subscriber process.
"""

from fractions import Fraction

from baton.perf import units
from baton.perf.cell import Cell
from baton.perf.distribution import QUANTILES
from baton.perf.experiment import Experiment, Finding
from baton.perf.plot import ChartGroup, LineChart, Point, Series
from baton.perf.results import Results
from baton.perf.side_by_side import P50, tones_of, with_range
from baton.perf.table import Table
from baton.perf.tails import sound_quantile
from baton.perf.variants import COPY, FLOOR, UDP, ZERO_COPY, hand_over_cell

TOPICS = (10, 50, 200)
SIZE = 4 << 10
SUBSCRIBERS = 2
RATE_HZ = 100
VARIANTS = (UDP, COPY, ZERO_COPY, FLOOR)
KEPT_UP_PERCENT = 98
SHOWN = {name: QUANTILES[name] for name in ("p50", "p99", "p99.9")}
NOTES = (
    f"{units.size_text(SIZE)} at {RATE_HZ} Hz on each topic, 1 publisher process, {SUBSCRIBERS} "
    "subscriber processes that have every topic",
    "received: of what was due; less than 100 means that a process did not keep up",
    "matched: from starting the processes until every endpoint has its peers",
)


class Scale(Experiment):
    name = "scale"
    title = f"Many topics, {RATE_HZ} Hz each, to {SUBSCRIBERS} subscriber processes"
    purpose = "10, 50, 200 topics x 2 subscriber processes x 100 Hz: latency, CPU, memory, matching"
    seconds = 5
    lossless = False

    def cells(self, seconds: float) -> list[Cell]:
        return [
            hand_over_cell(
                variant,
                size=SIZE,
                subscribers=SUBSCRIBERS,
                seconds=seconds,
                rate_hz=RATE_HZ,
                more_options={"topics": topics},
                more_coordinates={"topics": f"{topics} topics"},
            )
            for topics in TOPICS
            for variant in VARIANTS
        ]

    def tables(self, results: Results) -> list[Table]:
        rows = []
        for topics in results.distinct("topics"):
            for variant in results.distinct("variant"):
                at = _at(topics, variant)
                if results.spread(P50, **at):
                    rows.append((topics, variant, *_figures(results, at)))
        columns = (
            *("topics", "variant", *(f"{name} µs" for name in SHOWN), "CPU %", "PSS"),
            *("matched s", "received %"),
        )
        return [Table(self.title, columns, rows, NOTES, frozenset({0, 1}))]

    def charts(self, results: Results) -> list[ChartGroup]:
        variants = results.distinct("variant")
        tones = tones_of(variants)
        ticks = [(_count(topics), topics) for topics in results.distinct("topics")]
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
            f"{units.size_text(SIZE)} at {RATE_HZ} Hz on each topic. Both axes are logarithmic."
        )
        return [ChartGroup("Many topics", caption, panels).aligned()] if panels else []

    def findings(self, results: Results) -> list[Finding]:
        """Says nothing where zero copy did not keep up: the machine was too busy or too small."""
        topics = f"{TOPICS[-1]} topics"
        zero, floor, udp = (_at(topics, each.name) for each in (ZERO_COPY, FLOOR, UDP))
        if not _keeps_up(results, zero):
            return []
        findings = []
        ratio = results.ratio("latency_ns_p99", zero, floor)
        if ratio and _keeps_up(results, floor):
            text = f"the floor's p99 at {topics}, {RATE_HZ} Hz each, to {SUBSCRIBERS} processes"
            findings.append(Finding(units.times(ratio.median), text))
        if ratio := results.ratio("cpu_percent", udp, zero):
            text = f"less CPU than UDP at {topics}, {RATE_HZ} Hz each"
            text += "" if _keeps_up(results, udp) else ", where UDP does not keep up"
            findings.append(Finding(units.times(ratio.median), text))
        return findings


def _received_percent(results: Results, at: dict) -> float | None:
    due = RATE_HZ * _count(at["topics"]) * SUBSCRIBERS * (results.median("duration_s", **at) or 0)
    received = results.median("received", **at)
    return min(100 * received / due, 100) if received and due else None


def _keeps_up(results: Results, at: dict) -> bool:
    return (_received_percent(results, at) or 0) >= KEPT_UP_PERCENT


def _at(topics: str, variant: str) -> dict:
    return {
        "topics": topics,
        "size": units.size_text(SIZE),
        "subscribers": SUBSCRIBERS,
        "variant": variant,
    }


def _count(topics: str) -> float:
    return float(topics.removesuffix(" topics"))


def _figures(results: Results, at: dict) -> tuple[str, ...]:
    found = results.distribution(**at)
    return (
        *(sound_quantile(found, quantile) for quantile in SHOWN.values()),
        with_range(results.spread("cpu_percent", **at), units.significant),
        units.kibibytes(results.median("pss_kb", **at)),
        with_range(results.spread("matched_after_s", **at), units.significant),
        units.percent(_received_percent(results, at)),
    )


def _points(results: Results, variant: str, quantile: Fraction) -> list[Point]:
    points = []
    for topics in results.distinct("topics"):
        found = results.distribution(**_at(topics, variant))
        value = found.quantile(quantile) if found else None
        if value:
            hint = f"{variant}, {topics}: {units.duration(value)}"
            points.append(Point(_count(topics), value, hint=hint))
    return points
