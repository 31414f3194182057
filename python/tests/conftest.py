# SPDX-License-Identifier: Apache-2.0
"""Fixtures: a folder of fake programs, and the command run in this process or as a child."""

import json
import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest

FAKE = Path(__file__).with_name("fake_perf_test.py")
PROGRAMS = (
    *("perf_test", "idle_participant", "idle_node", "node_costs", "start_to_first_message"),
    "node_graph",
    *("component_container", "baton-component", "component_load"),
    *("demo_dlopen_composition", "demo_manual_composition"),
    *("topic_publisher", "topic_subscriber", "topic_composition"),
    *("msg_container_bench", "msg_cdr_bench", "msg_validate_bench"),
)


def pytest_configure() -> None:
    """A script's shell has SIGINT ignored for what it starts in the background: tests send it."""
    if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
        signal.signal(signal.SIGINT, signal.default_int_handler)


@pytest.fixture
def bin_dir(tmp_path: Path) -> Path:
    """Programs that answer at once; each is a script that starts the fake under its own name."""
    directory = tmp_path / "bin"
    directory.mkdir()
    source = FAKE.read_text()
    for name in PROGRAMS:
        program = directory / name
        program.write_text(f"#!{sys.executable} -SE\n{source}")
        program.chmod(0o755)
    return directory


class Baton:
    """Runs `baton` as a user does."""

    def __init__(self, bin_dir: Path, output: Path) -> None:
        self.bin_dir = bin_dir
        self.output = output
        self.log = output.parent / "commands.jsonl"
        self.pid_file = output.parent / "fake.pid"

    def command(self, *arguments: str) -> list[str]:
        where = ["--bin-dir", str(self.bin_dir), "--output", str(self.output)]
        return [sys.executable, "-m", "baton.cli.main", "perf", *arguments, *where]

    def environment(self, mode: dict) -> dict[str, str]:
        return {
            **os.environ,
            "COLUMNS": "140",
            "FAKE_PERF_TEST": json.dumps(mode),
            "FAKE_PERF_TEST_LOG": str(self.log),
            "FAKE_PERF_TEST_PID": str(self.pid_file),
        }

    def start(self, *arguments: str, **mode) -> subprocess.Popen:
        return subprocess.Popen(
            self.command(*arguments),
            env=self.environment(mode),
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
        )

    def run(self, *arguments: str, **mode) -> subprocess.CompletedProcess:
        with self.start(*arguments, **mode) as process:
            output, errors = process.communicate(timeout=120)
        return subprocess.CompletedProcess(process.args, process.returncode, output, errors)

    @property
    def latest(self) -> Path:
        return self.output / "latest"

    def report(self) -> dict:
        return json.loads((self.latest / "report.json").read_text())


@pytest.fixture
def baton(bin_dir: Path, tmp_path: Path) -> Baton:
    return Baton(bin_dir, tmp_path / "results")
