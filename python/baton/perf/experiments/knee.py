# SPDX-License-Identifier: Apache-2.0
"""How latency grows with the load, up to what each way sustains, which is searched first.

Open loop: a message is due at its time whether or not the one before was through, and its latency runs
from then. A way that is late pays for it in the figures, as a robot's does.
"""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace

from baton.perf import units
from baton.perf.cell import Cell, Coordinates, Metrics
from baton.perf.experiment import Experiment, Finding, Next
from baton.perf.experiments import knee_at_fixed_rates
from baton.perf.experiments.kept_up import SUBSCRIBERS, kept_up
from baton.perf.experiments.knee_tables import LOADS, charts_of, ratio_to_zero_copy, tables_of
from baton.perf.plot import ChartGroup
from baton.perf.results import Measurement, Results
from baton.perf.search import KEPT_UP, SUSTAINED, Outcome, Search, geometric, rounded, search
from baton.perf.table import Table
from baton.perf.variants import (
    COPY,
    FAST_DDS_SHARING,
    FLOOR,
    UDP,
    ZERO_COPY,
    Variant,
    hand_over_cell,
)

VARIANTS = (UDP, FAST_DDS_SHARING, COPY, ZERO_COPY, FLOOR)
# By the size of the message: from what any machine sustains to what none does. Seven halvings lead to one of
# 127 rates, which are 8 % apart.
RATES_HZ = {
    4 << 10: geometric(100, 2_000_000, 127),
    4 << 20: geometric(10, 200_000, 127),
}
# In a probe two messages at the ends are few, as long as it has so many; and it takes half of a run at least.
PROBE_MESSAGES = 200
PROBE_SHARE = 0.5
# A publisher's pool grows to what its subscriber leaves unread, most of it at the start: each chunk of 4 MB takes a
# millisecond, in which more messages wait. Others have all their memory before the first message. A pool that grows
# later, after a stall, is measured.
IGNORED_S = 0.2
# Of a probe no more is kept: the latencies of a search are compared with nothing.
PROBE_METRICS = ("sent", "received", "lost", "duration_s", "cpu_percent")


class Knee(Experiment):
    name = "knee"
    title = "Latency against load, open loop"
    purpose = "what UDP, Fast DDS, copy, zero copy, floor sustain, and latency up to it; 4 KB, 4 MB (3 minutes)"
    seconds = 1
    lossless = False

    def cells(self, seconds: float) -> list[Cell]:
        return [
            _cell(
                *(variant, size, seconds, f"{{{load} % of what is sustained}}", {"load": f"{load} %"}),
                IGNORED_S,
            )
            for size in RATES_HZ
            for load in LOADS
            for variant in VARIANTS
        ]

    def next_of(self, cell: Cell, repetition: int, results: Results) -> Next:
        way = {name: each for name, each in cell.coordinates.items() if name != "load"}
        size = units.size_bytes(way["size"])
        variant = next(each for each in VARIANTS if each.name == way["variant"])

        def tried(rate_hz: float) -> list[Outcome]:
            places = ({"search": text, **way} for text in _names_of_tries(rate_hz))
            ended = (results.of(repetition, place) for place in places)
            return [_outcome(each) for each in ended if each]

        found = search(RATES_HZ[size], tried)
        if found.probe_hz:
            return Next(_probe(variant, size, cell.seconds - IGNORED_S, found), found.rates_left)
        if not found.sustained_hz:
            return Next(None)
        return Next(_settled(cell, variant, size, found.sustained_hz))

    def is_probe(self, coordinates) -> bool:
        return "search" in coordinates

    def is_reference(self, coordinates) -> bool:
        return coordinates.get("variant") in (FLOOR.name, FAST_DDS_SHARING.name)

    def metric_of(self, coordinates) -> tuple[str, bool]:
        """At its limit a way's latency is as the machine was just then: there the limit is compared."""
        if coordinates.get("load") == f"{LOADS[-1]} %":
            return SUSTAINED, True
        return self.main_metric, False

    def length_text(self, seconds: float) -> str:
        search_s = PROBE_SHARE * seconds
        return f"{seconds:g} s after {IGNORED_S:g} s that are left out, or {search_s:g} s in a search"

    def tables(self, results: Results) -> list[Table]:
        if knee_at_fixed_rates.is_at_fixed_rates(results):
            return knee_at_fixed_rates.tables(results)
        return tables_of(results, {units.size_text(size): rates for size, rates in RATES_HZ.items()})

    def charts(self, results: Results) -> list[ChartGroup]:
        return charts_of(results)

    def findings(self, results: Results) -> list[Finding]:
        findings = []
        for size in results.distinct("size"):
            ratio = ratio_to_zero_copy(results, size, UDP.name)
            rates = (results.where(size=size, variant=each.name) for each in (ZERO_COPY, UDP))
            most = [each.spread_of_all(SUSTAINED) for each in rates]
            if ratio and all(most):
                ours, theirs = (units.count(each.median) for each in most)
                text = f"the rate of {size} that UDP sustains: {ours} messages a second instead of {theirs}"
                findings.append(Finding(units.times(ratio.median), text))
        return findings


