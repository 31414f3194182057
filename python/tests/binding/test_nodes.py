# SPDX-License-Identifier: Apache-2.0
"""Nodes: services, parameters, timers, executors, time, names, logging."""

import os
import signal
import threading
import time

import pytest
from programs import asleep, run_python, start_python, wait_until
from rcl_interfaces.msg import ParameterDescriptor, SetParametersResult
from std_msgs.msg import String
from std_srvs.srv import SetBool

from baton.clock import Clock, ClockType
from baton.duration import Duration
from baton.exceptions import (
    InvalidNodeNameException,
    NotInitializedException,
    ParameterAlreadyDeclaredException,
    ParameterNotDeclaredException,
)
from baton.parameter import Parameter
from baton.parameter_client import AsyncParameterClient
from baton.qos import DurabilityPolicy, QoSProfile, ReliabilityPolicy, qos_check_compatible
from baton.time import Time


def echo(request, response):
    response.success = request.data
    response.message = "done"
    return response


def test_a_service_answers(baton, node):
    node.create_service(SetBool, "set", echo)
    client = node.create_client(SetBool, "set")
    assert client.wait_for_service(5)
    future = client.call_async(SetBool.Request(data=True))
    baton.spin_until_future_complete(node, future, timeout_sec=10)
    assert future.result() == SetBool.Response(success=True, message="done")


def test_a_callback_may_be_a_coroutine_that_calls_another_service(baton, node):
    node.create_service(SetBool, "set", echo)
    client = node.create_client(SetBool, "set")

    async def forward(request, response):
        inner = await client.call_async(SetBool.Request(data=request.data))
        response.message = "forwarded " + inner.message
        return response

    node.create_service(SetBool, "forward", forward)
    outer = node.create_client(SetBool, "forward")
    future = outer.call_async(SetBool.Request(data=True))
    baton.spin_until_future_complete(node, future, timeout_sec=10)
    assert future.result().message == "forwarded done"


def test_a_service_that_returns_no_response_says_so(baton, node):
    node.create_service(SetBool, "set", lambda request, response: None)
    client = node.create_client(SetBool, "set")
    client.call_async(SetBool.Request())
    with pytest.raises(TypeError, match="must return its response"):
        for _ in range(100):
            baton.spin_once(node, timeout_sec=1)


def test_call_waits_while_another_thread_spins(baton, node):
    node.create_service(SetBool, "set", echo)
    client = node.create_client(SetBool, "set")
    executor = baton.SingleThreadedExecutor()
    executor.add_node(node)
    spinning = threading.Thread(target=executor.spin)
    spinning.start()
    try:
        for _ in range(50):
            assert client.call(SetBool.Request(data=True), timeout_sec=10).success
    finally:
        executor.shutdown()
        spinning.join()
    assert client.call(SetBool.Request(), timeout_sec=0.01) is None


def test_what_a_callback_raises_comes_out_of_spin(baton, node):
    def fail():
        raise ValueError("from the callback")

    timer = node.create_timer(0.001, fail)
    with pytest.raises(ValueError, match="from the callback"):
        baton.spin(node)
    timer.cancel()
    assert timer.is_canceled()


def test_timers_merge_missed_periods_and_stop(baton, node):
    calls = []
    timer = node.create_timer(0.005, lambda: calls.append(time.monotonic()))
    assert wait_until(lambda: len(calls) == 3, lambda: baton.spin_once(node, timeout_sec=1))
    node.destroy_timer(timer)
    baton.spin_once(node, timeout_sec=0.03)
    assert len(calls) == 3


@pytest.mark.parametrize("threads", [None, 4])
def test_executors_run_several_nodes(baton, threads):
    executor = (
        baton.SingleThreadedExecutor() if threads is None else baton.MultiThreadedExecutor(threads)
    )
    nodes = [baton.Node(f"node_{i}") for i in range(3)]
    called = set()
    for i, each in enumerate(nodes):
        each.create_timer(0.001, lambda i=i: called.add(i))
        assert executor.add_node(each)
        assert not executor.add_node(each)
    spinning = threading.Thread(target=executor.spin)
    spinning.start()
    assert wait_until(lambda: called == {0, 1, 2})
    executor.shutdown()
    spinning.join()
    for each in nodes:
        each.destroy_node()


def test_reentrant_callbacks_run_at_once(baton, node):
    meeting = threading.Barrier(2, timeout=20)
    met = []
    group = baton.ReentrantCallbackGroup()

    def meet():
        if not met:
            meeting.wait()
            met.append(1)

    for _ in range(2):
        node.create_timer(0.001, meet, callback_group=group)
    executor = baton.MultiThreadedExecutor(3)
    executor.add_node(node)
    spinning = threading.Thread(target=executor.spin)
    spinning.start()
    assert wait_until(lambda: met)
    executor.shutdown()
    spinning.join()


