# SPDX-License-Identifier: Apache-2.0
"""Nodes, components and lifecycle nodes: what is given to the programs."""

import json
import shlex
import sys
import textwrap
from pathlib import Path

import pytest
import yaml

from launch import LaunchContext
from launch.actions import EmitEvent, GroupAction, LogInfo, RegisterEventHandler, Shutdown
from launch.errors import LaunchError
from launch.events import matches_action
from launch.substitutions import LaunchConfiguration, TextSubstitution
from launch_ros.actions import (
    ComposableNodeContainer,
    LifecycleNode,
    LifecycleTransition,
    LoadComposableNodes,
    Node,
    PushROSNamespace,
    SetParameter,
    SetParametersFromFile,
    SetRemap,
    SetUseSimTime,
)
from launch_ros.descriptions import ComposableNode, ParameterFile, ParameterValue
from launch_ros.event_handlers import OnStateTransition
from launch_ros.events.lifecycle import ChangeState
from launch_ros.utilities import (
    evaluate_parameters,
    normalize_parameters,
    parameters_for_node,
    prefix_namespace,
)


def arguments_of(done) -> list[str]:
    """What the program `camera` printed: its arguments."""
    return [line.split("arg:", 1)[1] for line in done.lines if "] arg:" in line]


def camera(**kwargs) -> Node:
    return Node(package="robot", executable="camera", output="screen", **kwargs)


def split(arguments: list[str]) -> tuple[list[dict], list[str]]:
    """(contents of parameter files, the other arguments)"""
    files, others = [], []
    rest = iter(arguments)
    for one in rest:
        if one == "--params-file":
            files.append(next(rest))
        else:
            others.append(one)
    return files, others


@pytest.fixture
def parameters_seen(prefix):
    """A program that prints its parameter files, too: they go when the launch has ended."""
    program = prefix / "lib/robot/camera"
    program.write_text(
        f"#!{sys.executable}\n"
        "import sys, json\n"
        "for before, a in zip(['', *sys.argv[1:]], sys.argv[1:]):\n"
        "    print('arg:' + a)\n"
        "    if before == '--params-file':\n"
        "        print('file:' + json.dumps(open(a).read()))\n"
    )

    def seen(done) -> list[dict]:
        texts = [line.split("file:", 1)[1] for line in done.lines if "] file:" in line]
        return [yaml.safe_load(json.loads(text)) for text in texts]

    return seen


def test_a_node_without_anything_gets_no_arguments(prefix, launched):
    assert arguments_of(launched([camera()])) == []


def test_names_remaps_and_arguments(prefix, launched):
    done = launched(
        [
            camera(
                name="front",
                namespace="/left",
                arguments=["--fast", LaunchConfiguration("x", default="y")],
                ros_arguments=["--log-level", "debug"],
                remappings=[("image", "/image_raw"), ("a", ["b", TextSubstitution(text="c")])],
            )
        ]
    )
    assert arguments_of(done) == shlex.split(
        "--fast y --ros-args --log-level debug -r __node:=front -r __ns:=/left "
        "-r image:=/image_raw -r a:=bc"
    )


def test_parameters_keep_their_types_and_order(parameters_seen, launched, tmp_path):
    file = tmp_path / "p.yaml"
    file.write_text("/**:\n  ros__parameters:\n    rate: 5\n")
    done = launched(
        [
            camera(
                parameters=[
                    str(file),
                    {
                        "rate": 10,
                        "gain": 0.5,
                        "on": True,
                        "text": "10",
                        "sub": LaunchConfiguration("s", default="7"),
                        "kept": ParameterValue(
                            LaunchConfiguration("s", default="7"), value_type=str
                        ),
                        "numbers": [1, 2.5],
                        "names": ["a", "b"],
                        "joined": ["a", LaunchConfiguration("s", default="7")],
                        "list": LaunchConfiguration("l", default="[1, 2]"),
                        "below": {"x": 1, "deep": {"y": "z"}},
                    },
                ]
            )
        ]
    )
    files = parameters_seen(done)
    assert files[0] == {"/**": {"ros__parameters": {"rate": 5}}}
    assert files[1]["/**"]["ros__parameters"] == {
        "rate": 10,
        "gain": 0.5,
        "on": True,
        "text": "10",
        "sub": 7,
        "kept": "7",
        "numbers": [1.0, 2.5],
        "names": ["a", "b"],
        "joined": "a7",
        "list": [1, 2],
        "below.x": 1,
        "below.deep.y": "z",
    }
    left = [Path(one) for one in arguments_of(done) if "launch_params_" in one]
    assert left, "the files are removed at the end of the process, not before a node reads them"


