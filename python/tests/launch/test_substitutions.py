# SPDX-License-Identifier: Apache-2.0
"""Substitutions and conditions."""

import pytest

from launch import LaunchContext, SubstitutionFailure
from launch.conditions import (
    IfCondition,
    LaunchConfigurationEquals,
    LaunchConfigurationNotEquals,
    UnlessCondition,
)
from launch.errors import InvalidLaunchFileError, LaunchError, UnmatchedSubstitution
from launch.frontend.parse_substitution import parse_substitution
from launch.substitutions import (
    AllSubstitution,
    AndSubstitution,
    AnonName,
    AnySubstitution,
    Command,
    EnvironmentVariable,
    EqualsSubstitution,
    FileContent,
    FindExecutable,
    IfElseSubstitution,
    LaunchConfiguration,
    LocalSubstitution,
    NotEqualsSubstitution,
    NotSubstitution,
    OrSubstitution,
    PathJoinSubstitution,
    PathSubstitution,
    PythonExpression,
    StringJoinSubstitution,
    TextSubstitution,
    ThisLaunchFileDir,
)
from launch.utilities import perform_substitutions
from launch_ros.substitutions import ExecutableInPackage, FindPackagePrefix, FindPackageShare


@pytest.fixture
def context() -> LaunchContext:
    made = LaunchContext()
    made.launch_configurations.update(a="1", text="hello", yes="true", no="False")
    return made


def performed(context, text: str) -> str:
    return perform_substitutions(context, parse_substitution(text))


@pytest.mark.parametrize(
    ("substitution", "value"),
    [
        (TextSubstitution(text="x"), "x"),
        (LaunchConfiguration("text"), "hello"),
        (LaunchConfiguration("none", default="d"), "d"),
        (LaunchConfiguration("none", default=["d", LaunchConfiguration("a")]), "d1"),
        (EnvironmentVariable("NO_SUCH_VARIABLE", default_value="d"), "d"),
        (PathJoinSubstitution(["/a", LaunchConfiguration("text"), ["b", ".py"]]), "/a/hello/b.py"),
        (PathSubstitution("/a") / "b" / LaunchConfiguration("a"), "/a/b/1"),
        (StringJoinSubstitution(["a", "b"], delimiter="-"), "a-b"),
        (PythonExpression(["'", LaunchConfiguration("text"), "' == 'hello'"]), "True"),
        (PythonExpression("math.floor(2.5) + floor(1.5)"), "3"),
        (PythonExpression("platform.system()", ["platform"]), "Linux"),
        (Command("echo a b"), "a b\n"),
        (Command(["echo ", LaunchConfiguration("text")]), "hello\n"),
        (Command("sh -c 'echo e >&2; echo o'", on_stderr="ignore"), "o\n"),
        (Command("sh -c 'echo e >&2'", on_stderr="capture"), "e\n"),
        (AndSubstitution("true", "1"), "true"),
        (OrSubstitution("false", LaunchConfiguration("no")), "false"),
        (NotSubstitution("false"), "true"),
        (AnySubstitution("false", "false", "true"), "true"),
        (AllSubstitution("true", "false"), "false"),
        (EqualsSubstitution(LaunchConfiguration("a"), 1.0), "true"),
        (EqualsSubstitution("true", True), "true"),
        (EqualsSubstitution("a", "b"), "false"),
        (NotEqualsSubstitution("a", "b"), "true"),
        (IfElseSubstitution(LaunchConfiguration("yes"), "x", "y"), "x"),
        (IfElseSubstitution("0", "x", "y"), "y"),
    ],
)
def test_values(context, substitution, value):
    assert substitution.perform(context) == value


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("plain", "plain"),
        ("", ""),
        ("$(var text) $(var a)", "hello 1"),
        ("$(var none default)", "default"),
        ("$(var none '$(var text) $(var a)')", "hello 1"),
        ('$(var te$(eval \'"x" + "t"\'))', "hello"),
        ("$(env NO_SUCH_VARIABLE 'a b')", "a b"),
        ("x$(optenv NO_SUCH_VARIABLE)x", "xx"),
        ("\\$(var a)", "$(var a)"),
        ("cost $5", "cost $5"),
        ("$(eval '1 + $(var a)')", "2"),
        ("$(eval \"'$(var text)' == 'hello'\")", "True"),
        ("$(and true $(var yes))", "true"),
        ("$(not $(var no))", "true"),
        ("$(equals $(var a) 1)", "true"),
        ("$(if $(var yes) x y)", "x"),
        ("$(command 'echo hi')", "hi\n"),
        ("$( var  text )", "hello"),
    ],
)
def test_texts_of_xml_and_yaml(context, text, value):
    assert performed(context, text) == value


