# SPDX-License-Identifier: Apache-2.0
"""Files of launch tests given to pytest, and tests of pytest that run beside a launch."""

import os
import re
import signal
import subprocess
import sys
from pathlib import Path

import pytest

PYTHON = Path(__file__).resolve().parents[2]
HEAD = """
import sys
import unittest
import launch
import launch_pytest
import launch_testing
import pytest
from launch_pytest import tools
from launch.actions import *
from launch_testing.actions import ReadyToTest

def process(code, **kwargs):
    return ExecuteProcess(cmd=[sys.executable, "-S", "-u", "-c", code], **kwargs)

WAITS = "import signal; print('ready to wait'); signal.pause()"

"""
DESCRIPTION = """
@pytest.mark.launch_test
def generate_test_description():
    return launch.LaunchDescription([
        DeclareLaunchArgument('rate', default_value='10'),
        process(WAITS, name='waits'), ReadyToTest()])

class TestBeside(unittest.TestCase):
    def test_right(self, proc_output):
        proc_output.assertWaitFor('ready to wait', stream='stdout', timeout=30)
    def test_wrong(self):
        self.assertEqual(1, 2)
    @unittest.skip('no camera')
    def test_skipped(self):
        pass

@launch_testing.post_shutdown_test()
class TestEnd(unittest.TestCase):
    def test_end(self, proc_info, test_args):
        launch_testing.asserts.assertExitCodes(proc_info, [launch_testing.asserts.EXIT_SIGINT])
        self.assertEqual(test_args.get('rate', '30'), '30')
"""
FIXTURE = """
@pytest.fixture
def waits():
    return process(WAITS, cached_output=True)

@launch_pytest.fixture
def description(waits):
    return launch.LaunchDescription([waits])
"""


class Ran:
    def __init__(self, done: subprocess.CompletedProcess) -> None:
        self.status = done.returncode
        self.output = done.stdout
        found = re.findall(r"^[^:\s]+::(\S.*?) (PASSED|FAILED|SKIPPED|ERROR|XFAIL)\b", done.stdout, re.M)
        self.outcomes = {name: outcome.lower() for name, outcome in found}
        self.order = [name for name, _ in found]


@pytest.fixture
def command(tmp_path, log_folder):
    """Of pytest with a file, and its environment."""

    def make(text: str, *arguments: str, name: str = "test_some_launch.py") -> tuple:
        file = tmp_path / name
        file.write_text(HEAD + text)
        path = f"{PYTHON / 'baton/ros2'}:{PYTHON}"
        plain = ("-vv", "-p", "no:cacheprovider", "--color=no", "-rN")
        return (
            [sys.executable, "-B", "-m", "pytest", str(file), *plain, *arguments],
            {**os.environ, "PYTHONPATH": path},
        )

    return make


@pytest.fixture
def by_pytest(command, tmp_path):
    def run(text: str, *arguments: str, **kwargs) -> Ran:
        line, environment = command(text, *arguments, **kwargs)
        done = subprocess.run(
            line,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            cwd=tmp_path,
            env=environment,
            timeout=120,
            check=False,
        )
        return Ran(done)

    return run


def test_each_test_of_a_launch_is_one_of_pytest(by_pytest):
    ran = by_pytest(DESCRIPTION)
    assert ran.status == 1 and "AssertionError: 1 != 2" in ran.output
    assert ran.outcomes == {
        "TestBeside::test_right": "passed",
        "TestBeside::test_wrong": "failed",
        "TestBeside::test_skipped": "skipped",
        "TestEnd::test_end": "passed",
    }
    shown = by_pytest(DESCRIPTION, "-s").output
    assert shown.count("process started with pid") == 1, "one launch for all"


def test_tests_of_a_launch_are_chosen_by_their_names_and_get_arguments(by_pytest):
    ran = by_pytest(DESCRIPTION, "-k", "right or end", "--launch-args", "rate:=30")
    assert ran.outcomes == {"TestBeside::test_right": "passed", "TestEnd::test_end": "passed"}
    assert by_pytest(DESCRIPTION, "-k", "end", "--launch-args", "rate:=20").status == 1
    wrong = by_pytest(DESCRIPTION, "--launch-args", "rate=20")
    assert wrong.status == 4 and "expected format '<name>:=<value>'" in wrong.output