@pytest.mark.parametrize(
    ("value", "said"),
    [
        (TextSubstitution(text="a: b: c"), "is not YAML"),
        (TextSubstitution(text="{a: 1}"), "value_type=str"),
    ],
)
def test_a_substitution_that_is_no_value_is_refused_with_the_cure(value, said):
    with pytest.raises((TypeError, ValueError), match=said):
        evaluate_parameters(LaunchContext(), normalize_parameters([{"p": value}]))


def test_what_a_scope_sets_holds_for_its_nodes_alone(parameters_seen, launched, tmp_path):
    file = tmp_path / "p.yaml"
    file.write_text("/**:\n  ros__parameters:\n    x: 1\n")
    done = launched(
        [
            GroupAction(
                [
                    PushROSNamespace("robot1"),
                    PushROSNamespace("arm"),
                    SetParameter("rate", 5),
                    SetUseSimTime(True),
                    SetParametersFromFile(str(file)),
                    SetRemap("image", "image_raw"),
                    camera(namespace="hand", name="in", remappings=[("a", "b")]),
                ]
            ),
            camera(name="out"),
        ]
    )
    _, others = split(arguments_of(done))
    text = " ".join(others)
    assert "__ns:=/robot1/arm/hand" in text and text.count("__ns:=") == 1
    assert text.index("image:=image_raw") < text.index("a:=b")
    values = [list(one.values())[0]["ros__parameters"] for one in parameters_seen(done)]
    assert values == [{"rate": 5}, {"use_sim_time": True}, {"x": 1}]


def test_a_parameter_file_may_have_substitutions(parameters_seen, launched, tmp_path):
    file = tmp_path / "p.yaml"
    file.write_text("/**:\n  ros__parameters:\n    folder: $(dirname)/x\n    n: $(var n 3)\n")
    path = tmp_path / "a.launch.xml"
    path.write_text(
        f"<launch><node pkg='robot' exec='camera' output='screen'>"
        f"<param from='{file}' allow_substs='true'/></node></launch>"
    )
    files = parameters_seen(launched(path))
    assert files == [{"/**": {"ros__parameters": {"folder": f"{tmp_path}/x", "n": 3}}}]


def test_a_parameter_file_that_is_not_there_is_named(prefix, launched):
    done = launched([camera(parameters=["/no/such/file.yaml"])])
    assert "the parameter file '/no/such/file.yaml' does not exist" in done.output
    assert done.status == 1 and "test_nodes.py:" in done.output


XML = """\
<launch>
  <push_ros_namespace namespace="r"/>
  <node pkg="robot" exec="camera" name="cam" output="screen" args="-a 'b c'" ros_args="--log-level info">
    <param name="rate" value="10"/>
    <param name="text" value="10" type="str"/>
    <param name="quoted" value="'10'"/>
    <param name="list" value="1,2,3" value-sep=","/>
    <param name="group"><param name="inner" value="true"/></param>
    <param name="sub" value="$(eval '1.5')"/>
    <remap from="x" to="y"/>
    <env name="E" value="v"/>
  </node>
</launch>
"""
YAML = """\
launch:
- push_ros_namespace: {namespace: r}
- node:
    pkg: robot
    exec: camera
    name: cam
    output: screen
    args: -a 'b c'
    ros_args: --log-level info
    param:
    - {name: rate, value: 10}
    - {name: text, value: "10"}
    - {name: quoted, value: "10"}
    - {name: list, value: [1, 2, 3]}
    - {name: group, param: [{name: inner, value: true}]}
    - {name: sub, value: "$(eval '1.5')"}
    remap: [{from: x, to: y}]
    env: [{name: E, value: v}]
"""


