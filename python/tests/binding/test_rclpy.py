# SPDX-License-Identifier: Apache-2.0
"""Programs as users of rclpy write them, run as they are."""

import os
import subprocess
import sys

import pytest

TALK_AND_LISTEN = '''
import sys
import rclpy
from rclpy.node import Node
from rclpy.qos import QoSProfile, ReliabilityPolicy
from std_msgs.msg import String


class MinimalPublisher(Node):
    def __init__(self):
        super().__init__("minimal_publisher")
        self.publisher_ = self.create_publisher(String, "topic", 10)
        self.timer = self.create_timer(0.01, self.timer_callback)
        self.i = 0

    def timer_callback(self):
        msg = String()
        msg.data = "Hello World: %d" % self.i
        self.publisher_.publish(msg)
        self.get_logger().info('Publishing: "%s"' % msg.data)
        self.i += 1


class MinimalSubscriber(Node):
    def __init__(self):
        super().__init__("minimal_subscriber")
        self.subscription = self.create_subscription(
            String, "topic", self.listener_callback, 10)
        self.heard = []

    def listener_callback(self, msg):
        self.heard.append(msg.data)


def main(args=None):
    rclpy.init(args=args)
    talker, listener = MinimalPublisher(), MinimalSubscriber()
    executor = rclpy.executors.SingleThreadedExecutor()
    executor.add_node(talker)
    executor.add_node(listener)
    while len(listener.heard) < 3:
        executor.spin_once(timeout_sec=1.0)
    print(listener.heard[0])
    talker.destroy_node()
    listener.destroy_node()
    rclpy.shutdown()


main()
'''

SERVICE = '''
from example_interfaces.srv import AddTwoInts
import rclpy
from rclpy.node import Node


class MinimalService(Node):
    def __init__(self):
        super().__init__("minimal_service")
        self.srv = self.create_service(AddTwoInts, "add_two_ints", self.add_two_ints_callback)

    def add_two_ints_callback(self, request, response):
        response.sum = request.a + request.b
        self.get_logger().info("Incoming request\\na: %d b: %d" % (request.a, request.b))
        return response


class MinimalClientAsync(Node):
    def __init__(self):
        super().__init__("minimal_client_async")
        self.cli = self.create_client(AddTwoInts, "add_two_ints")
        while not self.cli.wait_for_service(timeout_sec=1.0):
            self.get_logger().info("service not available, waiting again...")
        self.req = AddTwoInts.Request()

    def send_request(self, a, b):
        self.req.a = a
        self.req.b = b
        return self.cli.call_async(self.req)


rclpy.init()
service, client = MinimalService(), MinimalClientAsync()
executor = rclpy.executors.MultiThreadedExecutor()
executor.add_node(service)
executor.add_node(client)
future = client.send_request(41, 1)
executor.spin_until_future_complete(future)
print(future.result().sum)
client.destroy_node()
rclpy.shutdown()
'''

ACTION = '''
import threading
import time
import rclpy
from rclpy.action import ActionClient, ActionServer
from rclpy.executors import MultiThreadedExecutor
from rclpy.node import Node
from example_interfaces.action import Fibonacci


class FibonacciActionServer(Node):
    def __init__(self):
        super().__init__("fibonacci_action_server")
        self._action_server = ActionServer(self, Fibonacci, "fibonacci", self.execute_callback)

    def execute_callback(self, goal_handle):
        self.get_logger().info("Executing goal...")
        feedback_msg = Fibonacci.Feedback()
        feedback_msg.sequence = [0, 1]
        for i in range(1, goal_handle.request.order):
            feedback_msg.sequence.append(feedback_msg.sequence[i] + feedback_msg.sequence[i - 1])
            goal_handle.publish_feedback(feedback_msg)
        goal_handle.succeed()
        result = Fibonacci.Result()
        result.sequence = feedback_msg.sequence
        return result


class FibonacciActionClient(Node):
    def __init__(self):
        super().__init__("fibonacci_action_client")
        self._action_client = ActionClient(self, Fibonacci, "fibonacci")
        self.done = False

    def send_goal(self, order):
        goal_msg = Fibonacci.Goal()
        goal_msg.order = order
        self._action_client.wait_for_server()
        self._send_goal_future = self._action_client.send_goal_async(
            goal_msg, feedback_callback=self.feedback_callback)
        self._send_goal_future.add_done_callback(self.goal_response_callback)

    def goal_response_callback(self, future):
        goal_handle = future.result()
        if not goal_handle.accepted:
            return
        self._get_result_future = goal_handle.get_result_async()
        self._get_result_future.add_done_callback(self.get_result_callback)

    def get_result_callback(self, future):
        print("Result: {0}".format(future.result().result.sequence.tolist()))
        self.done = True

    def feedback_callback(self, feedback_msg):
        self.last = feedback_msg.feedback.sequence


rclpy.init()
server, client = FibonacciActionServer(), FibonacciActionClient()
executor = MultiThreadedExecutor()
executor.add_node(server)
executor.add_node(client)
client.send_goal(10)
while not client.done:
    executor.spin_once(timeout_sec=1)
rclpy.shutdown()
'''

