# SPDX-License-Identifier: Apache-2.0
"""The command as a user runs it, with fake programs."""

import json
import os
import resource
import shutil
import os
import signal
import subprocess
import time
import zipfile

import pytest

from baton.cli.main import build_parser
from baton.perf.experiments import COLLECTIONS, EXPERIMENTS
from baton.version import read_version

ONE_ROW = ("quick", "--only", "size=4MB", "--only", "subscribers=16", "--seconds", "0.1")


def wait_until(condition, seconds: float = 20) -> None:
    deadline = time.monotonic() + seconds
    while not condition():
        assert time.monotonic() < deadline, "the condition did not come true in time"
        # lint-ok: no_sleep_in_tests: the one poll, of another process's files, with a deadline
        time.sleep(0.005)


def test_quick_prints_tables_and_leaves_four_reports_and_the_raw_figures(baton):
    done = baton.run(*ONE_ROW)
    assert done.returncode == 0, done.stderr
    assert "4 MB messages" in done.stdout and "less latency than copy for 4 MB" in done.stdout
    assert "[3/3] 4 MB, 16 subscribers, floor: p50" in done.stdout
    names = {path.name for path in baton.latest.iterdir()}
    assert names == {
        *("report.md", "report.csv", "report.json", "index.html", "runs.jsonl", "machine.json"),
        "round.json",
        "raw",
    }
    assert len(list((baton.latest / "raw").glob("*.json"))) == 3


def test_latest_leads_to_the_newest_result(baton):
    baton.run(*ONE_ROW)
    first = baton.latest.resolve()
    baton.run(*ONE_ROW)
    assert baton.latest.is_symlink() and baton.latest.resolve() != first
    assert first.is_dir()


def test_variants_are_interleaved(baton):
    baton.run(*ONE_ROW, "--repetitions", "2")
    lines = [json.loads(line)[1] for line in baton.log.read_text().splitlines()]
    ways = [
        "copy" if "--shared-memory" in line else "zero" if "--zero-copy" in line else "floor"
        for line in lines
    ]
    assert ways == ["copy", "zero", "floor"] * 2


def test_a_dry_run_prints_commands_and_starts_nothing(baton):
    done = baton.run(*ONE_ROW, "--dry-run")
    assert done.returncode == 0
    assert len(done.stdout.splitlines()) == 3
    assert "--msg Array4m" in done.stdout
    assert not baton.log.exists() and not baton.output.exists()


def test_json_alone_is_on_the_standard_output(baton):
    done = baton.run(*ONE_ROW, "--json")
    data = json.loads(done.stdout)
    assert data["experiment"] == "quick" and len(data["runs"]) == 3
    assert "[3/3]" in done.stderr


def test_a_failed_run_does_not_stop_the_others_and_the_status_says_it(baton):
    done = baton.run(*ONE_ROW, fail="no match within 30 s", only="--zero-copy")
    assert done.returncode == 1
    assert "failed: 4 MB, 16 subscribers, zero copy: no match within 30 s" in done.stdout
    report = baton.report()
    assert [bool(run["error"]) for run in report["runs"]] == [False, True, False]
    assert "FailedCells" in {doubt["kind"] for doubt in report["doubts"]}


def test_a_build_that_is_missing_is_said_at_once(baton):
    (baton.bin_dir / "perf_test").unlink()
    done = baton.run(*ONE_ROW)
    assert done.returncode == 1
    assert done.stderr.count("\n") == 1 and "cure: make release" in done.stderr
    assert not baton.output.exists()


def test_bench_measures_every_row_and_judges(baton):
    done = baton.run("bench", "--seconds", "0.1", "--repetitions", "1")
    assert done.returncode == 0, done.stdout + done.stderr
    report = baton.report()
    rows = {run["coordinates"]["row"] for run in report["runs"]}
    assert rows == {row.name for row in EXPERIMENTS["bench"].rows}
    assert len(report["judgements"]) >= 12


def test_a_missing_benchmark_program_fails_its_row_only(baton):
    (baton.bin_dir / "start_to_first_message").unlink()
    done = baton.run(
        "bench", "--only", "row=start,ping-pong", "--seconds", "0.1", "--repetitions", "1"
    )
    assert done.returncode == 1
    assert "start_to_first_message is not built; cure: make release" in done.stdout
    assert [each["reached"] for each in baton.report()["judgements"]] == [True]