def test_parameters_have_overrides_rules_and_callbacks(baton):
    node = baton.Node(
        "parameters",
        parameter_overrides=[Parameter("rate", value=7)],
        cli_args=["-p", "name:=from_arguments"],
    )
    assert node.declare_parameter("rate", 3).value == 7
    assert node.declare_parameter("name", "x").value == "from_arguments"
    assert node.declare_parameter("list", [1.0, 2.0]).value == [1.0, 2.0]
    assert node.declare_parameter("any").value is None
    with pytest.raises(ParameterAlreadyDeclaredException):
        node.declare_parameter("rate", 3)
    with pytest.raises(ParameterNotDeclaredException, match="missing"):
        node.get_parameter("missing")
    seen = []

    def judge(parameters):
        seen.append([(p.name, p.value) for p in parameters])
        return SetParametersResult(successful=parameters[0].value != 13, reason="unlucky")

    node.add_on_set_parameters_callback(judge)
    assert not node.set_parameters([Parameter("rate", value=13)])[0].successful
    assert node.set_parameters([Parameter("rate", value=14)])[0].successful
    assert seen == [[("rate", 13)], [("rate", 14)]]
    node.remove_on_set_parameters_callback(judge)
    assert node.set_parameters([Parameter("rate", value=13)])[0].successful
    assert not node.set_parameters([Parameter("rate", value="text")])[0].successful
    node.declare_parameter("fixed", 1, ParameterDescriptor(read_only=True))
    assert not node.set_parameters([Parameter("fixed", value=2)])[0].successful
    node.destroy_node()


def test_parameters_of_another_node_are_read_and_set(baton, node):
    node.declare_parameter("rate", 3)
    client = AsyncParameterClient(node, "test_node")
    assert client.wait_for_services(5)
    future = client.set_parameters([Parameter("rate", value=4)])
    baton.spin_until_future_complete(node, future, timeout_sec=10)
    future = client.get_parameters(["rate"])
    baton.spin_until_future_complete(node, future, timeout_sec=10)
    assert future.result().values[0].integer_value == 4


def test_qos_decides_whether_endpoints_match(node):
    best = QoSProfile(depth=1, reliability=ReliabilityPolicy.BEST_EFFORT)
    assert qos_check_compatible(best, QoSProfile(depth=1))[0].name == "ERROR"
    latched = QoSProfile(depth=1, durability=DurabilityPolicy.TRANSIENT_LOCAL)
    publisher = node.create_publisher(String, "latched", latched)
    publisher.publish(String(data="kept"))
    subscription = node.create_subscription(String, "latched", None, latched)
    got = []
    assert wait_until(lambda: got or got.append(subscription.take()) or got[-1])
    assert subscription.get_actual_qos().durability == DurabilityPolicy.TRANSIENT_LOCAL


def test_the_graph_shows_nodes_topics_and_endpoints(baton, node):
    node.create_publisher(String, "chatter", 10)
    assert ("/chatter", ["std_msgs/msg/String"]) in node.get_topic_names_and_types()
    info = node.get_publishers_info_by_topic("chatter")[0]
    assert (info.node_name, info.topic_type) == ("test_node", "std_msgs/msg/String")
    assert info.qos_profile.depth == 10
    assert ("test_node", "/") in node.get_node_names_and_namespaces()
    assert node.count_publishers("chatter") == 1


def test_names_are_remapped_and_checked(baton):
    remapped = baton.Node("a", namespace="/space", cli_args=["-r", "chatter:=gossip"])
    assert remapped.create_publisher(String, "chatter", 1).topic_name == "/space/gossip"
    assert remapped.get_fully_qualified_name() == "/space/a"
    with pytest.raises(InvalidNodeNameException):
        baton.Node("not a name")


def test_nothing_is_made_before_init():
    import baton

    with pytest.raises(NotInitializedException, match="baton.init"):
        baton.Node("early")


def test_times_and_durations():
    clock = Clock(clock_type=ClockType.STEADY_TIME)
    begin = clock.now()
    assert clock.now() >= begin
    with pytest.raises(TypeError, match="different clocks"):
        _ = begin < Time(nanoseconds=3)
    assert Time(seconds=2) - Time(nanoseconds=5) == Duration(nanoseconds=1_999_999_995)
    assert Time.from_msg(Time(seconds=1, nanoseconds=2).to_msg()).nanoseconds == 1_000_000_002
    with pytest.raises(OverflowError):
        Duration(seconds=1 << 40)