PARAMETERS = '''
import rclpy
import rclpy.node
from rclpy.parameter import Parameter
from rcl_interfaces.msg import ParameterDescriptor, SetParametersResult


class MinimalParam(rclpy.node.Node):
    def __init__(self):
        super().__init__("minimal_param_node")
        descriptor = ParameterDescriptor(description="This parameter is mine!")
        self.declare_parameter("my_parameter", "world", descriptor)
        self.add_on_set_parameters_callback(self.check)

    def check(self, parameters):
        return SetParametersResult(successful=True)

    def timer_callback(self):
        my_param = self.get_parameter("my_parameter").get_parameter_value().string_value
        print("Hello %s!" % my_param)
        my_new_param = Parameter("my_parameter", Parameter.Type.STRING, "moon")
        self.set_parameters([my_new_param])


rclpy.init(args=["x", "--ros-args", "-p", "my_parameter:=earth"])
node = MinimalParam()
node.timer_callback()
node.timer_callback()
rclpy.shutdown()
'''


@pytest.mark.parametrize(
    ("program", "output"),
    [
        (TALK_AND_LISTEN, "Hello World: "),
        (SERVICE, "42\n"),
        (ACTION, "Result: [0, 1, 1, 2, 3, 5, 8, 13, 21, 34, 55]\n"),
        (PARAMETERS, "Hello earth!\nHello moon!\n"),
    ],
    ids=["topics", "service", "action", "parameters"],
)
def test_a_program_for_rclpy_runs_as_it_is(tmp_path, program, output):
    file = tmp_path / "program.py"
    file.write_text(program)
    import baton.rclpy

    path = os.pathsep.join([os.environ.get("PYTHONPATH", ""), str(baton.rclpy.FOLDER)])
    done = subprocess.run(
        [sys.executable, str(file)],
        capture_output=True,
        text=True,
        timeout=120,
        env=os.environ | {"PYTHONPATH": path},
    )
    assert done.returncode == 0, done.stdout + done.stderr
    assert done.stdout.startswith(output) or output in done.stdout


def test_it_gives_way_beside_a_sourced_ros_and_says_so(tmp_path):
    other = tmp_path / "rclpy"
    other.mkdir()
    (other / "__init__.py").write_text("")
    path = os.pathsep.join([str(tmp_path), os.environ.get("PYTHONPATH", "")])
    for environment, text in (
        (os.environ | {"PYTHONPATH": path}, "gives way: " + str(other)),
        (os.environ, "rclpy is Baton's"),
    ):
        done = subprocess.run(
            [sys.executable, "-m", "baton.rclpy"],
            capture_output=True,
            text=True,
            timeout=60,
            env=environment,
        )
        assert text in done.stdout, done.stderr


def test_ament_index_python_finds_packages(tmp_path, monkeypatch):
    import baton.rclpy  # noqa: F401

    index = tmp_path / "share/ament_index/resource_index/packages"
    index.mkdir(parents=True)
    (index / "my_package").write_text("")
    monkeypatch.setenv("AMENT_PREFIX_PATH", str(tmp_path))
    from ament_index_python.packages import PackageNotFoundError, get_package_share_directory

    assert get_package_share_directory("my_package") == str(tmp_path / "share/my_package")
    with pytest.raises(PackageNotFoundError, match="'other' not found"):
        get_package_share_directory("other")