def test_a_competitor_that_is_missing_is_a_line_and_no_failure(baton):
    cells = ("competitors", "--only", "size=4KB", "--only", "subscribers=1", "--seconds", "0.1")
    library = baton.bin_dir.parent / "lib" / "libperf_iceoryx2.so"
    library.parent.mkdir()
    library.touch()
    done = baton.run(*cells, "--repetitions", "1")
    assert done.returncode == 0, done.stderr
    missing = [
        doubt["text"] for doubt in baton.report()["doubts"] if doubt["kind"] == "MissingCompetitors"
    ]
    assert missing == [
        "not compared with iceoryx, Cyclone DDS SHM, zenoh SHM, Cyclone DDS UDP, zenoh TCP: "
        "not built here",
        "not compared with ROS 2 loans, ROS 2: none is sourced, or perf_ros2 is not built",
    ]
    assert "make competitors" in done.stdout
    commands = [json.loads(line)[1] for line in baton.log.read_text().splitlines()]
    assert len(commands) == 8 and sum("iceoryx2" in words for words in commands) == 1


def test_a_competitor_that_fails_fails_its_cells_alone(baton):
    library = baton.bin_dir.parent / "lib" / "libperf_iceoryx2.so"
    library.parent.mkdir()
    library.touch()
    cells = ("competitors", "--only", "size=4KB", "--only", "subscribers=1", "--seconds", "0.1")
    fail = "publisher 0 (pid 7) was not warm within 15 s: it hangs"
    done = baton.run(*cells, "--repetitions", "1", only="iceoryx2", fail=fail)
    assert done.returncode == 1
    errors = [run["error"] for run in baton.report()["runs"]]
    assert [error for error in errors if error] == [f"{fail} (exit status 1)"]


def test_only_a_missing_competitor_is_said_at_once_with_the_cure(baton):
    done = baton.run("competitors", "--only", "variant=iceoryx", "--seconds", "0.1")
    assert done.returncode == 1 and not done.stdout
    assert done.stderr == (
        "baton perf: not compared with iceoryx: not built here; make competitors installs and "
        "builds what can be had\n"
    )


@pytest.fixture
def ros2(baton, tmp_path, monkeypatch):
    """A sourced ROS 2, and a perf_ros2 that was built with it."""
    (tmp_path / "humble" / "lib").mkdir(parents=True)
    (tmp_path / "humble" / "lib" / "librclcpp.so").touch()
    monkeypatch.setenv("AMENT_PREFIX_PATH", f"/nonexistent:{tmp_path / 'humble'}")
    program = baton.bin_dir.parent.parent / "ros2" / "bin" / "perf_ros2"
    program.parent.mkdir(parents=True)
    program.write_bytes((baton.bin_dir / "perf_test").read_bytes())
    program.chmod(0o755)
    yield program
    shutil.rmtree(program.parent.parent)


ROS2_CELLS = ("--only", "variant=ROS 2,ROS 2 loans", "--only", "size=4KB", "--only", "subscribers=1")


def test_ros_2_is_compared_with_where_one_is_sourced(baton, ros2, monkeypatch):
    cells = ("competitors", *ROS2_CELLS, "--seconds", "0.1", "--repetitions", "1")
    done = baton.run(*cells)
    assert done.returncode == 0, done.stdout + done.stderr
    assert "not compared" not in done.stdout
    lines = [json.loads(line) for line in baton.log.read_text().splitlines()]
    assert ["--zero-copy" in words for _, words, _ in lines] == [True, False]
    assert lines[0][2]["FASTRTPS_DEFAULT_PROFILES_FILE"].endswith("ros2/data_sharing.xml")
    assert "FASTRTPS_DEFAULT_PROFILES_FILE" not in lines[1][2], "as it is"
    monkeypatch.delenv("AMENT_PREFIX_PATH")
    done = baton.run(*cells)
    assert done.returncode == 1
    assert "source the setup.bash of a ROS 2, then `baton perf competitors --ros2`" in done.stderr


