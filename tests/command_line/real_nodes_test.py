# SPDX-License-Identifier: Apache-2.0
"""Commands and launch files with real nodes."""

import json
import os
import signal
import sys

import pytest
from conftest import PROGRAMS, text_of, wait_until


def test_topics_are_listed_printed_and_published(node, baton, start):
    node("talker")
    wait_until(lambda: "/chatter" in baton("topic", "list").stdout)
    assert "/chatter [std_msgs/msg/String]" in baton("topic", "list", "-t").stdout
    once = baton("topic", "echo", "/chatter", "--once").stdout
    assert once.startswith("data: Hello") and once.endswith("\n---\n")
    two = baton("topic", "echo", "/chatter", "--field", "data", "--csv", "-n", "2").stdout.split(
        "\n"
    )
    assert len(two) == 3 and two[0].startswith("Hello")
    chosen = baton("topic", "echo", "/chatter", "--filter", "len(m.data) > 3", "--once", "--json")
    assert json.loads(chosen.stdout)["data"].startswith("Hello")
    raw = baton("topic", "echo", "/chatter", "--raw", "--once").stdout
    assert raw.startswith("b'") and raw.endswith("'\n---\n")
    known = baton("topic", "echo", "/chatter", "--include-message-info", "--once").stdout
    assert known.startswith("source_timestamp: ") and "\n---\ndata: Hello" in known
    listener = node("listener", "--ros-args", "-r", "chatter:=news")
    published = baton("topic", "pub", "--once", "/news", "std_msgs/msg/String", "data: hello there")
    assert "publishing #1: std_msgs.msg.String(data='hello there')" in published.stdout
    wait_until(lambda: "hello there" in text_of(listener))


def test_a_message_that_does_not_come_is_a_failure(node, baton):
    done = baton(
        "topic", "echo", "/none", "std_msgs/msg/String", "--once", "--timeout", "0.2", status=1
    )
    assert "no message on '/none' in 0.2 s" in done.stderr


def test_commands_that_go_on_end_with_ctrl_c_and_say_nothing_more(node, baton, start):
    import sys

    node("talker")
    wait_until(lambda: "/chatter" in baton("topic", "list").stdout)
    for command in (("echo", "/chatter"), ("pub", "/x", "std_msgs/msg/String", "data: y")):
        started = start(sys.executable, "-m", "baton.cli.main", "topic", *command)
        wait_until(lambda: text_of(started).count("\n") > 2)
        started.send_signal(signal.SIGINT)
        assert started.wait(20) == 130
        assert "Traceback" not in text_of(started), text_of(started)


def test_rates_are_measured_by_a_subscription_where_there_is_no_observer(node, baton, environment):
    environment["PATH"] = os.defpath
    node("talker")
    wait_until(lambda: "/chatter" in baton("topic", "list").stdout)
    done = baton(
        "topic", "hz", "/chatter", "--count", "2", "--interval", "1.2", "--json", status=None
    )
    rates = [json.loads(line)["rate_hz"] for line in done.stdout.splitlines()]
    assert done.returncode == 0 and rates[-1] == pytest.approx(2, rel=0.2)


def test_sizes_are_measured_by_a_subscription_where_a_publisher_has_none(node, baton):
    node("talker")
    wait_until(lambda: "/chatter" in baton("topic", "list").stdout)
    done = baton("topic", "bw", "/chatter", "--count", "3", "--interval", "1.2", "--json")
    assert json.loads(done.stdout.splitlines()[-1])["bytes_per_s"] > 0
    assert "measured by a subscription" in done.stderr
    counted = baton("topic", "hz", "/chatter", "--count", "2", "--interval", "1.2").stderr
    assert "nothing else is known" in counted and "by a subscription" not in counted


def test_the_rate_of_a_talker_that_is_started_again_is_its_own(node, start):
    hz = (sys.executable, "-m", "baton.cli.main", "topic", "hz", "/chatter", "--json")
    measuring = start(*hz)
    wait_until(lambda: "WARNING: topic [/chatter] does not appear" in text_of(measuring))

    def rates() -> list[float]:
        lines = text_of(measuring).splitlines()
        return [json.loads(line)["rate_hz"] for line in lines if line.startswith("{")]

    node("listener")
    for _ in range(2):
        before = len(rates())
        talker = node("talker")
        # After three lines each of its messages has a gap before it.
        wait_until(lambda: sum(rate > 0 for rate in rates()[before:]) >= 3)
        assert rates()[-1] == pytest.approx(2, rel=0.2)
        talker.kill()
        talker.wait(20)
        wait_until(lambda: rates()[-2:] == [0, 0])