def test_rosidl_runtime_py_knows_interfaces():
    import baton.rclpy  # noqa: F401
    from rosidl_runtime_py import message_to_ordereddict, set_message_fields
    from rosidl_runtime_py.utilities import get_message, get_service

    pose = get_message("geometry_msgs/msg/PoseStamped")()
    set_message_fields(pose, {"header": {"frame_id": "map"}, "pose": {"position": {"x": 1}}})
    assert message_to_ordereddict(pose)["pose"]["position"]["x"] == 1.0
    assert get_service("std_srvs/srv/SetBool").Request(data=True).data


def test_fields_are_set_from_values_as_people_write_them():
    import baton.rclpy  # noqa: F401
    from builtin_interfaces.msg import Time
    from geometry_msgs.msg import Polygon, PoseStamped
    from rosidl_runtime_py import set_message_fields
    from sensor_msgs.msg import Imu, LaserScan
    from std_msgs.msg import Float64, Header, Int32, String

    def with_fields(message, values):
        assert set_message_fields(message, values) == []
        return message

    assert list(with_fields(LaserScan(), {"ranges": [1, 2]}).ranges) == [1.0, 2.0]
    covariance = with_fields(Imu(), {"orientation_covariance": [1] * 9}).orientation_covariance
    assert covariance.tolist() == [1.0] * 9
    assert with_fields(Float64(), {"data": "2.5"}).data == 2.5
    assert with_fields(String(), {"data": 5}).data == "5"
    assert with_fields(Int32(), {"data": 2.5}).data == 2
    assert with_fields(Polygon(), {"points": [{"x": 1}, {"y": 2}]}).points[1].y == 2.0
    header, pose, now = Header(), PoseStamped(), Time(sec=7)
    setters = set_message_fields(header, {"stamp": "now"}, expand_time_now=True)
    setters += set_message_fields(pose, {"header": "auto"}, expand_header_auto=True)
    for set_time in setters:
        set_time(now)
    assert (len(setters), header.stamp.sec, pose.header.stamp.sec) == (2, 7, 7)
    with pytest.raises(TypeError, match="'5' is expected to be a dictionary but is a int"):
        set_message_fields(String(), 5)


def test_interfaces_are_found_by_name():
    import baton.rclpy  # noqa: F401
    from rosidl_runtime_py import get_interface_path, get_interfaces, get_message_interfaces

    assert get_interface_path("std_msgs/msg/String").endswith("/std_msgs/msg/String.msg")
    assert "msg/String" in get_interfaces(["std_msgs"])["std_msgs"]
    assert get_message_interfaces(["std_msgs"]) == get_interfaces(["std_msgs"])
    with pytest.raises(LookupError, match="std_msgs/msg/Strong"):
        get_interface_path("std_msgs/msg/Strong")
    with pytest.raises(ValueError, match="write package/msg/Name"):
        get_interface_path("std_msgs/String")


def test_modules_of_rclpy_are_there_once_a_node_is_imported(tmp_path):
    import baton.rclpy  # noqa: F401
    import rclpy
    from rclpy.node import HIDDEN_NODE_PREFIX, NodeNameNonExistentError

    assert rclpy.signals.SignalHandlerOptions.NO == rclpy.SignalHandlerOptions.NO
    assert rclpy.client.Client and rclpy.publisher.Publisher and rclpy.subscription.Subscription
    assert issubclass(NodeNameNonExistentError, RuntimeError) and HIDDEN_NODE_PREFIX == "_"


def test_rpyutils_imports_extensions():
    import baton.rclpy  # noqa: F401
    from rpyutils import add_dll_directories_from_env, import_c_library

    with add_dll_directories_from_env("PATH"):
        assert import_c_library("math").pi > 3
    with pytest.raises(ImportError, match="no_such_extension"):
        import_c_library("no_such_extension")
