# SPDX-License-Identifier: Apache-2.0
"""Names, types and rules that launch files and packages rely on, as ROS 2 has them."""

import asyncio
import importlib
import io
import logging
import os
from pathlib import Path

import launch.logging
import launch_ros.actions
import pytest
from launch import Action, Condition, LaunchContext, LaunchDescription, LaunchService
from launch.actions import (
    DeclareLaunchArgument,
    ExecuteProcess,
    GroupAction,
    IncludeLaunchDescription,
    LogInfo,
    OpaqueFunction,
    RegisterEventHandler,
    SetEnvironmentVariable,
)
from launch.errors import InvalidLaunchFileError
from launch.event_handlers import OnExecutionComplete, OnIncludeLaunchDescription, event_named
from launch.events import IncludeLaunchDescription as IncludeEvent
from launch.events import Shutdown
from launch.frontend import Parser
from launch.frontend.parse_substitution import parse_if_substitutions
from launch.launch_description_source import LaunchDescriptionSource
from launch.launch_description_sources import PythonLaunchDescriptionSource
from launch.substitutions import (
    EqualsSubstitution,
    IfElseSubstitution,
    OrSubstitution,
    SubstitutionFailure,
    TextSubstitution,
)
from launch.utilities import type_utils
from launch.utilities.class_tools_impl import is_a_subclass
from launch_ros.descriptions import ParameterFile, ParameterValue
from launch_ros.utilities import (
    evaluate_parameters,
    get_node_name_count,
    normalize_parameters,
    normalize_remap_rule,
    prefix_namespace,
)


@pytest.mark.parametrize(
    ("module", "name"),
    [
        ("launch.actions.pop_environment", "PopEnvironment"),
        ("launch.actions.shutdown_action", "Shutdown"),
        ("launch.actions.execute_process", "ExecuteProcess"),
        ("launch.conditions.if_condition", "IfCondition"),
        ("launch.event_handlers.on_process_io", "OnProcessIO"),
        ("launch.event_handlers.event_named", "event_named"),
        ("launch.events.process.process_exited", "ProcessExited"),
        ("launch.invalid_launch_file_error", "InvalidLaunchFileError"),
        (
            "launch.launch_description_sources.python_launch_description_source",
            "PythonLaunchDescriptionSource",
        ),
        ("launch.substitutions.boolean_substitution", "AllSubstitution"),
        ("launch.utilities.perform_substitutions_impl", "perform_substitutions"),
        ("launch_ros.actions.set_ros_log_dir", "SetROSLogDir"),
        ("launch_ros.events.lifecycle.change_state", "ChangeState"),
        ("launch_ros.substitutions.find_package", "FindPackageShare"),
        ("launch_ros.utilities.normalize_parameters", "normalize_parameters"),
        ("launch_ros.utilities.to_parameters_list", "to_parameters_list"),
        (
            "launch_xml.launch_description_sources.xml_launch_description_source",
            "XMLLaunchDescriptionSource",
        ),
        (
            "launch_yaml.launch_description_sources.yaml_launch_description_source",
            "YAMLLaunchDescriptionSource",
        ),
    ],
)
def test_each_class_has_the_module_that_ros_has(module, name):
    found = getattr(importlib.import_module(module), name)
    package = module.rpartition(".")[0]
    assert found is getattr(importlib.import_module(package), name)


def test_packages_name_the_types_of_parameters_and_remap_rules():
    from launch_ros import parameters_type, remap_rule_type

    names = "Parameters ParametersDict ParameterName ParameterValue SomeParameterFile".split()
    names += "EvaluatedParameters EvaluatedParameterValue SomeParameterValue_types_tuple".split()
    assert all(hasattr(parameters_type, name) for name in names)
    assert parameters_type.ParameterFile is ParameterFile
    assert isinstance("a", parameters_type.SomeParameterValue_types_tuple)
    assert remap_rule_type.RemapRules and remap_rule_type.SomeRemapRule


def test_a_node_tells_what_its_names_have_become():
    made = launch_ros.actions.Node(
        executable="true", name="camera", namespace="ns", remappings=[("a", "b")]
    )
    assert made.expanded_node_namespace == made.UNSPECIFIED_NODE_NAMESPACE
    made.prepare(LaunchContext())
    assert made.expanded_node_namespace == "/ns"
    assert made.expanded_remapping_rules == [("a", "b")]