def test_a_depth_of_minus_one_is_the_default(node, baton):
    node("talker")
    wait_until(lambda: "/chatter" in baton("topic", "list").stdout)
    echoed = baton("topic", "echo", "/chatter", "--qos-depth", "-1", "--once").stdout
    assert echoed.startswith("data: Hello")
    published = ("topic", "pub", "--once", "-w", "0", "/x", "std_msgs/msg/String", "data: y")
    assert "data='y'" in baton(*published, "--qos-depth=-1").stdout


def test_values_are_checked_against_the_type(baton):
    def fails(*values: str) -> str:
        return baton(
            "topic",
            "pub",
            "-w",
            "0",
            "--once",
            "/p",
            "geometry_msgs/msg/PoseStamped",
            *values,
            status=2,
        ).stderr

    assert "no field 'pos'; did you mean 'pose'?" in fails("{pos: 1}")
    assert "'pose.position.x' is a double" in fails("{pose: {position: {x: text}}}")
    assert "'pose' is a geometry_msgs/Pose: give a mapping" in fails("{pose: 5}")
    assert "is not YAML" in fails("{pose: [")
    good = baton(
        "topic",
        "pub",
        "-w",
        "0",
        "--once",
        "/p",
        "geometry_msgs/msg/PoseStamped",
        "{header: auto, pose: {position: {x: 1.5}}}",
    ).stdout
    assert "x=1.5" in good and "sec=0," not in good, "the time is that of the publication"


def test_services_parameters_and_actions_answer(node, baton):
    node("add_two_ints_server")
    node("camera_settings")
    node("fibonacci_action_server")
    wait_until(lambda: len(baton("node", "list").stdout.split()) == 3)
    wait_until(lambda: "/fibonacci" in baton("action", "list").stdout)
    called = baton(
        "service", "call", "/add_two_ints", "example_interfaces/srv/AddTwoInts", "{a: 2, b: 3}"
    )
    assert "response:\nexample_interfaces.srv.AddTwoInts_Response(sum=5)" in called.stdout
    goal = baton(
        "action",
        "send_goal",
        "-f",
        "/fibonacci",
        "example_interfaces/action/Fibonacci",
        "{order: 3}",
    ).stdout
    assert "Feedback:" in goal and "Goal finished with status: SUCCEEDED" in goal
    assert "rate_hz" in baton("param", "list", "/camera_settings").stdout
    assert baton("param", "get", "/camera_settings", "rate_hz").stdout == "Double value is: 25.0\n"
    assert (
        baton("param", "set", "/camera_settings", "rate_hz", "30.0").stdout
        == "Set parameter successful\n"
    )
    wrong = baton("param", "set", "/camera_settings", "rate_hz", "text", status=1)
    assert "Setting parameter failed" in wrong.stderr
    assert "Type: double" in baton("param", "describe", "/camera_settings", "rate_hz").stdout
    assert (
        "did you mean 'rate_hz'"
        in baton("param", "get", "/camera_settings", "rate_h", status=1).stderr
    )


def test_the_program_that_measures_has_the_package_that_ros_has(baton):
    assert "performance_test perf_test" in baton("pkg", "executables").stdout
    assert baton("run", "performance_test", "perf_test", "--version").stdout


TALKATIVE_SERVER = """
import os, sys
sys.path.append(os.environ["SITE_PACKAGES"])  # the message packages of the build folder
import baton
from baton.service_introspection import ServiceIntrospectionState
from std_srvs.srv import SetBool

def answer(request, response):
    response.success = request.data
    return response

baton.init()
with baton.create_node("server") as node:
    service = node.create_service(SetBool, "set", answer)
    state = ServiceIntrospectionState.CONTENTS
    service.configure_introspection(node.get_clock(), baton.QoSProfile(depth=10), state)
    baton.spin(node)
"""


def test_values_are_converted_as_people_write_them(baton):
    def published(kind: str, values: str, status: int = 0):
        command = ("topic", "pub", "--once", "-w", "0", "--keep-alive", "0", "/out", kind, values)
        return baton(*command, status=status)

    assert "x=1.0" in published("geometry_msgs/msg/Twist", "{linear: {x: 1}}").stdout
    assert "data='5'" in published("std_msgs/msg/String", "{data: 5}").stdout
    assert "[1.0, 2.0]" in published("std_msgs/msg/Float32MultiArray", "{data: [1, 2]}").stdout
    refused = published("std_msgs/msg/Int32", "{data: 2.5}", status=2).stderr
    assert "'data' is a int32, and 2.5 does not fit it" in refused


