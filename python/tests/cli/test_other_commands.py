# SPDX-License-Identifier: Apache-2.0
"""run, pkg, interface, completion, ros2, and what is passed on to programs."""

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from baton.cli import passed_on
from baton.cli.commands import CommandError
from baton.cli.main import main

ROOT = Path(__file__).resolve().parents[2]


@pytest.fixture
def prefix(tmp_path, monkeypatch) -> Path:
    prefix = tmp_path / "prefix"
    index = prefix / "share/ament_index/resource_index/packages"
    index.mkdir(parents=True)
    (index / "robot").touch()
    programs = prefix / "lib/robot"
    programs.mkdir(parents=True)
    (programs / "driver").write_text('#!/bin/sh\necho "$@"\nexit 7\n')
    (programs / "driver").chmod(0o755)
    (programs / "notes.txt").write_text("no program")
    share = prefix / "share/robot"
    share.mkdir()
    (share / "package.xml").write_text(
        "<package><name>robot</name><version>1.2.3</version></package>"
    )
    (share / "robot.launch.py").write_text(
        "from launch import LaunchDescription\nfrom launch.actions import DeclareLaunchArgument\n"
        "def generate_launch_description():\n"
        "    return LaunchDescription([DeclareLaunchArgument('speed', default_value='1')])\n"
    )
    monkeypatch.setenv("AMENT_PREFIX_PATH", str(prefix))
    return prefix


def test_run_becomes_the_program(prefix, baton):
    done = baton("run", "robot", "driver", "--ros-args", "-r", "a:=b", status=7)
    assert done.stdout == "--ros-args -r a:=b\n"
    done = baton("run", "--prefix", "env X=1", "robot", "driver", "y", status=7)
    assert done.stdout == "y\n"


@pytest.mark.parametrize(
    ("there", "cure"),
    [(["baton-lifecycle"], "without class_loader.*libclass-loader-dev.*build Baton again"), ([], "source Baton's")],
)
def test_what_brings_a_missing_program_depends_on_what_else_is_missing(there, cure, monkeypatch):
    monkeypatch.setattr(passed_on, "find_program", lambda name: name if name in there else None)
    with pytest.raises(CommandError, match=f"baton-component is not there: .*{cure}"):
        passed_on.become("baton-component", "baton component", ["list"])


def test_a_program_looks_for_packages_where_the_command_does(prefix, baton, tmp_path):
    program = prefix / "lib/robot/driver"
    program.write_text("#!/bin/sh\necho $AMENT_PREFIX_PATH\n")
    path = f"{tmp_path}/nothing:{prefix}:{prefix}"
    found = baton("run", "robot", "driver", AMENT_PREFIX_PATH=path).stdout.strip().split(":")
    assert found[0] == str(prefix) and found.count(str(prefix)) == 1


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (("run", "robt", "driver"), "Package 'robt' not found; did you mean 'robot'?"),
        (("run", "robot", "drivr"), "No executable found: 'drivr'; did you mean 'driver'?"),
        (("run", "robot", "xyz"), "package 'robot' has driver"),
        (("pkg", "prefix", "robt"), "did you mean 'robot'?"),
        (("launch", "camera.launch"), "there is no file 'camera.launch'\n"),
        (("interface", "show", "std_msgs/msg/Strin"), "did you mean 'std_msgs/msg/String'?"),
        (("interface", "show", "String"), "write package/msg/Name"),
        (("interface", "package", "std_msg"), "did you mean 'std_msgs'?"),
    ],
)
def test_names_that_are_not_there_get_a_proposal(arguments, said, prefix, baton):
    assert said in baton(*arguments, status=1).stderr


