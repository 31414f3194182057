# SPDX-License-Identifier: Apache-2.0
"""Files of launch tests, run as a command: what passes, what fails, and what the report says."""

import os
import subprocess
import sys
import xml.etree.ElementTree as ET
from pathlib import Path

import pytest

PYTHON = Path(__file__).resolve().parents[2]
HEAD = """
import os
import sys
import unittest
import launch
import launch_testing
from launch.actions import *
from launch_testing.actions import ReadyToTest

def process(code, **kwargs):
    return ExecuteProcess(cmd=[sys.executable, "-S", "-u", "-c", code], **kwargs)

WAITS = "import select; print('ready to wait'); select.select([], [], [], 60)"

"""
DESCRIPTION = """
def generate_test_description():
    return launch.LaunchDescription([process(WAITS, name='waits'), ReadyToTest()])
"""


class Ran:
    def __init__(self, done: subprocess.CompletedProcess, report: Path) -> None:
        self.status = done.returncode
        self.output = done.stdout
        self.report = ET.parse(report).getroot() if report.exists() else None

    def cases(self) -> dict[str, str]:
        """{name: passed, failure, error or skipped}."""
        found = {}
        for case in self.report.iter("testcase"):
            tags = [child.tag for child in case]
            found[case.get("name")] = tags[0] if tags else "passed"
        return found


@pytest.fixture
def launch_test(tmp_path, log_folder):
    def run(text: str, *arguments: str) -> Ran:
        file = tmp_path / "some_launch_test.py"
        file.write_text(HEAD + text)
        report = tmp_path / "report.xml"
        path = f"{PYTHON / 'baton/ros2'}:{PYTHON}"
        done = subprocess.run(
            [sys.executable, "-m", "launch_testing.launch_test", str(file), *arguments]
            + [f"--junit-xml={report}", "--package-name=robot"],
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            env={**os.environ, "PYTHONPATH": path},
            timeout=120,
            check=False,
        )
        return Ran(done, report)

    return run


def test_active_tests_run_beside_the_processes_and_others_after_their_end(launch_test):
    ran = launch_test(
        DESCRIPTION
        + """
class TestBeside(unittest.TestCase):
    def test_output(self, proc_output, proc_info):
        proc_output.assertWaitFor('ready to wait', process='waits', stream='stdout', timeout=30)
        proc_info.assertWaitForStartup('waits', timeout=30)
        assert not proc_info['waits'].__class__.__name__ == 'ProcessExited'

@launch_testing.post_shutdown_test()
class TestAfter(unittest.TestCase):
    def test_end(self, proc_info, proc_output):
        launch_testing.asserts.assertExitCodes(proc_info, [launch_testing.asserts.EXIT_SIGINT])
        with launch_testing.asserts.assertSequentialStdout(proc_output, 'waits') as cm:
            cm.assertInStdout('ready')
            cm.assertInStdout('wait')
"""
    )
    assert ran.status == 0, ran.output
    assert ran.cases() == {"test_output": "passed", "test_end": "passed"}
    assert ran.report.find("testsuite").get("name") == "robot.some_launch_test.launch_tests"


def test_a_test_that_fails_fails_the_command_and_the_others_still_run(launch_test):
    ran = launch_test(
        DESCRIPTION
        + """
class TestBeside(unittest.TestCase):
    def test_wrong(self):
        self.assertEqual(1, 2)
    def test_right(self):
        pass

@launch_testing.post_shutdown_test()
class TestAfter(unittest.TestCase):
    def test_end(self, proc_info):
        launch_testing.asserts.assertExitCodes(proc_info)
"""
    )
    assert ran.status == 1
    assert ran.cases() == {"test_wrong": "failure", "test_right": "passed", "test_end": "failure"}
    assert "exited with code -2; allowed are [0]" in ran.output


@pytest.mark.parametrize(
    ("wait", "said"),
    [
        ("proc_output.assertWaitFor('never', timeout=0.1)", "Waiting for output timed out: 'never'"),
        (
            "proc_output.assertWaitFor('ready', process='wait', stream='stdout', timeout=30)\n"
            "        proc_output.assertWaitFor('x', process='wats', timeout=0.1)",
            "Did not find any processes matching name 'wats'",
        ),
        ("proc_info.assertWaitForShutdown('waits', timeout=0.1)", "Timed out waiting for process"),
    ],
)
def test_what_does_not_come_fails_the_test_that_waits(launch_test, wait, said):
    ran = launch_test(
        DESCRIPTION.replace("name='waits'", "name='waits', output='screen'")
        + f"""
class TestBeside(unittest.TestCase):
    def test_wait(self, proc_output, proc_info):
        proc_output.assertWaitFor('ready', stream='stdout', timeout=30)
        {wait}
"""
    )
    assert ran.status == 1
    assert said in ran.output


