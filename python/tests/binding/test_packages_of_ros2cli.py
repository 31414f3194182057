# SPDX-License-Identifier: Apache-2.0
"""The functions that programs take from the packages of the command line of ROS."""

import signal
import sys
import threading

import pytest
from example_interfaces.action import Fibonacci
from std_msgs.msg import String
from std_srvs.srv import SetBool

import baton.rclpy  # noqa: F401
from baton.action import ActionServer
from baton.parameter import Parameter


@pytest.fixture
def camera(baton):
    """A node of another executor, which spins."""
    made = baton.Node("camera", namespace="/space")
    made.declare_parameter("rate", 3)
    made.create_publisher(String, "image", 1)
    made.create_publisher(String, "_hidden", 1)
    made.create_service(SetBool, "switch", lambda request, response: response)
    executor = baton.SingleThreadedExecutor()
    executor.add_node(made)
    thread = threading.Thread(target=executor.spin)
    thread.start()
    yield made
    executor.shutdown()
    thread.join()
    made.destroy_node()


def test_nodes_and_what_they_have(camera, node):
    from ros2node.api import (
        get_absolute_node_name,
        get_node_names,
        get_publisher_info,
        get_service_server_info,
        get_subscriber_info,
        parse_node_name,
        wait_for_node,
    )

    assert get_absolute_node_name("a") == "/a" and get_absolute_node_name("") is None
    assert parse_node_name("/a/b") == ("b", "/a", "/a/b") and parse_node_name("b")[1] == "/"
    names = {each.full_name for each in get_node_names(node=node)}
    assert names == {"/test_node", "/space/camera"}
    assert wait_for_node(node, "/space/camera") and not wait_for_node(node, "/x", timeout=0.0)
    of = {"node": node, "remote_node_name": "/space/camera"}
    publishers = {each.name: each.types for each in get_publisher_info(**of)}
    assert publishers["/space/image"] == ["std_msgs/msg/String"]
    assert "/space/_hidden" not in publishers
    assert "/space/_hidden" in {one.name for one in get_publisher_info(**of, include_hidden=True)}
    assert get_subscriber_info(**of) == []
    assert ("/space/switch", ["std_srvs/srv/SetBool"]) in get_service_server_info(**of)


def test_parameters_of_other_nodes(camera, node, tmp_path, capsys):
    from ros2param.api import (
        call_describe_parameters,
        call_get_parameters,
        call_list_parameters,
        call_set_parameters,
        get_parameter_type_string,
        get_value,
        load_parameter_file,
    )

    of = {"node": node, "node_name": "/space/camera"}
    values = call_get_parameters(**of, parameter_names=["rate"]).values
    assert get_value(parameter_value=values[0]) == 3
    results = call_set_parameters(**of, parameters=[Parameter("rate", value=4)]).results
    assert results[0].successful and camera.get_parameter("rate").value == 4
    assert "rate" in call_list_parameters(**of).result().result.names
    (described,) = call_describe_parameters(**of, parameter_names=["rate"]).descriptors
    assert get_parameter_type_string(described.type) == "integer"
    file = tmp_path / "camera.yaml"
    file.write_text("/**:\n  ros__parameters: {rate: 5}\n")
    load_parameter_file(**of, parameter_file=str(file), use_wildcard=True)
    assert "Set parameter rate successful" in capsys.readouterr().out
    assert camera.get_parameter("rate").value == 5
    assert not list(node.clients)


def test_a_node_without_parameter_services_is_told_of(node, monkeypatch):
    from ros2param import api

    monkeypatch.setattr(api, "_LONGEST_WAIT_S", 0.1)
    of = {"node": node, "node_name": "/nowhere"}
    assert api.call_list_parameters(**of) is None
    with pytest.raises(RuntimeError, match="'/nowhere' has shown no parameter services"):
        api.call_get_parameters(**of, parameter_names=["a"])


