# SPDX-License-Identifier: Apache-2.0
"""`baton perf python`."""

import json

import pytest

from baton.perf.in_python import run
from baton.perf.in_python.ways import WAYS


@pytest.fixture(autouse=True)
def no_rivals(monkeypatch):
    for name in set(WAYS) - {"floor", "baton"}:
        monkeypatch.setattr(WAYS[name], "why_not", classmethod(lambda way: "pip install it"))


def measure(capsys, *arguments):
    status = run.main(["--count", "5", "--repetitions", "1", "--hz", "500", *arguments])
    return status, capsys.readouterr()


def test_every_way_gives_its_samples_and_what_is_lacking_is_named(capsys):
    status, printed = measure(capsys, "--size", "5000", "--json")
    assert status == 0, printed.err
    samples = {entry["way"]: entry["ns"] for entry in json.loads(printed.out)}
    assert set(samples) == {"floor", "baton"}
    assert len(samples["baton"]) == 5
    assert 1 <= len(samples["floor"]) <= 5  # wake-ups merge where the machine is busy
    assert min(samples["baton"] + samples["floor"]) > 0
    assert "dora-rs is not here: pip install it" in printed.err


def test_the_table_sets_each_way_against_baton(capsys):
    status, printed = measure(capsys, "--size", "4096", "--only", "baton")
    assert status == 0
    assert "4096 bytes" in printed.out and "1.00" in printed.out


def test_a_way_that_fails_is_named_with_its_error(capsys, monkeypatch):
    monkeypatch.setattr(run, "ROLE", "no_such_module")
    status, printed = measure(capsys, "--size", "4096", "--only", "floor")
    assert status == 1
    assert "No module named no_such_module" in printed.out
    assert "failed" in printed.out
