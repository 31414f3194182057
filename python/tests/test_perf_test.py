# SPDX-License-Identifier: Apache-2.0
import pytest

from baton.perf.cell import UnusableResult
from baton.perf.perf_test import (
    command_line,
    read_network_run,
    read_run,
    read_zero_copy_run,
    reader_for,
)
from baton.perf.variants import (
    COPY,
    FAST_DDS_SHARING,
    FAST_DDS_UDP,
    FLOOR,
    UDP,
    ZERO_COPY,
    hand_over_cell,
)

DOCUMENT = {
    "run": {
        "received": 400,
        "sent": 200,
        "lost": 0,
        "duration_s": 2.0,
        "latency_ns": {"p50": 9000, "p99": 20000, "count": 400},
        "loan_ns": {"p50": 0, "count": 0},
        "cpu_percent": 3.5,
        "rusage": {"nvcsw": 812, "utime_ns": 300, "stime_ns": 40},
    },
    "processes": [
        {"role": "publisher 0", "cpu_percent": 1.0, "pss_kb": 100},
        {"role": "subscriber 0", "cpu_percent": 2.0, "pss_kb": 50},
        {"role": "subscriber 1", "cpu_percent": 3.0, "pss_kb": 50},
    ],
    "subscribers": [{"process": "subscriber 1", "transport": "shared_memory", "zero_copy": True}],
}


def test_switches_have_no_value_and_false_ones_are_left_out():
    line = command_line({"rate": 200, "reliable": True, "keep-last": False, "max-runtime": 1.0})
    assert line[:6] == ("perf_test", "--rate", "200", "--reliable", "--max-runtime", "1")
    assert line[-4:] == ("--output", "json", "--logfile", "{output}.json")


def test_an_option_of_one_letter_has_one_dash():
    line = command_line({"s": 4, "m": "Array4m"})
    assert line[:5] == ("perf_test", "-s", "4", "-m", "Array4m")


def test_the_command_of_a_cell_is_the_one_of_the_documentation():
    cell = hand_over_cell(ZERO_COPY, size=4 << 20, subscribers=16, seconds=1)
    line = " ".join(cell.command)
    assert line.startswith(
        "perf_test --msg Array4m --rate 200 --num-sub-threads 16 "
        "--process-configuration INTER_PROCESS --reliable --keep-last --history-depth 10 "
        "--fill stamp --max-runtime 1 --zero-copy"
    )
    assert cell.processes == 17


def test_variants_differ_in_nothing_but_the_way_messages_move():
    lines = [
        set(hand_over_cell(variant, size=4096, subscribers=1, seconds=1).command)
        for variant in (UDP, COPY, ZERO_COPY, FLOOR, FAST_DDS_UDP, FAST_DDS_SHARING)
    ]
    common = set.intersection(*lines)
    assert [line - common for line in lines] == [
        set(),
        {"--shared-memory"},
        {"--zero-copy"},
        {"--communicator", "floor"},
        {"--communicator", "FastDDS"},
        {"--communicator", "FastDDS", "--zero-copy"},
    ]


@pytest.mark.parametrize(
    ("options", "reader"),
    [
        ({}, read_network_run),
        ({"loaned-samples": True}, read_network_run),
        ({"communicator": "FastDDS"}, read_network_run),
        ({"c": "poll"}, read_network_run),
        ({"zero-copy": True}, read_zero_copy_run),
        ({"shared-memory": True}, read_run),
        ({"shared-memory": False}, read_network_run),
        ({"intra-process": True}, read_run),
        ({"c": "floor"}, read_run),
    ],
)
def test_a_run_is_read_by_the_reader_of_its_options(options, reader):
    assert reader_for(options) is reader


def test_figures_are_flat_and_have_their_unit_last():
    metrics = read_run(DOCUMENT)
    assert metrics["latency_ns_p50"] == 9000
    assert metrics["rusage_nvcsw"] == 812
    assert metrics["rusage_cpu_ns"] == 340
    assert metrics["received_per_s"] == 200
    assert metrics["subscriber_cpu_percent"] == 5.0
    assert metrics["publisher_pss_kb"] == 100


def test_a_duration_that_was_not_measured_is_missing_rather_than_zero():
    assert "loan_ns_p50" not in read_run(DOCUMENT)


def test_the_fastest_and_the_slowest_subscriber_are_told_where_there_are_several():
    means = (30_000, 50_000, 20_000)
    subscribers = [{"latency_ns": {"mean": mean, "count": 9}} for mean in means]
    subscribers.append({"latency_ns": {"mean": 0, "count": 0}})
    metrics = read_run({**DOCUMENT, "subscribers": subscribers})
    assert metrics["fastest_subscriber_mean_ns"] == 20_000
    assert metrics["slowest_subscriber_mean_ns"] == 50_000
    assert "slowest_subscriber_mean_ns" not in read_run(DOCUMENT)


def test_a_run_without_messages_is_no_result():
    with pytest.raises(UnusableResult, match="no message was received"):
        read_run({"run": {"received": 0}})


def test_json_of_another_program_is_refused_with_the_cure():
    with pytest.raises(UnusableResult, match="make release"):
        read_run({"figures": {}})


def test_a_run_that_copied_does_not_pass_for_zero_copy():
    copied = {
        **DOCUMENT,
        "subscribers": [{"process": "subscriber 1", "transport": "shared_memory"}],
    }
    assert read_zero_copy_run(DOCUMENT)["latency_ns_p50"] == 9000
    with pytest.raises(
        UnusableResult, match="subscriber 1 was reached through shared_memory by copy"
    ):
        read_zero_copy_run(copied)