def test_actions_of_packages_read_parameters_as_nodes_do():
    file = io.StringIO("<launch><node exec='true'><param name='a' value='5'/></node></launch>")
    entity, parser = Parser.load(file)
    (node,) = entity.children
    params = node.get_attr("param", data_type=list)
    (found,) = launch_ros.actions.Node.parse_nested_parameters(params, parser)
    assert evaluate_parameters(LaunchContext(), normalize_parameters([found])) == ({"a": 5},)


def test_types_of_values_are_told_and_read():
    assert type_utils.extract_type(list[int]) == (int, True)
    assert type_utils.is_instance_of([1, "2"], list[int], can_be_str=True)
    assert not type_utils.is_instance_of([1, "2"], list[int])
    assert type_utils.coerce_list(["1", "off"], bool) == [True, False]
    assert type_utils.get_typed_value("[1., 2.]", list[float]) == [1.0, 2.0]
    for text, kind in (("[asd, 2.0]", None), ("", int), ("{a: 1}", None), ("1", list[int])):
        with pytest.raises(ValueError):
            type_utils.coerce_to_type(text, kind)
    with pytest.raises(TypeError):
        type_utils.normalize_typed_substitution(1, list[int])
    parts = [[TextSubstitution(text="1")], 2]
    value = type_utils.normalize_typed_substitution(parts, list[int])
    assert type_utils.perform_typed_substitution(LaunchContext(), value, list[int]) == [1, 2]
    assert is_a_subclass(ExecuteProcess, Action) and not is_a_subclass(int, Action)


def test_substitutions_take_any_value_and_notice_every_wrong_one():
    context = LaunchContext()
    assert EqualsSubstitution(None, "").perform(context) == "true"
    assert EqualsSubstitution(10, 10.0).perform(context) == "true"
    assert IfElseSubstitution("off", else_value="b").perform(context) == "b"
    with pytest.raises(RuntimeError):
        IfElseSubstitution("true")
    with pytest.raises(SubstitutionFailure):
        OrSubstitution("true", "maybe").perform(context)


def test_a_text_without_substitutions_stays_a_text_in_frontends():
    assert parse_if_substitutions("asd") == "asd"
    assert parse_if_substitutions([r"\'a\'", r"\d"]) == ["'a'", "d"]
    assert parse_if_substitutions(["$(env HOME)", "b"])[1] == "b"
    with pytest.raises(ValueError, match="several types"):
        parse_if_substitutions(["$(env HOME)", 1, 1.0])


def test_a_default_must_be_a_choice():
    with pytest.raises(RuntimeError, match="not in provided choices"):
        DeclareLaunchArgument("rate", default_value="1", choices=["10", "20"])
    described = DeclareLaunchArgument("rate", description="Hz", choices=["10"]).description
    assert described == "Hz. Valid choices are: ['10']"


def test_a_condition_without_a_predicate_is_false_and_an_action_without_execute_does_nothing():
    assert Condition().evaluate(LaunchContext()) is False
    assert Action().visit(LaunchContext()) is None


def test_a_group_without_a_scope_sets_its_configurations_too(launched):
    shown = OpaqueFunction(function=lambda c: LogInfo(msg=f"x={c.launch_configurations.get('x')}"))
    out = launched([GroupAction([], scoped=False, launch_configurations={"x": "1"}), shown]).output
    assert "x=1" in out


def test_a_group_that_forwards_nothing_sees_no_variable_that_was_set_before(launched):
    show = OpaqueFunction(function=lambda context: LogInfo(msg=f"x={os.environ.get('GROUP_X')}"))
    setting = SetEnvironmentVariable("GROUP_X", "1")
    lines = launched([setting, GroupAction([show], forwarding=False), show]).output
    assert lines.index("x=None") < lines.index("x=1")


def test_locals_are_set_by_extending_them_alone():
    context = LaunchContext()
    context.extend_locals({"foo": 1})
    with pytest.raises(AttributeError, match="extend_locals"):
        context.locals.foo = 2
    assert context.locals.foo == 1


def test_handlers_are_registered_once_and_say_what_they_cannot_do():
    context = LaunchContext()
    with pytest.raises(ValueError, match="not registered"):
        context.unregister_event_handler(OnIncludeLaunchDescription())
    with pytest.raises(TypeError, match="give a function, an action"):
        OnExecutionComplete(on_completion="not-a-callable")
    assert event_named("launch.events.Shutdown")(Shutdown())
    description = LaunchDescription()
    assert OnIncludeLaunchDescription().handle(IncludeEvent(description), context) == [description]


def test_a_handler_that_returns_no_action_is_told_of(launched):
    wrong = OpaqueFunction(function=lambda context: 3)
    done = launched([wrong])
    assert done.status == 1 and "3 is a int, and no action" in done.output