def test_marks_of_pytest_have_a_test_left_out_of_the_launch(by_pytest):
    ran = by_pytest("""
@pytest.mark.launch_test
def generate_test_description():
    return launch.LaunchDescription([process(WAITS), ReadyToTest()])

class TestBeside(unittest.TestCase):
    def test_right(self):
        pass
    @pytest.mark.skip(reason='no camera')
    def test_skipped(self):
        print('ran all the same')
    @pytest.mark.skipif("sys.platform == 'linux'", reason='not here')
    def test_skipped_here(self):
        print('ran all the same')
    @pytest.mark.skipif('camera')
    def test_wrong(self):
        print('ran all the same')
    @pytest.mark.xfail(reason='hangs', run=False)
    def test_hangs(self):
        print('ran all the same')
    @pytest.mark.xfail(reason='no camera')
    def test_expected(self):
        self.assertEqual(1, 2)
""", "-s", "-rs")
    assert ran.status == 1 and "ran all the same" not in ran.output, ran.output
    assert "1 passed, 2 skipped, 2 xfailed, 1 error" in ran.output, ran.output


@pytest.mark.parametrize("mark", ["rostest", "launch_test"])
def test_both_marks_are_known_and_a_name_with_a_dot_is_found(by_pytest, mark):
    text = DESCRIPTION.replace("launch_test\n", f"{mark}\n")
    ran = by_pytest(text, "-k", "right", "--strict-markers", name="camera.test.py")
    assert ran.outcomes == {"TestBeside::test_right": "passed"}, ran.output


def test_a_file_without_the_mark_is_a_file_of_pytest(by_pytest):
    text = DESCRIPTION.replace("@pytest.mark.launch_test", "") + "def test_plain():\n    pass\n"
    ran = by_pytest(text, "-k", "plain")
    assert ran.outcomes == {"test_plain": "passed"}


def test_a_launch_that_ends_early_fails_its_tests_and_each_set_of_parameters_is_a_launch(by_pytest):
    ran = by_pytest("""
@pytest.mark.launch_test
@launch_testing.parametrize('code', [0, 3])
def generate_test_description(code):
    text = WAITS if code == 0 else f"print('no camera'); raise SystemExit({code})"
    return launch.LaunchDescription([process(text), ReadyToTest()])

class TestBeside(unittest.TestCase):
    def test_waits(self, proc_output, code):
        proc_output.assertWaitFor('ready' if code == 0 else 'never', stream='stdout', timeout=60)
""")
    assert ran.outcomes == {
        "TestBeside::test_waits[0]": "passed",
        "TestBeside::test_waits[3]": "failed",
    }
    assert "exited with 3; it wrote:" in ran.output and "no camera" in ran.output


def test_a_wrong_description_is_an_error_of_the_file(by_pytest):
    ran = by_pytest("""
@pytest.mark.launch_test
def generate_test_description(ready_fn):
    pass

class TestBeside(unittest.TestCase):
    def test_nothing(self):
        pass
""")
    assert ran.status == 2 and "unexpected extra argument 'ready_fn'" in ran.output


def test_functions_coroutines_and_generators_run_beside_a_launch_and_behind_its_end(by_pytest):
    ran = by_pytest(
        FIXTURE
        + """
@pytest.mark.launch(fixture=description)
def test_function(waits, launch_context):
    assert tools.wait_for_start_sync(launch_context, waits, timeout=30)
    tools.assert_output_sync(
        launch_context, waits, lambda text: text == 'ready to wait\\n', timeout=30)
    assert waits.return_code is None

@pytest.mark.launch(fixture=description)
async def test_coroutine(waits, launch_context):
    assert await tools.wait_for_output(launch_context, waits, lambda t: 'ready' in t, timeout=30)
    assert not await tools.wait_for_exit(launch_context, waits, timeout=0.1)

@pytest.mark.launch(fixture=description)
def test_generator(waits, launch_context, launch_service):
    assert launch_service.context is launch_context
    tools.assert_output_sync(launch_context, waits, lambda t: 'ready' in t, timeout=30)
    yield
    assert waits.return_code == -2 and launch_service.event_loop is None

@pytest.mark.launch(fixture=description)
async def test_generator_of_coroutines(waits, launch_context):
    await tools.wait_for_output(launch_context, waits, lambda t: 'ready' in t, timeout=30)
    yield
    assert waits.return_code == -2

@pytest.mark.launch(fixture=description, shutdown=True)
def test_end(waits):
    assert waits.return_code == -2 or waits.return_code is None
"""
    )
    names = ("function", "coroutine", "generator", "generator_of_coroutines", "end")
    assert ran.outcomes == {f"test_{name}": "passed" for name in names}, ran.output


