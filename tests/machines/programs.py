# SPDX-License-Identifier: Apache-2.0
"""Programs on machines that are driven line by line."""

import os
import pathlib
import queue
import signal
import subprocess
import threading

from machine import DEADLINE_S, DEVICE, DIES_WITH_THE_TEST, Machine, until

PROGRAMS = pathlib.Path(os.environ.get("PROGRAMS_DIR", "build/dev/bin"))


class Program:
    """A running program that answers each line with a line that begins with "> ".

    Whatever else it says, on stdout and stderr, is its errors.
    """

    def __init__(self, command, environment, errors: pathlib.Path):
        self.name = pathlib.Path(command[0]).name
        self._answers = queue.Queue()
        self._said = []
        self._errors = errors
        with errors.open("w") as file:
            self._process = subprocess.Popen(
                [*DIES_WITH_THE_TEST, *map(str, command)],
                env=environment,
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=file,
                text=True,
            )
        self._reader = threading.Thread(target=self._read)
        self._reader.start()

    def _read(self):
        for line in self._process.stdout:
            if line.startswith("> "):
                self._answers.put(line[2:].rstrip("\n"))
            else:
                self._said.append(line)
        self._answers.put(None)

    @property
    def pid(self):
        return self._process.pid

    @property
    def errors(self):
        return "".join(self._said) + self._errors.read_text(errors="replace")

    def _begin(self):
        """Its first answer; without one it does not stay."""
        try:
            self.answer()
        except AssertionError:
            self.kill()
            raise

    def answer(self, patience_s=DEADLINE_S):
        try:
            line = self._answers.get(timeout=patience_s)
        except queue.Empty:
            line = None
        if line is None:
            raise AssertionError(f"{self.name} is silent; its errors:\n{self.errors}")
        if line.startswith("error"):
            raise AssertionError(f"{self.name}: {line}\n{self.errors}")
        return line

    def tell(self, command):
        self._process.stdin.write(f"{command}\n")
        self._process.stdin.flush()

    def ask(self, command):
        self.tell(command)
        return self.answer()

    def figures(self, command):
        """The answer's `key=value` whose values are numbers."""
        pairs = (word.split("=", 1) for word in self.ask(command).split() if "=" in word)
        return {key: int(value) for key, value in pairs if value.lstrip("-").isdigit()}

    def wait(self):
        try:
            return self._process.wait(DEADLINE_S)
        except subprocess.TimeoutExpired:
            raise AssertionError(f"{self.name} goes on and on:\n{self.errors}") from None

    def is_running(self):
        return self._process.poll() is None

    def send(self, signal_number):
        self._process.send_signal(signal_number)

    def kill(self):
        """As a crash does. Any number of times."""
        if self._process.stdout.closed:
            return
        self.send(signal.SIGKILL)
        self._process.wait()
        self._reader.join()
        for stream in (self._process.stdin, self._process.stdout):
            try:
                stream.close()
            except BrokenPipeError:
                pass  # what it did not read


class Node(Program):
    """A node on a machine: see peers/machine_node.cpp for what it understands."""

    def __init__(self, machine: Machine, *arguments, **environment):
        number = len(list(machine.logs.glob("*.stderr")))
        super().__init__(
            machine.inside(PROGRAMS / "baton_machine_node", *arguments),
            machine.environment(**environment),
            machine.logs / f"{number}.stderr",
        )
        self.machine = machine
        self.name = f"the node of {machine.address}"
        self._begin()

    def matches(self, endpoint):
        return self.figures(f"matches {endpoint}")["count"]

    def has_matches(self, endpoint, count, patience_s=DEADLINE_S):
        return until(lambda: self.matches(endpoint) == count, patience_s)

    def report(self, endpoint):
        return self.figures(f"report {endpoint}")

    def has_sent_all(self, endpoint):
        return until(lambda: self.report(endpoint)["left"] == 0)

    def has_seen(self, endpoint, number, patience_s=DEADLINE_S):
        """Whether the image with that number comes."""
        return until(lambda: self.report(endpoint)["last"] >= number, patience_s)

    def sees_nodes(self, count):
        """Whether it comes to see that many of the name that all have, its own among them. News of a
        node that has gone may come after those of its matches."""
        return until(lambda: self.ask("nodes").split() == ["/machine_node"] * count)

    def quit(self):
        self.tell("quit")
        return self.wait()


class Cable(Program):
    """A cable that loses, delays and reorders: see peers/link_relay.cpp."""

    def __init__(self, one: Machine, other: Machine, seed=1):
        relay = PROGRAMS / "baton_link_relay"
        super().__init__(
            (relay, one.namespace, other.namespace, DEVICE, seed),
            dict(os.environ),
            one.logs / "cable.log",
        )
        self._begin()  # the devices are there
        for machine in (one, other):
            machine.configure()

    def set(self, *commands):
        for command in commands:
            self.ask(command)
