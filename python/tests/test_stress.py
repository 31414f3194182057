# SPDX-License-Identifier: Apache-2.0
import os
import subprocess
import sys
from pathlib import Path

import pytest

from baton.perf.cell import UnusableResult
from baton.perf.experiments.stress import Stress, read_cyclictest
from baton.perf.results import Measurement, Results

STRESS = """#!/bin/sh
echo "stress-ng: info: [1] dispatching hogs: 2 cpu"
echo began >> {log}
trap 'echo ended >> {log}; exit 0' INT
while :; do sleep 0.01; done
"""


def beside(path: Path, *words: str) -> subprocess.CompletedProcess:
    environment = {**os.environ, "PATH": f"{path}:/usr/bin:/bin"}
    command = [sys.executable, "-m", "baton.perf.beside_load", *words]
    return subprocess.run(command, env=environment, capture_output=True, text=True, timeout=60)


def test_the_load_begins_before_the_program_and_ends_after_it(tmp_path):
    log = tmp_path / "log"
    (tmp_path / "stress-ng").write_text(STRESS.format(log=log))
    (tmp_path / "stress-ng").chmod(0o755)
    done = beside(tmp_path, "cpu", "/bin/sh", "-c", f"echo said; echo ran >> {log}; exit 3")
    assert (done.returncode, done.stdout) == (3, "said\n"), done.stderr
    assert log.read_text().split() == ["began", "ran", "ended"]


def test_what_is_missing_is_one_line(tmp_path):
    (tmp_path / "stress-ng").write_text("#!/bin/sh\necho cannot\nexit 1\n")
    (tmp_path / "stress-ng").chmod(0o755)
    done = beside(tmp_path, "cpu", "true")
    assert done.returncode == 1
    assert done.stderr == "stress-ng ended: cannot\n"
    (tmp_path / "stress-ng").write_text(STRESS.format(log=tmp_path / "log"))
    done = beside(tmp_path, "cpu", "/nonexistent")
    assert done.returncode == 1
    assert done.stderr == "/nonexistent: No such file or directory\n"
    assert "LOAD: cpu" in beside(tmp_path, "noise", "true").stderr


def test_the_histogram_of_cyclictest_is_read_in_microseconds():
    counts = {"50": 60, "70": 39, "900": 1}
    metrics = read_cyclictest({"thread": {"0": {"histogram": counts, "max": 912}}})
    assert metrics["latency_ns_p50"] == 50e3 and metrics["latency_ns_p90"] == 70e3
    assert metrics["latency_ns_max"] == 912e3
    assert "latency_ns_p99" not in metrics, "one sample lies beyond it"
    with pytest.raises(UnusableResult):
        read_cyclictest({"thread": {}})


def test_each_row_is_set_against_cyclictest_of_its_load_and_priority():
    cells = Stress().cells(1)
    figures = {"cyclictest": 50e3, "zero copy": 60e3}
    results = Results(
        [
            Measurement(
                cell.coordinates,
                0,
                {"latency_ns_p50": figures.get(cell.coordinates["variant"], 6e6)},
                "c",
                "t",
                1,
            )
            for cell in cells
        ]
    )
    (table,) = Stress().tables(results)
    ours = [row for row in table.texts() if row[2] == "zero copy"]
    assert len(ours) == 10 and {row[-1] for row in ours} == {"1.20×"}
    assert [each.figure for each in Stress().findings(results)] == ["100×", "100×"]
    quiet = [cell for cell in cells if cell.coordinates["load"] == "no other work"]
    assert all("baton.perf.beside_load" not in cell.command for cell in quiet)
    assert all("baton.perf.beside_load" in cell.command for cell in cells if cell not in quiet)


def of_one_cell(*runs: tuple[dict, str]) -> Results:
    at = {"load": "no other work", "priority": "normal", "variant": "cyclictest"}
    return Results(
        [Measurement(at, number, metrics, "c", "t", 1, error) for number, (metrics, error) in enumerate(runs)]
    )


def test_the_largest_is_that_of_all_repetitions_with_its_samples():
    told = [({"latency_ns_max": us * 1e3, "latency_ns_count": 400, "received": 400}, "") for us in (70, 900, 80)]
    (row,) = Stress().tables(of_one_cell(*told))[0].texts()
    assert row[5:7] == ("900", "1,200")
    (row,) = Stress().tables(of_one_cell(*told[:2]))[0].texts()
    assert row[4:7] == ("needs 1,000", "900", "800")


def test_a_cell_whose_first_run_failed_has_the_figures_of_the_others():
    figures = {"latency_ns_p50": 50e3, "latency_ns_max": 70e3, "latency_ns_count": 400, "received": 400}
    (row,) = Stress().tables(of_one_cell(({}, "no"), (figures, "")))[0].texts()
    assert row[3] == "50.0"
    assert Stress().tables(of_one_cell(({}, "no"), ({}, "no")))[0].rows == []


def test_a_loss_reads_as_one():
    at = {"load": "no other work", "priority": "normal", "size": "4 MB", "subscribers": 1}
    results = Results(
        [
            Measurement({**at, "variant": variant}, 0, {"latency_ns_p50": value}, "c", "t", 1)
            for variant, value in (("UDP", 1e5), ("zero copy", 2e5))
        ]
    )
    (finding,) = Stress().findings(results)
    assert (finding.figure, finding.text) == ("2.00×", "slower than UDP: no other work")


def test_a_way_that_does_not_keep_up_is_said_to_wait():
    at = {"load": "cpu", "priority": "normal", "size": "4 MB", "subscribers": 1}
    results = Results(
        [
            Measurement({**at, "variant": variant}, 0, {"latency_ns_p50": value}, "c", "t", 1)
            for variant, value in (("UDP", 5.5e7), ("zero copy", 2e4))
        ]
    )
    (finding,) = Stress().findings(results)
    assert finding.figure == "2,750×" and "UDP does not keep up here" in finding.text
