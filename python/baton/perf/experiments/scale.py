# SPDX-License-Identifier: Apache-2.0
"""Many topics at once, as a robot has them: one process sends on all of them, each subscriber has all.

The topics take turns, so that messages come evenly; each subscriber process has one thread for all of its
subscriptions. The floor has one thread a process, too, and one eventfd a subscriber process; others have
what their libraries offer for many topics. A thousand topics with five subscriptions each are for the
number of endpoints: their rate is low, so that few cores keep up.
"""

from dataclasses import dataclass, field
from fractions import Fraction

from baton.perf import units
from baton.perf.cell import Cell, Coordinates
from baton.perf.distribution import QUANTILES
from baton.perf.experiment import Experiment, Finding
from baton.perf.experiments.competitors import IN_PLACE
from baton.perf.perf_test import Options
from baton.perf.plot import ChartGroup, LineChart, Point, Series
from baton.perf.results import Results
from baton.perf.side_by_side import P50, subscribers_text, tones_of, with_range
from baton.perf.table import Table
from baton.perf.tails import sound_quantile
from baton.perf.variants import (
    COPY,
    FAST_DDS_SHARING,
    FLOOR,
    ICEORYX2,
    ROS2,
    UDP,
    ZENOH_SHM,
    ZERO_COPY,
    hand_over_cell,
)

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
LEFT_OUT_OF_MOST = (
    "without UDP and ROS 2, whose participants take too long to match and to part with so many endpoints, and "
    "without iceoryx, whose wait set takes 255 topics, and Cyclone DDS SHM above it, which ends at 1,000"
)
VARIANTS = (UDP, COPY, ROS2, *IN_PLACE, FLOOR)
OF_MOST = (COPY, ZERO_COPY, ICEORYX2, FAST_DDS_SHARING, ZENOH_SHM, FLOOR)
# There are eight colours.
DRAWN = {"read in place": (*IN_PLACE, FLOOR), "copied or sent": (UDP, COPY, ROS2, ZERO_COPY)}
KEPT_UP_PERCENT = 98
SHOWN = {name: QUANTILES[name] for name in ("p50", "p99", "p99.9")}
P99, P999, CPU = "latency_ns_p99", "latency_ns_p999", "cpu_percent"
# What the ratios compare, with the quantile that must rest on enough samples.
COMPARED = (
    *(("p50", P50, QUANTILES["p50"]), ("p99", P99, QUANTILES["p99"])),
    *(("p99.9", P999, QUANTILES["p99.9"]), ("CPU", CPU, None)),
)
NOTES = (
    "received: of what was due; less than 100 means that a process did not keep up",
    "matched: from starting the processes until every endpoint has its peers; iceoryx2 and zenoh are asked for "
    "them by calls that take longer with many topics",
)
RATIO_NOTES = (
    "below 1: Baton takes less; median of the ratios within a repetition, with their range",
    "none where one of both does not keep up, or a quantile has too few samples",
)


