# SPDX-License-Identifier: Apache-2.0
"""Packages written for ROS 2, built with `colcon build` against an installed Baton, and run."""

import os
import pathlib
import re
import shutil
import tempfile
import time
import unittest

from shell import DEADLINE_S, Program, bare_environment, run, sourced

SOURCES = pathlib.Path(__file__).resolve().parent / "src"
PREFIX = pathlib.Path(os.environ["BATON_INSTALLED"])
ROS_PREFIX = PREFIX / "lib/baton/ros2"
COLCON = os.environ["COLCON"]
WORKSPACE = pathlib.Path(os.environ["SCRATCH"])
BUILD_TIMEOUT_S = 600

PACKAGES = {
    "warehouse_bringup",
    "warehouse_carrier",
    "warehouse_components",
    "warehouse_conveyor",
    "warehouse_gripper",
    "warehouse_interfaces",
    "warehouse_labels",
    "warehouse_planning",
    "warehouse_reports",
}


def build_environment():
    """Quick to build: everything else is as a user has it."""
    more = {"CXXFLAGS": "-O0", "CMAKE_GENERATOR": "Ninja", "COLCON_HOME": str(WORKSPACE / "colcon")}
    if shutil.which("ccache"):
        more["CMAKE_CXX_COMPILER_LAUNCHER"] = "ccache"
    return sourced(PREFIX / "share/baton/setup.bash", bare_environment(**more))


def setUpModule():
    if not pathlib.Path(COLCON).exists():
        raise AssertionError(f"{COLCON} is missing: make venv")
    shutil.rmtree(WORKSPACE, ignore_errors=True)
    shutil.copytree(SOURCES, WORKSPACE / "src")
    run(f"{COLCON} build", build_environment(), WORKSPACE, BUILD_TIMEOUT_S)


class Sources(unittest.TestCase):
    def test_know_ros_2_only(self):
        for path in SOURCES.rglob("*"):
            if path.is_file():
                self.assertNotIn("baton", path.read_text().lower(), path)


class Setup(unittest.TestCase):
    def test_may_be_sourced_again_and_with_unset_variables_forbidden(self):
        script = PREFIX / "share/baton/setup.bash"
        command = f"set -eu; . {script}; . {script}; echo $PATH; echo $AMENT_PREFIX_PATH; echo $ROS_DISTRO"
        path, index, distribution = run(command, bare_environment()).splitlines()
        self.assertEqual("jazzy", distribution)
        self.assertEqual(1, path.split(":").count(str(PREFIX / "bin")))
        self.assertEqual(str(ROS_PREFIX), index)

    def test_puts_the_packages_before_those_of_others(self):
        environment = sourced(
            PREFIX / "share/baton/setup.bash", bare_environment(CMAKE_PREFIX_PATH="/opt/other")
        )
        self.assertEqual(
            f"{ROS_PREFIX}:{PREFIX}:/opt/other", environment["CMAKE_PREFIX_PATH"]
        )

    def test_tells_of_another_ros(self):
        command = f". {PREFIX}/share/baton/setup.bash"
        self.assertIn("ROS humble", run(command, bare_environment(ROS_DISTRO="humble")))


