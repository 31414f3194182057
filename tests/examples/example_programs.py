# SPDX-License-Identifier: Apache-2.0
"""How the examples' tests run them. EXAMPLES_DIR names the folder of the programs."""

import os
import pathlib
import re
import shutil
import signal
import subprocess
import tempfile
import threading
import time
import unittest

PROGRAMS = pathlib.Path(os.environ.get("EXAMPLES_DIR", "build/dev/bin"))
# Generous: only a test that fails waits it out.
DEADLINE_S = 60 * int(os.environ.get("EXAMPLES_SLOWNESS", "1"))


class Program:
    """A running example; what it writes to stdout and stderr is one text."""

    def __init__(self, name, arguments, environment):
        self.name = name
        self._lines = []
        self._more = threading.Condition()
        self._process = subprocess.Popen(
            [PROGRAMS / name, *arguments],
            env=environment,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
        )
        self._reader = threading.Thread(target=self._read)
        self._reader.start()

    def _read(self):
        for line in self._process.stdout:
            with self._more:
                self._lines.append(line)
                self._more.notify_all()

    @property
    def text(self):
        with self._more:
            return "".join(self._lines)

    def wait_for(self, pattern, times=1):
        """The matches, as soon as there are that many."""
        deadline = time.monotonic() + DEADLINE_S
        while True:
            found = list(re.finditer(pattern, self.text))
            if len(found) >= times:
                return found
            left_s = deadline - time.monotonic()
            if left_s <= 0 or (self._process.poll() is not None and not self._reader.is_alive()):
                raise AssertionError(
                    f"{self.name}: {len(found)} of {times} '{pattern}' in:\n{self.text}"
                )
            with self._more:
                self._more.wait(min(left_s, 0.05))

    def end(self):
        """Its exit status, of itself."""
        try:
            return self._process.wait(DEADLINE_S)
        except subprocess.TimeoutExpired:
            raise AssertionError(f"{self.name} goes on and on:\n{self.text}") from None
        finally:
            self.kill()

    def stop(self, signal_number=signal.SIGINT):
        """As Ctrl-C does; its exit status."""
        self._process.send_signal(signal_number)
        return self.end()

    def kill(self):
        self._process.kill()
        self._process.wait()
        self._reader.join()
        self._process.stdout.close()


class ExampleCase(unittest.TestCase):
    """Each test has a registry of its own, and fails when something is left there."""

    def setUp(self):
        self.directory = pathlib.Path(tempfile.mkdtemp(prefix="baton_examples_"))
        self.addCleanup(shutil.rmtree, self.directory)
        self.registry = self.directory / "registry"
        self.environment = {
            name: value
            for name, value in os.environ.items()
            if not name.startswith(("ROS_", "RCUTILS_", "BATON_"))
            and name not in ("SUB_NUM", "EXE_TYPE", "USE_IPC")
        }
        self.environment.update(
            BATON_REGISTRY_DIR=str(self.registry),
            ROS_LOG_DIR=str(self.directory / "log"),
            RCUTILS_COLORIZED_OUTPUT="0",
        )

    def tearDown(self):
        left = [path for path in self.registry.rglob("*") if not path.is_dir()]
        self.assertEqual(left, [], "the registry must be empty")

    def start(self, name, *arguments, **environment):
        program = Program(name, arguments, {**self.environment, **environment})
        self.addCleanup(program.kill)
        return program

    def run_it(self, name, *arguments, **environment):
        """(exit status, what it wrote) of a program that ends by itself."""
        program = self.start(name, *arguments, **environment)
        return program.end(), program.text

    def stop_all(self, *programs):
        for program in programs:
            self.assertEqual(program.stop(), 0, f"{program.name}:\n{program.text}")


def parameters(**values):
    """The arguments that set parameters."""
    arguments = ["--ros-args"]
    for name, value in values.items():
        arguments += ["-p", f"{name}:={value}"]
    return arguments
