# SPDX-License-Identifier: Apache-2.0
"""`baton perf python`: its two processes."""

import json

import pytest

from baton.perf.in_python import run


def measure(capsys, way, size):
    status = run.main(way, str(size), "5", "500")
    return status, capsys.readouterr()


@pytest.mark.parametrize("way", ["baton", "floor"])
def test_a_way_prints_what_perf_test_prints(capsys, way):
    status, printed = measure(capsys, way, 5000)
    assert status == 0, printed.err
    found = json.loads(printed.out)["run"]
    assert found["sent"] == 5
    # Wake-ups of the floor merge where the machine is busy.
    assert 1 <= found["received"] == 5 - found["lost"] <= 5
    assert way == "floor" or found["lost"] == 0
    assert 0 < found["latency_ns"]["p50"] <= found["latency_ns"]["max"]
    assert sum(count for _, count in found["latency_histogram_ns"]["counts"]) == found["received"]


def test_a_way_that_fails_says_why(capsys, monkeypatch):
    monkeypatch.setattr(run, "ROLE", "no_such_module")
    status, printed = measure(capsys, "floor", 4096)
    assert (status, printed.out) == (1, "")
    assert "No module named no_such_module" in printed.err


def test_processes_that_do_not_end_are_ended(capsys, monkeypatch):
    monkeypatch.setattr(run, "PATIENCE_S", 0)
    monkeypatch.setattr(run, "ROLE", "http.server")
    monkeypatch.setattr(run, "_as_nodes", lambda *_: [["sleep", "1000"]])
    status, printed = measure(capsys, "dora", 4096)
    assert (status, printed.err) == (1, "did not end\n")
