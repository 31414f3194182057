# SPDX-License-Identifier: Apache-2.0
import json
import os
import shutil
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from baton.perf import runner as runner_module
from baton.perf.cell import Cell
from baton.perf.experiments.bench.copy_mode import read_memcpy
from baton.perf.experiments.bench.memory import Memory
from baton.perf.runner import Runner
from baton.perf.variants import (
    FLOOR,
    ICEORYX2,
    ROS2,
    UDP,
    ZERO_COPY,
    hand_over_cell,
    with_environment,
)


@pytest.fixture
def runner(bin_dir, tmp_path, monkeypatch):
    monkeypatch.setenv("FAKE_PERF_TEST_PID", str(tmp_path / "pid"))
    monkeypatch.setattr(runner_module, "GRACE_S", 0.3)
    with Runner(bin_dir, tmp_path / "raw", patience_s=2) as runner:
        yield runner


def pretend(monkeypatch, **mode) -> None:
    monkeypatch.setenv("FAKE_PERF_TEST", json.dumps(mode))


def cell(variant=ZERO_COPY, seconds=0.1):
    return hand_over_cell(variant, size=4 << 20, subscribers=4, seconds=seconds)


def is_alive(pid_file: Path) -> bool:
    return Path(f"/proc/{pid_file.read_text()}").exists()


def test_a_run_is_measured_and_its_raw_figures_are_kept(runner, tmp_path):
    measurement = runner.run(cell(), 3)
    assert measurement.error == ""
    assert measurement.repetition == 3
    assert measurement.build_type == "Release"
    assert measurement.metrics["latency_ns_p50"] > 0
    raw = json.loads((tmp_path / measurement.raw_file).read_text())
    assert raw["run"]["latency_ns"]["p50"] == measurement.metrics["latency_ns_p50"]
    assert measurement.command.startswith(str(tmp_path / "bin/perf_test"))


def test_programs_meet_in_a_registry_of_their_own_that_is_removed(bin_dir, tmp_path, monkeypatch):
    log = tmp_path / "log"
    monkeypatch.setenv("FAKE_PERF_TEST_LOG", str(log))
    with Runner(bin_dir, tmp_path / "raw") as runner:
        runner.run(cell(), 0)
        registry = Path(json.loads(log.read_text())[2]["BATON_REGISTRY_DIR"])
        assert registry.is_dir() and registry.stat().st_mode & 0o777 == 0o700
    assert not registry.exists()


def test_programs_have_a_domain_and_take_no_network_from_the_caller(
    bin_dir, tmp_path, monkeypatch
):
    log = tmp_path / "log"
    monkeypatch.setenv("FAKE_PERF_TEST_LOG", str(log))
    monkeypatch.setenv("BATON_TRANSPORT", "shm")
    monkeypatch.setenv("ROS_AUTOMATIC_DISCOVERY_RANGE", "SUBNET")
    monkeypatch.delenv("ROS_DOMAIN_ID", raising=False)
    with Runner(bin_dir, tmp_path / "raw") as runner:
        runner.run(cell(), 0)
        monkeypatch.setenv("ROS_DOMAIN_ID", "7")
        runner.run(with_environment(cell(), {"BATON_TRANSPORT": "udp"}), 0)
    first, second = (json.loads(line)[2] for line in log.read_text().splitlines())
    assert 1 <= int(first["ROS_DOMAIN_ID"]) <= 100
    assert "BATON_TRANSPORT" not in first and "ROS_AUTOMATIC_DISCOVERY_RANGE" not in first
    assert second["ROS_DOMAIN_ID"] == "7" and second["BATON_TRANSPORT"] == "udp"


def test_a_ros_that_is_sourced_lends_its_libraries_to_its_own_program_alone(
    bin_dir, tmp_path, monkeypatch
):
    log = tmp_path / "log"
    ros2, programs = tmp_path / "build/ros2", tmp_path / "build/release/bin"
    shutil.copytree(bin_dir, programs)
    (ros2 / "bin").mkdir(parents=True)
    shutil.copy(bin_dir / "perf_test", ros2 / "bin/perf_ros2")
    monkeypatch.setenv("FAKE_PERF_TEST_LOG", str(log))
    monkeypatch.setenv("AMENT_PREFIX_PATH", "/opt/ros/humble:/ws/install/arm")
    monkeypatch.setenv("LD_LIBRARY_PATH", "/ws/install/arm/lib:/opt/ros/humble/lib:/opt/own")
    with Runner(programs, tmp_path / "raw") as runner:
        runner.run(cell(), 0)
        runner.run(cell(ROS2), 0)
        monkeypatch.setenv("LD_LIBRARY_PATH", "/opt/ros/humble/lib")
        runner.run(cell(), 0)
    own, of_ros, without = (json.loads(line)[2] for line in log.read_text().splitlines())
    assert own["LD_LIBRARY_PATH"] == "/opt/own"
    assert of_ros["LD_LIBRARY_PATH"] == f"{ros2}:/ws/install/arm/lib:/opt/ros/humble/lib:/opt/own"
    assert "LD_LIBRARY_PATH" not in without


