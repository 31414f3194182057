# SPDX-License-Identifier: Apache-2.0
"""Names, arguments and values that packages take from rclpy's modules, as rclpy has them."""

import importlib
import warnings

import pytest
from rcl_interfaces.msg import ParameterValue, SetParametersResult
from std_msgs.msg import String

import baton.rclpy  # noqa: F401
from baton.qos import (
    DurabilityPolicy,
    HistoryPolicy,
    LivelinessPolicy,
    QoSOverridingOptions,
    QoSPolicyEnum,
    QoSProfile,
    ReliabilityPolicy,
)


@pytest.mark.parametrize(
    ("module", "name"),
    [
        ("rclpy", "install_signal_handlers"),
        ("rclpy", "uninstall_signal_handlers"),
        ("rclpy.action.client", "CancelGoal"),
        ("rclpy.action.client", "GoalStatus"),
        ("rclpy.executors", "await_or_execute"),
        ("rclpy.node", "ParameterDescriptor"),
        ("rclpy.node", "ParameterNotDeclaredException"),
        ("rclpy.node", "SetParametersResult"),
        ("rclpy.qos", "QoSPolicyEnum"),
        ("rclpy.qos_overriding_options", "QosCallbackResult"),
        ("rclpy.qos_overriding_options", "QosCallbackType"),
    ],
)
def test_programs_take_it_from_there(module, name):
    assert hasattr(importlib.import_module(module), name)


@pytest.mark.parametrize(
    "value",
    [
        HistoryPolicy.KEEP_LAST,
        ReliabilityPolicy.BEST_EFFORT,
        DurabilityPolicy.TRANSIENT_LOCAL,
        LivelinessPolicy.MANUAL_BY_TOPIC,
    ],
)
def test_policies_have_the_names_of_rmw_too_and_warn(value):
    policy = type(value)
    kind = policy.__name__.removesuffix("Policy").upper()
    with pytest.warns(UserWarning, match=f"deprecated: write {policy.__name__}.{value.name}"):
        assert getattr(policy, f"RMW_QOS_POLICY_{kind}_{value.name}") is value
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        assert "RMW" not in " ".join(policy.short_keys()).upper()
        assert issubclass(policy, QoSPolicyEnum) and policy(int(value)) is value


def test_a_callback_judges_the_overrides_of_qos(baton, node):
    from rclpy.qos_overriding_options import QosCallbackResult

    asked = []

    def judge(qos):
        asked.append(qos.depth)
        return QosCallbackResult(successful=qos.depth < 10, reason="too deep")

    options = QoSOverridingOptions.with_default_policies(callback=judge)
    node.create_publisher(String, "shallow", 5, qos_overriding_options=options)
    with pytest.raises(Exception, match="too deep"):
        node.create_publisher(String, "deep", 10, qos_overriding_options=options)
    assert asked == [5, 10] and QosCallbackResult is SetParametersResult


def test_a_context_takes_the_arguments_of_rclpy(registry):
    from rclpy.context import Context

    context = Context()
    context.init(args=["x"], initialize_logging=False, domain_id=3)
    assert context.get_domain_id() == 3
    context.shutdown()


def test_callbacks_of_an_action_server_are_registered_by_name(baton, node):
    from example_interfaces.action import Fibonacci
    from rclpy.action import ActionServer, CancelResponse, GoalResponse

    server = ActionServer(node, Fibonacci, "fibonacci", lambda goal: Fibonacci.Result())
    server.register_goal_callback(goal_callback=lambda request: GoalResponse.REJECT)
    server.register_cancel_callback(cancel_callback=lambda goal: CancelResponse.REJECT)
    server.register_handle_accepted_callback(handle_accepted_callback=None)
    server.destroy()


