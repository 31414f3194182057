# SPDX-License-Identifier: Apache-2.0
from collections import namedtuple
from dataclasses import replace
from types import SimpleNamespace

import pytest

from baton.perf import doubts, machine
from baton.perf.experiments import EXPERIMENTS
from baton.perf.machine import (
    Activity,
    Machine,
    StealWatch,
    WorkWatch,
    describe_machine,
    observe_activity,
)
from baton.perf.results import Measurement, Results

QUIET = Activity(0, (), 0.1)
MACHINE = Machine("EPYC", 2, "6.1", "Debian", 16, "", True)
QUICK = EXPERIMENTS["quick"]()


def kinds(found) -> list[str]:
    return [doubt.kind for doubt in found]


def results_of(*values: float, lost: int = 0, error: str = "", row: str = "") -> Results:
    at = {"size": "4 MB", "subscribers": 1, "variant": "zero copy"} | ({"row": row} if row else {})
    return Results(
        [
            Measurement(
                at, number, {"latency_ns_p50": value, "lost": lost, "sent": 200}, "c", "t", 1, error
            )
            for number, value in enumerate(values)
        ]
    )


def test_a_quiet_machine_with_enough_cores_raises_no_doubt():
    assert doubts.about_machine(MACHINE, QUIET, 2) == []


def test_a_busy_core_is_named_with_the_process_that_keeps_it_busy():
    (found,) = doubts.about_machine(MACHINE, Activity(1, ("cc1 (pid 7) 97 %",), 1.2), 2)
    assert found.kind == "BusyMachine"
    assert "cc1 (pid 7) 97 %" in found.text


def test_a_slow_governor_comes_with_the_command_that_changes_it():
    (found,) = doubts.about_machine(replace(MACHINE, governor="powersave"), QUIET, 2)
    assert found.kind == "SlowGovernor"
    assert "cpupower frequency-set" in found.advice
    assert doubts.about_machine(replace(MACHINE, governor="performance"), QUIET, 2) == []


def test_more_processes_than_cores_are_reported():
    assert kinds(doubts.about_machine(MACHINE, QUIET, 17)) == ["FewCores"]


def test_repetitions_that_differ_by_more_than_a_fifth_are_reported_once_with_the_worst():
    assert kinds(doubts.about_results(results_of(100, 110, 119), QUICK)) == []
    (found,) = doubts.about_results(results_of(100, 100, 130), QUICK)
    assert found.kind == "NoisyRepetitions"
    assert "1 of 1 cells" in found.text and "30%" in found.text


def test_lost_messages_are_a_doubt_only_where_none_may_be_lost():
    assert kinds(doubts.about_results(results_of(100, lost=3), QUICK)) == ["LostMessages"]
    bench = EXPERIMENTS["bench"]()
    racing = results_of(100, lost=3, row="throughput")
    assert doubts.about_results(racing, bench) == []


def test_failed_runs_are_reported_with_their_reason():
    (found,) = doubts.about_results(results_of(100, error="no match"), QUICK)
    assert found.kind == "FailedCells" and "no match" in found.text


def test_figures_of_a_build_for_debugging_are_a_doubt():
    results = Results([replace(each, build_type="Debug") for each in results_of(1).measurements])
    (found,) = doubts.about_results(results, QUICK)
    assert found.kind == "SlowBuild" and "Debug" in found.text


def test_stolen_time_matters_from_two_percent_on():
    assert doubts.about_stolen_time(0.01) == []
    assert kinds(doubts.about_stolen_time(0.05)) == ["StolenTime"]


def test_every_doubt_says_what_to_do():
    found = [
        *doubts.about_machine(replace(MACHINE, governor="powersave"), Activity(2, (), 2), 17),
        *doubts.about_results(results_of(1, 2, lost=1, error="x"), QUICK),
        *doubts.about_stolen_time(0.5),
        *doubts.about_other_work(0.5, 2),
        *doubts.about_other_rounds(True),
        *doubts.about_repetitions(1),
    ]
    assert len(found) == 10
    assert all(
        doubt.advice and set(doubt.as_json()) == {"kind", "text", "advice"} for doubt in found
    )


def test_this_machine_can_be_described():
    described = describe_machine()
    assert described.cores >= 1 and described.cpu and described.line
    assert observe_activity(0.05).load_average >= 0
    assert 0 <= StealWatch().share() <= 1


def test_stolen_time_is_a_share_of_what_passed(monkeypatch):
    Times = namedtuple("Times", ("user", "idle", "steal"))
    told = [Times(100.0, 50.0, 1.0), Times(160.0, 85.0, 6.0)]
    monkeypatch.setattr(machine.psutil, "cpu_times", lambda: told.pop(0))
    watch = StealWatch()
    assert watch.share() == pytest.approx(5 / 100)


def test_a_processor_without_a_model_name_is_known_by_its_cores(monkeypatch):
    listed = "Architecture: aarch64\n  Model name:  Cortex-A55\n  Model name:  Cortex-A76\n"
    monkeypatch.setattr(
        machine.subprocess, "run", lambda *_, **__: SimpleNamespace(stdout=listed)
    )
    assert machine._without_model_name() == "Cortex-A55 + Cortex-A76"


def test_other_work_is_all_work_on_our_cores_less_our_own(monkeypatch):
    Times = namedtuple("Times", ("user", "nice", "system", "softirq"))
    idle = Times(900.0, 0.0, 0.0, 0.0)
    told = [[Times(10.0, 0.0, 5.0, 7.0), idle], [Times(16.0, 1.0, 7.0, 90.0), idle]]
    Own = namedtuple("Own", ("user", "system", "children_user", "children_system"))
    own = [Own(1.0, 1.0, 1.0, 1.0), Own(1.5, 1.5, 3.0, 2.0)]
    clock = [100.0, 110.0]
    monkeypatch.setattr(machine.psutil, "cpu_times", lambda percpu: told.pop(0))
    monkeypatch.setattr(machine.os, "sched_getaffinity", lambda _: {0})
    monkeypatch.setattr(machine.os, "times", lambda: own.pop(0))
    monkeypatch.setattr(machine.time, "monotonic", lambda: clock.pop(0))
    watch = WorkWatch()
    assert watch.cores() == pytest.approx((9 - 4) / 10)
    assert doubts.about_other_work(0.2, 2) == []


def test_the_architecture_is_no_name_of_a_processor():
    jetson = "model name\t: ARMv8 Processor rev 1 (v8l)\nCPU part\t: 0xd42\n"
    assert machine._model_name(jetson) == ""
    assert machine._model_name("flags\t: a model name\nmodel name\t: AMD EPYC\n") == "AMD EPYC"
