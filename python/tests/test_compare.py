# SPDX-License-Identifier: Apache-2.0
import json
import random

import pytest

from baton.perf.compare import (
    CannotCompare,
    compare,
    load_result,
    parse_percent,
    require_common,
)
from baton.perf.experiments import EXPERIMENTS
from baton.perf.results import Measurement, Results

MACHINE = {"cpu": "EPYC", "cores": 2}


def results_of(zero=10.0, floor=9.0, sizes=("4 MB",), moods=(1.0, 1.0, 1.0)) -> Results:
    """One repetition for each mood of the machine, which all variants share."""
    return Results(
        [
            Measurement(
                {"size": size, "subscribers": 1, "variant": variant},
                repetition,
                {"latency_ns_p50": value * mood},
                "c",
                "t",
                1,
            )
            for repetition, mood in enumerate(moods)
            for size in sizes
            for variant, value in (("zero copy", zero), ("floor", floor))
        ]
    )


def noisy(values) -> Results:
    """Noise that the floor does not share."""
    cells = {"size": "4 MB", "subscribers": 1}
    return Results(
        [
            Measurement({**cells, "variant": variant}, number, {"latency_ns_p50": at}, "c", "t", 1)
            for number, value in enumerate(values)
            for variant, at in (("zero copy", value), ("floor", 9.0))
        ]
    )


def document(results: Results) -> dict:
    return {
        "schema": "baton.perf.results/1",
        "experiment": "quick",
        "machine": MACHINE,
        "repetitions": 3,
        "summary": results.summary(),
        "runs": [each.as_json() for each in results.measurements],
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
    comparison = compared(results_of(floor=9), results_of(zero=20, floor=18))
    assert comparison.too_slow() == [] and comparison.undecided() == []
    assert any("(machine)" in row[0] for row in comparison.table().texts())


def test_noise_that_the_floor_shares_decides_nothing():
    moods = (1.0, 2.5, 1.4)
    assert compared(results_of(), results_of(zero=10.2, moods=moods)).undecided() == []
    assert compared(results_of(), results_of(zero=10.2, moods=moods)).too_slow() == []
    assert len(compared(results_of(), results_of(zero=13, moods=moods)).too_slow()) == 1


def test_noise_of_its_own_leaves_it_undecided_on_either_side_of_the_limit():
    for median in (10.5, 11.5):
        comparison = compared(noisy([9, 10, 11]), noisy([9, median, 14]))
        assert comparison.too_slow() == []
        (open_,) = comparison.undecided()
        assert open_.least < 0.1 < open_.most
        # Of three repetitions the median may be any of them: 9 against 11, and 14 against 9.
        assert open_.least == pytest.approx(9 / 11 - 1)
        assert open_.most == pytest.approx(14 / 9 - 1)
        assert open_.slower == pytest.approx(median / 10 - 1)


def test_what_is_slower_in_every_repetition_is_slower_whatever_the_noise():
    assert len(compared(noisy([9, 10, 11]), noisy([13, 15, 20])).too_slow()) == 1


def many(cells: int, noise: float, seed: int, slow: float = 1.0) -> Results:
    """Cells with noise of their own beside a floor; the first is so much slower."""
    drawn = random.Random(seed)
    runs = []
    for cell in range(cells):
        for number in range(3):
            value = 10 * drawn.lognormvariate(0, noise) * (slow if cell == 0 else 1)
            at = {"size": f"{cell + 1} KB", "subscribers": 1, "variant": "zero copy"}
            runs.append(Measurement(at, number, {"latency_ns_p50": value}, "c", "t", 1))
    return Results(runs)


def test_of_many_cells_none_is_called_slower_by_chance():
    false = sum(
        bool(compared(many(40, 0.2, seed), many(40, 0.2, seed + 1000)).too_slow())
        for seed in range(60)
    )
    # By the order of the repetitions alone it were half of these rounds.
    assert false <= 6


def test_of_many_quiet_cells_one_that_is_slower_is_found():
    found = [
        change.label
        for seed in range(10)
        for change in compared(many(40, 0.04, seed), many(40, 0.04, seed + 1000, 1.5)).too_slow()
    ]
    assert found == ["1 KB, 1 subscriber, zero copy"] * 10


def test_without_a_limit_nothing_fails():
    assert compared(results_of(zero=10), results_of(zero=99), limit=None).too_slow() == []


def test_a_throughput_is_slower_when_it_is_smaller():
    at = {"size": "256 B", "subscribers": 1, "variant": "zero copy"}
    old, new = (
        Results(
            [Measurement(at, number, {"received_per_s": rate}, "c", "t", 1) for number in range(3)]
        )
        for rate in (4e6, 2e6)
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


def test_figures_of_another_machine_are_not_judged_and_ratios_are():
    other = {**MACHINE, "kernel": "7.0"}
    alone = compared(many(1, 0.01, 1), many(1, 0.01, 2, slow=3), machine=other)
    assert alone.too_slow() == alone.undecided() == [] and not alone.judges
    assert "kernel None instead of 7.0" in " ".join(alone.table().notes)
    beside = compared(results_of(zero=10), results_of(zero=20), machine=other)
    assert len(beside.too_slow()) == 1, "against the floor of its own machine"


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
    path.write_text('{"schema": "baton.perf.committed/1", "experiments": {}}')
    with pytest.raises(CannotCompare, match="it has no runs; give the report.json"):
        load_result(path, "quick")
    path.write_text(json.dumps(document(results_of()) | {"runs": [{"coordinates": {}}]}))
    with pytest.raises(CannotCompare, match="are not those of this version"):
        load_result(path, "quick")
    path.write_text(json.dumps(document(results_of())))
    with pytest.raises(CannotCompare, match="a result of quick, not of bench"):
        load_result(path, "bench")


def test_a_result_without_a_common_cell_is_refused_before_anything_is_measured(tmp_path):
    cells = EXPERIMENTS["quick"]().cells(1)
    with pytest.raises(CannotCompare, match="none of the cells .* it has 3 GB, 1 subscriber"):
        require_common(document(results_of(sizes=("3 GB",))), tmp_path, cells, 3, None)
    require_common(document(results_of()), tmp_path, cells, 3, 0.1)


def test_a_verdict_needs_three_repetitions_on_both_sides(tmp_path):
    cells = EXPERIMENTS["quick"]().cells(1)
    old = document(results_of())
    with pytest.raises(CannotCompare, match="3 repetitions at least"):
        require_common(old, tmp_path, cells, 2, 0.1)
    with pytest.raises(CannotCompare, match="3 repetitions at least"):
        require_common({**old, "repetitions": 1}, tmp_path, cells, 3, 0.1)
    require_common({**old, "repetitions": 1}, tmp_path, cells, 1, None)


@pytest.mark.parametrize(("text", "share"), [("10%", 0.1), ("7.5", 0.075), (" 20 % ", 0.2)])
def test_a_limit_is_a_percentage(text, share):
    assert parse_percent(text) == pytest.approx(share)


def test_a_limit_that_is_none_is_refused():
    with pytest.raises(ValueError, match="write 10%"):
        parse_percent("much")
