# SPDX-License-Identifier: Apache-2.0
"""The measuring programs that are Python themselves."""

import json
import subprocess
import sys

import pytest

from baton.perf import compile_cost
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


@pytest.fixture
def build(tmp_path):
    cache = "CMAKE_HOME_DIRECTORY:INTERNAL=/nowhere\nCMAKE_CXX_COMPILER:FILEPATH=/usr/bin/c++\n"
    (tmp_path / "CMakeCache.txt").write_text(cache)
    return tmp_path


def test_a_header_costs_the_compiler_more_than_an_empty_file(build):
    empty, vector = (compile_cost.measure(build, headers) for headers in ([], ["vector"]))
    assert 0 < empty["cpu_ns"] < vector["cpu_ns"]
    assert empty["lines"] == 0 and vector["lines"] > 1000


def test_a_header_that_is_not_there_is_an_error_with_its_cure(build):
    with pytest.raises(SystemExit, match="make release"):
        compile_cost.measure(build, ["no/such/header.hpp"])


def test_a_folder_that_is_no_build_is_an_error_with_its_cure(tmp_path):
    with pytest.raises(SystemExit, match="is not a build folder; cure: make release"):
        compile_cost.measure(tmp_path, [])