def test_a_build_that_has_not_made_a_package_yet_does_not_hide_the_one_that_has(
    prefix, baton, tmp_path, monkeypatch
):
    for name, program in (("release", "perf_test"), ("dev", "demo_talker")):
        build = tmp_path / "checkout/build" / name
        index = build / "share/ament_index/resource_index/packages"
        index.mkdir(parents=True)
        (build / "bin").mkdir()
        (build / "bin" / program).write_text(f"#!/bin/sh\necho {name}\n")
        (build / "bin" / program).chmod(0o755)
        for package, one in (("performance_test", "perf_test"), ("examples", "demo_talker")):
            (index / package).touch()
            (build / "lib" / package).mkdir(parents=True)
            (build / "lib" / package / one).symlink_to(f"../../bin/{one}")
    shutil.copytree(
        ROOT / "baton", tmp_path / "checkout/python/baton", ignore=shutil.ignore_patterns("__pycache__")
    )
    own = {"PYTHONPATH": str(tmp_path / "checkout/python"), "AMENT_PREFIX_PATH": ""}
    assert baton("run", "performance_test", "perf_test", **own).stdout == "release\n"
    assert baton("run", "examples", "demo_talker", **own).stdout == "dev\n"
    # Launch files look through the prefixes in their order.
    (tmp_path / "talker.launch.xml").write_text(
        '<launch><node pkg="examples" exec="demo_talker" output="screen"/></launch>'
    )
    log = {"ROS_LOG_DIR": str(tmp_path / "log")}
    assert "] dev\n" in baton("launch", "talker.launch.xml", **own, **log).stdout


def test_packages(prefix, baton):
    assert "robot\n" in baton("pkg", "list").stdout
    assert baton("pkg", "prefix", "robot").stdout == f"{prefix}\n"
    assert baton("pkg", "prefix", "--share", "robot").stdout == f"{prefix}/share/robot\n"
    assert baton("pkg", "executables", "robot").stdout == "robot driver\n"
    assert baton("pkg", "xml", "robot", "-t", "version").stdout == "1.2.3\n"
    found = json.loads(baton("pkg", "executables", "robot", "--json").stdout)
    assert found == {"robot": [f"{prefix}/lib/robot/driver"]}


@pytest.mark.parametrize("build_type", ["ament_cmake", "ament_python"])
def test_a_new_package_has_what_it_needs_and_nothing_is_overwritten(build_type, baton, tmp_path):
    done = baton(
        "pkg",
        "create",
        "mine",
        "--build-type",
        build_type,
        "--node-name",
        "driver",
        "--dependencies",
        "std_msgs",
        "--maintainer-name",
        "A & B",
    )
    folder = tmp_path / "mine"
    xml = (folder / "package.xml").read_text()
    needed = "rclcpp" if build_type == "ament_cmake" else "rclpy"
    assert f"<depend>{needed}</depend>" in xml and "A &amp; B" in xml
    assert f"<build_type>{build_type}</build_type>" in xml and "colcon build" in done.stdout
    if build_type == "ament_python":
        compile((folder / "mine/driver.py").read_text(), "driver.py", "exec")
        compile((folder / "setup.py").read_text(), "setup.py", "exec")
        # Both files say the same of the package, as setuptools and colcon take it from either.
        setup = (folder / "setup.py").read_text()
        assert "description='The package mine'" in setup and "tests_require=['pytest']" in setup
        assert "<description>The package mine</description>" in xml
    else:
        assert "target_include_directories(driver PRIVATE include)" in (folder / "CMakeLists.txt").read_text()
    again = baton("pkg", "create", "mine", status=1)
    assert "is there already; nothing was changed" in again.stderr
    assert "small letters" in baton("pkg", "create", "My-Package", status=1).stderr


@pytest.mark.parametrize("build_type", ["ament_cmake", "cmake"])
def test_an_empty_package_has_the_folders_for_its_sources_and_headers(build_type, baton, tmp_path):
    baton("pkg", "create", "mine", "--build-type", build_type)
    assert (tmp_path / "mine/src").is_dir() and (tmp_path / "mine/include/mine").is_dir()
    assert "\n\n\n" not in (tmp_path / "mine/package.xml").read_text()