def test_what_hears_parameter_events_takes_callbacks_of_events_and_overrides(baton, node):
    from rclpy.event_handler import SubscriptionEventCallbacks
    from rclpy.parameter_client import AsyncParameterClient
    from rclpy.parameter_event_handler import ParameterEventHandler

    more = {
        "event_callbacks": SubscriptionEventCallbacks(),
        "qos_overriding_options": QoSOverridingOptions.with_default_policies(),
    }
    handler = ParameterEventHandler(node, QoSProfile(depth=7), **more)
    assert node.get_parameter("qos_overrides./parameter_events.subscription.depth").value == 7
    handler.destroy()
    client = AsyncParameterClient(node, "other")
    assert client.node is node
    heard = client.on_parameter_event(lambda event: None, QoSProfile(depth=7), **more)
    assert heard.topic_name == "/parameter_events"


def test_a_value_of_a_parameter_is_given_by_name():
    from rclpy.parameter import parameter_value_to_python

    assert parameter_value_to_python(parameter_value=ParameterValue(type=2, integer_value=3)) == 3


def test_messages_are_shortened_as_dicts():
    from rosidl_runtime_py import message_to_csv, message_to_ordereddict
    from sensor_msgs.msg import JointState
    from std_msgs.msg import ByteMultiArray, Float64MultiArray, MultiArrayDimension

    joints = JointState(name=["shoulder", "elbow"], position=[1.0, 2.0, 3.0])
    whole = message_to_ordereddict(joints)
    assert whole["name"] == ["shoulder", "elbow"] and whole["position"] == [1.0, 2.0, 3.0]
    assert whole["header"]["stamp"] == {"sec": 0, "nanosec": 0}
    short = message_to_ordereddict(joints, truncate_length=2)
    assert short["name"] == ["sh...", "el..."] and short["position"] == [1.0, 2.0, "..."]
    told = message_to_ordereddict(joints, no_arr=True, no_str=True)
    assert told["position"] == "<sequence type: double, length: 3>"
    assert told["header"]["frame_id"] == "<string length: <0>>"
    assert message_to_csv(joints, truncate_length=1) == "0,0,,s...,...,1.0,...,,"
    array = Float64MultiArray(data=[0.5])
    array.layout.dim.append(MultiArrayDimension(label="x", size=1, stride=1))
    found = message_to_ordereddict(array)
    assert found["layout"]["dim"] == [{"label": "x", "size": 1, "stride": 1}]
    assert message_to_ordereddict(ByteMultiArray(data=[b"a"]))["data"] == ["a"]


def test_classes_are_found_by_names_and_what_is_none_is_told_as_in_ros():
    from rosidl_runtime_py import (
        get_interface_packages,
        get_message_interfaces,
        import_message_from_namespaced_type,
    )
    from rosidl_runtime_py.utilities import (
        get_interface,
        get_message,
        get_namespaced_type,
        get_service,
        is_action,
        is_message,
        is_service,
    )
    from std_srvs.srv import SetBool

    assert get_message("std_msgs/String") is String is get_interface("std_msgs/msg/String")
    assert get_service("std_srvs/srv/SetBool") is SetBool
    assert (is_message(String), is_service(String), is_action(String)) == (True, False, False)
    assert (is_message(SetBool), is_service(SetBool)) == (False, True)
    named = get_namespaced_type("std_msgs/msg/String")
    assert named.namespaced_name() == ("std_msgs", "msg", "String")
    assert import_message_from_namespaced_type(named) is String
    with pytest.raises(ModuleNotFoundError, match="no_msgs"):
        get_message("no_msgs/msg/String")
    with pytest.raises(AttributeError, match="Strin"):
        get_message("std_msgs/msg/Strin")
    with pytest.raises(ValueError, match="'std_srvs/srv/SetBool' is not the name of a message"):
        get_message("std_srvs/srv/SetBool")
    packages = get_interface_packages()
    assert "msg/String" in get_message_interfaces(packages.keys())["std_msgs"]
    assert packages["std_msgs"]


def test_the_index_has_its_place_in_the_package_itself():
    from ament_index_python import RESOURCE_INDEX_SUBFOLDER

    assert RESOURCE_INDEX_SUBFOLDER == "share/ament_index/resource_index"
