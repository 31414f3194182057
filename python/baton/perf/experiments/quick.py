# SPDX-License-Identifier: Apache-2.0
"""What `make perf` shows: what handing over saves against what ROS 2 does today, and where the time
goes, in under four minutes."""

from baton.perf import units
from baton.perf.cell import Cell
from baton.perf.experiment import Experiment, Finding
from baton.perf.plot import ChartGroup
from baton.perf.results import Results
from baton.perf.side_by_side import (
    P50,
    copy_ratio_charts,
    floor_ratio_charts,
    hand_over_findings,
    hand_over_tables,
    latency_charts,
    subscribers_text,
    with_range,
)
from baton.perf.table import GOOD, Entry, Table
from baton.perf.variants import COPY, FAST_DDS_SHARING, FLOOR, UDP, ZERO_COPY, hand_over_cell

SIZES = (4 << 10, 64 << 10, 1 << 20, 4 << 20, 8 << 20)
SUBSCRIBERS = (1, 4, 16)

# UDP does not keep up with 4 MB at 200 Hz, so it is compared at the rate of a camera.
CAMERA = {"rate": "25 Hz"}
CAMERA_RATE_HZ = 25
CAMERA_SECONDS = 2
CAMERA_SIZES = (4 << 10, 4 << 20)
CAMERA_SUBSCRIBERS = (1, 4)
CAMERA_VARIANTS = (UDP, FAST_DDS_SHARING, ZERO_COPY)
CAMERA_NOTES = (
    "UDP: Baton with zero copy off: serialised and sent over the loopback interface, as ROS 2 does it where its "
    "middleware uses no shared memory",
    "Fast DDS data sharing: its best setting, with loans and without Baton",
    "CPU: all processes of the cell, percent of one core",
)


class Quick(Experiment):
    name = "quick"
    title = "Handing a message over, copying it, and sending it"
    purpose = "UDP, Fast DDS, copy, zero copy, floor; 4 KB to 8 MB, 1 to 16 subscribers (4 minutes)"

    def cells(self, seconds: float) -> list[Cell]:
        matrix = [
            hand_over_cell(variant, size=size, subscribers=subscribers, seconds=seconds)
            for size in SIZES
            for subscribers in SUBSCRIBERS
            for variant in (COPY, ZERO_COPY, FLOOR)
        ]
        camera = [
            hand_over_cell(
                variant,
                size=size,
                subscribers=subscribers,
                seconds=CAMERA_SECONDS * seconds,
                rate_hz=CAMERA_RATE_HZ,
                more_coordinates=CAMERA,
            )
            for size in CAMERA_SIZES
            for subscribers in CAMERA_SUBSCRIBERS
            for variant in CAMERA_VARIANTS
        ]
        return matrix + camera

    def is_reference(self, coordinates) -> bool:
        return coordinates.get("variant") in (FLOOR.name, FAST_DDS_SHARING.name)

    def is_lossless(self, coordinates) -> bool:
        return coordinates.get("variant") != UDP.name

    def tables(self, results: Results) -> list[Table]:
        camera = _camera_table(results)
        return ([camera] if camera.rows else []) + hand_over_tables(_matrix(results))

    def charts(self, results: Results) -> list[ChartGroup]:
        matrix = _matrix(results)
        return latency_charts(matrix) + copy_ratio_charts(matrix) + floor_ratio_charts(matrix)

    def findings(self, results: Results) -> list[Finding]:
        return [
            finding
            for variant in (UDP.name, FAST_DDS_SHARING.name)
            for subscribers in CAMERA_SUBSCRIBERS
            for finding in _camera_findings(results, variant, subscribers)
        ] + hand_over_findings(_matrix(results))


def _matrix(results: Results) -> Results:
    return Results([each for each in results.measurements if "rate" not in each.coordinates])


def _camera_findings(results: Results, variant: str, subscribers: int) -> list[Finding]:
    at = {**CAMERA, "size": "4 MB", "subscribers": subscribers}
    theirs, ours = {**at, "variant": variant}, {**at, "variant": ZERO_COPY.name}
    faster = results.ratio(P50, theirs, ours)
    if not faster:
        return []
    slow_ns = results.median(P50, **theirs)
    figure, word = units.compared(faster.median, ("faster", "slower"))
    text = (
        f"{word} than {variant}, 4 MB at 25 Hz to {subscribers_text(subscribers)}: "
        f"{units.duration(results.median(P50, **ours))} instead of {units.duration(slow_ns)}"
    )
    if cheaper := results.ratio("cpu_percent", theirs, ours):
        times, less = units.compared(cheaper.median, ("less", "more"))
        text += f", and {times} {less} CPU"
    if slow_ns > 1e9 / CAMERA_RATE_HZ:
        text += f" ({variant} does not keep up here: its messages wait for those before them)"
    return [Finding(figure, text)]


def _camera_table(results: Results) -> Table:
    rows = []
    for size in (units.size_text(size) for size in CAMERA_SIZES):
        for subscribers in CAMERA_SUBSCRIBERS:
            at = {**CAMERA, "size": size, "subscribers": subscribers}
            figures, ratios = [], []
            zero = {**at, "variant": ZERO_COPY.name}
            for variant in CAMERA_VARIANTS:
                here = {**at, "variant": variant.name}
                latency = with_range(results.spread(P50, **here), units.microseconds)
                figures.append(f"{latency} / {units.percent(results.median('cpu_percent', **here))}")
                if variant is not ZERO_COPY:
                    ratio = results.ratio(P50, here, zero)
                    ratios.append(Entry(units.times(ratio.median if ratio else None), GOOD))
            if results.median(P50, **zero):
                rows.append((size, str(subscribers), *figures, *ratios))
    return Table(
        "At 25 Hz: latency p50 µs / CPU %",
        (
            *("size", "sub."),
            *(variant.name for variant in CAMERA_VARIANTS),
            *(f"{variant.name} / zero copy" for variant in CAMERA_VARIANTS[:-1]),
        ),
        rows,
        CAMERA_NOTES,
    )