class Workspace(unittest.TestCase):
    def setUp(self):
        self.registry = tempfile.TemporaryDirectory()
        self.addCleanup(self.registry.cleanup)
        own = {"BATON_REGISTRY_DIR": self.registry.name, "ROS_LOG_DIR": str(WORKSPACE / "ros_log")}
        self.environment = sourced(WORKSPACE / "install/setup.bash", bare_environment(**own))

    def tearDown(self):
        self.assertEqual([], os.listdir(self.registry.name))

    def program(self, package, name, *arguments):
        path = WORKSPACE / "install" / package / "lib" / package / name
        return Program(path, *arguments, environment=self.environment)

    def component(self, arguments):
        return run(f"baton-component {arguments}", self.environment)

    def wait_for_container(self):
        deadline = time.monotonic() + DEADLINE_S
        while "/ComponentManager" not in self.component("list"):
            self.assertLess(time.monotonic(), deadline, "no container came")

    def test_sets_up_what_it_was_built_on(self):
        self.assertIn(str(ROS_PREFIX), self.environment["AMENT_PREFIX_PATH"].split(":"))
        for package in PACKAGES:
            index = f"install/{package}/share/ament_index/resource_index/packages/{package}"
            self.assertTrue((WORKSPACE / index).exists(), index)

    def test_passes_its_own_tests(self):
        environment = build_environment()
        run(f"{COLCON} test", environment, WORKSPACE, BUILD_TIMEOUT_S)
        summary = run(f"{COLCON} test-result", environment, WORKSPACE)
        self.assertRegex(summary, r"Summary: \d+ tests, 0 errors, 0 failures")
        results = WORKSPACE / "build/warehouse_gripper/test_results/warehouse_gripper"
        ran = {path.name.split(".")[0] for path in results.iterdir()}
        launched = (results / "test_launch.xunit.xml").read_text()
        self.assertIn('tests="2" failures="0" errors="0" skipped="0"', launched)
        own = {"test_grippers", "test_inventory", "test_launch", "test_type_supports"}
        self.assertLessEqual({*own, "uncrustify"}, ran)

    def test_uses_messages_of_a_package_that_has_libraries_too(self):
        grip = WORKSPACE / "install/warehouse_bringup/lib/warehouse_bringup/grip"
        self.assertEqual("box, bottle (2.5 N)\n", run(f"{grip} box bottle", self.environment))

    def test_loads_its_components_into_the_installed_container(self):
        types = self.component("types warehouse_components").split()
        self.assertEqual(
            ["warehouse::Heartbeat", "warehouse::Odometer", "warehouse::ShelfReader"],
            sorted(types[1:]),
        )
        container = Program(
            ROS_PREFIX / "lib/rclcpp_components/component_container", environment=self.environment
        )
        with container, self.program("warehouse_bringup", "shelf_publisher") as publisher:
            publisher.wait_for("published rack_b/bottle")
            self.wait_for_container()
            load = "load /ComponentManager warehouse_components"
            self.component(f"{load} warehouse::ShelfReader -p rack:=north -p min_mass_kg:=0.5")
            container.wait_for("rack north, items from 0.5 kg")
            self.component(f"{load} warehouse::Heartbeat")
            self.component(f"{load} warehouse::Odometer --node-name meter")
            nodes = re.findall(r"/\w+", self.component("list"))
            self.assertEqual(["/ComponentManager", "/shelf_reader", "/heartbeat", "/meter"], nodes)

            find = WORKSPACE / "install/warehouse_bringup/lib/warehouse_bringup/find_item"
            self.assertEqual(
                "bottle lies at rack_b/bottle\n", run(f"{find} bottle", self.environment)
            )

    def test_pursues_goals_between_its_processes(self):
        carry = WORKSPACE / "install/warehouse_carrier/lib/warehouse_carrier/carry"
        with self.program("warehouse_carrier", "carrier_node") as carrier:
            carrier.wait_for("carries up to 10.0 kg")
            self.assertEqual("box is there\n", run(f"{carry} box 1 5", self.environment))
            carrier.wait_for("delivered: box")
            self.assertEqual("anvil is not carried\n", run(f"{carry} anvil 50 5", self.environment))
            carrier.wait_for("too heavy: anvil")
            self.assertEqual(
                "bottle is not there\n", run(f"{carry} bottle 1 1000 cancel", self.environment)
            )
            carrier.wait_for("put down: bottle")

    def test_imports_its_interfaces_in_python(self):
        held = WORKSPACE / "install/warehouse_labels/lib/warehouse_labels/held.py"
        self.assertEqual("box, bottle (2.5 N)\n", run(f"{held} box bottle", self.environment))

    def test_runs_nodes_in_python_beside_those_in_cpp(self):
        find = WORKSPACE / "install/warehouse_bringup/lib/warehouse_bringup/find_item"
        with self.program("warehouse_bringup", "shelf_publisher") as publisher:
            publisher.wait_for("published rack_b/bottle")
            with self.program("warehouse_reports", "report") as report:
                report.wait_for("rack_b: rack_b/bottle holds bottle bottle")
                output = run(f"{find} bottle", self.environment)
                self.assertEqual("bottle lies at rack_b/bottle\n", output)

    def test_pursues_goals_from_python(self):
        carry = WORKSPACE / "install/warehouse_reports/lib/warehouse_reports/carry"
        with self.program("warehouse_carrier", "carrier_node") as carrier:
            carrier.wait_for("carries up to 10.0 kg")
            self.assertEqual(
                "box: delivered after 5 steps\n", run(f"{carry} box 5", self.environment)
            )

    def test_runs_a_component_as_a_program(self):
        arguments = ["--ros-args", "-p", "rack:=south"]
        with self.program("warehouse_components", "shelf_reader_node", *arguments) as reader:
            reader.wait_for("rack south")

    def test_leads_a_lifecycle_node_from_another_program(self):
        switch = WORKSPACE / "install/warehouse_conveyor/lib/warehouse_conveyor/switch_conveyor"
        with self.program("warehouse_conveyor", "conveyor_node") as conveyor:
            self.assertEqual("active\n", run(switch, self.environment))
            conveyor.wait_for("configured, was unconfigured")
            conveyor.wait_for("runs at 0.5 m/s")
        still = ["--ros-args", "-p", "speed_mps:=0.0"]
        with self.program("warehouse_conveyor", "conveyor_node", *still) as conveyor:
            self.assertEqual("unconfigured\n", run(switch, self.environment))
            conveyor.wait_for("a conveyor needs a speed")
            conveyor.wait_for("stays off")

    def test_says_what_is_wrong_with_a_component_s_library(self):
        library = WORKSPACE / "install/warehouse_components/lib/libshelf_reader.so"
        program = WORKSPACE / "install/warehouse_components/lib/warehouse_components/shelf_reader_node"
        with tempfile.TemporaryDirectory() as folder:
            shutil.copy(program, folder)
            pathlib.Path(folder, library.name).write_text("no library")
            with self.assertRaisesRegex(AssertionError, "exit status 1.*\n.*libshelf_reader.so"):
                run(f"{folder}/{program.name}", self.environment)

    def test_finds_functions_in_libbaton_before_those_of_debian(self):
        library = WORKSPACE / "install/warehouse_planning/lib/libwarehouse_planning.so"
        needed = run(f"readelf -d {library}", self.environment)
        self.assertIn("librcutils", needed, "nothing is left to come behind")
        self.assertLess(needed.index("libbaton.so"), needed.index("librcutils"))


if __name__ == "__main__":
    unittest.main()
