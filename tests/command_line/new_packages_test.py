# SPDX-License-Identifier: Apache-2.0
"""What `baton pkg create` makes builds with colcon against the installed Baton, and runs."""

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

INSTALLED = Path(os.environ.get("BATON_INSTALLED", ""))


@pytest.fixture
def shell(tmp_path):
    """Runs a script of bash in a workspace where the installed Baton is sourced."""
    kept = ("PATH", "HOME", "LANG", "CCACHE_DIR")

    def run(script: str) -> str:
        text = f"set -e; source {INSTALLED}/share/baton/setup.bash\n{script}"
        done = subprocess.run(
            ["bash", "-c", text],
            cwd=tmp_path,
            env={key: os.environ[key] for key in kept if key in os.environ}
            | {"COLCON": os.environ["COLCON"], "BATON_REGISTRY_DIR": str(tmp_path / "registry")},
            capture_output=True,
            text=True,
            timeout=250,
            check=False,
        )
        assert done.returncode == 0, done.stdout + done.stderr
        return done.stdout

    return run


def test_a_package_of_cpp_builds_and_its_node_runs(shell):
    output = shell("""
        mkdir src
        baton pkg create robot_driver --destination-directory src --node-name driver --library-name wheels \\
          --dependencies rclcpp std_msgs
        $COLCON build --event-handlers console_direct+ > build.log 2>&1 || { cat build.log; exit 1; }
        source install/setup.bash
        baton pkg executables robot_driver
        timeout --preserve-status -s INT 3 baton run robot_driver driver 2>&1
        ls install/robot_driver/lib
    """)
    assert "robot_driver driver" in output and "hello from robot_driver" in output
    assert "libwheels.so" in output  # pluginlib and containers load no other


USERS = """\
cmake_minimum_required(VERSION 3.8)
project(uses)
find_package(ament_cmake REQUIRED)
find_package(my_lib REQUIRED)
add_executable(by_package main.cpp)
ament_target_dependencies(by_package my_lib)
add_executable(by_target main.cpp)
target_link_libraries(by_target my_lib::my_thing)
ament_package()
"""
USE = """\
#include <my_lib/my_thing.hpp>
#include <rclcpp/rclcpp.hpp>

int main() { my_lib::MyThing thing; }
"""


@pytest.mark.parametrize("build_type", ["ament_cmake", "cmake"])
def test_a_library_is_used_by_another_package_by_both_names(build_type, shell, tmp_path):
    uses = tmp_path / "src/uses"
    uses.mkdir(parents=True)
    (uses / "CMakeLists.txt").write_text(USERS)
    (uses / "main.cpp").write_text(USE)
    (uses / "package.xml").write_text(
        '<package format="3"><name>uses</name><version>1.0.0</version><description>x</description>'
        '<maintainer email="a@todo.todo">a</maintainer><license>x</license><depend>my_lib</depend>'
        "<export><build_type>ament_cmake</build_type></export></package>"
    )
    run = "baton run my_lib drv" if build_type == "ament_cmake" else "install/my_lib/lib/my_lib/drv"
    output = shell(f"""
        baton pkg create my_lib --build-type {build_type} --library-name my_thing --node-name drv \\
          --dependencies rclcpp --destination-directory src
        CXXFLAGS=-O0 $COLCON build > build.log 2>&1 || {{ cat build.log log/latest/*/stderr.log; exit 1; }}
        build/uses/by_package && build/uses/by_target
        source install/setup.bash
        timeout --preserve-status -s INT 3 {run} 2>&1
    """)
    assert f"source install/setup.bash && {run}\n" in output and "hello from my_lib" in output


def test_a_package_of_python_builds_and_its_node_runs(shell):
    output = shell("""
        mkdir src
        baton pkg create robot_tools --build-type ament_python --node-name tool \\
          --destination-directory src
        $COLCON build > build.log 2>&1 || { cat build.log; exit 1; }
        source install/setup.bash
        timeout --preserve-status -s INT 4 baton run robot_tools tool 2>&1
    """)
    assert "hello from robot_tools" in output


def test_the_second_name_is_there_where_it_is_asked_for(shell):
    assert "ros2" not in shell("command -v ros2 || true")
    output = shell(f"""
        ROS2_IS_BATON=1 source {INSTALLED}/share/baton/setup.bash
        ros2 interface show std_msgs/msg/String
        ros2 pkg list
    """)
    assert "string data" in output and "rclcpp" in output


def test_launch_files_find_the_installed_packages(shell):
    output = shell("baton launch ros2_comm_examples six_ways.launch.py --show-args")
    assert "'way':" in output


LAUNCH_TEST = """
import unittest
import launch, launch_testing, pytest
from launch_testing.actions import ReadyToTest

@pytest.mark.launch_test
def generate_test_description():
    return launch.LaunchDescription([launch_testing.util.KeepAliveProc(), ReadyToTest()])

class TestProcess(unittest.TestCase):
    def test_starts(self, proc_info):
        proc_info.assertWaitForStartup("keep_alive", timeout=30)
"""


def test_launch_tests_are_run_by_the_installed_program_and_by_pytest(shell, tmp_path):
    (tmp_path / "test_robot_launch.py").write_text(LAUNCH_TEST)
    output = shell(f"""
        command -v launch_test
        launch_test test_robot_launch.py --junit-xml=robot.xml
        grep -o 'tests="1"' robot.xml | head -n 1
        {sys.executable} -m pytest -v -p no:cacheprovider test_robot_launch.py
    """)
    assert f"{INSTALLED}/bin/launch_test\n" in output and 'tests="1"' in output
    assert "test_robot_launch.py::TestProcess::test_starts PASSED" in output


# The last one whose scripts agree with each other on the names of arguments.
MEASURING = "499b063"


def test_scripts_that_measure_what_they_launch_find_its_processes(shell):
    """Those of a reference document's repository, ros2_topic_performance, as they are."""
    repository = os.environ.get("REFERENCE_REPOSITORY")
    if not repository:
        pytest.skip("REFERENCE_REPOSITORY is no address or folder of ros2_topic_performance")
    output = shell(f"""
        git clone -q {repository} src/ros2_topic_performance
        git -C src/ros2_topic_performance checkout -q {MEASURING}
        CXXFLAGS=-O0 $COLCON build > build.log 2>&1 || {{ cat build.log; exit 1; }}
        ROS2_IS_BATON=1 source {INSTALLED}/share/baton/setup.bash
        source install/setup.bash
        cd src/ros2_topic_performance
        {sys.executable} scripts/test_1pub_1sub.py
        {sys.executable} scripts/test_use_dedicated_executors.py
    """)
    # They give a launch one second; of a process that is not there by then, as on a busy machine or
    # where there is no ros2, they print zeros.
    figures = re.findall(r"cpu: ([\d.]+) memory: ([\d.]+)", output)
    assert len(figures) == 5 and any(float(memory) > 0 for _, memory in figures), output
