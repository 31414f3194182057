# SPDX-License-Identifier: Apache-2.0
"""Sizes by subscribers, over UDP and without a copy, with one message in flight.

The publisher sends the next message when all subscribers have the last one. The latency of a
message is the time from before its loan to the last of its receipts.
"""

from baton.perf import units
from baton.perf.cell import Cell
from baton.perf.experiment import Experiment, Finding
from baton.perf.plot import ChartGroup
from baton.perf.results import Results
from baton.perf.side_by_side import latency_charts, ratio_charts, saved_findings, subscribers_text
from baton.perf.table import Table
from baton.perf.tails import sound_figure
from baton.perf.variants import UDP, ZERO_COPY, hand_over_cell

KILOBYTES = (4, 64, *range(256, 2049, 256), *range(3072, 8193, 1024))
SUBSCRIBERS = (1, 4, 8, 16)
P50 = "all_received_ns_p50"
MEAN, P99 = "all_received_ns_mean", "all_received_ns_p99"


class Matrix(Experiment):
    name = "matrix"
    title = "UDP and zero copy by size and number of subscribers, one message in flight"
    purpose = "16 sizes x 1, 4, 8, 16 subscriber processes x UDP, zero copy (10 minutes)"
    seconds = 1
    main_metric = P50

    def cells(self, seconds: float) -> list[Cell]:
        return [
            hand_over_cell(
                variant,
                size=kilobytes << 10,
                subscribers=subscribers,
                seconds=seconds,
                rate_hz=0,
                more_options={
                    "msg": "UnboundedSequence",
                    "unbounded-msg-size": kilobytes << 10,
                    "one-in-flight": True,
                },
            )
            for subscribers in SUBSCRIBERS
            for kilobytes in KILOBYTES
            for variant in (UDP, ZERO_COPY)
        ]

    def tables(self, results: Results) -> list[Table]:
        return [
            make(results, subscribers)
            for subscribers in results.distinct("subscribers")
            for make in (_latencies, _more)
        ]

    def charts(self, results: Results) -> list[ChartGroup]:
        return latency_charts(
            results,
            P50,
            "Median time from before the loan to the last receipt, one message in flight. Both "
            "axes are logarithmic.",
        ) + ratio_charts(
            results,
            UDP.name,
            ZERO_COPY.name,
            "How many times longer UDP takes",
            "Median of UDP over median of zero copy; the axis is logarithmic and starts at 1×.",
            logarithmic=True,
            metric=P50,
        )

    def findings(self, results: Results) -> list[Finding]:
        return saved_findings(results, UDP.name, metric=P50)


def _milliseconds(value_ns: float | None) -> str:
    return units.MISSING if value_ns is None else units.significant(value_ns / 1e6)


def _places(results: Results, subscribers: int):
    """The size in kilobytes, and the coordinates over UDP and with zero copy."""
    for size in results.distinct("size"):
        at = {"size": size, "subscribers": subscribers}
        both = [{**at, "variant": variant.name} for variant in (UDP, ZERO_COPY)]
        yield str(units.size_bytes(size) >> 10), both


def _latencies(results: Results, subscribers: int) -> Table:
    rows = []
    for size, both in _places(results, subscribers):
        udp, zero = (results.median(MEAN, **each) for each in both)
        ratio = results.ratio(MEAN, *both)
        times = units.times(ratio.median if ratio else None)
        rows.append((size, _milliseconds(udp), _milliseconds(zero), times))
    columns = ("buffer_size(KB)", "udp latency(ms)", "zero copy latency(ms)", "udp / zero copy")
    note = "latency: the mean, from before the loan to the last receipt"
    return Table(subscribers_text(subscribers), columns, rows, (note,))


def _more(results: Results, subscribers: int) -> Table:
    rows = [
        (
            size,
            *(_milliseconds(results.median(P50, **each)) for each in both),
            *(sound_figure(results, P99, each, _milliseconds) for each in both),
            *(units.percent(results.median("cpu_percent", **each)) for each in both),
        )
        for size, both in _places(results, subscribers)
    ]
    columns = (
        *("buffer_size(KB)", "udp p50(ms)", "zero copy p50(ms)"),
        *("udp p99(ms)", "zero copy p99(ms)", "udp CPU %", "zero copy CPU %"),
    )
    title = f"{subscribers_text(subscribers)}: percentiles, and CPU of one core"
    return Table(title, columns, rows)