@pytest.mark.parametrize(("name", "text"), [("a.launch.xml", XML), ("a.launch.yaml", YAML)])
def test_nodes_of_xml_and_yaml(name, text, parameters_seen, launched, tmp_path):
    path = tmp_path / name
    path.write_text(text)
    done = launched(path)
    assert done.status == 0, done.output
    _, others = split(arguments_of(done))
    expected = "-a 'b c' --ros-args --log-level info -r __node:=cam -r __ns:=/r -r x:=y"
    assert others == shlex.split(expected)
    values: dict = {}
    for one in parameters_seen(done):
        # As a file before it may, a mapping names the node that is named: so the later counts.
        values.update(one["/r/cam"]["ros__parameters"])
    assert values == {
        "rate": 10,
        "text": "10",
        "quoted": "10",
        "list": [1, 2, 3],
        "group.inner": True,
        "sub": 1.5,
    }


@pytest.mark.parametrize(
    ("base", "namespace", "result"),
    [
        (None, None, None),
        (None, "a", "a"),
        ("/", "a", "/a"),
        ("/a", "b", "/a/b"),
        ("/a", "/b", "/b"),
        ("/a", "", "/a"),
        ("/a", None, "/a"),
        ("/a/", "b/", "/a/b"),
    ],
)
def test_namespaces(base, namespace, result):
    assert prefix_namespace(base, namespace) == result


def test_parameter_files_have_wildcards(tmp_path):
    file = tmp_path / "p.yaml"
    file.write_text(
        textwrap.dedent("""
        /**:
          ros__parameters: {all: 1, who: all}
        /robot/*:
          ros__parameters: {star: 1}
        /robot/cam:
          ros__parameters: {who: cam, below: {x: 2}}
        robot:
          cam:
            ros__parameters: {nested: 1}
        /**/cam:
          ros__parameters: {any: 1}
        other:
          ros__parameters: {not: 1}
    """)
    )
    assert parameters_for_node(str(file), "/robot/cam") == {
        "all": 1,
        "who": "cam",
        "star": 1,
        "below.x": 2,
        "nested": 1,
        "any": 1,
    }
    assert parameters_for_node(str(file), "/other") == {"all": 1, "who": "all", "not": 1}


@pytest.fixture
def fake_programs(tmp_path, monkeypatch) -> Path:
    """baton-component and baton-lifecycle that write down what they are asked for."""
    folder = tmp_path / "programs"
    folder.mkdir()
    asked = tmp_path / "asked"

    def program(name: str, text: str) -> None:
        (folder / name).write_text(
            f"#!{sys.executable}\nimport json, sys\nASKED = {str(asked)!r}\n{text}"
        )
        (folder / name).chmod(0o755)

    program(
        "baton-component",
        textwrap.dedent("""
        with open(ASKED, "a") as file:
            file.write(json.dumps(sys.argv[1:]) + "\\n")
        if "bad::Class" in sys.argv:
            # The other components are loaded first.
            while "a::C" not in open(ASKED).read():
                pass
            print("no such class", file=sys.stderr)
            sys.exit(1)
        print("Loaded component 1 into '/c' container node as '/x'")
    """),
    )
    program(
        "baton-lifecycle",
        textwrap.dedent("""
        goals = {"1": ("configure", "inactive"), "3": ("activate", "active")}
        for line in sys.stdin:
            number = line.split()[1]
            if number not in goals:
                print(json.dumps({"event": "failed", "transition_id": int(number), "reason": "refused"}),
                      flush=True)
                continue
            label, goal = goals[number]
            print(json.dumps({"event": "transition", "transition": label, "start_state": "x",
                              "goal_state": goal}), flush=True)
    """),
    )
    import os

    monkeypatch.setenv("PATH", f"{folder}:{os.environ['PATH']}")
    return asked


