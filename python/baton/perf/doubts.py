# SPDX-License-Identifier: Apache-2.0
"""Reasons to doubt the figures. Each is a type, and each comes with what to do about it."""

from collections.abc import Sequence
from dataclasses import dataclass

from baton.perf import ros2_competitor
from baton.perf.cell import Cell
from baton.perf.experiment import Experiment
from baton.perf.machine import Activity, Machine
from baton.perf.results import Results
from baton.perf.statistics import Spread
from baton.perf.units import percent

NOISE_LIMIT = 0.20
STEAL_LIMIT = 0.02
# Cores that other programs use. Kernel threads that work for the measured programs count as others.
OTHER_LIMIT = 0.25


@dataclass(frozen=True)
class Doubt:
    text: str
    advice: str

    @property
    def kind(self) -> str:
        return type(self).__name__

    def as_json(self) -> dict:
        return {"kind": self.kind, "text": self.text, "advice": self.advice}


class NoisyRepetitions(Doubt):
    pass


class BusyMachine(Doubt):
    pass


class SlowGovernor(Doubt):
    pass


class FewCores(Doubt):
    pass


class StolenTime(Doubt):
    pass


class OtherWork(Doubt):
    pass


class OtherRound(Doubt):
    pass


class SingleRepetition(Doubt):
    pass


class LostMessages(Doubt):
    pass


class FailedCells(Doubt):
    pass


class MissingCompetitors(Doubt):
    pass


class SlowBuild(Doubt):
    pass


class Incomplete(Doubt):
    pass


def about_machine(machine: Machine, activity: Activity, most_processes: int) -> list[Doubt]:
    """What can be said before the first cell."""
    doubts: list[Doubt] = []
    if activity.busy_cores:
        who = ", ".join(activity.busiest) or f"load average {activity.load_average:.1f}"
        doubts.append(
            BusyMachine(
                f"{activity.busy_cores} of {machine.cores} cores were busy at the start: {who}",
                "let other work end and measure again",
            )
        )
    if machine.governor and machine.governor != "performance":
        doubts.append(
            SlowGovernor(
                f"the CPU governor is {machine.governor}: short work runs at low clock rates",
                "cpupower frequency-set --governor performance (as root)",
            )
        )
    if most_processes > machine.cores:
        doubts.append(
            FewCores(
                f"up to {most_processes} processes share {machine.cores} cores: latencies of many "
                "subscribers contain waiting for a core, in every variant alike",
                "compare variants with each other, or measure on a machine with more cores",
            )
        )
    return doubts


def about_competitors(absent: Sequence[Cell]) -> list[Doubt]:
    """Cells that are left out, because what they compare with is not installed."""
    ros2 = [cell for cell in absent if cell.competitor_library == ros2_competitor.PROGRAM]
    lacking = [cell for cell in absent if cell.lacking]
    others = [cell for cell in absent if cell not in ros2 and cell not in lacking]
    cures = (
        (others, "not built here", "make competitors installs and builds what can be had"),
        (ros2, "none is sourced, or perf_ros2 is not built", ros2_competitor.CURE),
        (lacking, "not here", "; ".join(dict.fromkeys(cell.lacking for cell in lacking))),
    )
    return [
        MissingCompetitors(f"not compared with {_variants_of(cells)}: {why}", cure)
        for cells, why, cure in cures
        if cells
    ]


def _variants_of(cells: Sequence[Cell]) -> str:
    return ", ".join(dict.fromkeys(str(cell.coordinates.get("variant", "")) for cell in cells))


def about_results(results: Results, experiment: Experiment) -> list[Doubt]:
    """What can be said from the figures themselves."""
    return [
        *_about_noise(results, experiment),
        *_about_losses(results, experiment),
        *_about_failures(results),
        *_about_build(results),
    ]


def _about_noise(results: Results, experiment: Experiment) -> list[Doubt]:
    noisy = []
    for coordinates, measurements in results.cells():
        metric, _ = experiment.metric_of(coordinates)
        spread = Spread.of(each.metrics.get(metric) for each in measurements)
        if spread and spread.count > 1 and spread.noise > NOISE_LIMIT:
            noisy.append((spread.noise, measurements[0].label))
    if not noisy:
        return []
    worst, label = max(noisy)
    cells = len(list(results.cells()))
    return [
        NoisyRepetitions(
            f"repetitions of {len(noisy)} of {cells} cells differ by more than "
            f"{NOISE_LIMIT:.0%}; most: {label} ({worst:.0%})",
            "trust ratios within a repetition more than single medians; "
            "more --repetitions or more --seconds",
        )
    ]


def _about_losses(results: Results, experiment: Experiment) -> list[Doubt]:
    lossy = [
        each
        for each in results.measurements
        if each.metrics.get("lost", 0) > 0 and experiment.is_lossless(each.coordinates)
    ]
    if not lossy:
        return []
    most = max(lossy, key=lambda each: each.metrics["lost"])
    return [
        LostMessages(
            f"messages were lost in {len(lossy)} runs; most: {most.label} "
            f"({most.metrics['lost']:.0f} of {most.metrics.get('sent', 0):.0f} sent)",
            "a subscriber was late by more than the history depth: the machine is overloaded",
        )
    ]


def _about_failures(results: Results) -> list[Doubt]:
    failed = results.failed()
    if not failed:
        return []
    return [
        FailedCells(
            f"{len(failed)} runs failed; first: {failed[0].label}: {failed[0].error}",
            "the command is in the CSV and JSON report: run it by hand",
        )
    ]


def _about_build(results: Results) -> list[Doubt]:
    types = {each.build_type for each in results.measurements} - {"", "Release"}
    if not types:
        return []
    return [
        SlowBuild(
            f"the programs were built as {', '.join(sorted(types))}: slower than a release",
            "make release, and leave --bin-dir out",
        )
    ]


def about_stolen_time(share: float) -> list[Doubt]:
    if share <= STEAL_LIMIT:
        return []
    return [
        StolenTime(
            f"the hypervisor gave {percent(share * 100)} % of the time to other machines",
            "measure again at a quieter hour, or on a machine of your own",
        )
    ]


def about_other_work(cores: float, all_cores: int) -> list[Doubt]:
    """What other programs used on average, while it was measured."""
    if cores <= OTHER_LIMIT:
        return []
    return [
        OtherWork(
            f"other programs used {cores:.1f} of {all_cores} cores while it was measured",
            "let other work end and measure again",
        )
    ]


def about_other_rounds(any_seen: bool) -> list[Doubt]:
    if not any_seen:
        return []
    return [
        OtherRound(
            "another baton perf measured on this machine at the same time",
            "measure again, one after the other",
        )
    ]


def about_repetitions(repetitions: int) -> list[Doubt]:
    if repetitions > 1:
        return []
    return [
        SingleRepetition(
            "each cell was measured once, so that no ratio has an interval",
            "--repetitions 3 says how far figures differ from one time to the next",
        )
    ]