def test_what_did_not_go_through_the_network_does_not_pass_for_it(runner, monkeypatch):
    assert runner.run(cell(UDP), 0).error == ""
    pretend(monkeypatch, transport="shared_memory")
    assert "the network was asked for" in runner.run(cell(UDP), 0).error


def test_a_failure_is_told_in_the_words_of_the_program(runner, monkeypatch):
    pretend(monkeypatch, fail="only 3 of 4 subscribers matched")
    assert runner.run(cell(), 0).error == "only 3 of 4 subscribers matched (exit status 1)"


def test_a_program_that_is_not_built_is_an_error_with_the_cure(runner, bin_dir):
    (bin_dir / "perf_test").unlink()
    assert runner.run(cell(), 0).error == f"{bin_dir}/perf_test is not built; cure: make release"


def test_programs_that_are_started_by_others_must_be_built_too(runner, bin_dir):
    (bin_dir / "idle_participant").unlink()
    idle = Memory().cells(0.1)[1]
    assert "idle_participant is not built" in runner.run(idle, 0).error


def test_a_program_that_does_not_end_is_stopped(runner, monkeypatch, tmp_path):
    pretend(monkeypatch, hang=True)
    assert "did not end within" in runner.run(cell(), 0).error
    assert not is_alive(tmp_path / "pid")


def test_a_program_that_ignores_being_stopped_is_killed(runner, monkeypatch, tmp_path):
    pretend(monkeypatch, stubborn=True)
    assert "did not end within" in runner.run(cell(), 0).error
    assert not is_alive(tmp_path / "pid")


def test_an_interrupt_while_a_program_starts_ends_it_too(runner, monkeypatch, tmp_path):
    pretend(monkeypatch, hang=True)

    class Interrupted(subprocess.Popen):
        def __init__(self, *arguments, **options):
            super().__init__(*arguments, **options)
            while not ((tmp_path / "pid").exists() and (tmp_path / "pid").read_text()):
                self.poll()
            signal.raise_signal(signal.SIGINT)

    monkeypatch.setattr(subprocess, "Popen", Interrupted)
    with pytest.raises(KeyboardInterrupt):
        runner.run(cell(), 0)
    assert not is_alive(tmp_path / "pid")


@pytest.mark.parametrize(
    ("mode", "text"), [("silent", "wrote no"), ("garbage", "not JSON"), ("copies", "by copy")]
)
def test_a_result_that_cannot_be_used_is_an_error(runner, monkeypatch, mode, text):
    pretend(monkeypatch, **{mode: True})
    measurement = runner.run(cell(), 0)
    assert text in measurement.error and not measurement.metrics


def test_a_competitor_is_looked_for_where_perf_test_looks(tmp_path):
    bin_dir = tmp_path / "build" / "release" / "bin"
    assert cell(ZERO_COPY).has_competitor(bin_dir)
    for folder in ("build/competitors/lib", "build/release/lib"):
        assert not cell(ICEORYX2).has_competitor(bin_dir)
        library = tmp_path / folder / "libperf_iceoryx2.so"
        library.parent.mkdir(parents=True)
        library.touch()
        assert cell(ICEORYX2).has_competitor(bin_dir)
        library.unlink()


def test_the_floor_is_not_asked_for_zero_copy(runner):
    assert runner.run(cell(FLOOR), 0).error == ""


def test_a_program_that_prints_its_json_is_read_too(runner):
    command = (sys.executable, "-c", 'print(\'{"memcpy_ns": {"p50": 5}}\')')
    measurement = runner.run(Cell({"variant": "memcpy"}, command, read_memcpy, 0.1), 0)
    assert measurement.metrics == {"latency_ns_p50": 5}
    assert measurement.raw_file


def test_a_death_by_signal_is_named(runner):
    command = (sys.executable, "-c", "import os; os.kill(os.getpid(), 9)")
    measurement = runner.run(Cell({"variant": "x"}, command, dict, 1), 0)
    assert measurement.error == "signal SIGKILL"


def test_nothing_of_ours_is_left_in_shared_memory(bin_dir, tmp_path):
    def registries():
        return {name for name in os.listdir("/dev/shm") if name.startswith("baton-perf-")}

    before = registries()
    with Runner(bin_dir, tmp_path / "raw") as runner:
        runner.run(cell(), 0)
        assert len(registries() - before) == 1
    assert registries() - before == set()


@pytest.mark.parametrize("document", [{}, {"run": None}, {"run": {"received": "x"}, "subscribers": 3}])
def test_json_that_says_something_else_fails_its_run_only(runner, bin_dir, document):
    program = bin_dir / "odd"
    program.write_text(f"#!/bin/sh\necho '{json.dumps(document)}'\n")
    program.chmod(0o755)

    def read(told: dict) -> dict:
        return {"p50": told["run"]["received"] / len(told["subscribers"])}

    measurement = runner.run(Cell({"variant": "odd"}, ("odd",), read, 0.1), 0)
    assert measurement.metrics == {}
    assert "0001.json, which has not what is read from it" in measurement.error
