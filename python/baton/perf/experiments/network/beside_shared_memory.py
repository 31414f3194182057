# SPDX-License-Identifier: Apache-2.0
"""Shared memory while the network is open too: its latency, and what a publisher pays whose
subscribers are all on this machine."""

from baton.perf import units
from baton.perf.cell import Cell
from baton.perf.experiments.network.pairs import Pairs
from baton.perf.variants import ZERO_COPY, Variant, hand_over_cell, with_environment

NETWORK_ON = {"ROS_AUTOMATIC_DISCOVERY_RANGE": "LOCALHOST"}
ON = Variant("network on", ZERO_COPY.options, ZERO_COPY.read)
OFF = Variant("network off", ZERO_COPY.options, ZERO_COPY.read)
SIZES = (4 << 10, 4 << 20)
SUBSCRIBERS = (1, 4)


def on_and_off(row: str, size: int, subscribers: int, seconds: float, rate_hz: int) -> list[Cell]:
    on, off = (
        hand_over_cell(
            variant,
            size=size,
            subscribers=subscribers,
            seconds=seconds,
            rate_hz=rate_hz,
            more_coordinates={"row": row},
        )
        for variant in (ON, OFF)
    )
    return [with_environment(on, NETWORK_ON), off]


class SharedMemory(Pairs):
    name = "shared memory"
    title = "Publish to callback by shared memory, 200 Hz, the network on and off"
    purpose = "shared memory with the network on against off"
    main_metric = "latency_ns_p50"
    ours, theirs, limit = ON.name, OFF.name, 1.05
    what = "shared memory with the network on over off, p50"
    columns = (("latency_ns_p50", "p50 µs"), ("latency_ns_p99", "p99 µs"))

    def cells(self, seconds: float) -> list[Cell]:
        return [
            cell
            for size in SIZES
            for subscribers in SUBSCRIBERS
            for cell in on_and_off(self.name, size, subscribers, seconds, 200)
        ]


class Covered(Pairs):
    name = "covered publisher"
    title = "CPU of a publisher whose subscribers all read shared memory, 1 kHz"
    purpose = "CPU of a covered publisher with the network on against off"
    main_metric = "publisher_cpu_percent"
    ours, theirs, limit = ON.name, OFF.name, 1.05
    what = "CPU of a covered publisher with the network on over off"
    columns = (("publisher_cpu_percent", "publisher, % of one core"), ("cpu_percent", "all, %"))

    def write(self, value: float) -> str:
        return units.significant(value)

    def cells(self, seconds: float) -> list[Cell]:
        return on_and_off(self.name, 4 << 10, 4, seconds, 1000)
