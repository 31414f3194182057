# SPDX-License-Identifier: Apache-2.0
"""What actions of packages take from launch_ros: a node in the launch, and parameters of rclpy."""

import pytest
from programs import wait_until

import baton.rclpy  # noqa: F401
from launch import LaunchContext, LaunchDescription, LaunchService
from launch.actions import OpaqueFunction, TimerAction
from launch_ros.ros_adapters import ROSAdapter, get_ros_adapter, get_ros_node


def test_an_adapter_runs_the_callbacks_of_its_node(registry):
    adapter = ROSAdapter(argv=["--ros-args", "-r", "__ns:=/space"])
    assert adapter.ros_node.get_namespace() == "/space" and adapter.ros_context.ok()
    called = []
    adapter.ros_node.create_timer(0.01, lambda: called.append(1))
    assert wait_until(lambda: called)
    with pytest.raises(RuntimeError, match="started already"):
        adapter.start()
    adapter.shutdown()
    assert not adapter.ros_context.ok() and not adapter.ros_node.handle_is_valid
    with pytest.raises(RuntimeError, match="not started"):
        adapter.shutdown()


def test_a_launch_has_one_node_which_ends_with_it(registry):
    found = []

    def ask(context):
        found.append(get_ros_node(context))
        assert get_ros_node(context) is found[0]
        assert context.locals.ros_adapter is get_ros_adapter(context)

    service = LaunchService()
    actions = [OpaqueFunction(function=ask), TimerAction(period=0.1, actions=[])]
    service.include_launch_description(LaunchDescription(actions))
    assert service.run() == 0
    assert found and not found[0].handle_is_valid


def test_evaluated_parameters_become_those_of_rclpy(tmp_path):
    from launch_ros.utilities import evaluate_parameters, normalize_parameters, to_parameters_list

    file = tmp_path / "parameters.yaml"
    file.write_text(
        "/**:\n  ros__parameters: {rate: 1}\n"
        "/space/camera:\n  ros__parameters: {rate: 2, lens: {names: [a, b]}}\n"
        "/other:\n  ros__parameters: {rate: 3}\n"
    )
    context = LaunchContext()
    given = [file, {"speed": 0.5, "on": {"top": True}}]
    evaluated = evaluate_parameters(context, normalize_parameters(given))
    found = to_parameters_list(context, "camera", "/space", evaluated)
    assert [(one.name, one.value) for one in found] == [
        ("rate", 2),
        ("lens.names", ["a", "b"]),
        ("speed", 0.5),
        ("on.top", True),
    ]
    with pytest.raises(RuntimeError, match="parameters are files and mappings"):
        to_parameters_list(context, "camera", "/space", [5])
