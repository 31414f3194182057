# SPDX-License-Identifier: Apache-2.0
"""What people and scripts type out of habit with ros2, and what cannot be done."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from baton.cli.main import main

ROOT = Path(__file__).resolve().parents[2]


@pytest.mark.parametrize(
    ("command", "said"),
    [
        ("security", "make keystores and enclaves with `ros2 security`"),
        ("multicast", "ROS_STATIC_PEERS names the other machines"),
    ],
)
def test_a_command_that_is_not_there_names_what_is(command, said, baton):
    done = baton(command, "record", "--all", status=2)
    assert done.stderr.startswith(f"baton: there is no command '{command}': ")
    assert said in done.stderr and done.stderr.count("\n") == 1


def test_scripts_that_start_and_stop_the_daemon_go_on(baton):
    for words in (("start",), ("stop",), ("status",), ("start", "--debug"), ()):
        said = baton("daemon", *words).stdout
        assert said.startswith("there is no daemon, and nothing to do") and said.count("\n") == 1
    assert "did you mean 'start'?" in baton("daemon", "stat", status=2).stderr


def test_wtf_is_the_doctor(baton):
    assert baton("wtf", "--help").stdout == baton("doctor", "--help").stdout


def test_the_flow_style_has_sequences_alone_in_one_line():
    from types import SimpleNamespace

    from baton.cli.topic_echo import Printer

    known = {"field": None, "filter": None, "count": None, "once": False, "full_length": True}
    options = SimpleNamespace(**known, include_message_info=False, flow_style=True, no_arr=False, no_str=False)
    printed = Printer(options, None)._yaml({"stamp": {"sec": 1}, "request": [{"a": 2, "b": 3}], "rest": []})
    assert printed == "stamp:\n  sec: 1\nrequest: [{a: 2, b: 3}]\nrest: []"


def test_a_type_is_read_from_the_standard_input():
    for command, expected in (("show", "bool data\n"), ("proto", '"data: false\n"\n')):
        done = subprocess.run(
            [sys.executable, "-m", "baton.cli.main", "interface", command, "-"],
            input="std_msgs/msg/Bool\n",
            capture_output=True,
            text=True,
            timeout=60,
            check=True,
            env={**os.environ, "PYTHONPATH": str(ROOT)},
        )
        assert done.stdout == expected


def test_a_dump_may_be_asked_to_be_printed(baton):
    said = baton("param", "dump", "/nowhere", "--print", status=None).stderr
    assert "unrecognized" not in said


def test_services_are_described_with_their_processes(robot, baton):
    short = "Type: std_srvs/srv/Trigger\nClients count: 1\nServices count: 1\n"
    assert baton("service", "info", "/camera/reset").stdout == short
    long = baton("service", "info", "-v", "/camera/reset").stdout.splitlines()
    assert long[2] == "    /ns/viewer, process 102 (p2)" and long[4] == "    /camera, process 101 (p1)"


def test_actions_are_found_by_their_type(robot, baton):
    assert baton("action", "find", "nav/action/Dock").stdout == "/dock\n"
    assert baton("action", "find", "nav/Dock", "-c").stdout == "1\n"
    assert baton("action", "find", "nav/action/Other").stdout == ""


@pytest.mark.parametrize(
    ("name", "said"),
    [
        ("my_msgs/msg/Mesh", "'my_msgs/msg/Mesh': the package 'my_msgs' is not found; build it, and source"),
        ("sample_msgs/msg/MeshTriangl", "the package 'sample_msgs' is not found"),
        ("foo_msgs/msg/String", "the package 'foo_msgs' is not found"),
        ("std_msg/msg/String", "did you mean 'std_msgs/msg/String'?"),
        ("std_msgs/msg/Strin", "did you mean 'std_msgs/msg/String'?"),
    ],
)
def test_another_package_is_proposed_only_where_the_own_one_may_be_misspelt(name, said, baton):
    assert said in baton("interface", "show", name, status=1).stderr
    # One that takes part says the same.
    done = baton("topic", "echo", "/x", name, status=1).stderr
    assert said.partition("': the")[2] in done or "takes part" in done
    assert "did you mean" in said or "did you mean" not in done


@pytest.mark.parametrize("build_type", ["ament_cmake", "cmake"])
@pytest.mark.parametrize("name", ["test", "all", "clean", "install", "help", "package", "uninstall"])
def test_names_that_cmake_has_itself_are_refused_at_creation(build_type, name, baton, tmp_path):
    for option in ("--node-name", "--library-name"):
        created = ("pkg", "create", "mine", "--build-type", build_type, option, name)
        said = baton(*created, status=1).stderr
        assert f"CMake has a target '{name}' of its own: give another name, as '{name}_node'" in said
    assert not (tmp_path / "mine").exists()


def test_a_program_of_python_has_no_word_of_python_as_its_name(baton):
    create = ("pkg", "create", "mine", "--build-type", "ament_python", "--node-name")
    assert "'class' is a word of Python" in baton(*create, "class", status=1).stderr
    baton(*create, "test")


@pytest.mark.parametrize("number", ["2", "3"])
def test_a_package_has_the_format_that_is_asked_for(number, baton, tmp_path):
    baton("pkg", "create", "--package-format", number, "mine", "--build-type", "cmake")
    xml = (tmp_path / "mine/package.xml").read_text()
    assert f'<package format="{number}">' in xml and "<build_type>cmake</build_type>" in xml
    assert "ament_package" not in (tmp_path / "mine/CMakeLists.txt").read_text()


def test_a_file_of_the_command_line_that_cannot_be_opened_is_named_in_one_line(
    monkeypatch, tmp_path, capsys
):
    (tmp_path / "file").touch()
    opened: list[str] = []

    def run(options) -> int:
        open(opened[-1], encoding="utf-8")
        return 0

    monkeypatch.setattr("baton.cli.param_calls.load_parameters", run)
    monkeypatch.chdir(tmp_path)
    for name, cure in (
        ("missing.yaml", "No such file or directory; give a file that is there"),
        ("none/x.yaml", f"make the folder '{tmp_path}/none' first, or give another"),
        ("file/x.yaml", f"'{tmp_path}/file' is no folder: give another"),
        (".", "Is a directory; give another"),
        (str(tmp_path / "missing.yaml"), "give a file that is there"),
    ):
        opened.append(name)
        assert main(["param", "load", "/camera", name]) == 1
        said = capsys.readouterr().err
        assert said.startswith(f"baton: cannot open '{name}': ") and said.endswith(f"{cure}\n")
    # A folder above what is named was to be made.
    opened.append(str(tmp_path / "none"))
    assert main(["param", "load", "/camera", f"{tmp_path}/none/y/z.xml"]) == 1
    # The command line does not name this one: it is Baton's.
    opened.append("/proc/no_such_file")
    with pytest.raises(FileNotFoundError):
        main(["param", "load", "/camera", "missing.yaml"])
