# SPDX-License-Identifier: Apache-2.0
"""How latency grows with the rate, until a way does not keep up any more.

Open loop: a message is due at its time whether or not the one before was through, and its latency runs
from then. A way that is late pays for it in the figures, as a robot's does.
"""

from baton.perf import units
from baton.perf.cell import Cell
from baton.perf.distribution import QUANTILES
from baton.perf.experiment import Experiment, Finding
from baton.perf.plot import ChartGroup, LineChart, Point, Series
from baton.perf.results import Results
from baton.perf.side_by_side import P50, tones_of
from baton.perf.table import Table
from baton.perf.tails import sound_quantile
from baton.perf.variants import COPY, FAST_DDS_SHARING, FLOOR, UDP, ZERO_COPY, hand_over_cell

SIZES = (4 << 10, 4 << 20)
SUBSCRIBERS = 1
VARIANTS = (UDP, FAST_DDS_SHARING, COPY, ZERO_COPY, FLOOR)
# Five steps to a decade, up to what no way here sustains.
RATES_HZ = {
    4 << 10: (1_000, 2_500, 6_300, 16_000, 40_000, 100_000, 250_000),
    4 << 20: (25, 63, 160, 400, 1_000, 2_500, 6_300, 16_000, 40_000),
}
# Of the messages that were due may be missing: so large a share, or the two at the ends of a run.
MISSING_SHARE = 0.01
MISSING_AT_ENDS = 2
JITTER = "latency_ns_stddev"
NOTES = (
    "open loop: latency runs from when a message was due",
    "load: of the highest rate up to which the way kept up",
    "kept up: at most 1 % of the messages that were due, or two, did not come through",
)
JITTER_NOTE = (
    "jitter: the standard deviation of the latency, which is that of arrivals, as messages are due at equal "
    "distances"
)


class Knee(Experiment):
    name = "knee"
    title = "Latency against rate, open loop"
    purpose = "UDP, Fast DDS, copy, zero copy, floor: up to which rate each keeps up; 4 KB, 4 MB"
    seconds = 1
    lossless = False

    def cells(self, seconds: float) -> list[Cell]:
        return [
            hand_over_cell(
                variant,
                size=size,
                subscribers=SUBSCRIBERS,
                seconds=seconds,
                rate_hz=rate_hz,
                more_options={"open-loop": True},
                more_coordinates={"rate": f"{rate_hz} Hz"},
            )
            for size in SIZES
            for rate_hz in RATES_HZ[size]
            for variant in VARIANTS
        ]

    def is_reference(self, coordinates) -> bool:
        return coordinates.get("variant") in (FLOOR.name, FAST_DDS_SHARING.name)

    def tables(self, results: Results) -> list[Table]:
        return [_table(results, size) for size in results.distinct("size")]

    def charts(self, results: Results) -> list[ChartGroup]:
        variants = results.distinct("variant")
        tones = tones_of(variants)
        panels = []
        for size in results.distinct("size"):
            here = results.where(size=size)
            series = [
                Series(variant, points, tones[variant])
                for variant in variants
                if (points := _points(here, variant))
            ]
            ticks = [(_hertz(rate), rate.removesuffix(" Hz")) for rate in here.distinct("rate")]
            panels.append(LineChart(f"{size}, messages a second", series, sorted(ticks)))
        caption = (
            "Median latency from when a message was due. Where a line turns up, messages wait for "
            "those before them."
        )
        return [ChartGroup("Latency against rate", caption, panels)] if panels else []

    def findings(self, results: Results) -> list[Finding]:
        findings = []
        for size in results.distinct("size"):
            most = {variant.name: sustained_hz(results, size, variant.name) for variant in VARIANTS}
            ours, theirs = most[ZERO_COPY.name], most[UDP.name]
            if ours and theirs:
                text = (
                    f"the rate of {size} that UDP sustains: {units.count(ours)} messages a second "
                    f"instead of {units.count(theirs)}, of rates that are 2.5 times apart"
                )
                findings.append(Finding(units.times(ours / theirs), text))
        return findings


def _hertz(rate: str) -> float:
    return float(rate.removesuffix(" Hz"))


def _at(size: str, rate: str, variant: str) -> dict:
    return {"rate": rate, "size": size, "subscribers": SUBSCRIBERS, "variant": variant}


def _received_and_due(results: Results, at: dict) -> tuple[float, float] | None:
    received, duration = (results.median(name, **at) for name in ("received", "duration_s"))
    if not received or not duration:
        return None
    return received, duration * _hertz(at["rate"]) * SUBSCRIBERS


def _kept_up(received: float, due: float) -> bool:
    return due - received <= max(MISSING_SHARE * due, MISSING_AT_ENDS)


def sustained_hz(results: Results, size: str, variant: str) -> float | None:
    """The highest rate up to which a way kept up at every rate."""
    most = None
    for rate in sorted(results.where(size=size).distinct("rate"), key=_hertz):
        counted = _received_and_due(results, _at(size, rate, variant))
        if counted is None or not _kept_up(*counted):
            break
        most = _hertz(rate)
    return most


def _points(results: Results, variant: str) -> list[Point]:
    points = []
    for rate in results.distinct("rate"):
        for size in results.distinct("size"):
            if spread := results.spread(P50, **_at(size, rate, variant)):
                hint = f"{variant}, {rate}: {units.duration(spread.median)}"
                point = Point(_hertz(rate), spread.median, spread.minimum, spread.maximum, hint)
                points.append(point)
    return points


def _samples(results: Results, at: dict) -> str:
    found = results.distribution(**at)
    return units.count(found.count) if found else units.MISSING


def _table(results: Results, size: str) -> Table:
    # An older recorded result has none.
    jitter = results.spread_of_all(JITTER) is not None
    most = {variant: sustained_hz(results, size, variant) for variant in results.distinct("variant")}
    rows = []
    for rate in results.where(size=size).distinct("rate"):
        for variant in results.distinct("variant"):
            at = _at(size, rate, variant)
            counted = _received_and_due(results, at)
            if counted is None:
                continue
            received, due = counted
            rows.append(
                (
                    rate,
                    variant,
                    units.percent(most[variant] and 100 * _hertz(rate) / most[variant]),
                    units.microseconds(results.median(P50, **at)),
                    sound_quantile(results.distribution(**at), QUANTILES["p99"]),
                    _samples(results, at),
                    *((units.microseconds(results.median(JITTER, **at)),) if jitter else ()),
                    units.percent(results.median("cpu_percent", **at)),
                    units.percent(min(100 * received / due, 100)),
                    "yes" if _kept_up(received, due) else "no",
                )
            )
    columns = (
        *("rate", "variant", "load %", "p50 µs", "p99 µs", "samples"),
        *(("jitter µs",) if jitter else ()),
        *("CPU %", "received %", "kept up"),
    )
    title = f"{size} to {SUBSCRIBERS} subscriber"
    notes = (*NOTES, JITTER_NOTE) if jitter else NOTES
    return Table(title, columns, rows, notes, frozenset({1, len(columns) - 1}))