def test_definitions_are_shown_with_those_of_their_fields(baton):
    shown = baton("interface", "show", "std_msgs/msg/Header").stdout
    assert (
        shown == "builtin_interfaces/Time stamp\n\tint32 sec\n\tuint32 nanosec\nstring frame_id\n"
        or ("\tint32 sec\n\tuint32 nanosec\n" in shown and "string frame_id" in shown)
    )
    assert "---" in baton("interface", "show", "std_srvs/srv/SetBool").stdout
    proto = baton("interface", "proto", "--no-quotes", "geometry_msgs/msg/PoseStamped").stdout
    import yaml

    assert yaml.safe_load(proto)["pose"]["orientation"] == {"x": 0, "y": 0, "z": 0, "w": 1}
    assert "std_srvs/srv/SetBool" in baton("interface", "package", "std_srvs").stdout
    assert "    std_msgs/msg/String\n" in baton("interface", "list", "-m").stdout


@pytest.mark.parametrize(
    ("words", "expected"),
    [
        (["to"], ["top", "topic"]),
        (["topic", "e"], ["echo"]),
        (["topic", "echo", "/im"], ["/image"]),
        (["topic", "echo", "--qos-history", ""], ["keep_all", "keep_last", "system_default"]),
        (["node", "info", "/c"], ["/camera"]),
        (["service", "call", "/camera/reset", "std_srvs/srv/S"], ["std_srvs/srv/SetBool"]),
        (["topic", "info", "--verb"], ["--verbose"]),
        (["run", "rob"], ["robot"]),
        (["run", "robot", ""], ["driver"]),
        (["launch", "robot", ""], ["robot.launch.py"]),
        (["launch", "robot", "robot.launch.py", ""], ["speed:="]),
        (["interface", "show", "std_msgs/msg/Strin"], ["std_msgs/msg/String"]),
        (["component", "l"], ["list", "load"]),
        (["completion", ""], ["bash", "fish", "zsh"]),
        (["no_such_command", ""], []),
    ],
)
def test_words_are_completed(words, expected, robot, prefix, capsys):
    main(["--complete", *words])
    assert capsys.readouterr().out.split() == expected


@pytest.mark.parametrize("shell", ["bash", "zsh", "fish"])
def test_completion_in_the_shell_itself(shell, tmp_path):
    if shutil.which(shell) is None:
        pytest.skip(f"{shell} is not installed")
    program = tmp_path / "baton"
    program.write_text(f'#!/bin/sh\nexec {sys.executable} -m baton.cli.main "$@"\n')
    program.chmod(0o755)
    scripts = {
        "bash": 'eval "$(baton completion bash)"\nCOMP_WORDS=(baton topic ec); COMP_CWORD=2\n'
        '_baton_complete; printf "%s\\n" "${COMPREPLY[@]}"\n',
        "zsh": "compdef() { : }; compadd() { local name=$2; print -l -- ${(P)name} }\n"
        'eval "$(baton completion zsh)"\nwords=(baton topic ec); CURRENT=3; _baton_complete\n',
        "fish": 'baton completion fish | source\ncomplete -C "baton topic ec"\n',
    }
    done = subprocess.run(
        [shell, *(["-f"] if shell == "zsh" else []), "-c", scripts[shell]],
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
        env={**os.environ, "PATH": f"{tmp_path}:{os.environ['PATH']}", "PYTHONPATH": str(ROOT)},
    )
    assert done.stdout.split() == ["echo"], done.stderr