@pytest.mark.parametrize("text", ["$(var a", "$(var 'a)", '$(eval "1)', "$()"])
def test_a_substitution_without_its_end_is_refused(text):
    with pytest.raises(UnmatchedSubstitution):
        parse_substitution(text)


@pytest.mark.parametrize(
    ("text", "hint"),
    [
        ("$(arg x)", "$(var x)"),
        ("$(find x)", "$(find-pkg-share x)"),
        ("$(find-pkg-shar x)", "find-pkg-share"),
    ],
)
def test_an_unknown_substitution_gets_a_proposal(text, hint):
    with pytest.raises(InvalidLaunchFileError, match="unknown substitution") as error:
        parse_substitution(text)
    assert hint in str(error.value)


def test_a_configuration_that_is_not_there_gets_a_proposal(context):
    with pytest.raises(SubstitutionFailure, match="did you mean 'text'"):
        LaunchConfiguration("txt").perform(context)


@pytest.mark.parametrize(
    ("substitution", "said"),
    [
        (EnvironmentVariable("NO_SUCH_VARIABLE"), "does not exist"),
        (Command("false"), "status 1"),
        (Command("sh -c 'echo e >&2'"), "stderr"),
        (Command("no_such_program"), "is not there"),
        (PythonExpression("1 +"), "SyntaxError"),
        (FileContent("/no/such/file"), "File not found"),
        (FindExecutable(name="no_such_program"), "not found on the PATH"),
        (AndSubstitution("true", "maybe"), "neither true nor false"),
        (ThisLaunchFileDir(), "outside of a launch file"),
    ],
)
def test_failures_say_what_failed(context, substitution, said):
    with pytest.raises(SubstitutionFailure, match=said):
        substitution.perform(context)


def test_anonymous_names_are_equal_within_a_launch_and_no_others(context):
    first = AnonName("node").perform(context)
    assert first == AnonName("node").perform(context) != AnonName("other").perform(context)
    assert first.startswith("node_") and AnonName("node").perform(LaunchContext()) != first


def test_locals_are_read_by_their_attributes(context):
    context.extend_locals({"event": type("E", (), {"reason": "why"})()})
    assert LocalSubstitution("event.reason").perform(context) == "why"


def test_packages_and_their_programs_are_found(context, prefix):
    assert FindPackagePrefix("robot").perform(context) == str(prefix)
    assert FindPackageShare("robot").perform(context) == str(prefix / "share/robot")
    program = ExecutableInPackage(executable="camera", package="robot").perform(context)
    assert program == str(prefix / "lib/robot/camera")
    with pytest.raises(SubstitutionFailure, match="did you mean 'robot'"):
        FindPackageShare("robt").perform(context)
    with pytest.raises(SubstitutionFailure, match="did you mean 'camera'"):
        ExecutableInPackage(executable="camra", package="robot").perform(context)


def test_conditions(context):
    assert IfCondition(LaunchConfiguration("yes")).evaluate(context)
    assert IfCondition("1").evaluate(context) and not IfCondition("0").evaluate(context)
    assert UnlessCondition(LaunchConfiguration("no")).evaluate(context)
    assert LaunchConfigurationEquals("text", "hello").evaluate(context)
    assert LaunchConfigurationEquals("none", None).evaluate(context)
    assert LaunchConfigurationNotEquals("text", "x").evaluate(context)
    with pytest.raises(LaunchError, match="must be true, false, 1 or 0"):
        IfCondition("maybe").evaluate(context)
