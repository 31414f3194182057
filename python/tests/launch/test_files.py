# SPDX-License-Identifier: Apache-2.0
"""Launch files: arguments, includes, scopes, and errors with their lines, in three languages."""

import json
import subprocess
import sys
import textwrap

import pytest

from launch import LaunchContext
from launch.frontend import Parser, expose_action
from launch.launch_description_sources import (
    AnyLaunchDescriptionSource,
    PythonLaunchDescriptionSource,
)

HEAD = """\
from launch import LaunchDescription
from launch.actions import *
from launch.conditions import *
from launch.launch_description_sources import *
from launch.substitutions import *
from launch_ros.actions import *
"""


@pytest.fixture
def file(tmp_path):
    def write(name: str, text: str):
        path = tmp_path / name
        body = textwrap.dedent(text).lstrip("\n")
        if name.endswith(".py"):
            entities = textwrap.indent(body, "        ")
            body = f"{HEAD}def generate_launch_description():\n    return LaunchDescription([\n{entities}    ])\n"
        path.write_text(body)
        return path

    return write


def messages(done) -> list[str]:
    return [line.split("]: ", 1)[1] for line in done.lines if "[launch.user]" in line]


def test_arguments_have_defaults_values_and_choices(file, launched):
    path = file(
        "a.launch.py",
        """
        DeclareLaunchArgument('rate', default_value='10', choices=['10', '20']),
        DeclareLaunchArgument('name', default_value=['cam', LaunchConfiguration('rate')]),
        LogInfo(msg=[LaunchConfiguration('rate'), ' ', LaunchConfiguration('name')]),
    """,
    )
    assert messages(launched(path)) == ["10 cam10"]
    assert messages(launched(path, [("rate", "20"), ("name", "x")])) == ["20 x"]
    done = launched(path, [("rate", "30")])
    assert done.status == 1
    assert 'Argument "rate" provided value "30" is not valid' in done.output
    assert "a.launch.py:9:" in done.output, "the line is that of the argument"


def test_a_required_argument_that_is_missing_is_said(file, launched):
    path = file("a.launch.py", "DeclareLaunchArgument('map', description='of the house'),\n")
    done = launched(path)
    assert "missing required argument 'map' (description: 'of the house')" in done.output
    assert done.status == 1


def test_includes_pass_arguments_and_give_back_their_folder(file, tmp_path, launched):
    (tmp_path / "below").mkdir()
    file(
        "below/b.launch.xml",
        """
        <launch>
          <arg name="x"/>
          <log message="$(var x) $(dirname)"/>
        </launch>
    """,
    )
    path = file(
        "a.launch.py",
        """
        IncludeLaunchDescription(
            AnyLaunchDescriptionSource([ThisLaunchFileDir(), '/below/b.launch.xml']),
            launch_arguments={'x': '5'}.items()),
        LogInfo(msg=[LaunchConfiguration('x'), ' ', ThisLaunchFileDir()]),
    """,
    )
    assert messages(launched(path)) == [f"5 {tmp_path}/below", f"5 {tmp_path}"]


def test_a_group_keeps_what_is_set_in_it(file, launched):
    path = file(
        "a.launch.py",
        """
        SetLaunchConfiguration('x', '1'),
        SetEnvironmentVariable('LAUNCH_TEST_X', 'outer'),
        GroupAction([
            SetLaunchConfiguration('x', '2'),
            SetEnvironmentVariable('LAUNCH_TEST_X', 'inner'),
            LogInfo(msg=[LaunchConfiguration('x'), EnvironmentVariable('LAUNCH_TEST_X')])]),
        LogInfo(msg=[LaunchConfiguration('x'), EnvironmentVariable('LAUNCH_TEST_X')]),
        GroupAction([LogInfo(msg=[LaunchConfiguration('x', default='none'), LaunchConfiguration('y')])],
                    forwarding=False, launch_configurations={'y': '3'}),
        GroupAction([SetLaunchConfiguration('x', '4')], scoped=False),
        LogInfo(msg=LaunchConfiguration('x')),
        GroupAction([LogInfo(msg='not')], condition=IfCondition('false')),
        AppendEnvironmentVariable('LAUNCH_TEST_X', 'end'),
        AppendEnvironmentVariable('LAUNCH_TEST_X', 'begin', prepend=True, separator=','),
        LogInfo(msg=EnvironmentVariable('LAUNCH_TEST_X')),
        UnsetEnvironmentVariable('LAUNCH_TEST_X'),
        LogInfo(msg=EnvironmentVariable('LAUNCH_TEST_X', default_value='unset')),
    """,
    )
    expected = ["2inner", "1outer", "none3", "4", "begin,outer:end", "unset"]
    assert messages(launched(path)) == expected
    import os

    assert "LAUNCH_TEST_X" not in os.environ, "a launch gives back the environment"


