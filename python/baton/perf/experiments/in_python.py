# SPDX-License-Identifier: Apache-2.0
"""From one process of Python to another: Baton, what else is installed in this Python, and Baton in C++."""

import os
import sys
from pathlib import Path

from baton.perf import units
from baton.perf.cell import BIN, Cell, Coordinates
from baton.perf.experiment import Experiment, Finding, Judgement
from baton.perf.experiments.competitors import by_variant
from baton.perf.perf_test import read_run
from baton.perf.plot import ChartGroup
from baton.perf.results import Results
from baton.perf.side_by_side import P50, latency_charts, with_range
from baton.perf.statistics import Spread
from baton.perf.table import Table
from baton.perf.tails import sound_figure
from baton.perf.variants import ZERO_COPY, hand_over_cell

# Where the package baton lies.
ROOT = str(Path(__file__).resolve().parents[3])
SIZES = (4 << 10, 4 << 20)
RATE_HZ = 100
CPP = "C++"
BATON = "baton"
FLOOR = "floor"
# {variant: the name of its way}
VARIANTS = {
    BATON: "baton",
    FLOOR: "floor",
    "iceoryx2": "iceoryx2",
    "zenoh SHM": "zenoh",
    "dora-rs": "dora",
    "rclpy": "rclpy",
}
MOST_OVER_CPP_US = 25
NOTES = (
    "each writes the whole message in the sender, and reads the time and a byte of each page in the callback",
    "C++: Baton's zero copy by perf_test; floor: bare memory and an eventfd, which is what waking a thread of "
    "Python takes",
    "iceoryx2 and Baton read in place; zenoh copies twice in Python, dora-rs once, rclpy several times",
)


class InPython(Experiment):
    name = "python"
    title = f"From one process of Python to another, {RATE_HZ} Hz"
    purpose = "one process of Python to another, beside C++ and what is installed (3 minutes)"
    seconds = 4
    repetitions = 3

    def cells(self, seconds: float) -> list[Cell]:
        return [
            cell
            for size in SIZES
            for cell in (
                hand_over_cell(
                    ZERO_COPY,
                    size=size,
                    subscribers=1,
                    seconds=seconds,
                    rate_hz=RATE_HZ,
                    fill="full",
                    name=CPP,
                ),
                *(_cell(variant, way, size, seconds) for variant, way in VARIANTS.items()),
            )
        ]

    def is_reference(self, coordinates) -> bool:
        return coordinates["variant"] != BATON

    def is_lossless(self, coordinates) -> bool:
        """Wake-ups of the floor merge, and others drop what a busy machine takes too late."""
        return coordinates["variant"] in (BATON, CPP)

    def compared_cells(self, results: Results) -> list[tuple[Coordinates, Coordinates]]:
        return [
            ({**below, "variant": BATON}, below)
            for below, _ in results.cells()
            if below["variant"] != BATON
        ]

    def tables(self, results: Results) -> list[Table]:
        variants = results.distinct("variant")

        def latency(metric: str):
            return lambda variant, at: sound_figure(results, metric, {**at, "variant": variant})

        def ratio(variant: str, at: dict) -> str:
            ours, theirs = ({**at, "variant": name} for name in (BATON, variant))
            return with_range(results.ratio(P50, ours, theirs), units.significant)

        others = [variant for variant in variants if variant != BATON]
        tables = [
            by_variant(results, "p50 µs", variants, latency(P50), NOTES),
            by_variant(results, "p99 µs", variants, latency("latency_ns_p99"), ()),
            by_variant(results, "p50 of baton in Python over that of ...", others, ratio, ()),
        ]
        return tables if others else tables[:-1]

    def charts(self, results: Results) -> list[ChartGroup]:
        return latency_charts(results)

    def findings(self, results: Results) -> list[Finding]:
        findings = []
        for variant in results.distinct("variant"):
            at = _at(SIZES[-1], variant)
            ratio = results.ratio(P50, at, _at(SIZES[-1], BATON))
            if ratio and variant not in (BATON, CPP, FLOOR):
                text = f"as long with {variant} as with Baton: p50, {at['size']} from Python to Python"
                findings.append(Finding(units.times(ratio.median), text))
        return findings

    def judgements(self, results: Results) -> list[Judgement]:
        judged = []
        for size in SIZES:
            python, cpp = (results.values(P50, _at(size, name)) for name in (BATON, CPP))
            pairs = ((ours, theirs) for ours, theirs in zip(python, cpp) if ours and theirs)
            if over := Spread.of((ours - theirs) / 1e3 for ours, theirs in pairs):
                judged.append(
                    Judgement(
                        f"a callback in Python over one in C++, {units.size_text(size)}, p50",
                        f"{with_range(over, units.significant)} µs",
                        f"at most {MOST_OVER_CPP_US} µs",
                        over.median <= MOST_OVER_CPP_US,
                    )
                )
        return judged


def _at(size: int, variant: str) -> Coordinates:
    return {"size": units.size_text(size), "subscribers": 1, "variant": variant}


def _cell(variant: str, way: str, size: int, seconds: float) -> Cell:
    # Not before it is needed: the other experiments do without these modules.
    from baton.perf.in_python.ways import WAYS

    count = max(round(seconds * RATE_HZ), 1)
    return Cell(
        coordinates=_at(size, variant),
        command=(
            *("/usr/bin/env", *_settings(way), sys.executable, "-m", "baton.perf.in_python.run"),
            *(way, str(size), str(count), str(RATE_HZ)),
        ),
        read=read_run,
        seconds=seconds,
        processes=2,
        lacking=WAYS[way].why_not(),
    )


def _settings(way: str) -> list[str]:
    """Which packages the two processes import: rclpy those of a sourced ROS, and Baton not these."""
    own = f"{BIN}/../site-packages"
    inherited = os.environ.get("PYTHONPATH")
    folders = [ROOT, own, inherited]
    if way == "rclpy":
        folders = [inherited, ROOT]  # where Baton is installed its messages lie beside it
    return [f"PYTHONPATH={os.pathsep.join(filter(None, folders))}", f"PYTHON_BATON_BUILD={own}"]