def test_ros2_is_baton_unless_a_ros2_of_ros_is_there(robot, tmp_path):
    folder = ROOT / "baton/ros2_name"
    bin_folder = tmp_path / "bin"
    bin_folder.mkdir()
    (bin_folder / "baton").write_text(f"#!{sys.executable}\n")
    (bin_folder / "baton").chmod(0o755)
    path = f"{folder}:{bin_folder}:/usr/bin:/bin"

    def ros2(path: str):
        return subprocess.run(
            ["ros2", "topic", "list"],
            capture_output=True,
            text=True,
            timeout=60,
            check=False,
            env={**os.environ, "PATH": path},
        )

    assert ros2(path).stdout == "/image\n"
    other = tmp_path / "ros"
    other.mkdir()
    (other / "ros2").write_text('#!/bin/sh\necho "of ROS: $*"\n')
    (other / "ros2").chmod(0o755)
    done = ros2(f"{path}:{other}")
    assert done.stdout == "of ROS: topic list\n"
    assert f"ros2 is that of ROS, {other}/ros2" in done.stderr


LAUNCH_TEST = """
import os, unittest
import launch, launch_testing
from launch.actions import ExecuteProcess
from launch_testing.actions import ReadyToTest

def generate_test_description():
    return launch.LaunchDescription([launch_testing.util.KeepAliveProc(), ReadyToTest()])

class TestDomain(unittest.TestCase):
    def test_domain(self):
        print('domain', os.environ.get('ROS_DOMAIN_ID'))
"""


@pytest.fixture
def programs(tmp_path):
    """A folder with Baton's launch_test, and the function that runs it."""
    folder = tmp_path / "programs"
    folder.mkdir()
    program = folder / "launch_test"
    program.write_text(
        f"#!{sys.executable}\nimport sys\nsys.path.insert(0, {str(ROOT)!r})\n"
        "from baton.cli.launch_test import main\nsys.exit(main())\n"
    )
    program.chmod(0o755)

    def run(*arguments: str, path: str = "") -> subprocess.CompletedProcess:
        return subprocess.run(
            [program, *arguments],
            capture_output=True,
            text=True,
            timeout=60,
            check=False,
            cwd=tmp_path,
            env={**os.environ, "PATH": f"{folder}:/usr/bin:/bin{path}", "ROS_DOMAIN_ID": "0"},
        )

    return folder, run


def test_launch_tests_are_run_by_a_program_and_by_a_command(programs, baton, tmp_path):
    _, launch_test = programs
    (tmp_path / "domain.test.py").write_text(LAUNCH_TEST)
    log = {"ROS_LOG_DIR": str(tmp_path / "log")}
    alone = baton("test", "domain.test.py", ROS_DOMAIN_ID="0", **log).stdout
    assert "domain " in alone and "domain 0\n" not in alone
    here = ("domain.test.py", "--disable-isolation")
    assert "domain 0\n" in baton("test", *here, ROS_DOMAIN_ID="0", **log).stdout
    done = launch_test("domain.test.py", "--junit-xml=reports/domain.xml")
    assert done.returncode == 0 and "domain 0\n" in done.stdout, done.stderr
    assert (tmp_path / "reports/domain.xml").is_file()
    misspelt = launch_test("doman.test.py")
    assert misspelt.returncode == 2
    assert "Test file 'doman.test.py' does not exist; did you mean 'domain.test.py'?" in (
        misspelt.stderr
    )
    assert "usage: baton test" in baton("test", "--help").stdout


def test_launch_test_gives_way_to_the_one_of_ros_and_not_to_another_baton(programs, tmp_path):
    folder, launch_test = programs
    (tmp_path / "domain.test.py").write_text(LAUNCH_TEST)
    # Two of Baton would else hand over to each other for ever.
    shutil.copytree(folder, tmp_path / "another_baton")
    assert "domain 0\n" in launch_test("domain.test.py", path=f":{tmp_path}/another_baton").stdout
    other = tmp_path / "ros"
    other.mkdir()
    (other / "launch_test").write_text('#!/bin/sh\necho "of ROS: $*"\n')
    (other / "launch_test").chmod(0o755)
    done = launch_test("x.py", path=f":{other}")
    assert done.stdout == "of ROS: x.py\n"
    assert f"launch_test is that of ROS, {other}/launch_test; Baton's is called baton test" in done.stderr


