# SPDX-License-Identifier: Apache-2.0
"""The search of `baton perf knee` as a user runs it: interrupted, gone on with, reported."""

import csv
import io
import json
import os
import signal

import pytest
from test_command import wait_until

from baton.perf.experiments.knee import RATES_HZ
from baton.perf.experiments.knee_tables import LOADS

UDP = ("knee", "--only", "size=4MB", "--only", "variant=UDP", "--seconds", "0.1")
SUSTAINS = {"sustains": {"Array4m": 1_000}}
# The third probe of a way that has sustained two.
THIRD = RATES_HZ[4 << 20][111]


def searched(baton) -> list[str]:
    """The rates of all runs that ended well, as they were asked for."""
    lines = [json.loads(line)[1] for line in baton.log.read_text().splitlines()]
    return [line[line.index("--rate") + 1] for line in lines]


def runs_of(baton, kind: str) -> list[dict]:
    return [run for run in baton.report()["runs"] if kind in run["coordinates"]]


def wait_for_hang(process, baton) -> None:
    wait_until(lambda: process.poll() is not None or (baton.pid_file.exists() and baton.pid_file.read_text()))


def killed_in_the_search(baton, arguments=UDP) -> None:
    with baton.start(*arguments, hang=True, only=f"--rate {THIRD:g} ") as process:
        wait_for_hang(process, baton)
        process.kill()
    os.kill(int(baton.pid_file.read_text()), signal.SIGKILL)
    baton.pid_file.unlink()


def test_a_round_has_its_search_and_the_found_rate_in_every_file(baton):
    done = baton.run(*UDP, **SUSTAINS)
    assert done.returncode == 0, done.stdout + done.stderr
    report = baton.report()
    probes, loads = runs_of(baton, "search"), runs_of(baton, "load")
    assert report["complete"] and len(loads) == len(LOADS) and 7 <= len(probes) <= 14
    found = {run["metrics"]["sustained_hz"] for run in loads}
    assert len(found) == 1 and 900 < found.pop() < 1_300
    assert {run["metrics"]["kept_up"] for run in probes} == {0, 1}
    journal = [json.loads(line) for line in (baton.latest / "runs.jsonl").read_text().splitlines()]
    assert journal == report["runs"]
    rows = list(csv.DictReader(io.StringIO((baton.latest / "report.csv").read_text())))
    assert len(rows) == len(report["runs"]) and rows[-1]["sustained_hz"]
    assert len({json.dumps(each["coordinates"]) for each in report["summary"]}) == len(rows)
    text = (baton.latest / "report.md").read_text()
    assert text.index("## What each way sustains") < text.index("## 4 MB to 1 subscriber")
    assert "in percent of what this way sustains" in (baton.latest / "index.html").read_text()
    assert f"[{len(rows)}/{len(rows)}] 100 %, 4 MB, 1 subscriber, UDP: sustains" in done.stdout
    assert "at 1,410 Hz, 4 MB, 1 subscriber, UDP: does not keep up" in done.stdout


@pytest.mark.parametrize("load", [("load=100%",), ("load=10 %,20%", "UDP")])
def test_only_some_loads_are_measured_after_the_whole_search(baton, load):
    only = [word for each in load for word in ("--only", each)]
    done = baton.run("knee", *only, "--only", "size=4MB", "--only", "variant=UDP", "--seconds", "0.1")
    assert done.returncode == 0, done.stderr
    assert len(runs_of(baton, "load")) == len(load[0].split(",")) and len(runs_of(baton, "search")) == 7


def test_a_dry_run_says_which_share_is_measured(baton):
    done = baton.run(*UDP, "--dry-run")
    assert done.returncode == 0 and not baton.output.exists()
    assert [line.count("% of what is sustained") for line in done.stdout.splitlines()] == [1] * len(LOADS)


def test_a_round_killed_in_the_search_goes_on_with_it(baton):
    killed_in_the_search(baton)
    before = searched(baton)
    assert len(before) == 2, "the third probe was running"
    done = baton.run(*UDP, "--resume", sustains={"Array4m": 90_000})
    assert done.returncode == 0, done.stderr
    assert "taken over from an earlier round: 2 runs" in done.stdout
    assert len(list(baton.output.glob("knee-*"))) == 1
    report = baton.report()
    assert report["complete"] and len(runs_of(baton, "load")) == len(LOADS)
    after = searched(baton)[len(before) :]
    assert not set(before) & set(after), "no probe is measured again"
    assert after[0] == f"{THIRD:g}", "the one that was running"
    runs = len(searched(baton))
    again = baton.run(*UDP, "--resume")
    assert f"taken over from an earlier round: {len(report['runs'])} runs" in again.stdout
    assert len(searched(baton)) == runs, "nothing is left"
    assert baton.report()["complete"]


