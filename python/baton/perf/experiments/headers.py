# SPDX-License-Identifier: Apache-2.0
"""What including a message's header costs the compiler."""

import sys

from baton.perf import units
from baton.perf.cell import BIN, Cell, Metrics, UnusableResult
from baton.perf.experiment import Experiment
from baton.perf.results import Results
from baton.perf.side_by_side import with_range
from baton.perf.statistics import Spread
from baton.perf.table import Table

EMPTY = "an empty file"
STANDARD = "<memory>, <string>, <vector>"
# What a file includes, by its name in the table.
FILES = {
    EMPTY: (),
    STANDARD: ("memory", "string", "vector"),
    **{
        header: (header,)
        for header in (
            "std_msgs/msg/header.hpp",
            "sensor_msgs/msg/image.hpp",
            "sensor_msgs/msg/point_cloud2.hpp",
            "geometry_msgs/msg/pose_stamped.hpp",
            "nav_msgs/msg/odometry.hpp",
            "tf2_msgs/msg/tf_message.hpp",
            "visualization_msgs/msg/marker_array.hpp",
            "baton/baton.hpp",
        )
    },
}


def read_compile(document: dict) -> Metrics:
    if "compile" not in document:
        raise UnusableResult("its JSON has no `compile`")
    return dict(document["compile"])


class Headers(Experiment):
    name = "headers"
    title = "What including a header costs the compiler"
    purpose = "processor time of the compiler (-fsyntax-only) for message headers"
    repetitions = 5
    main_metric = "cpu_ns"
    lossless = False

    def cells(self, seconds: float) -> list[Cell]:
        command = (sys.executable, "-m", "baton.perf.compile_cost", "--build", f"{BIN}/..")
        return [
            Cell({"variant": name}, (*command, *headers), read_compile, seconds)
            for name, headers in FILES.items()
        ]

    def is_reference(self, coordinates) -> bool:
        return coordinates.get("variant") in (EMPTY, STANDARD)

    def tables(self, results: Results) -> list[Table]:
        rows = []
        for header in FILES:
            cpu = results.spread("cpu_ns", variant=header)
            above = Spread.of(
                ours - empty
                for ours, empty in zip(
                    results.values("cpu_ns", {"variant": header}),
                    results.values("cpu_ns", {"variant": EMPTY}),
                )
                if ours is not None and empty is not None
            )
            lines = results.median("lines", variant=header)
            rows.append(
                (
                    header,
                    with_range(cpu, _milliseconds),
                    with_range(None if header == EMPTY else above, _milliseconds),
                    units.MISSING if lines is None else units.count(lines),
                )
            )
        columns = ("header", "ms", "ms above an empty file", "lines read")
        return [Table(self.title, columns, rows, text_columns=frozenset({0}))]


def _milliseconds(value_ns: float) -> str:
    return units.significant(value_ns / 1e6)