def test_a_command_of_which_nothing_is_said_tells_what_there_is(baton):
    assert "start what a launch file describes" in baton().stdout
    assert " echo " in baton("topic").stdout


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (("--hlp",), "unrecognized arguments: --hlp; did you mean '--help'?"),
        (("topic", "--hlp"), "unrecognized arguments: --hlp; did you mean '--help'?"),
        (("topic", "echo", "--onec"), "unrecognized arguments: --onec; did you mean '--once'?"),
        # By the options of this command alone, and its usage.
        (("topic", "hz", "/x", "--filter", "1"), "baton topic hz: error: unrecognized arguments: --filter 1"),
        (("topic", "hz", "--windo=9"), "arguments: --windo=9; did you mean '--window'?"),
        (("topic", "hz", "--window=9"), "required: TOPIC\n"),
        (("topic", "hz", "-w9"), "required: TOPIC\n"),
        (("param", "set", "--", "-1"), "required: NAME, VALUE\n"),
        (("run",), "required: PACKAGE, PROGRAM\n"),
        (("launch",), "required: PACKAGE | FILE\n"),
        (("test",), "required: FILE\n"),
        (("component", "lod"), "no such command: 'component lod'; did you mean 'load'?"),
        (("lifecycle", "xyz"), "no such command: 'lifecycle xyz'; there are get, list, nodes, set"),
    ],
)
def test_what_is_missing_or_misspelt_is_named_alone(arguments, said, baton):
    assert said in baton(*arguments, status=2).stderr


def test_programs_of_baton_get_all_arguments(baton, tmp_path):
    folder = tmp_path / "programs"
    folder.mkdir()
    for name in ("baton-component", "baton-lifecycle"):
        (folder / name).write_text(f'#!/bin/sh\necho {name} "$@"\n')
        (folder / name).chmod(0o755)
    path = f"{folder}:{os.environ['PATH']}"
    assert baton("component", "--help", PATH=path).stdout == "baton-component --help\n"
    assert (
        baton("component", "list", "/c", "--json", PATH=path).stdout
        == "baton-component list /c --json\n"
    )
    assert baton("lifecycle", PATH=path).stdout == "baton-lifecycle --help\n"


def test_commands_import_nothing_that_they_do_not_need():
    """Every command starts in the time of Python and argparse."""
    text = (
        "import sys; from baton.cli.main import main\n"
        "try: main(['topic', 'list'])\n"
        "except SystemExit: pass\n"
        "print(sorted({'numpy', 'rich', 'yaml', 'launch', 'psutil', 'baton.cli.perf', 'json.tool'}"
        " & set(sys.modules)))"
    )
    done = subprocess.run(
        [sys.executable, "-c", text],
        capture_output=True,
        text=True,
        timeout=60,
        check=True,
        env={**os.environ, "PYTHONPATH": str(ROOT)},
    )
    assert done.stdout.splitlines()[-1] == "[]"


def test_an_installed_command_hands_perf_over_once(tmp_path):
    """Two installed ones would else hand it to each other for ever."""
    installed = tmp_path / "share/baton/python"
    installed.mkdir(parents=True)
    shutil.copytree(ROOT / "baton", installed / "baton", ignore=shutil.ignore_patterns("__pycache__"))
    folders = []
    for name in ("first", "second"):
        folder = tmp_path / name
        folder.mkdir()
        (folder / "baton").write_text(
            f"#!{sys.executable}\nimport sys\nsys.path.insert(0, {str(installed)!r})\n"
            "from baton.cli.main import main\nsys.exit(main())\n"
        )
        (folder / "baton").chmod(0o755)
        folders.append(str(folder))
    done = subprocess.run(
        ["baton", "perf", "quick"],
        capture_output=True,
        text=True,
        timeout=30,
        check=False,
        env={**os.environ, "PATH": ":".join([*folders, "/usr/bin", "/bin"])},
    )
    assert done.returncode == 1
    assert "perf measures what is built in a checkout of Baton: make venv there" in done.stderr