def test_a_launch_service_runs_again_with_what_came_in_between(capsys):
    service = LaunchService()
    service.include_launch_description(LaunchDescription([LogInfo(msg="first")]))
    assert service.run() == 0 and service.task is None
    service.include_launch_description(LaunchDescription([LogInfo(msg="second")]))
    assert service.run() == 0
    out = capsys.readouterr().out
    assert out.index("first") < out.index("second")


def test_a_shutdown_may_be_awaited(capsys):
    async def run() -> int:
        service = LaunchService()
        running = asyncio.ensure_future(service.run_async(shutdown_when_idle=False))
        await service.shutdown()
        return await running

    assert asyncio.run(run()) == 0


def test_an_include_has_its_description_as_a_sub_entity():
    description = LaunchDescription([DeclareLaunchArgument("rate", default_value="1")])
    include = IncludeLaunchDescription(LaunchDescriptionSource(description))
    assert include.get_sub_entities() == [description]
    assert PythonLaunchDescriptionSource("/a/b.launch.py").location == "/a/b.launch.py"


def test_processes_have_details_before_they_start():
    context = LaunchContext()
    process = ExecuteProcess(cmd=["ls"], sigterm_timeout="3", emulate_tty="true")
    assert process.process_details is None
    process.prepare(context)
    assert process.process_details["cmd"] == ["ls"] and "pid" not in process.process_details
    assert process.sigterm_timeout[0].text == "3" and process.emulate_tty == "true"


def test_texts_are_taken_for_switches_of_processes(launched):
    tty = "import sys; print('tty', sys.stdout.isatty())"
    command = ["python3", "-S", "-c", tty]
    done = launched([ExecuteProcess(cmd=command, output="screen", emulate_tty="true")])
    assert "tty True" in done.output


# Logging


def test_formats_of_lines_are_set_by_name_and_by_the_environment(capsys, monkeypatch):
    config = launch.logging.launch_config
    config.set_screen_format("default_with_timestamp")
    launch.logging.get_logger("robot").info("a")
    monkeypatch.setenv("OVERRIDE_LAUNCH_SCREEN_FORMAT", "<{name}> {message}\\t.")
    monkeypatch.setenv("OVERRIDE_LAUNCH_LOG_FORMAT", "file {message}")
    launch.logging.reset()
    launch.logging.get_logger("robot").info("b")
    first, second = capsys.readouterr().out.splitlines()
    assert first.endswith("[INFO] [robot]: a") and float(first.split()[0]) > 1e9
    assert second == "<robot> b\t."
    assert Path(config.get_log_file_path()).read_text() == "file b\n"
    with pytest.raises(ValueError, match="its own style"):
        monkeypatch.delenv("OVERRIDE_LAUNCH_SCREEN_FORMAT")
        config.set_screen_format("default", screen_style="%")


def test_latest_leads_to_the_folder_of_the_last_launch(log_folder):
    folder = launch.logging.launch_config.log_dir
    assert os.path.realpath(log_folder / "latest") == os.path.realpath(folder)
    launch.logging.reset()
    again = launch.logging.launch_config.log_dir
    assert os.path.realpath(log_folder / "latest") == os.path.realpath(again)
    with pytest.raises(ValueError, match="no folder"):
        launch.logging.launch_config.log_dir = "/not/a/folder"


def test_handlers_of_log_files_may_be_others():
    lines: list[str] = []

    class Keeps(launch.logging.handlers.Handler):
        def emit(self, record: logging.LogRecord) -> None:
            lines.append(self.format(record))

    launch.logging.launch_config.log_handler_factory = lambda path, encoding: Keeps()
    launch.logging.get_logger("robot").error("kept")
    assert lines[0].endswith("[ERROR] [robot]: kept")


# launch_ros


def _evaluated(*parameters) -> tuple:
    return evaluate_parameters(LaunchContext(), normalize_parameters(parameters))


def test_parameters_are_evaluated_to_paths_and_dictionaries():
    assert _evaluated({"a": {"b": [1, 2.5]}}) == ({"a.b": (1.0, 2.5)},)
    assert _evaluated("/no/such/file") == (Path("/no/such/file"),)
    for wrong in ([True, 2.0, 3], [1, "a"], [1, [2, 3]], {1, 2}):
        with pytest.raises(TypeError):
            _evaluated({"a": wrong})
    with pytest.raises(TypeError, match="Allowed value types"):
        _evaluated({"a": TextSubstitution(text="{b: 1}")})
    assert isinstance(ParameterValue(TextSubstitution(text="1")).value[0], TextSubstitution)