def test_processes_that_end_early_fail_all_tests_and_show_what_they_wrote(launch_test):
    ran = launch_test(
        """
def generate_test_description():
    return launch.LaunchDescription([
        process("import sys; print('no camera'); sys.exit(3)", name='camera'), ReadyToTest()])

class TestBeside(unittest.TestCase):
    def test_wait(self, proc_output):
        proc_output.waitFor('never', timeout=60)
"""
    )
    assert ran.status == 1
    assert ran.cases() == {"test_wait": "failure"}
    assert "exited with 3; it wrote:\nno camera" in ran.output


def test_a_launch_is_kept_alive_where_the_file_says_so(launch_test):
    ran = launch_test(
        """
@launch_testing.markers.keep_alive
def generate_test_description():
    return launch.LaunchDescription([process("print('one'); print('two')"), ReadyToTest()])

class TestBeside(unittest.TestCase):
    def test_end(self, proc_info, proc_output):
        proc_info.assertWaitForShutdown('python', timeout=30)
        proc_output.assertWaitFor(['one', 'two'], stream='stdout')
        assert not proc_output.waitFor(['two', 'one'], stream='stdout', timeout=0)
"""
    )
    assert ran.status == 0, ran.output


def test_a_description_without_ready_to_test_is_refused(launch_test):
    ran = launch_test(
        """
def generate_test_description():
    return launch.LaunchDescription([])

class TestBeside(unittest.TestCase):
    def test_nothing(self):
        pass
"""
    )
    assert ran.status == 1
    assert "ReadyToTest" in ran.output and ran.cases() == {"test_nothing": "failure"}


def test_ready_to_test_must_come_in_time(launch_test):
    ran = launch_test(
        """
@launch_testing.ready_to_test_action_timeout(0.2)
def generate_test_description():
    return launch.LaunchDescription([
        process(WAITS), TimerAction(period=60.0, actions=[ReadyToTest()])])

class TestBeside(unittest.TestCase):
    def test_nothing(self):
        pass
"""
    )
    assert ran.status == 1
    assert "ReadyToTest was not visited within 0.2 s" in ran.output


def test_there_is_a_launch_for_each_set_of_parameters(launch_test):
    ran = launch_test(
        """
@launch_testing.parametrize('word, number', [('a', 1), ('b', 2)])
def generate_test_description(word, number):
    wait = process(f"print('{word}{number}'); " + WAITS)
    return launch.LaunchDescription([wait, ReadyToTest()]), {'wait': wait}

class TestBeside(unittest.TestCase):
    @classmethod
    def setUpClass(cls, word):
        cls.word = word
    def test_word(self, number, proc_output, wait):
        proc_output.assertWaitFor(f'{self.word}{number}', wait, stream='stdout', timeout=30)
        assert number == 1, 'the second fails'
"""
    )
    assert ran.status == 1
    assert ran.cases() == {"test_word[a, 1]": "passed", "test_word[b, 2]": "failure"}
    assert len(ran.report.findall("testsuite")) == 2


def test_arguments_reach_the_launch_and_the_tests(launch_test):
    text = """
def generate_test_description():
    return launch.LaunchDescription([
        DeclareLaunchArgument('rate', default_value='10', description='Hz'),
        process(WAITS), ReadyToTest()])

class TestBeside(unittest.TestCase):
    def test_rate(self, test_args):
        self.assertEqual({'rate': '30'}, test_args)
"""
    assert launch_test(text, "rate:=20", "rate:=30").status == 0
    assert launch_test(text, "rate:=20").status == 1
    shown = launch_test(text, "--show-args")
    assert "'rate':\n        Hz\n        (default: '10')" in shown.output
    behind_an_option = launch_test(text, "--disable-isolation", "-v", "rate:=30")
    assert behind_an_option.status == 0, behind_an_option.output
    assert "  No arguments." in launch_test(DESCRIPTION, "-s").output
    wrong = launch_test(text, "rate=20")
    assert wrong.status == 2 and "expected format '<name>:=<value>'" in wrong.output


def test_a_skipped_description_and_errors_of_classes_are_in_the_report(launch_test):
    skipped = launch_test(
        """
@unittest.skip('no camera here')
def generate_test_description():
    pass

class TestBeside(unittest.TestCase):
    def test_nothing(self):
        pass
"""
    )
    assert skipped.status == 0 and skipped.cases() == {"test_nothing": "skipped"}
    broken = launch_test(
        DESCRIPTION
        + """
class TestBeside(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        raise RuntimeError('no camera')
    def test_nothing(self):
        pass
"""
    )
    assert broken.status == 1 and list(broken.cases().values()) == ["error"]


