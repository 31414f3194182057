# SPDX-License-Identifier: Apache-2.0
"""`baton perf reference`: published figures beside measured ones, and what is taken over."""

import json
from dataclasses import replace
from pathlib import Path

import pytest
from made_reports import made_report

from baton.perf.collection import report_of
from baton.perf.doubts import FewCores, LostMessages, SlowBuild
from baton.perf.experiment import plan
from baton.perf.experiments import COLLECTIONS, EXPERIMENTS
from baton.perf.experiments.matrix import KILOBYTES, SUBSCRIBERS
from baton.perf.experiments.reference.published import published
from baton.perf.machine import Machine
from baton.perf.results import Measurement, Results

REFERENCE = COLLECTIONS["reference"]()
FIGURES = {
    "latency_ns_mean": 77_700.0,
    "latency_ns_max": 88_800.0,
    "latency_ns_stddev": 2_000.0,
    "fastest_subscriber_mean_ns": 33_300.0,
    "slowest_subscriber_mean_ns": 44_400.0,
    "all_received_ns_mean": 55_500.0,
    "publisher_loop_ns_p50": 6_660.0,
    "cpu_percent": 4.2,
    "rss_kb": 7_168.0,
    "pss_kb": 5_120.0,
    "received": 990.0,
    "duration_s": 10.0,
    "rusage_utime_ns": 2e9,
    "rusage_cpu_ns": 3e9,
    "rusage_nvcsw": 4321.0,
}


def measured(**figures) -> Results:
    return Results(
        [
            Measurement(cell.coordinates, repetition, {**FIGURES, **figures}, "c", "2026", 1.0)
            for repetition, cell in plan(REFERENCE.cells(REFERENCE.seconds), 1)
        ]
    )


@pytest.fixture(scope="module")
def tables() -> dict:
    return {table.title: table for table in REFERENCE.tables(measured())}


def row(table, *start: str) -> tuple[str, ...]:
    return next(each for each in table.texts() if each[: len(start)] == start)


def test_all_that_is_published_of_the_matrix_is_there():
    for machine in ("skylake", "raspberry_pi_4"):
        told = published()["matrix"][machine]
        assert tuple(told) == SUBSCRIBERS
        assert all(tuple(told[subscribers]) == KILOBYTES for subscribers in SUBSCRIBERS)


def test_the_matrix_has_both_machines_and_this_one(tables):
    table = tables["Latency of the slowest subscriber in ms, 16 subscribers"]
    assert row(table, "8192") == ("8192", "52.8", "0.358", "286", "9.26", "0.0555", "0.0555")
    assert len(table.rows) == 16
    assert "i7-6700K" in table.notes[0] and "BCM2711" in table.notes[0]


def test_perf_test_has_its_five_tables_in_units_that_can_be_compared(tables):
    titles = ("run time", "samples", "latency", "publisher loop", "subscriber loop", "system usage")
    assert all(f"perf_test: {title}" in tables for title in titles)
    latency = tables["perf_test: latency"]
    assert row(latency, "mean")[1:] == ("4.55 ms", "77.7 µs", "195 µs", "77.7 µs")
    assert row(latency, "variance")[2] == "4.00 µs²"
    usage = tables["perf_test: system usage"]
    assert row(usage, "utime")[1:] == ("23.1 s", "2.00 s", "8.73 s", "2.00 s")
    assert len(usage.rows) == 16
    assert row(tables["perf_test: samples"], "recv")[1:] == ("99", "99", "99", "99")
    analysis = tables["perf_test: result analysis"]
    assert row(analysis, "utime + stime")[1:] == ("23.2 s", "3.00 s", "9.04 s", "3.00 s")


def test_the_six_ways_have_a_latency_for_each_subscriber_and_cpu(tables):
    table = tables["The six ways of communicating"]
    assert len(table.rows) == 12
    assert row(table, "apart: loan, zero copy on", "2")[2:] == ("112, 116", "33.3, 44.4", "0.9", "4.2")
    assert row(table, "apart: loan, zero copy off", "1")[2:] == ("9030", "77.7", "24", "4.2")
    assert row(table, "apart: loan, zero copy off", "2")[2] == "–", "not published"


def test_executors_callbacks_and_ways_of_composing_are_set_beside_each_other(tables):
    executors = tables["Executors, in one process by pointer"]
    assert row(executors, "static single", "2")[2:4] == ("59, 68", "33.3, 44.4")
    callbacks = tables["What a callback takes, in one process by pointer"]
    assert row(callbacks, "UniquePtr (take_ownership)", "2")[2] == "614, 625"
    assert row(tables["When nodes come into one process"], "run-time")[2:4] == ("59", "77.7")
    making = tables["How a message is made and published, in one process, 1 subscriber"]
    assert row(making, "unique_ptr", "SKIP")[2] == "6.66"