def test_components_are_loaded_in_order_with_all_that_is_said_of_them(
    prefix, fake_programs, launched, tmp_path
):
    (prefix / "lib/robot/container").write_text("#!/bin/sh\nexec sleep 1000\n")
    (prefix / "lib/robot/container").chmod(0o755)
    parameters = tmp_path / "p.yaml"
    parameters.write_text("/n/one:\n  ros__parameters: {from_file: 1}\n")
    container = ComposableNodeContainer(
        package="robot",
        executable="container",
        name="c",
        namespace="n",
        composable_node_descriptions=[
            ComposableNode(
                package="p",
                plugin="a::B",
                name="one",
                namespace="/n",
                parameters=[str(parameters), {"t": "5", "n": 5}],
                remappings=[("x", "y")],
                extra_arguments=[{"use_intra_process_comms": True}],
            ),
            ComposableNode(package="p", plugin="a::C", condition=None),
        ],
    )
    later = LoadComposableNodes(
        target_container="/n/c",
        composable_node_descriptions=[ComposableNode(package="p", plugin="bad::Class")],
    )

    def ended(event, context):
        return [Shutdown()]

    from launch.event_handlers import OnExecutionComplete

    done = launched(
        [
            SetParameter("global", 1.5),
            container,
            RegisterEventHandler(OnExecutionComplete(target_action=later, on_completion=ended)),
            later,
        ]
    )
    asked = [json.loads(line) for line in fake_programs.read_text().splitlines()]
    by_class = {one[5]: [one[3], *one[4:]] for one in asked}
    assert by_class["a::B"] == [
        "/n/c",
        "p",
        "a::B",
        "--node-name",
        "one",
        "--node-namespace",
        "/n",
        "-r",
        "x:=y",
        "-p",
        "global:=1.5",
        "-p",
        "from_file:=1",
        "-p",
        't:="5"',
        "-p",
        "n:=5",
        "-e",
        "use_intra_process_comms:=true",
    ]
    assert by_class["a::C"] == ["/n/c", "p", "a::C", "-p", "global:=1.5"]
    classes = [one[5] for one in asked if one[5].startswith("a::")]
    assert classes == ["a::B", "a::C"], "in the order of the container"
    assert (
        "Failed to load node of type 'bad::Class' in container '/n/c': no such class" in done.output
    )
    assert ("bad::Class in /n/c", 1) in done.service.failures


def test_a_container_that_ends_leaves_no_loading_behind(prefix, launched, tmp_path, monkeypatch):
    slow = tmp_path / "programs"
    slow.mkdir()
    (slow / "baton-component").write_text("#!/bin/sh\nexec sleep 1000\n")
    (slow / "baton-component").chmod(0o755)
    import os

    monkeypatch.setenv("PATH", f"{slow}:{os.environ['PATH']}")
    done = launched(
        [
            ComposableNodeContainer(
                package="robot",
                executable="camera",
                name="c",
                composable_node_descriptions=[ComposableNode(package="p", plugin="a::B")],
            )
        ]
    )
    assert "Loaded" not in done.output and done.status == 0


def test_lifecycle_nodes_change_their_state_by_events(prefix, fake_programs, launched):
    (prefix / "lib/robot/node").write_text("#!/bin/sh\nexec sleep 1000\n")
    (prefix / "lib/robot/node").chmod(0o755)
    node = LifecycleNode(package="robot", executable="node", name="lidar", namespace="r")

    def change(number):
        return EmitEvent(
            event=ChangeState(lifecycle_node_matcher=matches_action(node), transition_id=number)
        )

    done = launched(
        [
            RegisterEventHandler(
                OnStateTransition(
                    target_lifecycle_node=node,
                    goal_state="inactive",
                    entities=[LogInfo(msg="now inactive"), change(3)],
                )
            ),
            RegisterEventHandler(
                OnStateTransition(
                    target_lifecycle_node=node,
                    transition="activate",
                    entities=[LogInfo(msg="now active"), Shutdown()],
                )
            ),
            node,
            change(9),
            change(1),
        ]
    )
    assert done.output.index("now inactive") < done.output.index("now active")
    assert "Failed to make transition '9' for LifecycleNode '/r/lidar': refused" in done.output