def test_opaque_functions_see_the_context_and_return_actions(file, launched):
    path = file(
        "a.launch.py",
        """
        DeclareLaunchArgument('n', default_value='2'),
        OpaqueFunction(function=lambda context, text: [
            LogInfo(msg=text + str(i)) for i in range(int(LaunchConfiguration('n').perform(context)))],
            args=['m']),
        ForLoop(LaunchConfiguration('n'), function=lambda i: [LogInfo(msg=f'loop {i}')]),
        ForEach('{a: x};{a: y}', function=lambda a: [LogInfo(msg=f'each {a}')]),
    """,
    )
    assert messages(launched(path)) == ["m0", "m1", "loop 0", "loop 1", "each x", "each y"]


XML = """\
<launch>
  <arg name="rate" default="10" description="Hz"><choice value="10"/><choice value="20"/></arg>
  <let name="double" value="$(eval '2 * $(var rate)')"/>
  <group if="true">
    <set_env name="LAUNCH_TEST_Y" value="y"/>
    <log_info message="$(var double) $(env LAUNCH_TEST_Y)"/>
  </group>
  <log level="warning" message="warned" unless="$(env LAUNCH_TEST_Y false)"/>
  <timer period="0.01"><log message="timer"/></timer>
  <executable cmd="sh -c 'echo $LAUNCH_TEST_Z' $(var rate)" output="screen" name="e">
    <env name="LAUNCH_TEST_Z" value="z"/>
  </executable>
</launch>
"""
YAML = """\
launch:
- arg: {name: rate, default: "10", description: Hz, choice: [{value: "10"}, {value: "20"}]}
- let: {name: double, value: "$(eval '2 * $(var rate)')"}
- group:
    if: "true"
    children:
    - set_env: {name: LAUNCH_TEST_Y, value: y}
    - log_info: {message: "$(var double) $(env LAUNCH_TEST_Y)"}
- log: {level: warning, message: warned, unless: "$(env LAUNCH_TEST_Y false)"}
- timer:
    period: 0.01
    children:
    - log: {message: timer}
- executable:
    cmd: sh -c 'echo $LAUNCH_TEST_Z' $(var rate)
    output: screen
    name: e
    env:
    - {name: LAUNCH_TEST_Z, value: z}
"""


@pytest.mark.parametrize(("name", "text"), [("a.launch.xml", XML), ("a.launch.yaml", YAML)])
def test_xml_and_yaml_say_the_same(name, text, file, launched):
    path = file(name, text)
    done = launched(path)
    assert done.status == 0, done.output
    assert messages(done) == ["20 y", "warned", "timer"]
    assert any(line.startswith("[e-") and line.endswith("] z") for line in done.lines)
    assert launched(path, [("rate", "7")]).status == 1


