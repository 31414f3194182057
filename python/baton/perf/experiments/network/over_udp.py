# SPDX-License-Identifier: Apache-2.0
"""Baton over UDP against bare Fast DDS over UDP: the same quality of service, the same clock."""

from baton.perf.cell import Cell
from baton.perf.experiments.network.pairs import Pairs
from baton.perf.variants import FAST_DDS_LISTENER, FAST_DDS_UDP, UDP, hand_over_cell

# A rate that two cores can carry to four subscribers with room to spare.
RATES_HZ = {4 << 10: 200, 4 << 20: 20}
SUBSCRIBERS = (1, 4)


class OverUdp(Pairs):
    name = "udp"
    title = "Publish to callback over UDP, loopback, reliable"
    purpose = "Baton over UDP against bare Fast DDS"
    main_metric = "latency_ns_p50"
    ours, theirs, limit = UDP.name, FAST_DDS_UDP.name, 1.1
    what = "UDP over bare Fast DDS, p50"
    columns = (
        ("latency_ns_p50", "p50 µs"),
        ("latency_ns_p99", "p99 µs"),
        ("publish_ns_p50", "publish() p50 µs"),
    )
    notes = (
        "Fast DDS UDP: the subscriber's thread waits in a wait set and takes; in its listener: the "
        "thread that received the last datagram takes, and no other is woken",
    )

    def cells(self, seconds: float) -> list[Cell]:
        return [
            hand_over_cell(
                variant,
                size=size,
                subscribers=subscribers,
                seconds=seconds,
                rate_hz=rate_hz,
                more_coordinates={"row": self.name},
            )
            for size, rate_hz in RATES_HZ.items()
            for subscribers in SUBSCRIBERS
            for variant in (UDP, FAST_DDS_UDP, FAST_DDS_LISTENER)
        ]