def test_the_example_of_the_page_does_what_the_page_says(by_pytest, tmp_path, monkeypatch):
    page = (PYTHON.parent / "docs/launch.md").read_text()
    example = re.search(r"^```python\n(.*?)^```$", page, re.M | re.S)[1]
    program = tmp_path / "camera_node"
    program.write_text("#!/bin/sh\ntrap 'exit 0' INT\necho ready\nwhile read -r _; do :; done\n")
    program.chmod(0o755)
    monkeypatch.setenv("PATH", f"{tmp_path}:{os.environ['PATH']}")
    ran = by_pytest(f"from launch import LaunchDescription\n{example}")
    assert ran.outcomes == {"test_camera": "passed"}, ran.output


def test_tests_that_share_a_launch_have_those_behind_its_end_last(by_pytest):
    ran = by_pytest("""
@launch_pytest.fixture(scope='module', params='ab')
def description(request):
    return launch.LaunchDescription([process(WAITS)]), request.param

@pytest.mark.launch(fixture=description, shutdown=True)
def test_end(launch_service, description):
    assert launch_service.event_loop is None

@pytest.mark.launch(fixture=description)
def test_first(launch_service):
    assert launch_service.event_loop is not None
    yield
    assert launch_service.event_loop is None

@pytest.mark.launch(fixture=description)
async def test_second(launch_service):
    assert launch_service.event_loop is not None
""")
    a = ["test_first[a]", "test_second[a]", "test_end[a]", "test_first[a][shutdown]"]
    assert ran.order == [*a, *(name.replace("[a]", "[b]") for name in a)], ran.output
    assert set(ran.outcomes.values()) == {"passed"}, ran.output


def test_a_launch_fixture_of_a_file_leaves_a_wider_one_of_its_conftest_alone(by_pytest, tmp_path):
    (tmp_path / "conftest.py").write_text(HEAD + """
@launch_pytest.fixture(scope='module')
def shared():
    return launch.LaunchDescription([process(WAITS)])
""")
    ran = by_pytest(FIXTURE + """
from conftest import shared

@pytest.mark.launch(fixture=description)
def test_own(launch_service):
    assert launch_service.event_loop is not None

@pytest.mark.launch(fixture=shared)
def test_shared(launch_service):
    assert launch_service.event_loop is not None
""")
    assert ran.outcomes == {"test_own": "passed", "test_shared": "passed"}, ran.output


def test_a_test_that_fails_beside_its_launch_skips_its_second_half(by_pytest):
    ran = by_pytest(
        FIXTURE.replace("fixture\n", "fixture(scope='module')\n")
        + """
@pytest.mark.launch(fixture=description)
def test_first():
    assert 1 == 2
    yield

@pytest.mark.launch(fixture=description)
def test_second():
    yield
    yield
"""
    )
    assert ran.outcomes == {
        "test_first": "failed",
        "test_second": "passed",
        "test_first[shutdown]": "skipped",
        "test_second[shutdown]": "failed",
    }
    assert "must stop iteration after yielding once" in ran.output