def test_a_file_of_parameters_knows_what_it_was(tmp_path):
    file = tmp_path / "a.yaml"
    file.write_text("/**: {ros__parameters: {home: $(env HOME)}}\n")
    parameters = ParameterFile(str(file), allow_substs=True)
    made = parameters.evaluate(LaunchContext())
    assert os.environ["HOME"] in made.read_text() and parameters.allow_substs is True
    parameters.cleanup()
    assert not made.exists() and isinstance(parameters.param_file, list)


def test_namespaces_and_remaps_are_checked():
    assert prefix_namespace(None, "") == "" and prefix_namespace("", "b") == "b"
    assert prefix_namespace("/", "b/") == "/b" and prefix_namespace("a", None) == "a"
    for wrong in ("foo", ("a", "b", "c")):
        with pytest.raises(TypeError, match="a pair"):
            normalize_remap_rule(wrong)


def test_a_parameter_that_is_set_shows_its_name_and_value():
    root, parser = Parser.load(
        io.StringIO('<launch><set_parameter name="a" value="$(env HOME)"/></launch>')
    )
    (action,) = parser.parse_description(root).entities
    assert action.name[0].text == "a"
    assert [one.perform(LaunchContext()) for one in action.value] == [os.environ["HOME"]]


def test_two_nodes_of_one_name_are_warned_of(launched):
    def node():
        return launch_ros.actions.Node(executable="true", name="camera", namespace="front")

    done = launched([node(), node(), launch_ros.actions.Node(executable="true", namespace="front")])
    assert "there are now at least 2 nodes with the name /front/camera" in done.output
    assert get_node_name_count(done.service.context, "/front/camera") == 2


def test_a_relative_log_folder_is_below_the_one_before(monkeypatch, tmp_path):
    monkeypatch.setenv("ROS_LOG_DIR", str(tmp_path))
    launch_ros.actions.SetROSLogDir("camera").visit(LaunchContext())
    assert os.environ["ROS_LOG_DIR"] == str(tmp_path / "camera")


def _node_parameters(text: str) -> dict:
    root, parser = Parser.load(io.StringIO(text))
    (node,) = parser.parse_description(root).entities
    node._perform_substitutions(LaunchContext())
    return {key: value for one in node.expanded_parameters for key, value in one.items()}


def test_lists_of_parameters_have_the_types_that_frontends_give_them(monkeypatch):
    monkeypatch.setenv("WORD", "w")
    xml = _node_parameters(
        """<launch><node exec="true">
        <param name="a" value="'2', '5'" value-sep=", "/>
        <param name="b" value="2, 5" value-sep=", " type="list_of_str"/>
        <param name="c" value="2, 5" value-sep=", "/>
        <param name="d" value="\\'2\\', \\a" value-sep=", "/>
        <param name="e" value="[2, 5]" type="yaml"/>
        </node></launch>"""
    )
    assert xml == {"a": ["2", "5"], "b": ["2", "5"], "c": [2, 5], "d": ["'2'", "a"], "e": [2, 5]}
    yaml = _node_parameters(
        """
launch:
- node:
    exec: "true"
    param:
    - {name: a, value: ["'2'", "5"], type: list_of_str}
    - {name: b, value: [1.5, 2.5]}
    - {name: c, value: ["$(env WORD)", plain]}
"""
    )
    assert yaml == {"a": ["'2'", "5"], "b": [1.5, 2.5], "c": ("w", "plain")}


def test_extensions_of_other_packages_are_loaded(monkeypatch, capsys):
    loaded = []

    class Point:
        name, value = "robot", "robot.tags"

        def load(self):
            loaded.append(self.name)
            raise RuntimeError("no camera")

    monkeypatch.setattr("importlib.metadata.entry_points", lambda group: [Point()])
    Parser.load_launch_extensions.cache_clear()
    Parser.load(io.StringIO("<launch/>"))
    Parser.load(io.StringIO("<launch/>"))
    assert loaded == ["robot"] and "'robot' (robot.tags) cannot be loaded: no camera" in (
        capsys.readouterr().out
    )
    Parser.load_launch_extensions.cache_clear()


def test_an_error_tells_of_all_that_tried_to_read_a_file():
    error = InvalidLaunchFileError(extension="py", likely_errors=[KeyError("a"), ValueError("b")])
    assert "KeyError" in str(error) and "ValueError" in str(error)


def test_a_handler_of_a_launch_can_be_registered_for_any_event(launched):
    handler = OnExecutionComplete(on_completion=[LogInfo(msg="done")], handle_once=True)
    out = launched([RegisterEventHandler(handler), LogInfo(msg="first")]).output
    assert out.index("first") < out.index("done")