def test_without_a_ros_2_the_option_says_the_cure(baton, monkeypatch):
    monkeypatch.delenv("AMENT_PREFIX_PATH", raising=False)
    done = baton.run("competitors", *ROS2_CELLS, "--ros2")
    assert done.returncode == 2 and not baton.output.exists()
    assert done.stderr.endswith("cure: source /opt/ros/<distribution>/setup.bash\n")


def test_the_tail_is_only_of_competitors(baton):
    for words in (["quick"], ["competitors", "quick"]):
        done = baton.run(*words, "--tail")
        assert done.returncode == 2 and "--tail: only with competitors" in done.stderr
    done = baton.run("competitors", "--tail", "--dry-run", "--only", "variant=floor")
    assert done.returncode == 0 and done.stdout.count("--rate 1000") == 6 * 3


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_an_interrupt_ends_the_run_and_keeps_what_was_measured(baton, number):
    with baton.start(*ONE_ROW, hang=True, only="floor") as process:
        wait_until(lambda: baton.pid_file.exists() and baton.pid_file.read_text())
        process.send_signal(number)
        output, errors = process.communicate(timeout=30)
    assert process.returncode == 130, errors
    assert "interrupted: 2 of 3 runs are in the report" in output
    assert "Traceback" not in errors
    report = baton.report()
    assert report["complete"] is False and len(report["runs"]) == 2
    assert report["doubts"][0]["kind"] == "Incomplete"
    pid = baton.pid_file.read_text()
    wait_until(lambda: not process_exists(pid))


def process_exists(pid: str) -> bool:
    try:
        with open(f"/proc/{pid}/cmdline") as file:
            return "perf_test" in file.read()
    except OSError:
        return False


def test_runs_are_on_disk_before_the_next_one_starts(baton):
    with baton.start(*ONE_ROW, hang=True, only="floor") as process:
        wait_until(lambda: baton.pid_file.exists() and baton.pid_file.read_text())
        (journal,) = baton.output.glob("*/runs.jsonl")
        assert len(journal.read_text().splitlines()) == 2
        process.send_signal(signal.SIGINT)
        process.communicate(timeout=30)


def test_a_result_that_got_slower_fails_the_comparison(baton):
    thrice = (*ONE_ROW, "--repetitions", "3")
    baton.run(*thrice)
    check = ("--compare", str(baton.latest.resolve()), "--fail-if-slower", "15%")
    same = baton.run(*thrice, *check)
    assert same.returncode == 0, same.stdout
    slower = baton.run(*thrice, *check, slower=1.5)
    assert slower.returncode == 1
    assert "slower: 4 MB, 16 subscribers, zero copy: +" in slower.stdout
    near = baton.run(*thrice, *check, slower=[0.9, 1.1, 1.6])
    assert near.returncode == 3, near.stdout
    assert "undecided: 4 MB, 16 subscribers, zero copy: -" in near.stdout


def test_an_interrupted_round_goes_on_where_it_stood(baton):
    with baton.start(*ONE_ROW, hang=True, only="floor") as process:
        wait_until(lambda: baton.pid_file.exists() and baton.pid_file.read_text())
        process.kill()
    # The program that it measured is left, and hangs.
    os.kill(int(baton.pid_file.read_text()), signal.SIGKILL)
    wait_until(lambda: len((next(baton.output.iterdir()) / "runs.jsonl").read_text().split("\n")) == 3)
    before = len(baton.log.read_text().splitlines())
    done = baton.run(*ONE_ROW, "--resume")
    assert done.returncode == 0, done.stderr
    assert "taken over from an earlier round: 2 runs" in done.stdout
    assert len(baton.log.read_text().splitlines()) == before + 1, "only the floor is measured"
    assert len(list(baton.output.glob("quick-*"))) == 1
    report = baton.report()
    assert report["complete"] and len(report["runs"]) == 3
    # Complete: nothing is measured; of another length: everything.
    assert "3 runs" in baton.run(*ONE_ROW, "--resume").stdout
    assert len(baton.log.read_text().splitlines()) == before + 1
    longer = baton.run(*ONE_ROW[:-1], "0.2", "--resume")
    assert longer.returncode == 0 and "taken over" not in longer.stdout
    assert len(list(baton.output.glob("quick-*"))) == 2


