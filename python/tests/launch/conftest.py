# SPDX-License-Identifier: Apache-2.0
"""Fixtures: a launch in this process, a launch as a command, and an index of packages."""

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

# Launch files are written for packages of these names; `baton launch` puts them first.
sys.path.insert(0, str(Path(__file__).resolve().parents[2] / "baton/ros2"))

from launch import LaunchDescription, LaunchService  # noqa: E402
from launch.launch_service import include_file  # noqa: E402
from launch.logging import launch_config  # noqa: E402

ROOT = Path(__file__).resolve().parents[2]
BATON = [sys.executable, "-m", "baton.cli.main"]


@pytest.fixture(autouse=True)
def log_folder(tmp_path, monkeypatch):
    monkeypatch.setenv("ROS_LOG_DIR", str(tmp_path / "log"))
    monkeypatch.delenv("OVERRIDE_LAUNCH_PROCESS_OUTPUT", raising=False)
    launch_config.reset()
    yield tmp_path / "log"
    launch_config.reset()


class Launched:
    def __init__(self, status: int, service: LaunchService, output: str) -> None:
        self.status = status
        self.service = service
        self.output = output
        self.lines = output.splitlines()


@pytest.fixture
def launched(capsys):
    """Runs actions, or a file, until the launch has ended."""

    def run(what, arguments=()) -> Launched:
        if isinstance(what, (str, Path)):
            description = include_file(str(what), list(arguments))
        else:
            description = LaunchDescription(list(what))
        service = LaunchService()
        service.include_launch_description(description)
        status = service.run()
        return Launched(status, service, capsys.readouterr().out)

    return run


@pytest.fixture
def prefix(tmp_path, monkeypatch) -> Path:
    """An index with the package `robot`: programs that print their arguments, and launch files."""
    prefix = tmp_path / "prefix"
    index = prefix / "share/ament_index/resource_index/packages"
    index.mkdir(parents=True)
    (index / "robot").touch()
    programs = prefix / "lib/robot"
    programs.mkdir(parents=True)
    program = programs / "camera"
    program.write_text('#!/bin/sh\nfor a in "$@"; do echo "arg:$a"; done\n')
    program.chmod(0o755)
    (prefix / "share/robot/launch").mkdir(parents=True)
    monkeypatch.setenv("AMENT_PREFIX_PATH", str(prefix))
    return prefix


class Command:
    """`baton launch` as a process of its own."""

    def __init__(self, *arguments: str, cwd=None) -> None:
        self.process = subprocess.Popen(
            [*BATON, "launch", *arguments],
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            cwd=cwd,
            env={**os.environ, "PYTHONPATH": str(ROOT), "PYTHONUNBUFFERED": "1"},
        )
        self.output = ""

    def read_until(self, text: str) -> str:
        """Reads lines until one has this text; fails at the end of the output."""
        for line in self.process.stdout:
            self.output += line
            if text in line:
                return line
        raise AssertionError(f"'{text}' did not come: {self.output}")

    def end(self, number: int | None = None, timeout: float = 60) -> int:
        if number is not None:
            self.process.send_signal(number)
        self.output += self.process.communicate(timeout=timeout)[0]
        return self.process.returncode


@pytest.fixture
def command():
    started: list[Command] = []

    def start(*arguments: str, **kwargs) -> Command:
        started.append(Command(*arguments, **kwargs))
        return started[-1]

    yield start
    for one in started:
        if one.process.poll() is None:
            one.process.send_signal(signal.SIGKILL)
            one.process.communicate()


@pytest.fixture
def wait_until():
    def wait(condition, seconds: float = 20) -> None:
        deadline = time.monotonic() + seconds
        while not condition():
            assert time.monotonic() < deadline, "the condition did not come true in time"
            # lint-ok: no_sleep_in_tests: the one poll, of another process, with a deadline
            time.sleep(0.01)

    return wait