def test_a_search_of_another_length_is_not_gone_on_with(baton):
    killed_in_the_search(baton)
    longer = baton.run(*UDP[:-1], "0.2", "--resume")
    assert longer.returncode == 0 and "taken over" not in longer.stdout
    assert len(list(baton.output.glob("knee-*"))) == 2


def test_an_interrupt_in_the_search_says_what_is_missing_and_keeps_the_probes(baton):
    with baton.start(*UDP, hang=True, only=f"--rate {THIRD:g} ") as process:
        wait_for_hang(process, baton)
        process.send_signal(signal.SIGINT)
        output, errors = process.communicate(timeout=30)
    assert process.returncode == 130 and "Traceback" not in errors
    report = baton.report()
    assert report["complete"] is False and len(report["runs"]) == 2
    doubt = report["doubts"][0]
    assert doubt["text"] == f"interrupted after 2 of {7 + len(LOADS)} runs" and "--resume" in doubt["advice"]
    assert f"interrupted: 2 of {7 + len(LOADS)} runs are in the report" in output


def test_a_round_interrupted_behind_the_search_keeps_the_found_rate(baton):
    """What the machine sustains now is no matter any more."""
    rate = 0.4 * RATES_HZ[4 << 20][-1]
    with baton.start(*UDP, hang=True, only=f"--rate {rate:g} ") as process:
        wait_for_hang(process, baton)
        process.send_signal(signal.SIGINT)
        process.communicate(timeout=30)
    done = baton.run(*UDP, "--resume", sustains={"Array4m": 500})
    assert done.returncode == 0 and "taken over from an earlier round: 9 runs" in done.stdout
    loads = runs_of(baton, "load")
    assert {run["metrics"]["sustained_hz"] for run in loads} == {RATES_HZ[4 << 20][-1]}
    assert len(loads) == len(LOADS) and len(runs_of(baton, "search")) == 7


def test_a_crash_in_the_search_fails_the_round_which_is_complete_all_the_same(baton):
    crash = f"--rate {THIRD:g} "
    done = baton.run(*UDP, fail="it crashed", only=crash)
    assert done.returncode == 1
    assert "4 MB, 1 subscriber, UDP: it crashed (exit status 1)" in done.stdout
    report = baton.report()
    assert report["complete"] and len(runs_of(baton, "load")) == len(LOADS)
    assert [bool(run["error"]) for run in report["runs"][:5]] == [False, False, True, True, False]
    # Failed runs are measured again, and what follows from them is another search.
    done = baton.run(*UDP, "--resume")
    assert done.returncode == 0 and "taken over from an earlier round: 2 runs" in done.stdout
    assert {run["metrics"]["sustained_hz"] for run in runs_of(baton, "load")} == {200_000}
    runs = len(searched(baton))
    done = baton.run(*UDP, "--resume")
    assert "taken over from an earlier round: 14 runs" in done.stdout and len(searched(baton)) == runs
    assert baton.report()["complete"] and not any(run["error"] for run in baton.report()["runs"])


def test_a_way_that_crashes_always_is_given_up_and_the_others_are_measured(baton):
    two = ("knee", "--only", "size=4MB", "--only", "variant=UDP,floor", "--seconds", "0.1")
    done = baton.run(*two, fail="no match within 30 s", only="floor")
    assert done.returncode == 1
    failed = [run for run in baton.report()["runs"] if run["error"]]
    assert len(failed) == 4 and {run["coordinates"]["variant"] for run in failed} == {"floor"}
    assert {run["coordinates"]["variant"] for run in runs_of(baton, "load")} == {"UDP"}


def test_a_way_that_sustains_nothing_is_no_failure(baton):
    done = baton.run(*UDP[:-1], "1", sustains={"Array4m": 0})
    assert done.returncode == 0, done.stdout + done.stderr
    assert baton.report()["complete"] and runs_of(baton, "load") == []
    assert "< 10" in (baton.latest / "report.md").read_text()


def test_a_part_of_a_larger_round_is_taken_over_with_its_search(baton):
    two = ("knee", "--only", "size=4MB", "--only", "variant=UDP,floor", "--seconds", "0.1")
    baton.run(*two)
    whole = baton.report()["runs"]
    runs = len(searched(baton))
    done = baton.run(*UDP, "--resume")
    assert done.returncode == 0 and "taken over from an earlier round: 14 runs" in done.stdout
    assert len(searched(baton)) == runs
    assert baton.report()["runs"] == whole, "the larger round keeps its report"


def test_all_goes_on_with_the_search_of_its_part(baton):
    part = ("all", "--only", "part=knee", *UDP[1:])
    killed_in_the_search(baton, part)
    done = baton.run(*part, "--resume")
    assert done.returncode == 0, done.stderr
    assert "taken over from an earlier round: 2 runs" in done.stdout
    report = baton.report()
    assert report["experiment"] == "all" and report["complete"]
    assert len(report["runs"]) == 7 + len(LOADS)
    assert {run["coordinates"]["part"] for run in report["runs"]} == {"knee"}