class Scale(Experiment):
    name = "scale"
    title = "Many topics at once"
    purpose = "10, 50, 200 topics x 2 subscriber processes, 1,000 x 5, all competitors: latency, CPU, matching"
    seconds = 5
    lossless = False
    variant_groups = {name: tuple(each.name for each in group) for name, group in DRAWN.items()}

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
            for variant in (OF_MOST if load is MOST else VARIANTS)
        ]

    def is_reference(self, coordinates) -> bool:
        """Others say nothing of Baton."""
        return coordinates.get("variant") not in (UDP.name, COPY.name, ZERO_COPY.name)

    def metric_of(self, coordinates) -> tuple[str, bool]:
        """Whether the slow messages stay fast with many topics."""
        return P99, False

    def tables(self, results: Results) -> list[Table]:
        growing, most = (
            _table(results, f"{what}, {loads[0].how}", loads)
            for what, loads in (("Many topics", GROWING), (f"{MOST.topics:,} topics", (MOST,)))
        )
        tables = [growing, *(_ratios(results, load) for load in (GROWING[-1], MOST)), most]
        return [table for table in tables if table.rows] or [growing]

    def charts(self, results: Results) -> list[ChartGroup]:
        measured = results.distinct("variant")
        caption = f"{units.size_text(SIZE)} at {GROWING[0].how}. Both axes are logarithmic."
        groups = []
        for name, variants in self.variant_groups.items():
            if panels := _panels(results, [each for each in variants if each in measured]):
                groups.append(ChartGroup(f"Many topics, {name}", caption, panels).aligned())
        return groups

    def findings(self, results: Results) -> list[Finding]:
        """Says nothing where zero copy did not keep up: the machine was too busy or too small."""
        load = GROWING[-1]
        zero, floor, udp = (load.at(each.name) for each in (ZERO_COPY, FLOOR, UDP))
        if not _keeps_up(results, load, zero):
            return []
        findings = []
        ratio = results.ratio(P99, zero, floor)
        if ratio and _keeps_up(results, load, floor):
            text = f"the floor's p99 at {load.text}, {RATE_HZ} Hz each, to {SUBSCRIBERS} processes"
            findings.append(Finding(units.times(ratio.median), text))
        findings += _nearest(results, load)
        if ratio := results.ratio(CPU, udp, zero):
            text = f"CPU than UDP at {load.text}, {RATE_HZ} Hz each"
            text += "" if _keeps_up(results, load, udp) else ", where UDP does not keep up"
            findings.append(Finding.less(ratio.median, text))
        return findings


def _nearest(results: Results, load: Load) -> list[Finding]:
    """How far the best of the others is from Baton."""
    ratios = {
        other.name: ratio.median
        for other in IN_PLACE[1:]
        if _keeps_up(results, load, load.at(other.name))
        and (ratio := results.ratio(P99, load.at(other.name), load.at(ZERO_COPY.name)))
    }
    if not ratios:
        return []
    name = min(ratios, key=ratios.__getitem__)
    text = f"as long with {name}, the nearest of the others, as with Baton's loans: p99 at {load.text}"
    return [Finding(units.times(ratios[name]), text)]


def _ratios(results: Results, load: Load) -> Table:
    zero = load.at(ZERO_COPY.name)
    others = [each for each in results.distinct("variant") if each != ZERO_COPY.name]
    rows = []
    for variant in others if _keeps_up(results, load, zero) else ():
        other = load.at(variant)
        if not _keeps_up(results, load, other):
            continue
        figures = [_ratio(results, metric, quantile, zero, other) for _, metric, quantile in COMPARED]
        if any(figure != units.MISSING for figure in figures):
            rows.append((variant, *figures))
    title = f"{load.text}, {load.rate_hz} Hz each, to {subscribers_text(load.subscribers)}: zero copy over ..."
    return Table(title, ("", *(name for name, _, _ in COMPARED)), rows, RATIO_NOTES, frozenset({0}))


def _ratio(
    results: Results, metric: str, quantile: Fraction | None, zero: Coordinates, other: Coordinates
) -> str:
    for at in (zero, other) if quantile else ():
        found = results.distribution(**at)
        if found and found.quantile(quantile) is None:
            return units.MISSING
    return with_range(results.ratio(metric, zero, other), units.significant)


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
    notes = (what, *NOTES, *((LEFT_OUT_OF_MOST,) if loads == (MOST,) else ()))
    return Table(title, columns, rows, notes, frozenset({0, 1}))


def _figures(results: Results, load: Load, at: dict) -> tuple[str, ...]:
    found = results.distribution(**at)
    return (
        *(sound_quantile(found, quantile) for quantile in SHOWN.values()),
        with_range(results.spread(CPU, **at), units.significant),
        units.kibibytes(results.median("pss_kb", **at)),
        with_range(results.spread("matched_after_s", **at), units.significant),
        units.percent(_received_percent(results, load, at)),
    )


def _panels(results: Results, variants: list[str]) -> list[LineChart]:
    """Latency against topics, a panel a quantile."""
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
    return panels


def _points(results: Results, variant: str, quantile: Fraction) -> list[Point]:
    points = []
    for load in GROWING:
        found = results.distribution(**load.at(variant))
        value = found.quantile(quantile) if found else None
        if value:
            hint = f"{variant}, {load.text}: {units.duration(value)}"
            points.append(Point(float(load.topics), value, hint=hint))
    return points
