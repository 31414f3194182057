# SPDX-License-Identifier: Apache-2.0
"""Copy, zero copy and floor beside each other: the tables and charts that experiments share."""

from collections.abc import Sequence

from baton.perf import units
from baton.perf.experiment import Finding
from baton.perf.plot import Bar, BarChart, ChartGroup, LineChart, Point, Series
from baton.perf.results import Results
from baton.perf.statistics import Spread
from baton.perf.table import GOOD, Entry, Table

TONES = {
    "copy": "copy",
    "UDP": "copy",
    "zero copy": "zero",
    "floor": "floor",
    "poll": "a",
    "poll floor": "b",
    "word ring": "floor",
}
SPARE_TONES = ("a", "b", "c", "d", "e", "copy", "zero", "floor")
P50 = "latency_ns_p50"


def tone_for(variant: str) -> str:
    return TONES.get(variant, SPARE_TONES[0])


def tones_of(variants: Sequence[str]) -> dict[str, str]:
    """A colour for each, no two the same as long as there are enough; well-known ones have their own."""
    tones: dict[str, str] = {}
    for variant in sorted(variants, key=lambda each: each not in TONES):
        free = [tone for tone in SPARE_TONES if tone not in tones.values()] or list(SPARE_TONES)
        own = TONES.get(variant)
        tones[variant] = own if own and own not in tones.values() else free[0]
    return tones


def with_range(spread: Spread | None, write) -> str:
    """`9.21`, or `9.21 (8.80–9.90)` where repetitions differ."""
    if spread is None:
        return units.MISSING
    median, low, high = (write(v) for v in (spread.median, spread.minimum, spread.maximum))
    return median if low == high else f"{median} ({low}–{high})"


def hand_over_tables(results: Results) -> list[Table]:
    """One table a size; rows are numbers of subscribers."""
    return [_hand_over_table(results, size) for size in results.distinct("size")]


def _hand_over_table(results: Results, size: str) -> Table:
    rows = []
    for subscribers in results.distinct("subscribers"):
        at = {"size": size, "subscribers": subscribers}
        copy, zero, floor = (
            results.median(P50, **at, variant=name) for name in ("copy", "zero copy", "floor")
        )
        cpu = [
            units.percent(results.median("cpu_percent", **at, variant=name))
            for name in ("copy", "zero copy")
        ]
        saved, over = (
            _median_ratio(results, at, *names) for names in (("copy", "zero copy"), ("zero copy", "floor"))
        )
        rows.append(
            (
                str(subscribers),
                units.microseconds(copy),
                units.microseconds(zero),
                units.microseconds(floor),
                units.ratio(over),
                Entry(units.times(saved), GOOD if saved and saved >= 2 else ""),
                " / ".join(cpu),
            )
        )
    columns = (
        "subscribers",
        "copy µs",
        "zero copy µs",
        "floor µs",
        "zero copy / floor",
        "copy / zero copy",
        "CPU % copy / zero copy",
    )
    return Table(f"{size} messages, latency p50", columns, rows)


def _median_ratio(
    results: Results, at: dict, above: str, below: str, metric: str = P50
) -> float | None:
    """Of the ratios within a repetition."""
    ratio = results.ratio(metric, {**at, "variant": above}, {**at, "variant": below})
    return ratio.median if ratio else None


PUBLISH_TO_CALLBACK = (
    "Median time from publish to the start of the callback. Both axes are logarithmic. "
    "Copying grows with the message; handing over should be as flat as the floor."
)


def latency_charts(
    results: Results, metric: str = P50, caption: str = PUBLISH_TO_CALLBACK
) -> list[ChartGroup]:
    """Latency against size, a panel for each number of subscribers."""
    ticks = sorted((units.size_bytes(size), size) for size in results.distinct("size"))
    panels = [
        _lines(results, metric, subscribers_text(subscribers), "size", ticks, subscribers=subscribers)
        for subscribers in results.distinct("subscribers")
    ]
    return [ChartGroup("Latency against message size", caption, panels).aligned()]


def subscriber_charts(results: Results, metric: str = P50, caption: str = "") -> list[ChartGroup]:
    """Latency against the number of subscribers, a panel for each size."""
    ticks = [(count, str(count)) for count in sorted(results.distinct("subscribers"))]
    panels = [
        _lines(results, metric, f"{size}, subscribers", "subscribers", ticks, size=size)
        for size in results.distinct("size")
    ]
    return [ChartGroup("Latency against subscribers", caption, panels).aligned()]


