# SPDX-License-Identifier: Apache-2.0
import json

import pytest

from baton.perf.compare import CannotCompare, compare, load_result, parse_percent
from baton.perf.experiments import EXPERIMENTS
from baton.perf.results import Measurement, Results

MACHINE = {"cpu": "EPYC", "cores": 2}


def results_of(zero=10.0, floor=9.0, sizes=("4 MB",)) -> Results:
    return Results(
        [
            Measurement(
                {"size": size, "subscribers": 1, "variant": variant},
                0,
                {"latency_ns_p50": value},
                "c",
                "t",
                1,
            )
            for size in sizes
            for variant, value in (("zero copy", zero), ("floor", floor))
        ]
    )


def document(results: Results) -> dict:
    return {
        "schema": "baton.perf.results/1",
        "experiment": "quick",
        "machine": MACHINE,
        "summary": results.summary(),
    }


def compared(old: Results, new: Results, limit=0.1, machine=MACHINE):
    return compare(document(old), "old.json", new, EXPERIMENTS["quick"](), machine, limit)


def test_a_cell_beyond_the_limit_is_too_slow():
    comparison = compared(results_of(zero=10), results_of(zero=11.5))
    (change,) = comparison.too_slow()
    assert change.label == "4 MB, 1 subscriber, zero copy"
    assert round(change.slower, 3) == 0.15


def test_a_cell_within_the_limit_passes():
    assert compared(results_of(zero=10), results_of(zero=10.9)).too_slow() == []


def test_a_slower_floor_is_the_machine_and_not_baton():
    comparison = compared(results_of(floor=9), results_of(floor=18))
    assert comparison.too_slow() == []
    assert "(machine)" in comparison.table().texts()[0][0]


def test_without_a_limit_nothing_fails():
    assert compared(results_of(zero=10), results_of(zero=99), limit=None).too_slow() == []


def test_a_throughput_is_slower_when_it_is_smaller():
    at = {"size": "256 B", "subscribers": 1, "variant": "zero copy"}
    old, new = (
        Results([Measurement(at, 0, {"received_per_s": rate}, "c", "t", 1)]) for rate in (4e6, 2e6)
    )
    comparison = compare(document(old), "old", new, EXPERIMENTS["throughput"](), MACHINE, 0.1)
    assert comparison.too_slow()[0].slower == pytest.approx(1.0)


def test_cells_that_are_missing_now_and_another_machine_are_told():
    comparison = compared(
        results_of(sizes=("4 MB", "8 MB")), results_of(), machine={"cpu": "Xeon", "cores": 2}
    )
    notes = " ".join(comparison.table().notes)
    assert "8 MB, 1 subscriber, zero copy" in notes
    assert "another machine" in notes


def test_the_old_result_is_found_in_its_folder_too(tmp_path):
    (tmp_path / "report.json").write_text(json.dumps(document(results_of())))
    assert load_result(tmp_path, "quick")["experiment"] == "quick"


def test_what_cannot_be_compared_is_refused_before_anything_is_measured(tmp_path):
    path = tmp_path / "old.json"
    with pytest.raises(CannotCompare, match="No such file"):
        load_result(path, "quick")
    path.write_text("{")
    with pytest.raises(CannotCompare, match="not JSON"):
        load_result(path, "quick")
    path.write_text('{"schema": "other"}')
    with pytest.raises(CannotCompare, match="not a report.json"):
        load_result(path, "quick")
    path.write_text(json.dumps(document(results_of())))
    with pytest.raises(CannotCompare, match="a result of quick, not of bench"):
        load_result(path, "bench")


@pytest.mark.parametrize(("text", "share"), [("10%", 0.1), ("7.5", 0.075), (" 20 % ", 0.2)])
def test_a_limit_is_a_percentage(text, share):
    assert parse_percent(text) == pytest.approx(share)


def test_a_limit_that_is_none_is_refused():
    with pytest.raises(ValueError, match="write 10%"):
        parse_percent("much")
