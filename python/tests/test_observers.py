# SPDX-License-Identifier: Apache-2.0
"""The two measuring programs that are Python themselves."""

import json
import subprocess
import sys

import pytest

from baton.perf.memcpy_floor import measure
from baton.perf.observe_idle import observe


def test_copying_more_takes_longer():
    small, large = (min(measure(size, 3, 2000, 0.02)) for size in (4096, 4 << 20))
    assert 0 < small < large


def test_the_copies_keep_the_pace_that_was_asked_for():
    assert len(measure(4096, 2, 1000, 0.05)) == 50


def test_a_sleeping_process_does_not_wake():
    figures = observe([sys.executable, "-c", "import signal; signal.pause()"], 0.3, 0.3)
    assert figures["wake_ups_per_s"] == 0
    assert figures["threads"] == 1
    assert figures["private_dirty_kb"] > 0


def test_a_process_that_ends_while_observed_is_an_error():
    with pytest.raises(SystemExit, match="ended with status 0"):
        observe(["/bin/true"], 0.3, 0.1)


@pytest.mark.parametrize(
    ("module", "arguments", "key"),
    [
        ("memcpy_floor", ["--size", "65536", "--seconds", "0.05"], "memcpy_ns"),
        ("observe_idle", ["--settle", "0.1", "--seconds", "0.1", "/bin/sleep", "60"], "idle"),
    ],
)
def test_each_prints_json(module, arguments, key):
    command = [sys.executable, "-m", f"baton.perf.{module}", *arguments]
    done = subprocess.run(command, capture_output=True, text=True, timeout=60, check=True)
    assert key in json.loads(done.stdout)
