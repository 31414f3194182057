# SPDX-License-Identifier: Apache-2.0
"""What a round keeps when it is interrupted, gone on with, or sent."""

import json
import signal
import zipfile

import pytest
from test_command import ONE_ROW, wait_until

from baton.cli import perf
from baton.cli.main import build_parser
from baton.perf import session as session_module
from baton.perf.doubts import BusyMachine, SlowGovernor
from baton.perf.round import Round, is_same_build, read_round

BUSY = BusyMachine("2 of 2 cores were busy at the start: cc1 (pid 7) 97 %", "measure again")


def interrupted(baton) -> dict:
    """The report of a round whose last run was stopped."""
    with baton.start(*ONE_ROW, hang=True, only="floor") as process:
        wait_until(lambda: baton.pid_file.exists() and baton.pid_file.read_text())
        process.send_signal(signal.SIGINT)
        process.communicate(timeout=30)
    return baton.report()


def test_an_interrupted_round_says_how_to_go_on(baton):
    assert "--resume" in interrupted(baton)["doubts"][0]["advice"]


def test_doubts_about_the_first_part_of_a_round_are_doubts_about_the_whole(baton):
    interrupted(baton)
    folder = baton.latest.resolve()
    before = read_round(folder)
    Round("2026-01-01 00:00 UTC", 1000, [BUSY], before.programs).write(folder)
    for _ in ("its last run is measured", "nothing is"):
        done = baton.run(*ONE_ROW, "--resume")
        assert done.returncode == 0 and "taken over" in done.stdout, done.stderr
        report = baton.report()
        assert BUSY.as_json() in report["doubts"]
        assert report["started_utc"] == "2026-01-01 00:00 UTC" and report["took_s"] >= 1000


def test_a_killed_round_has_told_its_doubts_when_it_began(tmp_path):
    Round("2026-01-01", 0, [BUSY, SlowGovernor("slow", "faster")], {"perf_test": "1"}).write(tmp_path)
    kept = read_round(tmp_path)
    assert list(kept.doubts) == [BUSY], "the governor is looked at again"
    (tmp_path / "round.json").write_text("{")
    assert read_round(tmp_path) is None


def test_a_round_of_another_build_of_the_same_commit_is_not_gone_on_with(baton):
    interrupted(baton)
    program = baton.bin_dir / "perf_test"
    program.write_text(program.read_text() + "\n# built again\n")
    done = baton.run(*ONE_ROW, "--resume")
    assert done.returncode == 0 and "taken over" not in done.stdout
    assert len(list(baton.output.glob("quick-*"))) == 2


def test_builds_are_the_same_where_all_that_both_use_is():
    assert is_same_build({"a": "1", "b": "1"}, {"a": "1", "c": "1"})
    assert not is_same_build({"a": "1"}, {"a": "2"})


def test_an_interrupted_round_is_found_behind_one_of_other_cells(baton):
    interrupted(baton)
    first = baton.latest.resolve()
    baton.run("quick", "--only", "size=4KB", "--only", "subscribers=1", "--seconds", "0.1")
    done = baton.run(*ONE_ROW, "--resume")
    assert "taken over from an earlier round: 2 runs" in done.stdout
    assert baton.latest.resolve() == first


def test_a_bundle_of_several_experiments_is_one_file_with_their_page(baton):
    only = ("--only", "part=five-tables,executors", "--repetitions", "1", "--seconds", "0.1")
    done = baton.run("reference", *only, "--bundle")
    assert done.returncode == 0, done.stderr
    (bundle,) = baton.output.glob("*.zip")
    assert done.stdout.count("bundle: ") == 1 and f"bundle: {bundle}" in done.stdout
    names = set(zipfile.ZipFile(bundle).namelist())
    page = baton.latest.resolve().name
    assert f"{page}/index.html" in names
    raw = {run["raw_file"] for run in baton.report()["runs"]}
    assert {each.removeprefix("../") for each in raw} <= names, "links of the page lead to raw data"


def test_an_interrupt_between_experiments_says_which_was_not_measured(baton, monkeypatch, capsys):
    def interrupt(*_):
        raise KeyboardInterrupt

    monkeypatch.setattr(perf, "describe_machine", interrupt)
    where = ["--bin-dir", str(baton.bin_dir), "--output", str(baton.output)]
    options = build_parser().parse_args(["perf", *ONE_ROW, *where])
    assert perf.run(options) == perf.INTERRUPTED
    assert "interrupted before quick was measured" in capsys.readouterr().err


def test_a_comparison_names_the_folder_and_not_the_link_that_moves_on(baton):
    baton.run(*ONE_ROW)
    old = baton.latest.resolve()
    baton.run(*ONE_ROW, "--compare", str(baton.latest))
    assert f"compared with {old}" in (baton.latest / "report.md").read_text()
    assert baton.report()["compared_with"] == str(old)
    assert {change["verdict"] for change in baton.report()["changes"]} == {""}


def test_a_result_of_another_version_is_refused_before_anything_is_measured(baton):
    baton.run(*ONE_ROW)
    path = baton.latest / "report.json"
    report = json.loads(path.read_text())
    report["runs"][0]["new"] = 1
    path.write_text(json.dumps(report))
    runs = len(baton.log.read_text().splitlines())
    done = baton.run(*ONE_ROW, "--compare", str(path))
    assert done.returncode == 2 and "are not those of this version" in done.stderr
    assert "Traceback" not in done.stderr and len(baton.log.read_text().splitlines()) == runs


def test_a_round_of_one_repetition_says_that_nothing_is_known_of_others(baton):
    def kinds(*more: str) -> set[str]:
        baton.run(*ONE_ROW, *more)
        return {doubt["kind"] for doubt in baton.report()["doubts"]}

    assert "SingleRepetition" in kinds()
    assert "SingleRepetition" not in kinds("--repetitions", "2")


@pytest.mark.parametrize(("cores", "told"), [(0.1, False), (1.4, True)])
def test_work_of_other_programs_while_it_was_measured_is_a_doubt(baton, monkeypatch, cores, told):
    class Watch:
        def cores(self) -> float:
            return cores

    monkeypatch.setattr(session_module, "WorkWatch", Watch)
    where = ["--bin-dir", str(baton.bin_dir), "--output", str(baton.output)]
    assert perf.run(build_parser().parse_args(["perf", *ONE_ROW, *where])) == 0
    texts = [doubt["text"] for doubt in baton.report()["doubts"]]
    assert any(text.startswith("other programs used 1.4 of") for text in texts) is told