def _cell(
    variant: Variant,
    size: int,
    seconds: float,
    rate: float | str,
    coordinates: Coordinates,
    ignored_s: float = 0,
) -> Cell:
    return hand_over_cell(
        variant,
        size=size,
        subscribers=SUBSCRIBERS,
        seconds=seconds + ignored_s,
        more_options={"rate": rate, "open-loop": True, "ignore": ignored_s or False},
        more_coordinates=coordinates,
    )


def _names_of_tries(rate_hz: float) -> Iterator[str]:
    rate = f"{rate_hz:,.0f} Hz" if rate_hz >= 100 else f"{rate_hz:g} Hz"
    yield f"at {rate}"
    yield f"at {rate} again"


def _outcome(probe: Measurement) -> Outcome:
    if probe.error:
        return Outcome.FAILED
    return Outcome.KEPT_UP if probe.metrics.get(KEPT_UP) else Outcome.LATE


def _probe(variant: Variant, size: int, seconds: float, found: Search) -> Cell:
    name = list(_names_of_tries(found.probe_hz))[found.earlier_tries]
    length_s = min(max(PROBE_MESSAGES / found.probe_hz, PROBE_SHARE * seconds), seconds)
    length_s = rounded(length_s, 3)
    cell = _cell(variant, size, length_s, found.probe_hz, {"search": name})
    return replace(cell, read=_reader_of_probe(variant, found.probe_hz))


def _reader_of_probe(variant: Variant, rate_hz: float) -> Callable[[dict], Metrics]:
    def read(document: dict) -> Metrics:
        run = document.get("run")
        # A rate may be so high that nothing comes through.
        nothing = isinstance(run, Mapping) and run.get("received") == 0
        metrics = {"received": 0} if nothing else variant.read(document)
        due = metrics.get("duration_s", 0) * rate_hz * SUBSCRIBERS
        kept = due > 0 and kept_up(metrics["received"], due)
        told = {name: metrics[name] for name in PROBE_METRICS if name in metrics}
        return {**told, "rate_hz": rate_hz, KEPT_UP: int(kept)}

    return read


def _settled(cell: Cell, variant: Variant, size: int, sustained_hz: float) -> Cell:
    share = float(str(cell.coordinates["load"]).removesuffix(" %")) / 100
    rate_hz = rounded(share * sustained_hz, 4)
    measured_s = cell.seconds - IGNORED_S
    at = _cell(variant, size, measured_s, rate_hz, {"load": cell.coordinates["load"]}, IGNORED_S)
    told = {"rate_hz": rate_hz, SUSTAINED: sustained_hz}
    return replace(at, read=lambda document: {**variant.read(document), **told})
