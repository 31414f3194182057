# SPDX-License-Identifier: Apache-2.0
"""System calls of a process that is observed, and of one that is not: they are the same.

OBSERVER_ROUNDS=30 for a proof; a test makes do with fewer.
"""

import collections
import os
import re
import shutil
import signal
import statistics
import subprocess
import sys

import pytest
from conftest import PROGRAMS

ROUNDS = int(os.environ.get("OBSERVER_ROUNDS", "3"))
BATCHES, LOOKS_EACH = 15, 4
COMMANDS = (
    ("top", "--once"),
    ("topic", "hz", "/t", "--count", "2", "--interval", "0.2"),
    ("topic", "bw", "/t", "--count", "2", "--interval", "0.2"),
    ("topic", "info", "-v", "/t"),
    ("topic", "list", "-v"),
)


class Peer:
    """A process that does what it is told, line by line."""

    def __init__(self, environment: dict) -> None:
        self.process = subprocess.Popen(
            [PROGRAMS / "baton_test_peer"],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
            env=environment,
        )

    def ask(self, line: str) -> str:
        self.process.stdin.write(line + "\n")
        self.process.stdin.flush()
        return self.process.stdout.readline().strip()

    def end(self) -> None:
        self.process.stdin.close()
        self.process.stdout.close()
        self.process.wait(20)


class Strace:
    """Counts the system calls of a process, by their names."""

    def __init__(self, pid: int, file) -> None:
        self._file = file
        options = ["-f", "-c", "-U", "calls,name", "-o", str(file), "-p", str(pid)]
        self._process = subprocess.Popen(["strace", *options], stderr=subprocess.PIPE, text=True)
        said = self._process.stderr.readline()
        if "attached" not in said:
            self._process.wait()
            pytest.skip(f"strace may not look at processes here: {said.strip()}")

    def end(self) -> dict[str, int]:
        self._process.send_signal(signal.SIGINT)
        self._process.communicate(timeout=20)
        lines = re.findall(r"^\s*(\d+)\s+(\w+)$", self._file.read_text(), re.MULTILINE)
        return {name: int(count) for count, name in lines}


def _publish(talker: Peer, watched: dict, observed: bool) -> None:
    """Publishes in batches at the pace of an observer, with all commands beside it.

    Where `watched` leads to another registry they see nothing there, and take as long.
    """
    observe = [PROGRAMS / "baton-observe", "--interval", "0.05", "--messages"]
    pace = subprocess.Popen(observe, stdout=subprocess.PIPE, text=True, env=watched)
    baton = [sys.executable, "-m", "baton.cli.main"]
    looking = [
        subprocess.Popen(
            [*baton, *command], stdout=subprocess.PIPE, stderr=subprocess.STDOUT, env=watched
        )
        for command in COMMANDS
    ]
    for _ in range(BATCHES):
        assert talker.ask("publish p 10").startswith("published")
        for _ in range(LOOKS_EACH):
            assert pace.stdout.readline()
    pace.kill()
    pace.communicate()
    for command, process in zip(COMMANDS, looking, strict=True):
        if not observed:
            process.terminate()  # `topic hz` waits for the topic
        said = process.communicate(timeout=60)[0]
        if observed:
            assert process.returncode == 0 and said, (command, said)


def _calls(environment: dict, observed: bool, tmp_path) -> dict[str, int]:
    talker, listener = Peer(environment), Peer(environment)
    for peer, line in (
        (talker, "context name=talker"),
        (listener, "context name=listener"),
        (talker, "publisher p /t"),
        (listener, "subscription s /t"),
        (talker, "matched p 1"),
        (listener, "matched s 1"),
    ):
        assert peer.ask(line) == "ok"
    elsewhere = {**environment, "BATON_REGISTRY_DIR": str(tmp_path / "elsewhere")}
    counting = Strace(talker.process.pid, tmp_path / "calls")
    _publish(talker, environment if observed else elsewhere, observed)
    calls = counting.end()
    talker.end()
    listener.end()
    return calls


def test_a_process_makes_the_same_system_calls_with_and_without_observers(environment, tmp_path):
    if shutil.which("strace") is None:
        pytest.skip("strace is not installed: apt-get install strace")
    counts = {True: collections.defaultdict(list), False: collections.defaultdict(list)}
    for number in range(2 * ROUNDS):
        # By turns, so that what changes on the machine meets both alike.
        observed = number % 2 == 1
        for name, count in _calls(environment, observed, tmp_path).items():
            counts[observed][name].append(count)
    looks = BATCHES * LOOKS_EACH

    def typical(observed: bool, name: str) -> float:
        seen = counts[observed][name]
        return statistics.median([*seen, *[0] * (ROUNDS - len(seen))])

    names = {*counts[True], *counts[False]}
    table = {name: (typical(False, name), typical(True, name)) for name in names}
    print(table)
    assert table["write"][0] >= BATCHES, f"strace has counted nothing: {table}"
    for name, (without, with_observers) in table.items():
        # A call that a look causes would be there for each look. Timers differ by one or two.
        assert abs(with_observers - without) < looks / 10, f"{name}: {table}"
