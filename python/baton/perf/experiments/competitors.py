# SPDX-License-Identifier: Apache-2.0
"""The same message through Baton, through others, and through the floor of this machine."""

from baton.perf import units
from baton.perf.cell import Cell
from baton.perf.experiment import Experiment, Finding
from baton.perf.plot import ChartGroup
from baton.perf.results import Results
from baton.perf.side_by_side import P50, latency_charts, subscribers_text, with_range
from baton.perf.table import Table
from baton.perf.variants import (
    FAST_DDS_SHARING,
    FAST_DDS_SHM,
    FAST_DDS_UDP,
    FLOOR,
    UDP,
    ZERO_COPY,
    hand_over_cell,
)

# A competitor that is added here is in all tables and charts.
CONTENDERS = (ZERO_COPY, UDP, FAST_DDS_SHARING, FAST_DDS_SHM, FAST_DDS_UDP, FLOOR)
SIZES = (4 << 10, 64 << 10, 1 << 20, 4 << 20)
SUBSCRIBERS = (1, 4)
RATE_HZ = 50
NOTES = (
    "zero copy, UDP: Baton; floor: bare shared memory with an eventfd a subscriber",
    "Fast DDS: its own C++ API without Baton, the same quality of service, a wait set",
    "SHM: its shared-memory transport, with a segment that holds the message",
    "data sharing: with loans, read in place",
)


class Competitors(Experiment):
    name = "competitors"
    title = "Baton, Fast DDS and the floor, 50 Hz"
    purpose = "zero copy, UDP, Fast DDS by UDP, SHM and data sharing, floor; 4 KB to 4 MB"
    seconds = 2
    repetitions = 3

    def cells(self, seconds: float) -> list[Cell]:
        return [
            hand_over_cell(
                variant, size=size, subscribers=subscribers, seconds=seconds, rate_hz=RATE_HZ
            )
            for size in SIZES
            for subscribers in SUBSCRIBERS
            for variant in CONTENDERS
        ]

    def is_reference(self, coordinates) -> bool:
        return not str(coordinates.get("variant", "")) in (ZERO_COPY.name, UDP.name)

    def tables(self, results: Results) -> list[Table]:
        return [
            _table(results, f"{quantile} µs", f"latency_ns_{quantile}", units.microseconds)
            for quantile in ("p50", "p99")
        ] + [_table(results, "CPU, % of one core", "cpu_percent", units.significant)]

    def charts(self, results: Results) -> list[ChartGroup]:
        return latency_charts(results)

    def findings(self, results: Results) -> list[Finding]:
        findings = []
        for subscribers in results.distinct("subscribers"):
            at = {"size": "4 MB", "subscribers": subscribers}
            theirs = {**at, "variant": FAST_DDS_SHARING.name}
            if ratio := results.ratio(P50, theirs, {**at, "variant": ZERO_COPY.name}):
                what = "Baton's loans: Fast DDS's data sharing, 4 MB"
                text = f"{what}, {subscribers_text(subscribers)}"
                findings.append(Finding(units.times(ratio.median), text))
        return findings


def _table(results: Results, title: str, metric: str, write) -> Table:
    variants = results.distinct("variant")
    rows = []
    for size in results.distinct("size"):
        for subscribers in results.distinct("subscribers"):
            at = {"size": size, "subscribers": subscribers}
            figures = (
                with_range(results.spread(metric, **at, variant=variant), write)
                for variant in variants
            )
            rows.append((size, str(subscribers), *figures))
    return Table(title, ("size", "sub.", *variants), rows, NOTES)