@pytest.mark.parametrize(
    ("description", "said"),
    [
        ("return 5", "must be either a launch description"),
        ("return launch.LaunchDescription([ReadyToTest(), ReadyToTest()])", "only one ReadyToTest"),
        (
            "return launch.LaunchDescription([EmitEvent(event=launch.events.Shutdown()),"
            " TimerAction(period=60.0, actions=[ReadyToTest()])])",
            "ended before its ReadyToTest action was visited",
        ),
        (
            "return launch.LaunchDescription([LogInfo(msg=LaunchConfiguration('rat'))])\n"
            "from launch.substitutions import LaunchConfiguration",
            "launch configuration 'rat' does not exist",
        ),
    ],
)
def test_a_launch_that_does_not_come_up_is_an_error_with_its_reason(by_pytest, description, said):
    ran = by_pytest(f"""
@launch_pytest.fixture
def description():
    {description}

@pytest.mark.launch(fixture=description)
def test_nothing():
    pass
""")
    assert ran.outcomes == {"test_nothing": "error"} and said in ran.output, ran.output


def test_an_error_of_a_launch_that_no_test_was_told_of_is_one_of_its_fixture(by_pytest):
    ran = by_pytest(
        FIXTURE
        + """
BROKEN = OpaqueFunction(function=lambda context: 1 / 0)

@pytest.mark.launch(fixture=description)
async def test_coroutine(launch_service):
    launch_service.include_launch_description(launch.LaunchDescription([BROKEN]))
    await launch_service.task

@launch_pytest.fixture
def broken_end():
    handler = launch.event_handlers.OnShutdown(on_shutdown=[BROKEN])
    return launch.LaunchDescription([process(WAITS), RegisterEventHandler(handler)])

@pytest.mark.launch(fixture=broken_end)
def test_beside():
    pass

@pytest.mark.launch(fixture=broken_end, shutdown=True)
def test_end():
    pass
"""
    )
    assert ran.output.count("the launch has failed: ") == 3
    assert "ERROR at teardown of test_coroutine" in ran.output
    assert "ERROR at teardown of test_beside" in ran.output
    assert ran.outcomes["test_end"] == "failed" and "2 passed, 2 errors" in ran.output, ran.output


def test_a_launch_ends_by_itself_where_its_fixture_says_so(by_pytest):
    ran = by_pytest("""
ENDS = "print('done'); raise SystemExit(3)"

@launch_pytest.fixture(auto_shutdown=False)
def by_itself():
    return launch.LaunchDescription([process(ENDS)])

@pytest.mark.launch(fixture=by_itself, shutdown=True)
def test_end(by_itself):
    assert by_itself.entities[0].return_code == 3

@launch_pytest.fixture(shutdown_when_idle=False)
def idle():
    return launch.LaunchDescription([process(ENDS)])

@pytest.mark.launch(fixture=idle)
def test_idle(idle, launch_context):
    assert tools.wait_for_exit_sync(launch_context, idle.entities[0], timeout=30)
    more = process(ENDS)
    launch_context.locals.launch_service.include_launch_description(launch.LaunchDescription([more]))
    assert tools.wait_for_exit_sync(launch_context, more, timeout=30)
""")
    assert ran.outcomes == {"test_end": "passed", "test_idle": "passed"}, ran.output


def test_what_a_fixture_gives_the_launch_context_is_there_for_its_launch_alone(by_pytest):
    ran = by_pytest("""
@launch_pytest.fixture(scope='module', params='ab')
def description(request, launch_context):
    assert not launch_context.launch_configurations
    launch_context.launch_configurations['rate'] = request.param
    return launch.LaunchDescription([process(WAITS)]), request.param

@pytest.mark.launch(fixture=description)
def test_rate(description, launch_context):
    assert launch_context.launch_configurations['rate'] == description[1]
""")
    assert ran.outcomes == {"test_rate[a]": "passed", "test_rate[b]": "passed"}, ran.output


def test_a_second_launch_at_the_same_time_is_refused(by_pytest):
    ran = by_pytest("""
def description():
    return launch.LaunchDescription([process(WAITS)])

wide = launch_pytest.fixture(description, scope='module', name='wide')
narrow = launch_pytest.fixture(description, name='narrow')

@pytest.mark.launch(fixture=wide)
def test_wide():
    pass

@pytest.mark.launch(fixture=narrow)
def test_narrow():
    pass

@pytest.mark.launch(fixture=wide)
def test_wide_again():
    pass
""")
    assert ran.outcomes == {
        "test_wide": "passed",
        "test_narrow": "error",
        "test_wide_again": "passed",
    }, ran.output
    assert "launch fixtures of a file have one scope" in ran.output