def test_a_test_may_start_processes_itself(launch_test):
    ran = launch_test(
        DESCRIPTION
        + """
class TestBeside(unittest.TestCase):
    def test_own(self, launch_service, proc_info, proc_output):
        own = process(WAITS, name='own')
        with launch_testing.tools.launch_process(
                launch_service, own, proc_info, proc_output) as running:
            assert running.wait_for_output(lambda text: 'ready' in text, timeout=30)
            assert running.running and 'ready' in running.stdout and not running.stderr
        assert running.wait_for_shutdown(timeout=30)
        assert running.exit_code == -2
"""
    )
    assert ran.status == 0, ran.output


def test_a_filter_of_output_adds_to_what_filters_leave_out_anyway():
    from launch_testing.tools.output import (
        basic_output_filter,
        get_default_filtered_patterns,
        get_default_filtered_prefixes,
    )
    from launch_testing_ros.tools import basic_output_filter as of_nodes

    written = "pid 7\nwaiting again\n12:00 said\nheard\n"
    more = of_nodes(
        filtered_prefixes=get_default_filtered_prefixes() + ["waiting"],
        filtered_patterns=get_default_filtered_patterns() + [r"\d+:\d+ "],
        filtered_rmw_implementation="baton",
    )
    assert more(written) == "heard\n"
    assert basic_output_filter()(written) == "waiting again\n12:00 said\nheard\n"


def test_a_process_that_is_a_test_is_ended_after_its_timeout(launched):
    from launch_testing.actions import GTest, Test

    slow = Test(cmd=[sys.executable, "-S", "-c", "import signal; signal.pause()"], timeout=0.2)
    quick = GTest(path="true", timeout=60)
    assert launched([slow, quick]).status == 0
    assert (slow.return_code, quick.return_code) == (-2, 0)


def test_the_report_names_tests_whose_parameters_have_dots(launch_test):
    ran = launch_test("""
@launch_testing.parametrize('rate', [1.5])
def generate_test_description(rate):
    return launch.LaunchDescription([process(WAITS), ReadyToTest()])

class TestBeside(unittest.TestCase):
    def test_rate(self, rate):
        assert rate == 1.5
""")
    assert ran.cases() == {"test_rate[1.5]": "passed"}
    assert ran.report.find(".//testcase").get("classname") == "robot.TestBeside"


def test_a_file_imports_the_package_that_its_tests_are_named_after(launch_test, tmp_path, monkeypatch):
    """As add_launch_test() names them: after the package, whose messages a test imports."""
    (tmp_path / "robot").mkdir()
    (tmp_path / "robot/__init__.py").write_text("WHEELS = 4\n")
    (tmp_path / "robot/arm.py").write_text("JOINTS = 6\n")
    monkeypatch.chdir(tmp_path)
    ran = launch_test(
        "from robot.arm import JOINTS\n"
        + DESCRIPTION
        + """
class TestBeside(unittest.TestCase):
    def test_package(self):
        from robot import WHEELS
        self.assertEqual((WHEELS, JOINTS), (4, 6))
"""
    )
    assert ran.status == 0, ran.output
    assert ran.cases() == {"test_package": "passed"}


def test_isolated_tests_have_domains_of_their_own(monkeypatch):
    from launch_testing.domain import own_domain

    monkeypatch.delenv("ROS_DOMAIN_ID", raising=False)
    with own_domain() as one, own_domain() as other:
        assert one != other and os.environ["ROS_DOMAIN_ID"] == str(other)
    assert "ROS_DOMAIN_ID" not in os.environ


def test_a_listener_is_ready_when_a_text_came_in_two_parts(launched):
    from launch.actions import EmitEvent, ExecuteProcess, LogInfo, RegisterEventHandler
    from launch.event_handlers import OnProcessIO
    from launch.events.process import ProcessStdin
    from launch_testing.event_handlers import StdoutReadyListener

    # It writes the second part when the first one has arrived here.
    echo = "import sys; sys.stdout.write('rea'); sys.stdout.flush(); sys.stdout.write(input())"
    process = ExecuteProcess(cmd=[sys.executable, "-S", "-c", echo])
    rest = OnProcessIO(
        on_stdout=lambda event: (
            EmitEvent(event=ProcessStdin(text=b"dy\n", **process.process_details))
            if event.text == b"rea"
            else None
        )
    )
    listener = StdoutReadyListener(ready_txt="ready", actions=[LogInfo(msg="it is ready")])
    handlers = [RegisterEventHandler(rest), RegisterEventHandler(listener)]
    assert "it is ready" in launched([*handlers, process]).output