@pytest.mark.parametrize(
    ("name", "text", "line", "said"),
    [
        ("a.launch.xml", "<launch>\n<nod/>\n</launch>", 2, "unrecognized tag 'nod'; did you mean"),
        ("a.launch.xml", "<launch>\n\n<log mesage='x'/>\n</launch>", 3, "'message' is missing"),
        (
            "a.launch.xml",
            "<launch>\n<log message='x' colour='y'/>\n</launch>",
            2,
            "unexpected attr",
        ),
        (
            "a.launch.xml",
            "<launch>\n<log message='$(vr x)'/>\n</launch>",
            2,
            "unknown substitution",
        ),
        (
            "a.launch.xml",
            "<launch>\n<arg name='x'><chice/></arg>\n</launch>",
            2,
            "unexpected <chice>",
        ),
        ("a.launch.xml", "<launch>\n<timer period='soon'/>\n</launch>", 2, "not a number"),
        ("a.launch.xml", "<launch>\n<log>\n</launch>", 3, "not XML: mismatched tag"),
        ("a.launch.xml", "<node/>", 1, "must be 'launch'"),
        ("a.launch.yaml", "launch:\n- nod: {}\n", 2, "unrecognized tag 'nod'"),
        ("a.launch.yaml", "launch:\n- log: {mesage: x}\n", 2, "'message' is missing"),
        ("a.launch.yaml", "launch:\n- log: {message: x,\n    colour: y}\n", 3, "unexpected attr"),
        ("a.launch.yaml", "launch:\n- log: [\n", 3, "not YAML"),
        ("a.launch.yaml", "launch:\n- timer: {period: soon, children: []}\n", 2, "not a number"),
        ("a.launch.yaml", "- x\n", 0, "one key, 'launch'"),
        ("a.launch.yaml", "launch:\n- log: {message: x}\n- group: 5\n", 3, "list of actions"),
    ],
)
def test_a_wrong_file_is_named_with_its_line(name, text, line, said, tmp_path, launched):
    path = tmp_path / name
    path.write_text(text)
    done = launched(path)
    assert done.status == 1
    assert said in done.output
    assert (f"{name}:{line}: " if line else f"{name}: ") in done.output


@pytest.mark.parametrize(
    ("text", "line", "said"),
    [
        ("x = 1\ny = z\n", 2, "NameError: name 'z' is not defined"),
        ("x = (\n", 1, "was never closed"),
        (
            "import no_such_module_here\n",
            1,
            "No module named 'no_such_module_here'; is the package",
        ),
        ("x = 1\n", 0, "no function generate_launch_description()"),
        (
            "def generate_launch_description():\n    return 1\n",
            1,
            "must return a LaunchDescription",
        ),
        (
            "from launch import *\ndef generate_launch_description():\n    return LaunchDescription([5])\n",
            3,
            "holds actions",
        ),
    ],
)
def test_a_wrong_python_file_is_named_with_its_line(text, line, said, tmp_path, launched):
    path = tmp_path / "a.launch.py"
    path.write_text(text)
    done = launched(path)
    assert done.status == 1 and said in done.output
    assert (f"a.launch.py:{line}: " if line else "a.launch.py: ") in done.output


def test_an_error_when_an_action_runs_has_the_line_where_it_was_written(file, launched):
    path = file(
        "a.launch.py",
        """
        LogInfo(msg='before'),
        LogInfo(msg=LaunchConfiguration('no')),
        LogInfo(msg='behind'),
    """,
    )
    done = launched(path)
    assert "a.launch.py:10: launch configuration 'no' does not exist" in done.output
    assert messages(done) == ["before"]


def test_a_file_that_includes_itself_is_stopped(file, tmp_path, launched):
    path = file("a.launch.xml", f"<launch><include file='{tmp_path}/a.launch.xml'/></launch>")
    done = launched(path)
    assert done.status == 1 and "include itself" in done.output


def test_entities_of_xml_are_refused(tmp_path, launched):
    path = tmp_path / "a.launch.xml"
    path.write_text('<!DOCTYPE x [<!ENTITY a "aaaa">]>\n<launch><log message="&a;"/></launch>')
    assert "declares an entity" in launched(path).output


def test_arguments_of_included_files_are_found_without_running(file, tmp_path):
    file("b.launch.yaml", "launch:\n- arg: {name: inner, default: b}\n")
    path = file(
        "a.launch.py",
        f"""
        DeclareLaunchArgument('outer'),
        GroupAction([DeclareLaunchArgument('maybe')], condition=IfCondition('false')),
        IncludeLaunchDescription({str(tmp_path / "b.launch.yaml")!r}),
    """,
    )
    description = PythonLaunchDescriptionSource(str(path)).get_launch_description(LaunchContext())
    assert [one.name for one in description.get_launch_arguments()] == ["outer", "maybe", "inner"]


