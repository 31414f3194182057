# SPDX-License-Identifier: Apache-2.0
"""Programs of Python that tests start, and waits for what they do."""

import os
import subprocess
import sys
import textwrap
import time
from pathlib import Path

ROOT = Path(__file__).resolve().parents[3]
DEADLINE_S = 30


def _pause():
    time.sleep(0.001)  # lint-ok: no_sleep_in_tests: the one poll that others call


def wait_until(condition, step=_pause, seconds=DEADLINE_S):
    """True as soon as the condition holds; `step` is run meanwhile."""
    end = time.monotonic() + seconds
    while not condition():
        if time.monotonic() > end:
            return False
        step()
    return True


def run_python(code, *arguments, check=True, **options):
    """A program of its own, which ends."""
    program = [sys.executable, "-c", textwrap.dedent(code), *map(str, arguments)]
    done = subprocess.run(
        program, capture_output=True, text=True, timeout=120, env=os.environ, **options
    )
    if check:
        assert done.returncode == 0, done.stdout + done.stderr
    return done


def asleep(process):
    """Whether the process's main thread waits for something."""
    return Path(f"/proc/{process.pid}/stat").read_text().rpartition(")")[2].split()[0] == "S"


def start_python(code, *arguments):
    """A program of its own, with pipes."""
    return subprocess.Popen(
        [sys.executable, "-u", "-c", textwrap.dedent(code), *map(str, arguments)],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
        env=os.environ,
    )
