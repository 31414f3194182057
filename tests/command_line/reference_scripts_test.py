# SPDX-License-Identifier: Apache-2.0
"""The shell scripts of the reference documents run as their authors wrote them, under the name ros2.

reference_scripts/ has them, a file each, without a changed byte except the indentation. Where
REFERENCE_DOCUMENTS names the folder of the documents, the files are held against these.
"""

import os
import re
import signal
import subprocess
import sys
import textwrap
from pathlib import Path

import pytest
from conftest import text_of, wait_until

SCRIPTS = Path(__file__).parent / "reference_scripts"
INSTALLED = Path(os.environ.get("BATON_INSTALLED") or "/nowhere")
# Blocks of the documents that are no scripts of theirs to run, and why.
NOT_RUN = {
    r"/sys/": "sets the clock of a board's processor",
    r"\bapt (install|update)\b": "installs the tools of a board",
    r"\A(#.*\n)+\Z": "comments alone",
    r"\A(python )?(scripts/)?test_\w+\.py\n\Z": "starts a program that the document does not have",
}
LATENCY = "]: Latency: avg "
SAME = "the checkout runs the same programs"
BLOCK = re.compile(r"^([ \t]*)```(?:bash|sh)[^\n]*\n(.*?)^\1```", re.M | re.S)


def blocks() -> list[str]:
    folder = os.environ.get("REFERENCE_DOCUMENTS")
    if not folder:
        pytest.skip("REFERENCE_DOCUMENTS names no folder with the reference documents")
    texts = [path.read_text(encoding="utf-8") for path in sorted(Path(folder).glob("*.txt"))]
    return [textwrap.dedent(block) for text in texts for _, block in BLOCK.findall(text)]


def test_the_files_are_what_the_documents_have():
    found = blocks()
    here = {path.read_text(encoding="utf-8"): path.name for path in SCRIPTS.iterdir()}
    assert len(here) >= 10
    for text, name in here.items():
        assert text in found, f"{name} is in no document"
    for text in found:
        reasons = [why for pattern, why in NOT_RUN.items() if re.search(pattern, text)]
        assert text in here or reasons, f"no file has this script, and no reason is known:\n{text}"


@pytest.fixture(params=["checkout", "installed"])
def shell(request, environment, tmp_path):
    """Starts a script with bash, as a job of a terminal; the name ros2 is switched on."""
    if request.param == "installed":
        if not (INSTALLED / "share/baton/setup.bash").is_file():
            pytest.skip("no Baton is installed")
        # As a user's terminal, in which nothing but Baton is set up.
        for name in ("PYTHONPATH", "AMENT_PREFIX_PATH"):
            del environment[name]
        environment |= {"PATH": "/usr/bin:/bin", "ROS2_IS_BATON": "1"}
        environment["BASH_ENV"] = f"{INSTALLED}/share/baton/setup.bash"
    else:
        names = Path(environment["PYTHONPATH"], "baton/ros2_name")
        (tmp_path / "bin").mkdir()
        baton = tmp_path / "bin/baton"
        baton.write_text(f"#!{sys.executable}\nfrom baton.cli.main import main\nexit(main())\n")
        baton.chmod(0o755)
        environment["PATH"] = f"{names}:{tmp_path}/bin:{environment['PATH']}"
    jobs = Jobs(environment, tmp_path, request.param == "installed")
    yield jobs
    jobs.end()


class Jobs:
    """Scripts that run with bash, each as a job of a terminal of its own."""

    def __init__(self, environment: dict, folder: Path, is_installed: bool) -> None:
        self._environment, self._folder, self.is_installed = environment, folder, is_installed
        self._started: list[subprocess.Popen] = []

    def start(self, name: str) -> subprocess.Popen:
        output = open(self._folder / f"{name}.txt", "w+")  # noqa: SIM115
        process = subprocess.Popen(
            ["bash", SCRIPTS / f"{name}.bash"],
            env=self._environment,
            stdin=subprocess.DEVNULL,
            stdout=output,
            stderr=subprocess.STDOUT,
            start_new_session=True,
        )
        process.output = output
        self._started.append(process)
        return process

    def ros2(self, *arguments: str) -> str:
        done = subprocess.run(
            ["bash", "-c", 'ros2 "$@"', "bash", *arguments],
            env=self._environment,
            capture_output=True,
            text=True,
            timeout=60,
            check=False,
        )
        assert done.returncode == 0, done.stderr
        return done.stdout

    def end(self) -> None:
        for process in self._started:
            if process.poll() is None:
                os.killpg(process.pid, signal.SIGKILL)
                process.wait()
            process.output.close()


def press_ctrl_c(*processes: subprocess.Popen) -> None:
    """To all of a script's processes, as a terminal sends it."""
    for process in processes:
        os.killpg(process.pid, signal.SIGINT)
    for process in processes:
        assert process.wait(30) == 0, text_of(process)


@pytest.mark.parametrize("number", [1, 2, 3, 4])
def test_messages_go_between_two_terminals(shell, number):
    if number != 4 and shell.is_installed:
        pytest.skip(SAME)
    listener = shell.start(f"comm_{number}_listener")
    talker = shell.start(f"comm_{number}_talker")
    wait_until(lambda: LATENCY in text_of(listener), 60)
    if number == 4:
        assert "shared memory, zero copy" in shell.ros2("topic", "info", "-v", "/sample")
    press_ctrl_c(talker, listener)


@pytest.mark.parametrize(
    "name",
    [
        "comm_5_one_process",
        "comm_6_one_process",
        "comm_7_executor",
        "comm_7_message_type",
        "comm_7_start_up",
        "comm_7_linked",
    ],
)
def test_messages_go_between_nodes_of_one_process(shell, name):
    if name != "comm_7_start_up" and shell.is_installed:
        pytest.skip(SAME)
    process = shell.start(name)
    wait_until(lambda: LATENCY in text_of(process), 60)
    press_ctrl_c(process)


def test_components_are_loaded_into_a_container_from_another_terminal(shell):
    container = shell.start("comm_7_run_time_container")
    load = shell.start("comm_7_run_time_load")
    assert load.wait(60) == 0, text_of(load)
    assert text_of(load).count("Loaded component") == 2
    wait_until(lambda: LATENCY in text_of(container), 60)
    press_ctrl_c(container)


@pytest.mark.parametrize(
    "name",
    [
        "perf_test_foxy",
        "perf_test_humble",
        "perf_test_zero_copy_foxy",
        "perf_test_zero_copy_humble",
    ],
)
def test_perf_test_measures_for_thirty_seconds_and_prints_the_tables_of_the_documents(shell, name):
    if shell.is_installed:
        pytest.skip(SAME)
    process = shell.start(name)
    assert process.wait(90) == 0, text_of(process)
    said = text_of(process)
    for table in ("run time", "samples", "latency", "publisher loop", "subscriber loop", "system usage"):
        assert table in said, said
    assert "Maximum runtime reached. Exiting." in said


@pytest.mark.parametrize("name", sorted(path.stem for path in SCRIPTS.iterdir()))
def test_without_the_name_ros2_each_script_fails_and_says_so(environment, name):
    environment["PATH"] = "/usr/bin:/bin"
    done = subprocess.run(
        ["bash", SCRIPTS / f"{name}.bash"],
        env=environment,
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )
    assert done.returncode == 127 and "ros2: command not found" in done.stderr, done
