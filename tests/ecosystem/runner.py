# SPDX-License-Identifier: Apache-2.0
"""Programs of built packages, run against each other as a list says."""

import os
import pathlib
import re
import shlex
import signal
import subprocess
import tempfile
import time

STOP_S = 20


class Run:
    """One entry of the list: `start` runs in the background, `command` must say `expect`."""

    def __init__(self, entry):
        unknown = set(entry) - {"packages", "start", "command", "expect", "timeout_s"}
        if unknown:
            raise ValueError(f"run of {entry.get('command')}: not understood: {', '.join(unknown)}")
        self.packages = entry["packages"]
        self.start = entry.get("start", [])
        self.command = entry["command"]
        self.expect = entry["expect"]
        self.timeout_s = entry.get("timeout_s", 30)


def environment_of(setup, environment):
    """The environment after `source setup`. What it says of packages that were not built is passed over."""
    command = f"source {shlex.quote(str(setup))} 2>/dev/null; exec env -0"
    done = subprocess.run(["bash", "-c", command], env=environment, capture_output=True, text=True, check=True)
    lines = done.stdout.split("\0")
    return dict(line.split("=", 1) for line in lines if "=" in line)


class Programs:
    """Finds programs of packages in an install folder, and starts them."""

    def __init__(self, workspace, environment):
        self._workspace, self._environment = pathlib.Path(workspace), environment

    def words(self, command, packages):
        """The command with its program's path; raises LookupError if no package has it."""
        filled = command.format(install=self._workspace / "install", source=self._workspace / "src")
        name, *rest = shlex.split(filled)
        for package in packages:
            program = self._workspace / "install" / package / "lib" / package / name
            if program.exists():
                return [str(program), *rest]
        raise LookupError(f"no program {name} in {', '.join(packages)}")

    def begin(self, words, registry, output):
        """A process of its own group, which writes to the file."""
        own = {"BATON_REGISTRY_DIR": registry, "ROS_LOG_DIR": registry + "/log"}
        return subprocess.Popen(
            words,
            env={**self._environment, **own},
            stdin=subprocess.DEVNULL,
            stdout=output,
            stderr=subprocess.STDOUT,
            start_new_session=True,
        )


def _stop(process):
    """The status after SIGINT; "killed" if that was not enough."""
    if process.poll() is None:
        os.killpg(process.pid, signal.SIGINT)
    try:
        return process.wait(STOP_S)
    except subprocess.TimeoutExpired:
        os.killpg(process.pid, signal.SIGKILL)
        process.wait()
        return "killed"


def _wait_for(process, path, expect, timeout_s):
    """What stops the waiting: "said", "ended" or "silent". Without a text, to live on is enough."""
    deadline = time.monotonic() + timeout_s
    while time.monotonic() < deadline:
        ended = process.poll() is not None
        if expect and re.search(expect, path.read_text(errors="replace")):
            return "said"
        if ended:
            return "ended"
        # lint-ok: no_sleep_in_tests: the poll of a condition with a deadline
        time.sleep(0.1)
    return "silent" if expect else "said"


def run(entry, programs, log):
    """None if the command said what is expected and all ended well on SIGINT, else what went wrong."""
    try:
        background = [programs.words(each, entry.packages) for each in entry.start]
        words = programs.words(entry.command, entry.packages)
    except LookupError as error:
        return str(error)
    with tempfile.TemporaryDirectory() as registry:
        files = [pathlib.Path(f"{log}.{index}.txt") for index in range(len(background) + 1)]
        streams = [path.open("w") for path in files]
        processes = []
        try:
            for each, stream in zip([*background, words], streams):
                processes.append(programs.begin(each, registry, stream))
            end = _wait_for(processes[-1], files[-1], entry.expect, entry.timeout_s)
        finally:
            statuses = [_stop(process) for process in reversed(processes)]
            for stream in streams:
                stream.close()
    if end != "said":
        last = files[-1].read_text(errors="replace").strip().splitlines()[-1:] or ["nothing"]
        return f"{end} with status {statuses[0]} instead of saying '{entry.expect}'; last: {last[0][:120]}"
    # A program without a handler of its own ends by the signal.
    bad = [str(each) for each in statuses if each not in (0, -signal.SIGINT)]
    return f"said it, but ended with status {', '.join(bad)}" if bad else None