def test_a_rate_keeps_its_frequency(node):
    rate = node.create_rate(200)
    begin = time.monotonic()
    for _ in range(10):
        rate.sleep()
    assert time.monotonic() - begin >= 0.045


def test_log_lines_have_the_form_of_ros_and_count_by_their_place():
    done = run_python(
        """
        import baton
        baton.init(args=[])
        log = baton.Node("speaker").get_logger()
        for i in range(3):
            log.info(f"once {i}", once=True)
            log.warning(f"later {i}", skip_first=True)
        log.debug("hidden")
        """
    )
    text = done.stdout + done.stderr
    assert "[INFO]" in text
    assert "[speaker]: once 0" in text
    assert "once 1" not in text
    assert "later 0" not in text
    assert "later 1" in text
    assert "hidden" not in text


SPINNER = """
    import sys
    import baton
    from baton.executors import ExternalShutdownException

    baton.init(args=[])
    node = baton.Node("spinner")
    print("ready", flush=True)
    try:
        if sys.argv[1] == "asyncio":
            import asyncio
            async def main():
                node.join_event_loop()
                await asyncio.Event().wait()
            asyncio.run(main())
        elif sys.argv[1] == "multi":
            executor = baton.MultiThreadedExecutor()
            executor.add_node(node)
            executor.spin()
        else:
            baton.spin(node)
    except KeyboardInterrupt:
        print("interrupted", flush=True)
    except ExternalShutdownException:
        print("external", flush=True)
    finally:
        node.destroy_node()
        baton.try_shutdown()
"""


@pytest.mark.parametrize("how", ["single", "multi", "asyncio"])
def test_ctrl_c_raises_keyboard_interrupt_at_once(how):
    spinner = start_python(SPINNER, how)
    assert spinner.stdout.readline() == "ready\n"
    assert wait_until(lambda: asleep(spinner))
    begin = time.monotonic()
    os.kill(spinner.pid, signal.SIGINT)
    assert spinner.stdout.readline() == "interrupted\n"
    assert time.monotonic() - begin < 5
    assert spinner.wait(30) == 0


def test_sigterm_raises_external_shutdown():
    spinner = start_python(SPINNER, "single")
    assert spinner.stdout.readline() == "ready\n"
    assert wait_until(lambda: asleep(spinner))
    os.kill(spinner.pid, signal.SIGTERM)
    assert spinner.stdout.readline() == "external\n"
    assert spinner.wait(30) == 0


@pytest.mark.parametrize("executor", ["SingleThreadedExecutor", "MultiThreadedExecutor"])
def test_a_callback_that_meets_the_shutdown_by_a_signal_ends_the_spin_as_the_signal_does(executor):
    done = run_python(
        """
        import os, signal, sys
        import baton
        from baton.executors import ExternalShutdownException

        baton.init(args=[])
        node = baton.Node("late")

        def look():
            os.kill(os.getpid(), signal.SIGTERM)
            while baton.ok():
                pass
            node.get_topic_names_and_types()

        node.create_timer(0.001, look)
        executor = getattr(baton, sys.argv[1])()
        executor.add_node(node)
        try:
            executor.spin()
        except ExternalShutdownException:
            print("external")
        """,
        executor,
    )
    assert done.stdout == "external\n", done.stdout + done.stderr
    assert done.stderr == ""


def test_a_spawned_process_receives(tmp_path):
    program = tmp_path / "spawning.py"
    program.write_text(
        """
import multiprocessing


def child(queue):
    import baton
    from std_msgs.msg import String

    baton.init(args=[])
    node = baton.Node("child")
    got = []
    node.create_subscription(String, "topic", got.append, 10)
    queue.put("ready")
    while not got:
        baton.spin_once(node)
    queue.put(got[0].data)
    baton.shutdown()


if __name__ == "__main__":
    import baton
    from std_msgs.msg import String

    baton.init(args=[])
    node = baton.Node("parent")
    publisher = node.create_publisher(String, "topic", 10)
    spawn = multiprocessing.get_context("spawn")
    queue = spawn.Queue()
    process = spawn.Process(target=child, args=(queue,))
    process.start()
    assert queue.get(timeout=60) == "ready"
    while publisher.get_subscription_count() == 0:
        node.wait_for_graph_change(0.01)
    publisher.publish(String(data="to the child"))
    assert queue.get(timeout=60) == "to the child"
    process.join()
    print("ok")
"""
    )
    import subprocess
    import sys

    done = subprocess.run(
        [sys.executable, str(program)], capture_output=True, text=True, timeout=120, env=os.environ
    )
    assert done.stdout == "ok\n", done.stderr
