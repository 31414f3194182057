# SPDX-License-Identifier: Apache-2.0
"""The tour of README.md, typed line by line into a terminal, with what a reader sees."""

import os
import pty
import re
import signal
import subprocess
import sys
import termios
import threading
import time
from pathlib import Path

import pytest
from conftest import PROGRAMS

README = Path(__file__).resolve().parents[2] / "README.md"
STEPS = ["Run", "See", "Measure", "Compose", "Launch"]
PROMPT = "<the next line>"
LATENCY = r"\[demo_listener\w*\]: Latency: avg [\d.]+ us"
# What each line shows, by how it begins. The reader presses Ctrl-C once that is there if the line
# would not end by itself.
SHOWS = {
    "export PATH": None,
    "baton run ros2_comm_examples demo_listener": None,
    "baton run ros2_comm_examples demo_talker_loan": LATENCY,
    "baton topic list -t": r"/sample \[sharedmem_msgs/msg/SampleMessage\]",
    "baton topic info -v": r"From /demo_talker_loan: shared memory, zero copy",
    "baton topic hz": r"average rate: \d",
    "baton top ": r"/sample",
    "baton doctor": r"registry",
    "kill": None,
    "baton run performance_test perf_test --reliable": r"UDP[\s\S]*Maximum runtime reached",
    "baton run performance_test perf_test --zero-copy": r"zero copy[\s\S]*Maximum runtime reached",
    "baton run rclcpp_components component_container": None,
    "baton component load /ComponentManager ros2_comm_examples ros2_demos::MinimalPub": r"Loaded component 1",
    "baton component load /ComponentManager ros2_comm_examples ros2_demos::MinimalSub": r"Loaded component 2",
    "baton component list": r"/ComponentManager\r?\n  1  /demo_talker\r?\n  2  /demo_listener",
    "SUB_NUM=2": r"\[demo_listener_2\]: Latency: avg",
    "lib=": None,
    "baton run ros2_comm_examples demo_dlopen_composition": LATENCY,
    "baton launch ros2_comm_examples six_ways.launch.py --show-args": r"'way':",
    "baton launch ros2_comm_examples six_ways.launch.py way:=": LATENCY,
}
ENDED_BY_CTRL_C = ("baton topic hz", "baton top ", "SUB_NUM=2", "baton run ros2_comm_examples demo_dlopen")
ENDED_BY_CTRL_C += ("baton launch ros2_comm_examples six_ways.launch.py way:=",)


def tour() -> dict[str, list[str]]:
    """The lines to type, by step."""
    text = re.search(r"^## A tour\n(.*?)^## ", README.read_text(), re.M | re.S)[1]
    parts = re.split(r"^### (\w+)\n", text, flags=re.M)
    return {
        name: [
            line
            for block in re.findall(r"^```\n(.*?)^```$", body, re.M | re.S)
            for line in block.splitlines()
        ]
        for name, body in zip(parts[1::2], parts[2::2], strict=True)
    }


class Terminal:
    """An interactive bash, and what it has shown since the last line was typed."""

    def __init__(self, environment: dict, folder: Path) -> None:
        self._master, slave = pty.openpty()
        attributes = termios.tcgetattr(slave)
        # What is typed is not shown: it would be taken for what the line shows.
        attributes[3] &= ~termios.ECHO
        termios.tcsetattr(slave, termios.TCSANOW, attributes)
        # setsid makes the terminal that of the shell, so that Ctrl-C reaches its jobs.
        self._bash = subprocess.Popen(
            ["setsid", "--ctty", "bash", "--norc", "--noprofile", "--noediting", "-i"],
            env={**environment, "PS1": PROMPT, "TERM": "xterm", "COLUMNS": "120", "LINES": "40"},
            cwd=folder,
            stdin=slave,
            stdout=slave,
            stderr=slave,
        )
        os.close(slave)
        self._shown = ""
        self._more = threading.Condition()
        threading.Thread(target=self._read, daemon=True).start()
        self.read_to_prompt()

    def _read(self) -> None:
        while True:
            try:
                data = os.read(self._master, 65536)
            except OSError:
                return
            with self._more:
                self._shown += data.decode(errors="replace")
                self._more.notify_all()

    def type(self, line: str) -> None:
        with self._more:
            self._shown = ""
        os.write(self._master, line.encode() + b"\n")

    def press_ctrl_c(self) -> None:
        os.write(self._master, b"\x03")

    def wait_for(self, pattern: str, seconds: float = 60) -> str:
        deadline = time.monotonic() + seconds
        with self._more:
            while not (found := re.search(pattern, self._shown)):
                left = deadline - time.monotonic()
                assert left > 0, f"{pattern!r} did not come:\n{self._shown}"
                self._more.wait(left)
        return found[0]

    def read_to_prompt(self, seconds: float = 60) -> str:
        """What came until the shell waits for a line."""
        self.wait_for(PROMPT, seconds)
        return self._shown.partition(PROMPT)[0]

    def status(self) -> int:
        self.type("echo status $?")
        return int(re.search(r"status (\d+)", self.read_to_prompt())[1])

    def end(self) -> None:
        self._bash.send_signal(signal.SIGHUP)
        try:
            self._bash.wait(20)
        except subprocess.TimeoutExpired:
            self._bash.kill()
            self._bash.wait()
        os.close(self._master)


@pytest.fixture
def terminal(environment, tmp_path):
    """In a folder that is as a checkout after `make tour`."""
    builds = Path(environment["PYTHONPATH"]).parent / "build"
    if PROGRAMS.parent in (builds / "release", builds / "dev"):
        # `baton` finds it without help.
        del environment["AMENT_PREFIX_PATH"]
    programs = tmp_path / "checkout/.venv/bin"
    programs.mkdir(parents=True)
    baton = programs / "baton"
    baton.write_text(f"#!{sys.executable}\nfrom baton.cli.main import main\nexit(main())\n")
    baton.chmod(0o755)
    opened = Terminal(environment, tmp_path / "checkout")
    yield opened
    opened.end()


def starts_with(line: str, known) -> str | None:
    return next((one for one in known if line.startswith(one)), None)


def test_the_tour_has_its_five_steps_in_their_order():
    assert list(tour()) == STEPS
    lines = [line for step in tour().values() for line in step]
    unknown = [line for line in lines if starts_with(line, SHOWS) is None]
    assert not unknown, "no test says what these show"
    assert len({starts_with(line, SHOWS) for line in lines}) == len(SHOWS)


def test_each_line_of_the_tour_shows_what_it_says(terminal):
    for step, lines in tour().items():
        for line in lines:
            terminal.type(line)
            shows, allowed = SHOWS[starts_with(line, SHOWS)], {0}
            if starts_with(line, ENDED_BY_CTRL_C):
                terminal.wait_for(shows)
                terminal.press_ctrl_c()
                allowed = {0, 130}
            elif line.startswith("baton doctor"):
                # What it finds is this machine's.
                allowed = {0, 1}
            seen = terminal.read_to_prompt()
            if "&" in line:
                terminal.wait_for(shows or "")
            else:
                assert re.search(shows or "", seen), f"{shows!r} did not come:\n{seen}"
            assert terminal.status() in allowed, f"{step}: {line}\n{seen}"
        if step != "Run":
            # What was begun is ended: this does not wait for ever.
            terminal.type("wait")
            terminal.read_to_prompt()
