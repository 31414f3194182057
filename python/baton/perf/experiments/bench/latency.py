# SPDX-License-Identifier: Apache-2.0
"""Publish to callback with sleeping subscribers, loans against the floor."""

from dataclasses import replace
from statistics import median

from baton.perf import units
from baton.perf.cell import Cell
from baton.perf.experiment import Experiment, Finding, Judgement
from baton.perf.plot import ChartGroup
from baton.perf.results import Results
from baton.perf.side_by_side import (
    floor_ratio_charts,
    hand_over_findings,
    latency_charts,
    with_range,
)
from baton.perf.statistics import Spread, above_for_certain
from baton.perf.table import BAD, GOOD, Entry, Table
from baton.perf.variants import FLOOR, ZERO_COPY, hand_over_cell

SIZES = (4 << 10, 64 << 10, 1 << 20, 4 << 20, 8 << 20)
SUBSCRIBERS = (1, 4, 8, 16)
# How many times the floor median and tail may cost.
LIMITS = {"latency_ns_p50": 1.15, "latency_ns_p99": 1.3}


class Latency(Experiment):
    name = "latency"
    title = "Publish to callback, 200 Hz, subscribers asleep"
    purpose = "loans against the floor: p50 and p99"

    def cells(self, seconds: float) -> list[Cell]:
        return [
            hand_over_cell(
                variant,
                size=size,
                subscribers=subscribers,
                seconds=seconds,
                more_coordinates={"row": self.name},
            )
            for size in SIZES
            for subscribers in SUBSCRIBERS
            for variant in (ZERO_COPY, FLOOR)
        ]

    def _places(self, results: Results):
        for size in results.distinct("size"):
            for subscribers in results.distinct("subscribers"):
                yield {"row": self.name, "size": size, "subscribers": subscribers}

    def _ratios(self, results: Results, metric: str, at: dict) -> list[float]:
        return results.ratios(metric, {**at, "variant": "zero copy"}, {**at, "variant": "floor"})

    def tables(self, results: Results) -> list[Table]:
        return [self._table(results, metric, limit) for metric, limit in LIMITS.items()]

    def _table(self, results: Results, metric: str, limit: float) -> Table:
        rows = []
        for at in self._places(results):
            spread = Spread.of(self._ratios(results, metric, at))
            tone = "" if spread is None else GOOD if spread.median <= limit else BAD
            rows.append(
                (
                    at["size"],
                    str(at["subscribers"]),
                    *(
                        with_range(
                            results.spread(metric, **at, variant=variant), units.microseconds
                        )
                        for variant in ("zero copy", "floor")
                    ),
                    Entry(with_range(spread, units.ratio), tone),
                )
            )
        quantile = metric.rpartition("_")[2]
        columns = (
            "size",
            "subscribers",
            f"zero copy {quantile} µs",
            f"floor {quantile} µs",
            f"ratio (at most {limit})",
        )
        note = "median (smallest–largest); the ratio is taken within each repetition"
        return Table(f"{self.title}: {quantile}", columns, rows, (note,))

    def charts(self, results: Results) -> list[ChartGroup]:
        own = Results([_without_row(measurement) for measurement in results.measurements])
        limit = (LIMITS["latency_ns_p50"], f"limit {LIMITS['latency_ns_p50']}")
        return latency_charts(own) + floor_ratio_charts(own, limit)

    def findings(self, results: Results) -> list[Finding]:
        return hand_over_findings(
            Results([_without_row(measurement) for measurement in results.measurements])
        )

    def judgements(self, results: Results) -> list[Judgement]:
        verdicts = [self._worst(results, metric, limit) for metric, limit in LIMITS.items()]
        return [verdict for verdict in verdicts if verdict] + self._flatness(results)

    def _worst(self, results: Results, metric: str, limit: float) -> Judgement | None:
        """The worst of so many medians is above most limits by chance alone: one that is counts as missed
        only if more repetitions would not bring it back."""
        cells = [
            (ratios, at)
            for at in self._places(results)
            if (ratios := self._ratios(results, metric, at))
        ]
        if not cells:
            return None
        worst, at = max(cells, key=lambda cell: median(cell[0]))
        over = [ratios for ratios, _ in cells if median(ratios) > limit]
        for_certain = sum(above_for_certain(ratios, limit) for ratios in over)
        quantile = metric.rpartition("_")[2]
        return Judgement(
            f"publish to callback, {quantile}, over the floor",
            f"worst {with_range(Spread.of(worst), units.ratio)} ({at['size']}, "
            f"{at['subscribers']} sub.); {len(cells) - len(over)} of {len(cells)} cells within, "
            f"{for_certain} beyond for certain",
            f"at most {limit}",
            True if not over else False if for_certain else None,
        )

    def _flatness(self, results: Results) -> list[Judgement]:
        """Does 8 MB cost more than 4 KB, beyond what it costs the floor?"""
        verdicts = []
        for subscribers in results.distinct("subscribers"):
            own, floor = (
                _growth(results, subscribers, variant) for variant in ("zero copy", "floor")
            )
            if not own or not floor:
                continue
            # Allow for the spread: compare the smallest growth of Baton with the largest growth of
            # the floor.
            verdicts.append(
                Judgement(
                    f"extra latency of 8 MB over 4 KB, {subscribers} sub.",
                    f"{_signed(own)}, floor {_signed(floor)}",
                    "no more than the floor, within the spread",
                    own.minimum <= floor.maximum,
                )
            )
        return verdicts


def _growth(results: Results, subscribers: int, variant: str) -> Spread | None:
    at = {"row": Latency.name, "subscribers": subscribers, "variant": variant}
    large, small = (
        results.values("latency_ns_p50", {**at, "size": size}) for size in ("8 MB", "4 KB")
    )
    return Spread.of(
        above - below
        for above, below in zip(large, small)
        if above is not None and below is not None
    )


def _signed(spread: Spread) -> str:
    median, low, high = (
        # Adding zero turns -0.0 into 0.0.
        f"{round(value / 1e3, 1) + 0:+.1f}"
        for value in (spread.median, spread.minimum, spread.maximum)
    )
    return f"{median} µs ({low} to {high})"


def _without_row(measurement):
    """The shared charts know sizes, subscribers and variants only."""
    kept = {k: v for k, v in measurement.coordinates.items() if k != "row"}
    return replace(measurement, coordinates=kept)