def test_a_round_that_is_still_measured_is_not_taken_over(baton):
    with baton.start(*ONE_ROW, hang=True, only="floor") as process:
        wait_until(lambda: baton.pid_file.exists() and baton.pid_file.read_text())
        other = baton.run(*ONE_ROW, "--resume")
        process.send_signal(signal.SIGINT)
        process.communicate(timeout=30)
    assert other.returncode == 0 and "taken over" not in other.stdout
    assert len(list(baton.output.glob("quick-*"))) == 2


def test_a_round_of_another_machine_is_not_gone_on_with(baton):
    baton.run(*ONE_ROW)
    (directory,) = baton.output.glob("quick-*")
    machine = json.loads((directory / "machine.json").read_text())
    (directory / "machine.json").write_text(json.dumps({**machine, "cores": 64}))
    assert "taken over" not in baton.run(*ONE_ROW, "--resume").stdout
    assert len(list(baton.output.glob("quick-*"))) == 2


def test_a_bundle_holds_the_page_the_machine_and_the_raw_data(baton):
    done = baton.run(*ONE_ROW, "--bundle")
    (bundle,) = baton.output.glob("*.zip")
    assert f"bundle: {bundle}" in done.stdout
    names = {name.partition("/")[2] for name in zipfile.ZipFile(bundle).namelist()}
    assert {"index.html", "machine.json", "raw/0001.json"} <= names


def test_an_output_that_cannot_be_written_fails(baton):
    for arguments in (ONE_ROW, ("--help",)):
        with open("/dev/full", "w") as full:
            done = subprocess.run(
                baton.command(*arguments),
                env=baton.environment({}),
                stdout=full,
                stderr=subprocess.PIPE,
                text=True,
                check=False,
                timeout=120,
            )
        assert done.returncode == 1
        assert "No space left on device" in done.stderr.splitlines()[-1]
        assert "Traceback" not in done.stderr


def test_a_disk_that_fills_up_is_named_and_the_round_goes_on_later(baton):
    baton.run(*ONE_ROW)
    (first,) = baton.output.glob("quick-*")
    # All files but the journal of three runs fit, and of that the last line does not; the times in it have
    # more digits in one round than in another.
    most_bytes = (first / "runs.jsonl").stat().st_size - 60
    assert all(each.stat().st_size < most_bytes for each in first.glob("raw/*"))
    shutil.rmtree(baton.output)
    environment = {**baton.environment({})}
    del environment["FAKE_PERF_TEST_LOG"]
    done = subprocess.run(
        baton.command(*ONE_ROW),
        env=environment,
        capture_output=True,
        text=True,
        check=False,
        timeout=120,
        preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_FSIZE, (most_bytes, most_bytes)),
    )
    assert done.returncode == 1 and "Traceback" not in done.stderr
    assert done.stderr.endswith("/runs.jsonl: File too large\n")
    later = baton.run(*ONE_ROW, "--resume")
    assert later.returncode == 0 and "taken over from an earlier round: 2 runs" in later.stdout
    assert baton.report()["complete"]
    assert "taken over from an earlier round: 3 runs" in baton.run(*ONE_ROW, "--resume").stdout


@pytest.mark.skipif(os.geteuid() == 0, reason="root may write everywhere")
def test_a_folder_without_permission_is_named(baton):
    baton.output.mkdir(mode=0o500)
    done = baton.run(*ONE_ROW)
    assert done.returncode == 1 and "Traceback" not in done.stderr
    assert str(baton.output) in done.stderr and "Permission denied" in done.stderr


def test_a_comparison_without_a_common_cell_is_wrong_use(baton):
    baton.run(*ONE_ROW)
    elsewhere = ("quick", "--only", "size=4KB", "--only", "subscribers=1", "--seconds", "0.1")
    done = baton.run(*elsewhere, "--compare", str(baton.latest.resolve()))
    assert done.returncode == 2
    assert "none of the cells that would be measured was measured then" in done.stderr


