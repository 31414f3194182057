# SPDX-License-Identifier: Apache-2.0
"""What `knee` has found: what each way sustains, and its latency at shares of that."""

from collections.abc import Mapping, Sequence
from statistics import median

from baton.perf import units
from baton.perf.distribution import QUANTILES
from baton.perf.experiments.kept_up import (
    JITTER,
    JITTER_NOTE,
    KEPT_UP_NOTE,
    OPEN_LOOP_NOTE,
    SUBSCRIBERS,
    has_jitter,
    kept_up,
    sustained_table,
)
from baton.perf.plot import ChartGroup, LineChart, Point, Series
from baton.perf.results import Results
from baton.perf.search import KEPT_UP, SUSTAINED
from baton.perf.side_by_side import P50, tones_of, with_range
from baton.perf.statistics import Spread
from baton.perf.table import Table
from baton.perf.tails import sound_quantile
from baton.perf.variants import ZERO_COPY

# In percent of what a way sustains.
LOADS = (10, 20, 40, 60, 80, 90, 100)
SEARCH_NOTE = (
    "messages/s: the highest of rates that are 8 % apart with which the way kept up, in one of two tries each; "
    "<: not even with the lowest, ≥: also with the highest"
)
LOAD_NOTE = (
    "load: of what this way sustains; at 100 % it kept up in the search, and may fail to do so again; without "
    "the start of a run, in which pools grow"
)
RECEIVED_NOTE = "received: percent of the messages that were due"
P999_NOTE = "p99 and p99.9: of all repetitions together; a quantile needs ten samples beyond it"
CAPTION = (
    "Latency from when a message was due, against the load in percent of what this way sustains. Where a line turns "
    "up, messages wait for those before them."
)


def _at(size: str, load: str, variant: str) -> dict:
    return {"load": load, "size": size, "subscribers": SUBSCRIBERS, "variant": variant}


def sustained_spread(results: Results, size: str, variant: str) -> Spread | None:
    """A value a repetition; each load of it tells the same."""
    for load in results.distinct("load"):
        if spread := results.spread(SUSTAINED, **_at(size, load, variant)):
            return spread
    return None


def ratio_to_zero_copy(results: Results, size: str, variant: str) -> Spread | None:
    for load in results.distinct("load"):
        ours, theirs = (_at(size, load, each) for each in (ZERO_COPY.name, variant))
        if ratio := results.ratio(SUSTAINED, ours, theirs):
            return ratio
    return None


def tables_of(results: Results, rates_hz: Mapping[str, Sequence[float]]) -> list[Table]:
    def sustained(size: str, variant: str) -> str:
        spread, rates = sustained_spread(results, size, variant), rates_hz[size]
        if spread:
            return ("≥ " if spread.median >= rates[-1] else "") + with_range(spread, units.significant)
        probes = results.where(size=size, variant=variant)
        lowest = [
            each.metrics[KEPT_UP]
            for each in probes.measurements
            if each.metrics.get("rate_hz") == rates[0] and KEPT_UP in each.metrics
        ]
        return f"< {rates[0]:g}" if lowest and not any(lowest) else units.MISSING

    def ratio(size: str, variant: str) -> Spread | None:
        return ratio_to_zero_copy(results, size, variant)

    first = sustained_table(results, sustained, ratio, (KEPT_UP_NOTE, SEARCH_NOTE))
    return [first, *(_table(results, size) for size in results.distinct("size"))]


def _shares_received(results: Results, at: dict) -> list[tuple[float, bool]]:
    """Of each repetition: the share of the messages due that came, and whether the way kept up."""
    names = ("received", "duration_s", "rate_hz")
    counted = zip(*(results.values(name, at) for name in names))
    told = [
        (received, duration * rate * SUBSCRIBERS)
        for received, duration, rate in counted
        if received is not None and duration and rate
    ]
    return [(min(received / due, 1), kept_up(received, due)) for received, due in told]


def _kept_up_words(shares: list[tuple[float, bool]]) -> str:
    kept = sum(each for _, each in shares)
    if 0 < kept < len(shares):
        return f"{kept} of {len(shares)}"
    return ("yes" if kept else "no") if shares else units.MISSING


def _table(results: Results, size: str) -> Table:
    jitter = has_jitter(results)
    here = results.where(size=size)
    rows = []
    for load in here.distinct("load"):
        for variant in here.distinct("variant"):
            at = _at(size, load, variant)
            p50, found = here.median(P50, **at), here.distribution(**at)
            if p50 is None:
                continue
            rate, shares = here.median("rate_hz", **at), _shares_received(here, at)
            rows.append(
                (
                    *(load, variant, units.MISSING if rate is None else units.significant(rate)),
                    units.microseconds(p50),
                    *(sound_quantile(found, QUANTILES[name]) for name in ("p99", "p99.9")),
                    *((units.microseconds(here.median(JITTER, **at)),) if jitter else ()),
                    units.percent(here.median("cpu_percent", **at)),
                    units.percent(100 * median(each for each, _ in shares) if shares else None),
                    _kept_up_words(shares),
                )
            )
    columns = (
        *("load", "variant", "rate Hz", "p50 µs", "p99 µs", "p99.9 µs"),
        *(("jitter µs",) if jitter else ()),
        *("CPU %", "received", "kept up"),
    )
    notes = (
        *(LOAD_NOTE, OPEN_LOOP_NOTE, RECEIVED_NOTE, KEPT_UP_NOTE, P999_NOTE),
        *((JITTER_NOTE,) if jitter else ()),
    )
    title = f"{size} to {SUBSCRIBERS} subscriber"
    return Table(title, columns, rows, notes, frozenset({1, len(columns) - 1}))


def charts_of(results: Results) -> list[ChartGroup]:
    variants = results.distinct("variant")
    tones = tones_of(variants)
    ticks = [(float(load), f"{load}") for load in LOADS]
    panels = []
    for size in results.distinct("size"):
        for name in ("p50", "p99"):
            series = [
                Series(variant, points, tones[variant])
                for variant in variants
                if (points := _points(results, size, variant, name))
            ]
            if series:
                title = f"{size}, {name}, load in %"
                panels.append(LineChart(title, series, ticks, even_steps=True))
    return [ChartGroup("Latency against load", CAPTION, panels).aligned()] if panels else []


def _points(results: Results, size: str, variant: str, name: str) -> list[Point]:
    points = []
    for load in LOADS:
        at = _at(size, f"{load} %", variant)
        if spread := _latency(results, at, name):
            hint = f"{variant}, {load} %: {units.duration(spread.median)}"
            points.append(Point(float(load), spread.median, spread.minimum, spread.maximum, hint))
    return points


def _latency(results: Results, at: dict, name: str) -> Spread | None:
    """A high quantile is that of all repetitions together, if they have the samples."""
    if name == "p50":
        return results.spread(P50, **at)
    found = results.distribution(**at)
    return Spread.of([found.quantile(QUANTILES[name])]) if found else None
