# SPDX-License-Identifier: Apache-2.0
"""Observing nodes in one process and in several, with programs that only talk like them."""

import json
import os
import signal
import subprocess
import sys
import time

import pytest
from test_experiments import measured

from baton.perf.experiments import EXPERIMENTS
from baton.perf.observe_composition import Composition as Observed
from baton.perf.observe_composition import observe as observe_composition
from baton.perf.observe_loads import observe as observe_loads
from baton.perf.observe_processes import observe as observe_processes
from baton.perf.observe_processes import split_commands
from baton.perf.process_figures import cpu_ns, memory_kb, threads
from baton.perf.watched import NotAsExpected, Watched, watching

COMPOSITION = EXPERIMENTS["composition"]()
PROCESSES = EXPERIMENTS["processes"]()
SLEEPER = [sys.executable, "-c", "import signal; print('ready', flush=True); signal.pause()"]


def test_the_processor_time_of_a_process_grows_while_it_works():
    before = cpu_ns(os.getpid())
    used = time.process_time_ns()
    while time.process_time_ns() - used < 20_000_000:
        pass
    assert 20_000_000 <= cpu_ns(os.getpid()) - before < 2_000_000_000


def test_memory_and_threads_are_those_of_the_process():
    figures = memory_kb(os.getpid())
    assert 0 < figures["private_dirty_kb"] <= figures["pss_kb"] <= figures["rss_kb"]
    assert threads(os.getpid()) >= 1


def test_what_a_program_writes_is_waited_for_and_the_program_is_gone_afterwards():
    with watching(SLEEPER) as (program,):
        assert program.wait_for("read(y)")[0][1] == "y"
        pid = program.pid
    with pytest.raises(ProcessLookupError):
        os.kill(pid, 0)


def test_a_program_that_never_says_it_is_an_error():
    with watching(SLEEPER) as (program,), pytest.raises(NotAsExpected, match="no 'thanks' in 0 s"):
        program.wait_for("thanks", seconds=0.05)


def test_a_program_that_ends_is_an_error_with_its_last_words():
    command = [sys.executable, "-c", "import sys; sys.exit('no such library')"]
    with watching(command) as (program,), pytest.raises(NotAsExpected, match="no such library"):
        program.wait_for("ready")


def test_a_program_that_ignores_ctrl_c_is_killed(monkeypatch):
    monkeypatch.setattr("baton.perf.watched.GRACE_S", 0.05)
    ignore = "import signal; signal.signal(signal.SIGINT, signal.SIG_IGN)"
    program = Watched([SLEEPER[0], "-c", f"{ignore}\n{SLEEPER[2]}"])
    program.wait_for("ready")
    program.stop()
    with pytest.raises(NotAsExpected, match="ended with status -9"):
        program.must_run()


def test_an_observer_that_is_ended_takes_its_programs_along(tmp_path):
    fifo = tmp_path / "pid"
    os.mkfifo(fifo)
    text = f"import os, signal; open({str(fifo)!r}, 'w').write(str(os.getpid())); signal.pause()"
    words = ("-m", "baton.perf.observe_idle", "--settle", "60", sys.executable, "-c", text)
    with subprocess.Popen([sys.executable, *words], stderr=subprocess.DEVNULL) as observer:
        pid = int(fifo.read_text())
        observer.send_signal(signal.SIGTERM)
        assert observer.wait(20) == 1
    with pytest.raises(ProcessLookupError):
        os.kill(pid, 0)


@pytest.mark.parametrize("way", ["run-time", "start-up", "compile-time"])
def test_each_way_of_composing_is_measured_from_the_second_report_of_each_listener(bin_dir, way):
    figures = observe_composition(Observed(bin_dir, 2, 25, 0.1), way, 2, 0.1)
    assert (figures["first_ns_p50"], figures["last_ns_p50"]) == (20e3, 30e3)
    assert figures["latency_ns_p50"] == 25e3
    assert figures["received"] == 14


def test_a_component_that_cannot_be_loaded_is_an_error(bin_dir):
    loader = bin_dir / "baton-component"
    loader.write_text("#!/bin/sh\necho no such plugin >&2\nexit 1\n")
    with pytest.raises(NotAsExpected, match="ros2_demos::MinimalSubscriber: no such plugin"):
        observe_composition(Observed(bin_dir, 1, 25, 0.1), "run-time", 1, 0.1)


def test_loads_are_timed_and_weighed(bin_dir):
    figures = observe_loads(bin_dir, "component_container")
    assert figures["load_ns_p50"] == 6e6
    assert abs(figures["pss_kb_each"]) < 1000


def test_commands_are_split_at_double_dashes():
    assert split_commands(["--", "a", "-b", "--", "c"]) == [["a", "-b"], ["c"]]
    assert split_commands(["a"]) == [["a"]]