def test_actions_of_others_can_be_exposed_to_xml(file, launched):
    from launch.actions import LogInfo

    @expose_action("test_shout")
    class Shout(LogInfo):
        @classmethod
        def parse(cls, entity, parser):
            return cls, {"msg": [entity.get_attr("text").upper()]}

    path = file("a.launch.xml", "<launch><test_shout text='hey'/></launch>")
    assert messages(launched(path)) == ["HEY"]
    root, parser = Parser.load(str(path))
    assert len(parser.parse_description(root).entities) == 1


def test_any_source_reads_what_is_in_a_file_without_a_known_name(tmp_path):
    for name, text in (("x", "<launch/>"), ("y", "launch: []")):
        path = tmp_path / name
        path.write_text(text)
        source = AnyLaunchDescriptionSource(str(path))
        assert source.get_launch_description(LaunchContext()).entities == []


def baton(*arguments: str, cwd) -> subprocess.CompletedProcess:
    return subprocess.run(
        [sys.executable, "-m", "baton.cli.main", "launch", *arguments],
        cwd=cwd,
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )


def test_the_command_shows_arguments_and_the_description(file, tmp_path, prefix):
    file(
        "prefix/share/robot/launch/cam.launch.py",
        """
        DeclareLaunchArgument('rate', default_value='10', description='Hz', choices=['10', '20']),
        GroupAction([LogInfo(msg='x')], condition=IfCondition(LaunchConfiguration('rate'))),
    """,
    )
    shown = baton("robot", "cam.launch.py", "--show-args", cwd=tmp_path)
    assert shown.stdout == (
        "Arguments (pass arguments as '<name>:=<value>'):\n\n    'rate':\n        Hz. "
        "Valid choices are: ['10', '20']\n        (default: '10')\n"
    )
    as_json = json.loads(baton("robot", "cam.launch.py", "-s", "--json", cwd=tmp_path).stdout)
    assert as_json[0]["choices"] == ["10", "20"]
    printed = baton("robot", "cam.launch.py", "--print", cwd=tmp_path).stdout
    assert "DeclareLaunchArgument('rate', default '10')" in printed
    assert "[IfCondition(LaunchConfig('rate'))]" in printed and "LogInfo('x')" in printed


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (("robt", "cam.launch.py"), "Package 'robt' not found; did you mean 'robot'?"),
        (("robot", "cm.launch.py"), "did you mean 'cam.launch.py'?"),
        (("robot",), "it has cam.launch.py"),
        (("./none.launch.py",), "there is no file './none.launch.py'"),
        (("robot", "cam.launch.py", "rate"), "malformed launch argument 'rate'"),
        (("robot", "cam.launch.py", "--shw-args"), "did you mean '--show-args'"),
    ],
)
def test_the_command_proposes_the_right_names(arguments, said, file, tmp_path, prefix):
    file("prefix/share/robot/launch/cam.launch.py", "LogInfo(msg='x'),\n")
    done = baton(*arguments, cwd=tmp_path)
    assert done.returncode != 0 and said in done.stderr
    assert "Traceback" not in done.stderr


def test_a_misspelt_argument_is_noticed(file, tmp_path, prefix):
    file("a.launch.py", "DeclareLaunchArgument('rate', default_value='1'),\n")
    done = baton("a.launch.py", "rat:=5", cwd=tmp_path)
    assert "no launch file declares the argument 'rat'; did you mean 'rate'?" in done.stdout


def test_another_launch_that_is_found_is_named_and_not_used(file, tmp_path, prefix):
    other = tmp_path / "ros/launch"
    other.mkdir(parents=True)
    (other / "__init__.py").write_text("raise RuntimeError('not this one')\n")
    path = file("a.launch.py", "LogInfo(msg='hello'),\n")
    import os

    done = subprocess.run(
        [sys.executable, "-m", "baton.cli.main", "launch", str(path)],
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
        env={**os.environ, "PYTHONPATH": str(other.parent)},
    )
    assert "hello" in done.stdout, done.stderr
    assert f"the one in {other} is not used" in done.stderr