def test_memory_in_percent_is_said_in_bytes(tables):
    table = tables["Separate and composed nodes, 1 publisher, 2 subscribers"]
    assert row(table, "separate processes")[1:] == ("8.0", "4.20", "47.5 MB", "7.00 MB", "5.00 MB")
    assert len(table.rows) == 7


def test_each_table_names_the_hardware_of_both():
    reference = COLLECTIONS["reference"]()
    reference.machine = Machine("EPYC", 2, "6.1", "Debian", 16, "", True)
    first, *others = reference.tables(measured())
    assert "EPYC, 2 cores" in first.texts()[-1][1]
    assert all(any(note.startswith("published: ") for note in " | ".join(each.notes).split(" | "))
               for each in others)  # fmt: skip


def test_doubts_name_the_parts_that_they_are_about():
    whole, slow, lost = FewCores("a", "b"), SlowBuild("c", "d"), LostMessages("e", "f")
    reports = {
        Path("/r/quick-1"): replace(made_report(EXPERIMENTS["zero-copy"]()), doubts=[whole, slow]),
        Path("/r/modes-1"): replace(made_report(EXPERIMENTS["modes"]()), doubts=[whole, slow, lost]),
        Path("/r/floor-1"): replace(made_report(EXPERIMENTS["executors"]()), doubts=[whole]),
    }
    report = report_of(COLLECTIONS["all"](), reports)
    assert [(doubt.kind, doubt.text) for doubt in report.doubts] == [
        *(("FewCores", "a"), ("SlowBuild", "zero-copy, modes: c"), ("LostMessages", "modes: e")),
    ]
    assert report.planned_runs == len(report.results.measurements) and report.complete


def test_what_is_not_measured_is_a_dash_and_no_figure():
    few = [each for each in measured().measurements if each.coordinates["part"] == "modes"][:1]
    assert few, "there is a part of this name"
    tables = {table.title: table for table in REFERENCE.tables(Results(few))}
    assert set(tables) == {"Whose figures these are", "The six ways of communicating"}
    assert row(tables["The six ways of communicating"], "apart: loan, zero copy on")[3] == "–"


def commands(baton) -> list[str]:
    return baton.log.read_text().splitlines() if baton.log.exists() else []


SHORT = ("--seconds", "0.1")


def test_the_parts_are_rounds_of_their_own_and_one_page_shows_them(baton):
    done = baton.run("reference", "--only", "part=five-tables,executors", *SHORT)
    assert done.returncode == 0, done.stdout + done.stderr
    assert "perf_test: latency" in done.stdout and "Executors, in one process" in done.stdout
    assert len(commands(baton)) == 2 + 8
    names = sorted(path.name.partition("-2")[0] for path in baton.output.iterdir())
    assert names == ["executors", "five-tables", "latest", "reference"]
    assert baton.latest.resolve().name.startswith("reference-")
    report = baton.report()
    assert report["experiment"] == "reference" and report["complete"]
    raw = [baton.latest.resolve() / run["raw_file"] for run in report["runs"]]
    assert len(raw) == 10 and all(path.exists() for path in raw)


def test_rounds_of_other_commands_are_taken_over_as_they_are(baton):
    baton.run("executors", "--repetitions", "1", *SHORT)
    (round_of,) = baton.output.glob("executors-*")
    before = (round_of / "report.json").read_text()
    measured_before = len(commands(baton))
    done = baton.run("reference", "--only", "part=executors", "--resume", *SHORT)
    assert done.returncode == 0, done.stderr
    assert "taken over from an earlier round: 8 runs" in done.stdout
    assert len(commands(baton)) == measured_before
    assert (round_of / "report.json").read_text() == before, "it shows 16 runs, not 8"


def test_a_larger_round_that_lacks_a_cell_is_left_alone(baton):
    only = ("--only", "variant=single,multi", "--only", "subscribers=1")
    baton.run("executors", *only, "--repetitions", "1", *SHORT)
    done = baton.run("reference", "--only", "part=executors", "--resume", *SHORT)
    assert done.returncode == 0 and "taken over" not in done.stdout
    assert len(list(baton.output.glob("executors-*"))) == 2


def test_one_document_is_printed_as_json(baton):
    done = baton.run("reference", "--only", "part=five-tables", "--json", *SHORT)
    assert json.loads(done.stdout)["experiment"] == "reference"