def test_processes_are_summed(bin_dir):
    commands = [[str(bin_dir / name)] for name in ("topic_subscriber", "topic_publisher")]
    document = observe_processes(commands, 0.5, 0.1)
    assert [each["program"] for each in document["processes"]] == [
        "topic_subscriber",
        "topic_publisher",
    ]
    run = document["run"]
    assert run["received"] == 50 and run["delay_ns_mean"] == 12.5e3
    assert run["pss_kb"] == sum(each["pss_kb"] for each in document["processes"])


def test_a_subscriber_that_received_nothing_is_an_error(bin_dir):
    command = [str(bin_dir / "topic_composition"), "point_num:=0"]
    with pytest.raises(NotAsExpected, match="received nothing"):
        observe_processes([command], 0.5, 0.05)


def test_composition_compares_three_ways_next_to_each_other():
    cells = COMPOSITION.cells(1)
    ways = [cell.coordinates["variant"] for cell in cells[:3]]
    assert ways == ["run-time", "start-up", "compile-time"]
    assert {cell.needs for cell in cells[:3]} == {
        ("component_container", "baton-component"),
        ("demo_dlopen_composition",),
        ("demo_manual_composition",),
    }


@pytest.mark.parametrize(("ours", "reached"), [(10.4e3, True), (10.6e3, False)])
def test_loaded_nodes_may_be_five_percent_slower_than_linked_ones(ours, reached):
    cells = [cell for cell in COMPOSITION.cells(1) if cell.coordinates["subscribers"]]
    results = measured(
        cells, 3, latency_ns_p50=lambda at: 10e3 if at["variant"] == "compile-time" else ours
    )
    verdicts = COMPOSITION.judgements(results)
    assert [each.reached for each in verdicts] == [reached, reached]
    assert len(COMPOSITION.findings(results)) == 1


@pytest.mark.parametrize(
    ("load_ns", "pss_kb", "reached"), [(19e6, 300, True), (21e6, 301, False)]
)
def test_a_small_component_has_twenty_milliseconds_and_three_hundred_kilobytes(
    load_ns, pss_kb, reached
):
    cells = [cell for cell in COMPOSITION.cells(1) if "small" in str(cell.coordinates)]
    results = measured(cells, 1, load_ns_p50=load_ns, pss_kb_each=pss_kb)
    assert [each.reached for each in COMPOSITION.judgements(results)] == [reached, reached]


@pytest.mark.parametrize(("extra", "reached"), [(0, True), (1, False)])
def test_an_idle_container_has_the_threads_and_wake_ups_of_an_idle_node(extra, reached):
    cells = COMPOSITION.cells(1)[-2:]

    def more(at):
        return 2 + (extra if at["variant"] == "component_container" else 0)

    results = measured(cells, 1, threads=more, wake_ups_per_s=more, private_dirty_kb=900)
    assert [each.reached for each in COMPOSITION.judgements(results)] == [reached, reached]


def test_processes_measures_every_arrangement_once():
    cells = PROCESSES.cells(5)
    assert len(cells) == 4 * (4 + 3 + 7 + 6)
    assert sum(cell.seconds for cell in cells) < 600
    command = " ".join(next(c.command for c in cells if c.coordinates["variant"] == "mixed"))
    assert command.count(" -- ") == 2
    assert "topic_subscriber --ros-args -r __node:=outside0 --" in command
    assert "rate:=1 -p point_num:=1000 -p subscriber_num:=1 -p use_dedicated_executors:=false" in (
        command
    )


def test_processes_say_what_composing_saves():
    def cost(at):
        return 300.0 if at["variant"] == "separate processes" else 100.0

    results = measured(PROCESSES.cells(1), 1, cpu_percent=cost, pss_kb=cost, rss_kb=cost)
    assert [each.figure for each in PROCESSES.findings(results)] == ["3.00×"] * 4
    assert len(PROCESSES.tables(results)) == 4
    assert [len(table.rows) for table in PROCESSES.tables(results)] == [20] * 4
    assert [group.title for group in PROCESSES.charts(results)] == [
        "CPU, 10000 points, 100 Hz",
        "Memory, 10000 points, 100 Hz",
    ]


def test_the_command_measures_a_cell_of_each(baton):
    only = ("--only", "variant=start-up", "--only", "subscribers=2")
    done = baton.run("composition", *only, "--seconds", "0.1")
    assert done.returncode == 0, done.stdout + done.stderr
    assert baton.report()["runs"][0]["metrics"]["latency_ns_p50"] == 25e3
    only = ("--only", "points=1000points", "--only", "rate=1Hz", "--only", "variant=mixed")
    done = baton.run("processes", *only, "--seconds", "0.1", "--json")
    assert done.returncode == 0, done.stderr
    assert json.loads(done.stdout)["runs"][0]["metrics"]["received"] == 100
