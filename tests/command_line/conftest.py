# SPDX-License-Identifier: Apache-2.0
"""Fixtures: a registry of its own, real nodes of the examples, and the command."""

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

PROGRAMS = Path(os.environ.get("PROGRAMS", ""))


@pytest.fixture
def environment(tmp_path) -> dict[str, str]:
    return {
        **{key: value for key, value in os.environ.items() if not key.startswith("BATON_")},
        "BATON_REGISTRY_DIR": str(tmp_path / "registry"),
        "ROS_LOG_DIR": str(tmp_path / "log"),
        "ROS_DOMAIN_ID": "0",
        "PYTHONPATH": os.environ["PYTHON_FOLDER"],
        "PYTHON_BATON_BUILD": os.environ["SITE_PACKAGES"],
        "AMENT_PREFIX_PATH": str(PROGRAMS.parent),
        "PATH": f"{PROGRAMS}:{os.environ['PATH']}",
        "PYTHONUNBUFFERED": "1",
    }


@pytest.fixture
def start(environment, tmp_path):
    """Starts a program; its output goes to a file. All are ended with the test."""
    started: list[subprocess.Popen] = []

    def run(*command: str) -> subprocess.Popen:
        output = open(tmp_path / f"output{len(started)}", "w+")  # noqa: SIM115
        process = subprocess.Popen(
            command, env=environment, stdout=output, stderr=subprocess.STDOUT, text=True
        )
        process.output = output
        started.append(process)
        return process

    yield run
    for process in started:
        if process.poll() is None:
            process.send_signal(signal.SIGINT)
    for process in started:
        try:
            process.wait(20)
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait()
        process.output.close()


@pytest.fixture
def node(start):
    def run(name: str, *arguments: str) -> subprocess.Popen:
        return start(str(PROGRAMS / name), *arguments)

    return run


@pytest.fixture
def baton(environment):
    def run(*arguments: str, status: int | None = 0) -> subprocess.CompletedProcess:
        done = subprocess.run(
            [sys.executable, "-m", "baton.cli.main", *arguments],
            env=environment,
            capture_output=True,
            text=True,
            timeout=60,
            check=False,
        )
        assert status is None or done.returncode == status, done.stdout + done.stderr
        assert "Traceback" not in done.stderr, done.stderr
        return done

    return run


@pytest.fixture
def launch(start):
    def run(*arguments: str) -> subprocess.Popen:
        return start(sys.executable, "-m", "baton.cli.main", "launch", *arguments)

    return run


def text_of(process: subprocess.Popen) -> str:
    with open(process.output.name) as file:
        return file.read()


def wait_until(condition, seconds: float = 40) -> None:
    deadline = time.monotonic() + seconds
    while not condition():
        assert time.monotonic() < deadline, "the condition did not come true in time"
        # lint-ok: no_sleep_in_tests: the one poll, of other processes, with a deadline
        time.sleep(0.02)