def test_lifecycle_transitions_follow_each_other(prefix, fake_programs, launched):
    (prefix / "lib/robot/node").write_text("#!/bin/sh\nexec sleep 1000\n")
    (prefix / "lib/robot/node").chmod(0o755)
    node = LifecycleNode(package="robot", executable="node", name="lidar", namespace="")
    done = launched(
        [
            node,
            LifecycleTransition(lifecycle_node_names=["lidar"], transition_ids=["configure", 3]),
            RegisterEventHandler(
                OnStateTransition(goal_state="active", entities=[LogInfo(msg="up"), Shutdown()])
            ),
        ]
    )
    assert "up" in done.output


def test_wrong_arguments_are_refused_when_the_action_is_made():
    with pytest.raises(TypeError, match="arguments is '-a': give a list"):
        camera(arguments="-a")
    with pytest.raises(TypeError, match="must be a list of files and mappings"):
        camera(parameters={"a": 1})
    with pytest.raises(TypeError, match="is a pair"):
        camera(remappings=["a:=b"])
    with pytest.raises(TypeError, match="there are bool, int"):
        camera(parameters=[{"a": object()}])


def test_a_parameter_file_is_read_when_it_is_evaluated(tmp_path):
    path = tmp_path / "p.yaml"
    path.write_text("a: $(var x)\n")
    file = ParameterFile(path, allow_substs=True)
    context = LaunchContext()
    with pytest.raises(LaunchError, match="'x' does not exist"):
        file.evaluate(context)
    context.launch_configurations["x"] = "1"
    made = file.evaluate(context)
    assert made != path and made.read_text() == "a: 1\n"
    file.cleanup()
    assert not made.exists()


COMPONENTS = """
launch:
- load_composable_node:
    target: box
    composable_node:
    - {pkg: p, plugin: "p::A", extra_arg: [{name: use_intra_process_comms, value: VALUE}]}
"""


@pytest.mark.parametrize("value", ["'true'", "true", "$(var ipc)"])
def test_extra_arguments_of_yaml_files_are_read_as_yaml(value, tmp_path):
    from launch.frontend import Parser

    path = tmp_path / "components.launch.yaml"
    path.write_text(COMPONENTS.replace("VALUE", value))
    entity, parser = Parser.load(str(path))
    (loading,) = entity.children
    (described,) = loading.get_attr("composable_node", data_type=list)
    kind, arguments = ComposableNode.parse(parser, described)
    context = LaunchContext()
    context.launch_configurations["ipc"] = "true"
    (extra,) = evaluate_parameters(context, kind(**arguments).extra_arguments)
    assert extra == {"use_intra_process_comms": True}


def test_a_component_that_runs_alone_gets_values_of_yaml():
    from argparse import Namespace

    from baton.cli.component import component_of

    options = Namespace(
        package="robot",
        plugin="robot::Driver",
        node_name=None,
        node_namespace=None,
        parameter=["rate_hz:=10.0", "count:=3", "name:=lidar", "steps:=[1, 2]", "text:='5'", "none:="],
        extra_argument=["use_intra_process_comms:=true"],
        remap_rule=[],
    )
    component = component_of(options)
    parameters, extra = (
        {name: value for one in evaluate_parameters(LaunchContext(), given) for name, value in one.items()}
        for given in (component.parameters, component.extra_arguments)
    )
    assert parameters == {
        "rate_hz": 10.0,
        "count": 3,
        "name": "lidar",
        "steps": (1, 2),
        "text": "5",
        "none": "",
    }
    assert extra == {"use_intra_process_comms": True}