@pytest.mark.parametrize("name", ["/bad topic", "/1st", "a//b"])
def test_a_name_that_is_none_is_refused_in_a_few_lines(baton, name):
    refused = baton("topic", "pub", "--once", name, "std_msgs/msg/String", "data: x", status=2)
    assert "Traceback" not in refused.stderr and name.lstrip("/") in refused.stderr


def test_a_service_of_another_type_is_said_to_be_so(node, baton):
    node("add_two_ints_server")
    wait_until(lambda: "/add_two_ints" in baton("service", "list").stdout)
    call = ("service", "call", "/add_two_ints", "std_srvs/srv/Empty")
    said = baton(*call, status=1).stderr
    assert "'/add_two_ints' is of type example_interfaces/srv/AddTwoInts, not" in said


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_a_call_that_waits_for_its_service_ends_with_a_signal(start, number):
    call = ("service", "call", "/nowhere", "std_srvs/srv/Empty")
    waiting = start(sys.executable, "-m", "baton.cli.main", *call)
    wait_until(lambda: "waiting for service" in text_of(waiting))
    waiting.send_signal(number)
    waiting.wait(10)


def test_calls_of_a_service_are_printed_where_it_tells_of_them(start, baton, node):
    node("add_two_ints_server")
    start(sys.executable, "-c", TALKATIVE_SERVER)
    wait_until(lambda: {"/set", "/add_two_ints"} <= set(baton("service", "list").stdout.split()))
    echo = start(sys.executable, "-m", "baton.cli.main", "service", "echo", "/set", "--once")
    hidden = ("topic", "list", "-v", "--include-hidden-topics")
    wait_until(lambda: "_event" in baton(*hidden).stdout.partition("Subscribed topics:")[2])
    call = ("service", "call", "/set", "std_srvs/srv/SetBool", "{data: true}")
    baton(*call)
    assert echo.wait(30) == 0
    text = text_of(echo)
    assert "event_type: REQUEST_RECEIVED" in text and "- data: true" in text and text.endswith("---\n")
    silent = start(sys.executable, "-m", "baton.cli.main", "service", "echo", "/add_two_ints")
    wait_until(lambda: "has to call configure_introspection()" in text_of(silent))


def test_what_is_waited_for_gets_a_proposal(node, baton):
    node("add_two_ints_server")
    node("fibonacci_action_server")
    wait_until(lambda: "/fibonacci" in baton("action", "list").stdout)
    wait_until(lambda: "/add_two_ints" in baton("service", "list").stdout)
    service = ("/add_to_ints", "example_interfaces/srv/AddTwoInts", "{}", "--timeout", "0.5")
    assert "did you mean '/add_two_ints'?" in baton("service", "call", *service, status=1).stderr
    action = ("/fibonaci", "example_interfaces/action/Fibonacci", "{}", "--timeout", "0.5")
    assert "did you mean '/fibonacci'?" in baton("action", "send_goal", *action, status=1).stderr


def test_what_is_dumped_can_be_loaded(node, baton, tmp_path):
    node("camera_settings")
    wait_until(lambda: "/camera_settings" in baton("node", "list").stdout)
    file = tmp_path / "camera.yaml"
    file.write_text(
        baton("param", "dump", "/camera_settings").stdout.replace("rate_hz: 25.0", "rate_hz: 50.0")
    )
    loaded = baton("param", "load", "/camera_settings", str(file), status=None).stdout
    assert "Set parameter rate_hz successful" in loaded
    assert baton("param", "get", "/camera_settings", "rate_hz", "--hide-type").stdout == "50.0\n"


def test_lifecycle_nodes_are_led_through_their_states(node, baton):
    node("lifecycle_talker")
    wait_until(lambda: baton("lifecycle", "nodes").stdout.strip() == "/lifecycle_talker")
    assert baton("lifecycle", "get", "/lifecycle_talker").stdout == "unconfigured [1]\n"
    listed = baton("lifecycle", "list", "/lifecycle_talker").stdout
    assert listed.startswith("- configure [1]\n\tStart: unconfigured\n\tGoal: configuring\n")
    assert (
        baton("lifecycle", "set", "/lifecycle_talker", "configure").stdout
        == "Transitioning successful\n"
    )
    unknown = baton("lifecycle", "set", "/lifecycle_talker", "configure", status=1)
    assert "Unknown transition requested, available ones are:" in unknown.stderr
    for command in (("get", "/lifecycle_talkr"), ("set", "/lifecycle_talkr", "configure")):
        said = baton("lifecycle", *command, status=1).stderr
        assert "did you mean /lifecycle_talker?" in said and said.endswith("here: /lifecycle_talker\n")
    assert json.loads(baton("lifecycle", "get", "--json").stdout)["/lifecycle_talker"]["id"] == 2