def _lines(
    results: Results, metric: str, title: str, along: str, ticks: list[tuple[float, str]], **fixed
) -> LineChart:
    """A line for each variant, along one coordinate."""
    tones = tones_of(results.distinct("variant"))
    places = dict(zip((_value_of(along, name) for _, name in ticks), ticks))
    series = []
    for variant in results.distinct("variant"):
        points = []
        for value, (place, name) in places.items():
            at = {**fixed, along: value, "variant": variant}
            if spread := results.spread(metric, **at):
                hint = f"{variant}, {name}: {_range_text(spread)}"
                points.append(Point(place, spread.median, spread.minimum, spread.maximum, hint))
        if points:
            series.append(Series(variant, points, tones[variant]))
    return LineChart(title, series, ticks)


def _value_of(coordinate: str, name: str) -> str | int:
    return int(name) if coordinate == "subscribers" else name


def _range_text(spread: Spread) -> str:
    if spread.count == 1:
        return units.duration(spread.median)
    low, high = units.duration(spread.minimum), units.duration(spread.maximum)
    return f"{units.duration(spread.median)} ({low} to {high} in {spread.count} repetitions)"


def subscribers_text(subscribers: int) -> str:
    return f"{subscribers} subscriber" + ("" if subscribers == 1 else "s")


def ratio_charts(
    results: Results,
    above: str,
    below: str,
    title: str,
    caption: str,
    *,
    limit: tuple[float, str] | None = None,
    logarithmic: bool = False,
    metric: str = P50,
) -> list[ChartGroup]:
    """Bars of one variant over another, a panel for each number of subscribers."""
    panels = []
    for subscribers in results.distinct("subscribers"):
        bars = []
        for size in results.distinct("size"):
            at = {"size": size, "subscribers": subscribers}
            spread = results.ratio(metric, {**at, "variant": above}, {**at, "variant": below})
            if spread:
                hint = f"{size}: {with_range(spread, units.ratio)}"
                bars.append(Bar(size, spread.median, units.times(spread.median), hint))
        base = 1.0 if logarithmic else 0.0
        panels.append(
            BarChart(subscribers_text(subscribers), bars, "zero", base, logarithmic, limit=limit)
        )
    if not any(panel.bars for panel in panels):
        return []
    return [ChartGroup(title, caption, panels).aligned()]


def copy_ratio_charts(results: Results) -> list[ChartGroup]:
    return ratio_charts(
        results,
        "copy",
        "zero copy",
        "How many times longer copying takes",
        "Median latency with one copy over median latency with zero copy; the axis is logarithmic "
        "and starts at 1× (no difference).",
        logarithmic=True,
    )


def floor_ratio_charts(
    results: Results, limit: tuple[float, str] | None = None
) -> list[ChartGroup]:
    return ratio_charts(
        results,
        "zero copy",
        "floor",
        "Distance to the floor",
        "Median latency with zero copy over that of bare shared memory with one eventfd a "
        "subscriber, the least that any library can cost on this machine. 1× is the floor itself.",
        limit=limit or (1.0, "floor"),
    )


def saved_findings(
    results: Results, slow: str, fast: str = "zero copy", metric: str = P50
) -> list[Finding]:
    """What the largest commonly used message gains by the fast way."""
    sizes = results.distinct("size")
    size = "4 MB" if "4 MB" in sizes else max(sizes, key=units.size_bytes, default="")
    findings = []
    for subscribers in results.distinct("subscribers"):
        at = {"size": size, "subscribers": subscribers}
        before, after = (results.median(metric, **at, variant=name) for name in (slow, fast))
        if ratio := _median_ratio(results, at, slow, fast, metric):
            findings.append(
                Finding.less(
                    ratio,
                    f"latency than {slow} for {size} to {subscribers_text(subscribers)}: "
                    f"{units.duration(after)} instead of {units.duration(before)}",
                )
            )
    return findings


def hand_over_findings(results: Results) -> list[Finding]:
    """Copying against handing over, and the floor."""
    sizes = results.distinct("size")
    findings = saved_findings(results, "copy")
    ratios = [
        spread.median
        for size in sizes
        for subscribers in results.distinct("subscribers")
        if (
            spread := results.ratio(
                P50,
                {"size": size, "subscribers": subscribers, "variant": "zero copy"},
                {"size": size, "subscribers": subscribers, "variant": "floor"},
            )
        )
    ]
    if overall := Spread.of(ratios):
        findings.append(
            Finding(
                units.times(overall.median),
                "the floor of this machine, median over all sizes and subscribers "
                f"({units.ratio(overall.minimum)} to {units.ratio(overall.maximum)})",
            )
        )
    return findings
