# SPDX-License-Identifier: Apache-2.0
from pathlib import Path

import pytest

from baton.perf import units
from baton.perf.progress import outcome
from baton.perf.results import Measurement
from baton.programs import prefix_of_installation


@pytest.mark.parametrize(
    ("size", "text"), [(256, "256 B"), (4096, "4 KB"), (1 << 20, "1 MB"), (8 << 20, "8 MB")]
)
def test_sizes_are_written_and_read_alike(size, text):
    assert units.size_text(size) == text
    assert units.size_bytes(text) == size


def test_a_size_that_is_none_is_refused_with_examples():
    with pytest.raises(ValueError, match="write 256 B, 4 KB or 1 MB"):
        units.size_bytes("large")


@pytest.mark.parametrize(
    ("value", "text"),
    [
        (0, "0"),
        (0.01234, "0.0123"),
        (9.2149, "9.21"),
        (87.34, "87.3"),
        (541.4, "541"),
        (12345.6, "12,346"),
        (-3.14159, "-3.14"),
    ],
)
def test_numbers_have_three_significant_digits_and_no_exponent(value, text):
    assert units.significant(value) == text


@pytest.mark.parametrize(
    ("value_ns", "text"),
    [(870, "870 ns"), (12_500, "12.5 µs"), (3_100_000, "3.10 ms"), (2e9, "2.00 s")],
)
def test_a_duration_has_the_unit_that_suits(value_ns, text):
    assert units.duration(value_ns) == text


def test_what_was_not_measured_is_a_dash_not_a_zero():
    assert units.microseconds(None) == units.MISSING
    assert units.percent(None) == units.MISSING
    assert units.times(None) == units.MISSING
    assert units.kibibytes(None) == units.MISSING


def test_round_values_lose_their_zeros():
    assert units.round_text("10.0 µs") == "10 µs"
    assert units.round_text("2.50 ms") == "2.50 ms"


def test_a_ratio_below_one_is_told_in_reverse_with_the_other_word():
    assert units.compared(9.5, ("less", "more")) == ("9.50×", "less")
    assert units.compared(1.0, ("less", "more")) == ("1.00×", "less")
    assert units.compared(0.5, ("less", "more")) == ("2.00×", "more")


@pytest.mark.parametrize(
    ("metric", "said"),
    [
        ("latency_ns_p50", "p50 25.0 µs"),
        ("latency_ns_p99", "p99 25.0 µs"),
        ("publish_ns_p50", "p50 25.0 µs"),
        ("cpu_percent", "CPU 25,000 %"),
        ("first", "done"),
    ],
)
def test_the_figure_of_a_run_is_named_by_its_metric(metric, said):
    measurement = Measurement({"variant": "floor"}, 0, {metric: 25e3}, "", "", 1.0)
    assert outcome(measurement, metric) == said


@pytest.mark.parametrize(
    ("folder", "prefix"),
    [
        ("/usr/share/baton/python", Path("/usr")),
        ("/opt/robot/share/baton/python", Path("/opt/robot")),
        ("/opt/baton/python", None),
        ("/opt/src/python", None),
    ],
)
def test_a_checkout_in_a_folder_named_baton_is_no_installation(folder, prefix):
    assert prefix_of_installation(Path(folder)) == prefix