def test_topics_and_services_by_name(camera, node, capsys):
    from ros2service.api import get_service_class, get_service_names
    from ros2topic.api import get_msg_class, get_topic_names, get_topic_names_and_types

    assert "/space/image" in get_topic_names(node=node)
    assert "/space/_hidden" not in get_topic_names(node=node)
    hidden = dict(get_topic_names_and_types(node=node, include_hidden_topics=True))
    assert hidden["/space/_hidden"] == ["std_msgs/msg/String"]
    assert get_msg_class(node, "/space/image") is String
    assert get_msg_class(node, "space/image", blocking=True) is String
    assert get_msg_class(node, "/nothing") is None
    assert "topic [/nothing] does not appear to be published yet" in capsys.readouterr().out
    with pytest.raises(RuntimeError, match="no name"):
        get_msg_class(node, "no name")
    assert "/space/switch" in get_service_names(node=node)
    assert get_service_class(node, "/space/switch") is SetBool
    with pytest.raises(RuntimeError, match="'/nothing' is not there"):
        get_service_class(node, "/nothing")


def test_profiles_by_the_words_for_their_policies():
    from baton.qos import qos_profile_sensor_data
    from ros2topic.api import qos_profile_from_short_keys

    made = qos_profile_from_short_keys("sensor_data", reliability="reliable", depth=7)
    assert (made.depth, made.reliability.name, made.durability.name) == (7, "RELIABLE", "VOLATILE")
    assert qos_profile_sensor_data.depth == 5
    latched = qos_profile_from_short_keys("system_default", durability="transient_local")
    assert latched.depth == 1 and latched.durability.name == "TRANSIENT_LOCAL"


def test_a_node_for_the_length_of_a_question(registry):
    import argparse

    import rclpy
    from ros2cli.node.direct import DirectNode
    from ros2cli.node.strategy import NodeStrategy, add_arguments
    from ros2node.api import get_action_server_info, get_node_names

    parser = argparse.ArgumentParser()
    add_arguments(parser)
    with NodeStrategy(parser.parse_args(["--no-daemon", "--spin-time", "0.1"])) as node:
        assert node.direct_node is node and node.daemon_node is None
        assert node.get_name().startswith("_ros2cli_")
        assert get_node_names(node=node) == []
    assert not rclpy.ok()
    with DirectNode(None, node_name="asker") as node:
        server = ActionServer(node.node, Fibonacci, "go", lambda goal: Fibonacci.Result())
        assert node.get_action_names_and_types() == [
            ("/go", ["example_interfaces/action/Fibonacci"])
        ]
        asked = get_action_server_info(node=node, remote_node_name="/asker")
        assert [one.name for one in asked] == ["/go"]
        server.destroy()


@pytest.fixture
def package(tmp_path, monkeypatch):
    index = tmp_path / "share/ament_index/resource_index/packages"
    index.mkdir(parents=True)
    (index / "robot").touch()
    for name in ("lib/robot/drive", "lib/robot/more/drive", "lib/robot/stop", "lib/robot/.x/y"):
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text(f"#!{sys.executable}\nimport sys; sys.exit(len(sys.argv))\n")
        (tmp_path / name).chmod(0o755)
    (tmp_path / "lib/robot/notes.txt").touch()
    monkeypatch.setenv("AMENT_PREFIX_PATH", str(tmp_path))
    return tmp_path


def test_programs_of_packages(package, capsys):
    from ros2pkg.api import PackageNotFound, get_executable_paths, get_package_names
    from ros2run.api import MultipleExecutables, get_executable_path, run_executable

    assert list(get_package_names()) == ["robot"]
    names = [path.removeprefix(f"{package}/lib/robot/") for path in
             get_executable_paths(package_name="robot")]
    assert names == ["drive", "stop", "more/drive"]
    path = get_executable_path(package_name="robot", executable_name="stop")
    assert run_executable(path=path, argv=["a", "b"]) == 3
    assert "exited with failure 3" in capsys.readouterr().out
    kill = ["sh", "-c", "kill -TERM $$"]
    assert run_executable(path=kill[0], argv=kill[1:]) == -signal.SIGTERM
    assert get_executable_path(package_name="robot", executable_name="none") is None
    with pytest.raises(MultipleExecutables):
        get_executable_path(package_name="robot", executable_name="drive")
    with pytest.raises(PackageNotFound):
        get_executable_paths(package_name="other")
