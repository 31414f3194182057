# SPDX-License-Identifier: Apache-2.0
"""Commands and programs in an environment that a setup.bash made, and nothing else of the tester's."""

import os
import pathlib
import queue
import shlex
import signal
import subprocess
import threading
import time

DEADLINE_S = 60
KEPT = ("HOME", "USER", "TMPDIR", "CCACHE_DIR")


def bare_environment(**more):
    environment = {name: os.environ[name] for name in KEPT if name in os.environ}
    return {**environment, "PATH": "/usr/local/bin:/usr/bin:/bin", "LC_ALL": "C.UTF-8", **more}


def run(command, environment, folder="/", timeout_s=DEADLINE_S):
    """Output of a command of bash, both streams; fails with it unless the command succeeds."""
    done = subprocess.run(
        ["bash", "-c", command],
        cwd=folder,
        env=environment,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        timeout=timeout_s,
    )
    if done.returncode != 0:
        raise AssertionError(f"exit status {done.returncode}: {command}\n{done.stdout}")
    return done.stdout


def sourced(setup, environment):
    """The environment after `source setup`."""
    command = f"source {shlex.quote(str(setup))} && exec env -0"
    done = subprocess.run(
        ["bash", "-c", command], env=environment, capture_output=True, check=True, timeout=DEADLINE_S
    )
    if done.stderr:
        raise AssertionError(f"{setup} says {done.stderr.decode()}")
    lines = done.stdout.decode().split("\0")
    return dict(line.split("=", 1) for line in lines if "=" in line)


class Program:
    """A running program; leaving the block interrupts it, which it must survive with status 0."""

    def __init__(self, path: pathlib.Path, *arguments: str, environment: dict):
        self._path = path
        self._lines = queue.Queue()
        self._seen = []
        self._process = subprocess.Popen(
            [path, *arguments],
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
            self._lines.put(line.rstrip("\n"))
        self._lines.put(None)

    def wait_for(self, text):
        """Until a line with the text comes."""
        deadline = time.monotonic() + DEADLINE_S
        while True:
            try:
                line = self._lines.get(timeout=max(0.0, deadline - time.monotonic()))
            except queue.Empty:
                line = None
            if line is None:
                raise AssertionError(f"{self._path} never said '{text}', but {self._seen}")
            self._seen.append(line)
            if text in line:
                return

    def __enter__(self):
        return self

    def __exit__(self, kind, error, trace):
        self._process.send_signal(signal.SIGINT)
        try:
            status = self._process.wait(DEADLINE_S)
        except subprocess.TimeoutExpired:
            self._process.kill()
            status = self._process.wait()
        self._reader.join()
        self._process.stdout.close()
        while not self._lines.empty():
            self._seen.append(self._lines.get())
        if status != 0 and kind is None:
            raise AssertionError(f"{self._path} ended with status {status}: {self._seen}")