def test_fixtures_wait_for_output_and_what_is_not_found_is_not_expected(by_pytest):
    ran = by_pytest(
        FIXTURE
        + """
import functools
import re

@pytest.fixture
def ready(description, waits, launch_context):
    return tools.wait_for_output_sync(
        launch_context, waits, lambda text: re.search('ready', text), timeout=30)

@pytest.mark.launch(fixture=description)
def test_output(waits, launch_context, ready):
    assert ready
    context = (launch_context, waits)
    assert not tools.wait_for_output_sync(*context, lambda t: re.search('never', t), timeout=0.1)
    assert not tools.wait_for_stderr_sync(*context, validate_output=lambda t: None, timeout=0.1)
    with pytest.raises(ZeroDivisionError):
        tools.wait_for_output_sync(*context, lambda t: 1 / 0, timeout=30)
    with pytest.raises(AssertionError, match='returned False for the output'):
        starts = functools.partial(str.startswith, 'not')
        tools.assert_output_sync(*context, starts, timeout=0.1)
"""
    )
    assert ran.outcomes == {"test_output": "passed"}, ran.output


def test_output_that_is_not_kept_and_functions_that_would_block_say_the_cure(by_pytest):
    ran = by_pytest(
        FIXTURE.replace(", cached_output=True", "")
        + """
@pytest.mark.launch(fixture=description)
def test_output(waits, launch_context):
    with pytest.raises(RuntimeError, match='give the action cached_output=True'):
        tools.wait_for_output_sync(launch_context, waits, lambda text: True, timeout=1)

@pytest.mark.launch(fixture=description)
async def test_blocks(waits, launch_context):
    with pytest.raises(RuntimeError, match=r'in a coroutine, await wait_for_start\\(\\)'):
        tools.wait_for_start_sync(launch_context, waits, timeout=1)
"""
    )
    assert ran.outcomes == {"test_output": "passed", "test_blocks": "passed"}, ran.output


@pytest.mark.parametrize(
    "text",
    [
        DESCRIPTION.replace("'ready to wait', stream", "'never', stream"),
        FIXTURE
        + """
@pytest.mark.launch(fixture=description)
def test_right(waits, launch_context):
    print('waiting')
    tools.wait_for_exit_sync(launch_context, waits, timeout=60)
""",
    ],
    ids=["launch_testing", "launch_pytest"],
)
def test_ctrl_c_ends_the_launch_and_the_run(command, text, tmp_path, wait_until):
    line, environment = command(text, "-s", "-k", "right")
    with open(tmp_path / "output", "w+") as output:
        process = subprocess.Popen(
            line, stdout=output, stderr=subprocess.STDOUT, env=environment, cwd=tmp_path
        )
        started = "process started with pid"
        said = Path(output.name).read_text
        wait_until(lambda: started in said(), 60)
        process.send_signal(signal.SIGINT)
        assert process.wait(60) == 2, said()
    assert "KeyboardInterrupt" in said()
    pid = re.search(rf"{started} \[(\d+)\]", said())[1]
    wait_until(lambda: not Path(f"/proc/{pid}").exists())


def test_the_plugin_stands_back_where_the_packages_are_not_batons(command, tmp_path):
    """ROS's packages have plugins of their own, and come first on the path where ROS is sourced."""
    line, environment = command("def test_plain():\n    pass\n")
    (tmp_path / "test_some_launch.py").write_text("def test_plain():\n    pass\n")
    for name in ("launch", "launch_testing", "launch_pytest"):
        (tmp_path / "ros" / name).mkdir(parents=True)
        (tmp_path / "ros" / name / "__init__.py").touch()

    def options(path: str) -> str:
        done = subprocess.run(
            [*line, "--help"],
            capture_output=True,
            text=True,
            env={**environment, "PYTHONPATH": path},
            cwd=tmp_path,
            timeout=60,
            check=True,
        )
        return done.stdout

    own = environment["PYTHONPATH"]
    assert "--launch-args" in options(own)
    assert "--launch-args" not in options(f"{tmp_path}/ros:{own}")
