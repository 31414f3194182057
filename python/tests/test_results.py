# SPDX-License-Identifier: Apache-2.0
import json

import pytest

from baton.perf.cell import label_of
from baton.perf.journal import NAME, Journal
from baton.perf.results import Measurement, Results


def measurement(variant="zero copy", repetition=0, error="", **metrics) -> Measurement:
    at = {"size": "4 MB", "subscribers": 1, "variant": variant}
    return Measurement(at, repetition, metrics, "perf_test", "2026-01-01", 1.0, error)


def test_a_label_reads_like_a_sentence():
    assert label_of({"size": "4 MB", "subscribers": 16, "variant": "copy"}) == (
        "4 MB, 16 subscribers, copy"
    )
    assert label_of({"subscribers": 1}) == "1 subscriber"


def test_a_failed_repetition_leaves_a_gap_so_that_pairs_stay_pairs():
    results = Results(
        [
            measurement(p50=10),
            measurement(repetition=1, error="no"),
            measurement(repetition=2, p50=12),
        ]
    )
    assert results.values("p50", measurement().coordinates) == [10, None, 12]
    assert len(results.failed()) == 1


def test_ratios_are_paired_by_repetition():
    results = Results()
    for repetition, floor in enumerate((10, 20)):
        results.add(measurement("floor", repetition, p50=floor))
        results.add(measurement("zero copy", repetition, p50=floor * 1.1))
    at = {"size": "4 MB", "subscribers": 1}
    ratio = results.ratio("p50", {**at, "variant": "zero copy"}, {**at, "variant": "floor"})
    assert round(ratio.median, 6) == 1.1 and ratio.count == 2


def test_cells_are_found_by_any_of_their_coordinates():
    results = Results([measurement("copy", p50=1), measurement("floor", p50=2)])
    assert results.where(variant="copy").distinct("variant") == ["copy"]
    assert results.distinct("variant") == ["copy", "floor"]
    assert results.median("p50", size="4 MB", subscribers=1, variant="floor") == 2
    assert results.median("p50", size="8 MB", subscribers=1, variant="floor") is None


def test_the_summary_has_median_and_range_of_every_metric():
    results = Results([measurement(p50=1), measurement(repetition=1, p50=3)])
    (cell,) = results.summary()
    assert cell["metrics"]["p50"] == {"median": 2, "min": 1, "max": 3, "count": 2}


def test_the_journal_has_a_line_a_run_before_it_is_closed(tmp_path):
    journal = Journal(tmp_path)
    written = [measurement(p50=1), measurement(repetition=1, error="no")]
    for each in written:
        journal.append(each)
    lines = (tmp_path / NAME).read_text().splitlines()
    journal.close()
    assert [Measurement.from_json(json.loads(line)) for line in lines] == written


def test_a_line_that_was_cut_costs_no_line_behind_it(tmp_path):
    (tmp_path / NAME).write_text('{"coordinates": {"si')
    journal = Journal(tmp_path)
    journal.append(measurement(p50=1))
    journal.close()
    Journal(tmp_path).close()
    cut, whole = Journal.read(tmp_path)
    assert cut == '{"coordinates": {"si'
    assert Measurement.from_json(json.loads(whole)) == measurement(p50=1)


def test_a_measurement_is_the_same_after_writing_and_reading():
    one = measurement(p50=1, error="none")
    assert Measurement.from_json(json.loads(json.dumps(one.as_json()))) == one


def test_a_round_that_another_command_measures_is_refused_in_words(tmp_path):
    journal = Journal(tmp_path)
    with pytest.raises(BlockingIOError) as error:
        Journal(tmp_path)
    assert error.value.strerror == "another baton perf measures this round"
    assert error.value.filename == str(tmp_path / NAME)
    journal.close()
    Journal(tmp_path).close()
