# SPDX-License-Identifier: Apache-2.0
"""Tables of `knee` as it was until November 2026: every way at the same rates, which were 2.5 times apart.

Recorded results have them; nothing is measured so any more.
"""

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
from baton.perf.results import Results
from baton.perf.side_by_side import P50
from baton.perf.statistics import Spread
from baton.perf.table import Table
from baton.perf.tails import sound_quantile
from baton.perf.variants import ZERO_COPY

COARSE_NOTE = (
    "measured by an older version, at fixed rates that are 2.5 times apart: a way may sustain up to 2.5 times what "
    "is said"
)
NOTES = (OPEN_LOOP_NOTE, "load: of the highest rate up to which the way kept up", KEPT_UP_NOTE)


def is_at_fixed_rates(results: Results) -> bool:
    return bool(results.distinct("rate"))


def tables(results: Results) -> list[Table]:
    found = {
        (size, variant): sustained_hz(results, size, variant)
        for size in results.distinct("size")
        for variant in results.distinct("variant")
    }

    def sustained(size: str, variant: str) -> str:
        most = found[size, variant]
        return units.MISSING if most is None else units.count(most)

    def ratio(size: str, variant: str) -> Spread | None:
        ours, theirs = found.get((size, ZERO_COPY.name)), found[size, variant]
        return Spread.of([ours / theirs]) if ours and theirs else None

    first = sustained_table(results, sustained, ratio, (KEPT_UP_NOTE, COARSE_NOTE))
    return [first, *(_table(results, size) for size in results.distinct("size"))]


def sustained_hz(results: Results, size: str, variant: str) -> float | None:
    """The highest rate up to which a way kept up at every rate."""
    most = None
    for rate in sorted(results.where(size=size).distinct("rate"), key=_hertz):
        counted = _received_and_due(results, _at(size, rate, variant))
        if counted is None or not kept_up(*counted):
            break
        most = _hertz(rate)
    return most


def _hertz(rate: str) -> float:
    return float(rate.removesuffix(" Hz"))


def _at(size: str, rate: str, variant: str) -> dict:
    return {"rate": rate, "size": size, "subscribers": SUBSCRIBERS, "variant": variant}


def _received_and_due(results: Results, at: dict) -> tuple[float, float] | None:
    received, duration = (results.median(name, **at) for name in ("received", "duration_s"))
    if not received or not duration:
        return None
    return received, duration * _hertz(at["rate"]) * SUBSCRIBERS


def _table(results: Results, size: str) -> Table:
    jitter = has_jitter(results)
    most = {variant: sustained_hz(results, size, variant) for variant in results.distinct("variant")}
    rows = []
    for rate in results.where(size=size).distinct("rate"):
        for variant in results.distinct("variant"):
            at = _at(size, rate, variant)
            counted = _received_and_due(results, at)
            if counted is None:
                continue
            received, due = counted
            found = results.distribution(**at)
            rows.append(
                (
                    rate,
                    variant,
                    units.percent(most[variant] and 100 * _hertz(rate) / most[variant]),
                    units.microseconds(results.median(P50, **at)),
                    sound_quantile(found, QUANTILES["p99"]),
                    units.count(found.count) if found else units.MISSING,
                    *((units.microseconds(results.median(JITTER, **at)),) if jitter else ()),
                    units.percent(results.median("cpu_percent", **at)),
                    units.percent(min(100 * received / due, 100)),
                    "yes" if kept_up(received, due) else "no",
                )
            )
    columns = (
        *("rate", "variant", "load %", "p50 µs", "p99 µs", "samples"),
        *(("jitter µs",) if jitter else ()),
        *("CPU %", "received %", "kept up"),
    )
    notes = (*NOTES, *((JITTER_NOTE,) if jitter else ()), COARSE_NOTE)
    title = f"{size} to {SUBSCRIBERS} subscriber"
    return Table(title, columns, rows, notes, frozenset({1, len(columns) - 1}))
