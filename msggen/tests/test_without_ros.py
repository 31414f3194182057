# SPDX-License-Identifier: Apache-2.0
"""The generator where no ROS package of Python is installed."""

import subprocess
import sys

import pytest
from conftest import INTERFACES, MSGGEN

IDL = "module robot { module msg { struct Thing { int32 a; }; }; };\n"


@pytest.fixture(params=["rosidl_parser", "lark"])
def missing_module(request, monkeypatch):
    monkeypatch.delitem(sys.modules, "baton_msggen.idl_files", raising=False)
    monkeypatch.setitem(sys.modules, request.param, None)
    return request.param


def test_an_idl_file_is_refused_with_the_cure(workspace, missing_module):
    workspace.write("robot/msg/Thing.idl", IDL)
    (error,) = workspace.errors("robot")
    assert error.startswith(
        "Thing.idl: error: .idl files are read with ROS's parser rosidl_parser, which"
        f" {sys.executable} cannot load ("
    )
    assert missing_module in error
    assert error.endswith(
        ": apt-get install python3-rosidl, or source the setup.bash of a ROS 2 and run CMake again"
    )


def test_an_idl_file_of_a_dependency_is_refused_with_the_cure(workspace, missing_module):
    workspace.write("arm/msg/Part.idl", IDL)
    workspace.write("robot/msg/Thing.msg", "arm/Part part\n")
    (error,) = workspace.errors("robot", "arm")
    assert error.startswith("Part.idl: error: .idl files are read with ROS's parser")


def test_an_error_of_an_idl_file_comes_with_those_of_others(workspace, missing_module):
    workspace.write("robot/msg/Thing.idl", IDL)
    workspace.write("robot/msg/Other.msg", "int33 a\n")
    assert len(workspace.errors("robot")) == 2


def generate(workspace, *arguments):
    """Runs the generator in a Python that has its standard library only."""
    output = workspace.folder / "generated"
    command = [sys.executable, "-I", "-S", "-B", MSGGEN, "--package", "robot", "--output", output]
    return subprocess.run([*command, *arguments], capture_output=True, text=True, check=False)


def test_packages_of_msg_srv_and_action_files_need_the_standard_library_only(workspace):
    files = [
        workspace.write("robot/msg/Part.msg", "std_msgs/Header header\nstring<=3[] a ['b', c]\n"),
        workspace.write("robot/srv/Ask.srv", "uint8 A=0x10\n---\nbool yes true\n"),
        workspace.write("robot/action/Go.action", "Part part\n---\n---\n"),
    ]
    names = ("builtin_interfaces", "std_msgs", "service_msgs", "unique_identifier_msgs")
    includes = [word for name in names for word in ("--include", f"{name}={INTERFACES / name}")]
    done = generate(workspace, *includes, *files)
    assert (done.returncode, done.stderr) == (0, "")
    assert (workspace.folder / "generated/robot/action/go.hpp").exists()


def test_an_idl_file_ends_the_generator_with_one_line(workspace):
    done = generate(workspace, workspace.write("robot/msg/Thing.idl", IDL))
    assert done.returncode == 1
    assert len(done.stderr.splitlines()) == 1
    assert "Thing.idl: error: .idl files are read with ROS's parser" in done.stderr


def test_the_parser_is_also_found_in_a_folder_that_is_named(workspace):
    parser = pytest.importorskip("rosidl_parser", reason="python3-rosidl is not installed")
    lark = pytest.importorskip("lark", reason="python3-lark is not installed")
    folders = {module.__path__[0].rpartition("/")[0] for module in (parser, lark)}
    options = [word for folder in folders for word in ("--python-path", folder)]
    done = generate(workspace, *options, workspace.write("robot/msg/Thing.idl", IDL))
    assert (done.returncode, done.stderr) == (0, "")