@pytest.mark.parametrize(
    "way", ["copy", "loan", "linked", "linked_without_pointers", "start_up", "run_time"]
)
def test_the_six_ways_of_the_examples(way, launch, baton):
    started = launch("ros2_comm_examples", "six_ways.launch.py", f"way:={way}")
    wait_until(lambda: "Received message 3" in text_of(started))
    if way == "run_time":
        assert "/ComponentManager\n  1  /demo_listener\n" in baton("component", "list").stdout
    started.send_signal(signal.SIGINT)
    assert started.wait(30) == 0, text_of(started)
    assert "exit code" not in text_of(started)
    assert baton("node", "list").stdout == ""


LAUNCH_FILE = """\
<launch>
  <push_ros_namespace namespace="robot"/>
  <set_parameter name="gain" value="1.5"/>
  <lifecycle_node exec="$(find-exec lifecycle_talker)" name="lidar" autostart="true" output="screen"/>
  <node exec="$(find-exec camera_settings)" name="camera" output="screen">
    <param name="rate_hz" value="12.5"/>
    <param from="$(dirname)/camera.yaml"/>
  </node>
  <node exec="$(find-exec talker)" output="screen"><remap from="chatter" to="/news"/></node>
</launch>
"""


def test_names_parameters_and_remaps_arrive_in_real_nodes(launch, baton, tmp_path):
    (tmp_path / "robot.launch.xml").write_text(LAUNCH_FILE)
    (tmp_path / "camera.yaml").write_text(
        "/robot/camera:\n  ros__parameters:\n    exposure_ms: 5.5\n"
    )
    started = launch(str(tmp_path / "robot.launch.xml"))
    wait_until(lambda: "/news" in baton("topic", "list").stdout)
    wait_until(lambda: "said hello" in text_of(started))
    nodes = baton("node", "list").stdout.split()
    assert nodes == ["/robot/camera", "/robot/lidar", "/robot/talker"]
    assert baton("param", "get", "/robot/camera", "rate_hz").stdout == "Double value is: 12.5\n"
    assert baton("param", "get", "/robot/camera", "exposure_ms").stdout == "Double value is: 5.5\n"
    assert baton("lifecycle", "get", "/robot/lidar").stdout == "active [3]\n"
    started.send_signal(signal.SIGINT)
    assert started.wait(30) == 0, text_of(started)


@pytest.mark.skipif(
    not (PROGRAMS.parent / "lib/libbaton_fastdds.so").exists(), reason="built without Fast DDS"
)
def test_an_open_network_is_looked_at_until_it_is_quiet(start, environment, baton, tmp_path):
    # Processes with another registry are met over the network alone, as another machine's.
    environment |= {
        "ROS_AUTOMATIC_DISCOVERY_RANGE": "LOCALHOST",
        "ROS_DOMAIN_ID": str(150 + os.getpid() % 50),
    }
    own = environment["BATON_REGISTRY_DIR"]
    environment["BATON_REGISTRY_DIR"] = str(tmp_path / "of_another_machine")
    start(str(PROGRAMS / "talker"))
    environment["BATON_REGISTRY_DIR"] = own
    wait_until(lambda: "/talker" in baton("node", "list").stdout)
    listed = baton("topic", "list", "-t", "--wait", "2")
    assert "/chatter [std_msgs/msg/String]" in listed.stdout
    assert "baton: looked at the network for" in listed.stderr
    assert "Process: seen over the network" in baton("topic", "info", "-v", "/chatter").stdout
    assert baton("topic", "echo", "/chatter", "--once").stdout.startswith("data: Hello")


def test_a_component_runs_alone(start, baton):
    import sys

    started = start(
        sys.executable,
        "-m",
        "baton.cli.main",
        "component",
        "standalone",
        "ros2_comm_examples",
        "ros2_demos::MinimalPublisher",
        "-n",
        "alone",
        "-p",
        "rate_hz:=50.0",
        "-e",
        "use_intra_process_comms:=true",
    )
    wait_until(lambda: "Loaded node '/alone'" in text_of(started))
    assert "/alone" in baton("node", "list").stdout
    assert "Double value is: 50.0" in baton("param", "get", "/alone", "rate_hz").stdout
    started.send_signal(signal.SIGINT)
    assert started.wait(30) == 0, text_of(started)