def test_a_yaml_file_is_an_experiment(baton, tmp_path):
    path = tmp_path / "mine.yaml"
    path.write_text("vary: {msg: [Array4k, Array4m]}\nvariants: {on: {zero-copy: true}}\n")
    done = baton.run(str(path), "--seconds", "0.1")
    assert done.returncode == 0, done.stderr
    assert "Array4m" in done.stdout
    assert len(list(baton.output.glob("mine-*"))) == 1


def test_a_command_that_perf_test_refuses_is_answered_with_its_line_before_anything_runs(
    baton, tmp_path
):
    path = tmp_path / "mine.yaml"
    path.write_text("options: {rate: 200}\nvariants:\n  a: {}\n  b: {zero-copi: true}\n")
    done = baton.run(str(path), refuse="--zero-copi: no such option", only="--zero-copi")
    assert done.returncode == 2
    assert done.stderr == f"baton perf: {path}:4: --zero-copi: no such option\n"
    assert not baton.log.exists() and not baton.output.exists()
    # What the file does not name has the line of its variant; an earlier perf_test is not asked.
    done = baton.run(str(path), refuse="--rate: too high for -s", only="--zero-copi")
    assert f"{path}:1: --rate: too high" in done.stderr
    done = baton.run(str(path), refuse="--topic: needed", only="--zero-copi")
    assert f"{path}:4: --topic: needed" in done.stderr
    path.write_text("options: {rate: 200}\n")
    done = baton.run(str(path), "--seconds", "0.1", refuse="--dry-run: no such option", only="--dry-run")
    assert done.returncode == 0, done.stderr


@pytest.mark.parametrize(
    ("arguments", "answer"),
    [
        (["quik"], "did you mean quick?"),
        (["competitor"], "did you mean competitors?"),
        (["quick", "--only", "size=5MB"], "matches nothing; there is size=4 KB"),
        (["quick", "--seconds", "0"], "must be above 0"),
        (["quick", "--seconds", "nan"], "must be above 0"),
        (["quick", "--repetitions", "some"], "invalid int value"),
        (["quick", "--fail-if-slower", "10%"], "needs --compare"),
        (["quick", "--fail-if-slower", "much"], "write 10%"),
        (["quick", "--compare", "/nonexistent"], "No such file"),
        (["quick", "--ros2"], "nothing here is measured with ROS 2; competitors and scale are"),
        (["absent.yaml"], "No such file"),
    ],
)
def test_wrong_use_is_answered_with_one_line_and_status_two(baton, arguments, answer):
    done = baton.run(*arguments)
    assert done.returncode == 2
    assert answer in done.stderr.splitlines()[-1]
    assert "Traceback" not in done.stderr
    assert not baton.output.exists()


def test_a_folder_that_cannot_be_written_is_named_without_a_traceback(baton):
    baton.output.write_text("a file where the folder should be")
    done = baton.run(*ONE_ROW)
    assert done.returncode == 1
    assert str(baton.output) in done.stderr and "Traceback" not in done.stderr


def test_a_terminal_without_unicode_is_no_reason_to_fail(baton, monkeypatch):
    monkeypatch.setenv("PYTHONIOENCODING", "ascii")
    done = baton.run(*ONE_ROW)
    assert done.returncode == 0, done.stderr


def test_brackets_in_a_title_are_printed_as_they_are(baton, tmp_path):
    path = tmp_path / "odd.yaml"
    path.write_text("title: 'depth [/red] [bold]1'\noptions: {rate: 200}\n")
    done = baton.run(str(path), "--seconds", "0.1")
    assert done.returncode == 0, done.stderr
    assert done.stdout.startswith("depth [/red] [bold]1")


def test_help_names_every_experiment(capsys):
    with pytest.raises(SystemExit):
        build_parser().parse_args(["perf", "--help"])
    text = capsys.readouterr().out
    assert "FILE.yaml" in text
    for name in (*EXPERIMENTS, *COLLECTIONS, "record"):
        assert f"\n  {name} " in text


def test_the_version_is_the_one_that_cmake_has(tmp_path):
    (tmp_path / "CMakeLists.txt").write_text("project(baton\n  VERSION 7.8.9\n  LANGUAGES CXX)")
    assert read_version(tmp_path) == "7.8.9"
