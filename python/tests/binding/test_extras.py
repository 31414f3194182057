# SPDX-License-Identifier: Apache-2.0
"""What programs for rclpy use beside topics and services: guard conditions, handlers of parameter
events, introspection of services, events of endpoints, the rules for names."""

import asyncio
import gc
import threading
import weakref

import pytest
from programs import wait_until
from rcl_interfaces.msg import (
    IntegerRange,
    ParameterDescriptor,
    ParameterType,
    ParameterValue,
    SetParametersResult,
)
from service_msgs.msg import ServiceEventInfo
from std_msgs.msg import String
from std_srvs.srv import SetBool

from baton import names
from baton.callback_groups import MutuallyExclusiveCallbackGroup, ReentrantCallbackGroup
from baton.clock import Clock
from baton.duration import Duration
from baton.event_handler import PublisherEventCallbacks, QoSPublisherMatchedInfo
from baton.exceptions import (
    InvalidHandle,
    InvalidNamespaceException,
    InvalidNodeNameException,
    InvalidParameterValueException,
    InvalidServiceNameException,
    InvalidTopicNameException,
    NodeNameNonExistentError,
    ParameterImmutableException,
    ParameterNotDeclaredException,
)
from baton.parameter import Parameter
from baton.parameter_event_handler import ParameterEventHandler
from baton.qos import HistoryPolicy, QoSProfile
from baton.service_introspection import ServiceIntrospectionState
from baton.task import Future


def test_what_a_task_raises_comes_out_of_the_spin(baton, node):
    async def later(future):
        await future
        raise KeyError("after a wait")

    def at_once():
        raise KeyError("at once")

    executor = baton.SingleThreadedExecutor()
    executor.add_node(node)
    for future, task in (
        (None, executor.create_task(at_once)),
        (waits := Future(), executor.create_task(later, waits)),
    ):
        if future is not None:
            executor.spin_once(timeout_sec=0)
            future.set_result(None)
        with pytest.raises(KeyError, match="at once" if future is None else "after a wait"):
            executor.spin_until_future_complete(task, timeout_sec=5)
            executor.spin_once(timeout_sec=0)
        assert task.done() and isinstance(task.exception(), KeyError)
    executor.shutdown()


def test_the_period_of_a_timer_can_be_changed(baton, node):
    timer = node.create_timer(60, lambda: None)
    timer.timer_period_ns = 2.5e6
    assert timer.timer_period_ns == 2_500_000
    with pytest.raises(ValueError, match="must not be negative"):
        timer.timer_period_ns = -1


def test_a_node_that_is_not_there_is_named(baton, node):
    for ask in (
        node.get_publisher_names_and_types_by_node,
        node.get_subscriber_names_and_types_by_node,
        node.get_service_names_and_types_by_node,
        node.get_client_names_and_types_by_node,
    ):
        assert isinstance(ask("test_node", "/"), list)
        with pytest.raises(NodeNameNonExistentError, match="elsewhere"):
            ask("elsewhere", "/")


def test_wrong_arguments_of_parameters_are_named_before_anything_is_declared(node):
    with pytest.raises(TypeError, match="ParameterDescriptor for 'wrong', got int"):
        node.declare_parameter("wrong", 1, 3)
    with pytest.raises(TypeError, match="got 5"):
        node.declare_parameters("", [("right", 1), 5])
    assert not node.has_parameter("right")
    node.declare_parameter("p", 1)
    node.add_on_set_parameters_callback(lambda parameters: None)
    with pytest.raises(TypeError, match="'rcl_interfaces/msg/SetParametersResult' is needed"):
        node.set_parameters([Parameter("p", value=2)])


def test_a_guard_condition_runs_its_callback_once_for_all_triggers(baton, node):
    calls = []
    guard = node.create_guard_condition(lambda: calls.append(1))
    baton.spin_once(node, timeout_sec=0)
    assert calls == []
    guard.trigger()
    guard.trigger()
    baton.spin_once(node, timeout_sec=1)
    baton.spin_once(node, timeout_sec=0)
    assert calls == [1]
    threading.Thread(target=guard.trigger).start()
    baton.spin_once(node, timeout_sec=10)
    assert calls == [1, 1]
    assert list(node.guards) == [guard]
    assert node.destroy_guard_condition(guard)
    assert list(node.guards) == []


@pytest.mark.parametrize("kind", ["SingleThreadedExecutor", "MultiThreadedExecutor"])
def test_a_coroutine_that_yields_goes_on_while_its_executor_spins(baton, node, kind):
    done = threading.Event()

    async def callback():
        await asyncio.sleep(0)  # lint-ok: no_sleep_in_tests: yields to the loop
        done.set()

    node.create_guard_condition(callback).trigger()
    executor = getattr(baton, kind)()
    executor.add_node(node)
    spinning = threading.Thread(target=executor.spin)
    spinning.start()
    assert done.wait(10)
    executor.shutdown()
    spinning.join()


def test_spin_once_does_one_thing(baton, node):
    steps = []

    async def callback():
        steps.append("began")
        await asyncio.sleep(0)  # lint-ok: no_sleep_in_tests: yields to the loop
        steps.append("ended")

    node.create_guard_condition(callback).trigger()
    baton.spin_once(node, timeout_sec=10)
    assert steps == ["began"]
    baton.spin_once(node, timeout_sec=10)
    assert steps == ["began", "ended"]


def test_a_handler_hears_of_parameters_of_any_node(baton, node):
    other = baton.Node("other", namespace="/space")
    other.declare_parameter("speed", 1.0)
    other.declare_parameter("name", "a")
    handler, heard, events = ParameterEventHandler(node), [], []
    handle = handler.add_parameter_callback(
        "speed", "/space/other", lambda message: heard.append(message.value.double_value)
    )
    handler.add_parameter_event_callback(events.append)
    executor = baton.SingleThreadedExecutor()
    executor.add_node(node)
    executor.add_node(other)
    other.set_parameters([Parameter("speed", value=2.0), Parameter("name", value="b")])

    def changed():
        return [p.name for e in events for p in handler.get_parameters_from_event(e)][-2:]

    assert wait_until(lambda: changed() == ["speed", "name"], lambda: executor.spin_once(1))
    handler.remove_parameter_callback(handle)
    other.set_parameters([Parameter("speed", value=3.0), Parameter("name", value="c")])
    assert wait_until(lambda: len(changed()) == 2 and events[-1].changed_parameters[0].value
                      .string_value == "c", lambda: executor.spin_once(1))
    assert heard[-1] == 2.0
    handler.destroy()
    other.destroy_node()


def test_parameters_before_one_that_is_not_declared_are_set(node):
    node.declare_parameter("a", 1)
    with pytest.raises(ParameterNotDeclaredException):
        node.set_parameters([Parameter("a", value=2), Parameter("b", value=2)])
    assert node.get_parameter("a").value == 2
    node.declare_parameter("c", Parameter.Type.INTEGER)
    assert node.get_parameter_or("c", Parameter("c", value=7)).value == 7


def test_a_node_with_callbacks_of_parameters_is_collected(baton):
    class Careful(baton.Node):
        def __init__(self):
            super().__init__("careful")
            self.add_pre_set_parameters_callback(self.before)
            self.add_on_set_parameters_callback(self.judge)
            self.add_post_set_parameters_callback(self.after)

        def before(self, parameters):
            return parameters

        def judge(self, parameters):
            return SetParametersResult(successful=True)

        def after(self, parameters):
            pass

    node = Careful()
    node.declare_parameter("a", 1)
    assert node.set_parameters([Parameter("a", value=2)])[0].successful
    alive = weakref.ref(node)
    del node
    gc.collect()
    assert alive() is None


@pytest.mark.parametrize("state", [ServiceIntrospectionState.METADATA,
                                   ServiceIntrospectionState.CONTENTS])
def test_services_and_clients_publish_what_they_do(baton, node, state):
    def answer(request, response):
        response.success = request.data
        return response

    service = node.create_service(SetBool, "set", answer)
    client = node.create_client(SetBool, "set")
    events = []
    node.create_subscription(SetBool.Event, "set/_service_event", events.append, 10)
    for endpoint in (service, client):
        endpoint.configure_introspection(node.get_clock(), baton.QoSProfile(depth=10), state)
    future = client.call_async(SetBool.Request(data=True))
    baton.spin_until_future_complete(node, future, timeout_sec=10)
    assert wait_until(lambda: len(events) == 4, lambda: baton.spin_once(node, timeout_sec=1))
    by_kind = {event.info.event_type: event for event in events}
    assert set(by_kind) == {
        ServiceEventInfo.REQUEST_SENT,
        ServiceEventInfo.REQUEST_RECEIVED,
        ServiceEventInfo.RESPONSE_SENT,
        ServiceEventInfo.RESPONSE_RECEIVED,
    }
    assert len({(bytes(e.info.client_gid), e.info.sequence_number) for e in events}) == 1
    assert any(events[0].info.client_gid)
    sent = by_kind[ServiceEventInfo.REQUEST_SENT]
    received = by_kind[ServiceEventInfo.RESPONSE_RECEIVED]
    if state == ServiceIntrospectionState.CONTENTS:
        assert sent.request[0].data and received.response[0].success
    assert len(sent.response) == len(received.request) == 0
    for endpoint in (service, client):
        endpoint.configure_introspection(node.get_clock(), baton.QoSProfile(depth=10), 0)
    future = client.call_async(SetBool.Request(data=True))
    baton.spin_until_future_complete(node, future, timeout_sec=10)
    assert len(events) == 4


def test_events_of_endpoints_have_the_classes_of_rclpy(baton, node):
    heard = []
    callbacks = PublisherEventCallbacks(matched=heard.append)
    node.create_publisher(String, "words", 1, event_callbacks=callbacks)
    node.create_subscription(String, "words", lambda message: None, 1)
    assert wait_until(lambda: heard, lambda: baton.spin_once(node, timeout_sec=1))
    assert isinstance(heard[0], QoSPublisherMatchedInfo)
    assert (heard[0].current_count, heard[0].current_count_change) == (1, 1)


def test_groups_know_what_was_made_with_them(node):
    group = MutuallyExclusiveCallbackGroup()
    timer = node.create_timer(1, lambda: None, group)
    other = node.create_timer(1, lambda: None, node.default_callback_group)
    assert group.has_entity(timer) and not group.has_entity(other)
    assert node.default_callback_group.has_entity(other)
    assert timer.callback_group is group


def test_names_follow_the_rules_of_ros():
    assert names.validate_topic_name("~/a/{node}/b_1") and names.validate_full_topic_name("/a/b")
    assert names.validate_node_name("a_1") and names.validate_namespace("/")
    for call, name, error, text in (
        (names.validate_topic_name, "a?", InvalidTopicNameException, "must not contain characters"),
        (names.validate_topic_name, "a/4b", InvalidTopicNameException, "start with a number"),
        (names.validate_topic_name, "a~", InvalidTopicNameException, "'~'"),
        (names.validate_topic_name, "a{b", InvalidTopicNameException, "pair"),
        (names.validate_full_topic_name, "a", InvalidTopicNameException, "must be absolute"),
        (names.validate_namespace, "a", InvalidNamespaceException, "must be absolute"),
        (names.validate_namespace, "", InvalidNamespaceException, "must not be empty"),
        (names.validate_node_name, "a.b", InvalidNodeNameException, "must not contain characters"),
        (names.validate_node_name, "4b", InvalidNodeNameException, "start with a number"),
    ):
        with pytest.raises(error, match=text):
            call(name)
    with pytest.raises(InvalidServiceNameException):
        names.validate_topic_name("a?", is_service=True)
    for name, expanded in (
        ("a", "/space/a"),
        ("/a", "/a"),
        ("~", "/space/me"),
        ("~/a", "/space/me/a"),
        ("{node}/a", "/space/me/a"),
    ):
        assert names.expand_topic_name(name, "me", "/space") == expanded
    assert names.expand_topic_name("a", "me", "/") == "/a"
    with pytest.raises(ValueError, match="unknown substitution"):
        names.expand_topic_name("{what}", "me", "/")
    assert names.topic_or_service_is_hidden("/a/_b") and not names.topic_or_service_is_hidden("/a_")


def test_lines_that_skip_the_first_and_are_logged_once(baton):
    logger = baton.logging.get_logger("skipping")
    logged = [logger.info("x", skip_first=True, once=True) for _ in range(4)]
    assert logged == [False, True, False, False]
    assert baton.logging.get_logger("").get_effective_level() == baton.logging.LoggingSeverity.INFO


def test_a_parameter_is_described_anew(node):
    node.declare_parameter("speed", 30)
    narrow = ParameterDescriptor(
        name="ignored",
        type=ParameterType.PARAMETER_INTEGER,
        integer_range=[IntegerRange(from_value=0, to_value=9, step=1)],
    )
    with pytest.raises(InvalidParameterValueException, match="'speed'"):
        node.set_descriptor("speed", narrow)
    assert not node.describe_parameter("speed").integer_range
    four = ParameterValue(type=ParameterType.PARAMETER_INTEGER, integer_value=4)
    assert node.set_descriptor("speed", narrow, four).integer_value == 4
    assert node.get_parameter("speed").value == 4
    assert node.describe_parameter("speed").name == "speed"
    assert not node.set_parameters([Parameter("speed", value=10)])[0].successful
    node.set_descriptor(
        "speed", ParameterDescriptor(type=ParameterType.PARAMETER_INTEGER, read_only=True)
    )
    with pytest.raises(ParameterImmutableException):
        node.set_descriptor("speed", narrow)
    with pytest.raises(ParameterNotDeclaredException):
        node.set_descriptor("unknown", narrow)


def test_a_node_goes_from_executor_to_executor_and_leaves(baton, node):
    class Own:
        def __init__(self):
            self.told = []

        def add_node(self, added):
            self.told.append("added")
            return True

        def remove_node(self, removed):
            self.told.append("removed")

    first, second, third = Own(), Own(), baton.SingleThreadedExecutor()
    node.executor = first
    node.executor = second
    assert (first.told, second.told) == (["added", "removed"], ["added"])
    node.executor = third
    assert second.told == ["added", "removed"] and third.get_nodes() == [node]
    node.executor = None
    assert node.executor is None and third.get_nodes() == []


def test_a_parameter_without_a_value_gives_way_to_the_other_one(node):
    node.declare_parameter("empty", None, ParameterDescriptor(dynamic_typing=True))
    assert node.get_parameter_or("empty", Parameter("other", value=7)).value == 7
    value = ParameterValue(type=ParameterType.PARAMETER_STRING, string_value="text")
    assert node.declare_parameter("a", value).value == "text"


def test_policies_go_through_a_dict():
    profile = QoSProfile(depth=3, history=HistoryPolicy.KEEP_LAST, lifespan=Duration(seconds=4))
    assert QoSProfile(**profile.get_c_qos_profile().to_dict()) == profile


def test_options_of_lines_and_levels_that_are_cleared(baton):
    logger = baton.logging.get_logger("levels")
    with pytest.raises(TypeError, match="'throttle_duration_sec' not specified"):
        logger.info("x", throttle_time_source_type=Clock())
    with pytest.raises(TypeError, match="'twice' is not one of the recognized"):
        logger.info("x", twice=True)
    logger.set_level(baton.logging.LoggingSeverity.FATAL)
    baton.logging.clear_config()
    assert logger.get_effective_level() == baton.logging.LoggingSeverity.INFO


def test_arguments_that_no_encoding_has_read_are_refused(baton):
    with pytest.raises(UnicodeEncodeError):
        baton.init(context=baton.Context(), args=["x", "\udcc3"])


def test_a_handle_keeps_what_is_destroyed_until_its_block_ends(node):
    publisher = node.create_publisher(String, "words", 1)
    subscription = node.create_subscription(String, "words", None, 1)
    with node.handle, node.context.handle, node.get_clock().handle, subscription.handle as handle:
        assert handle is subscription.handle
        node.destroy_subscription(subscription)
        assert wait_until(lambda: publisher.get_subscription_count() == 1)
        with pytest.raises(InvalidHandle):
            subscription.take()
    assert wait_until(lambda: publisher.get_subscription_count() == 0)
    with pytest.raises(InvalidHandle), subscription.handle:
        pass


def test_callbacks_wait_for_each_other_while_several_threads_spin_for_a_future(baton, node):
    def answer(request, response):
        response.success = request.data
        return response

    group = ReentrantCallbackGroup()
    node.create_service(SetBool, "set", answer, callback_group=group)
    client = node.create_client(SetBool, "set", callback_group=group)
    asked = Future()
    guard = node.create_guard_condition(
        lambda: asked.set_result(client.call(SetBool.Request(data=True), timeout_sec=20)), group
    )
    executor = baton.MultiThreadedExecutor(3)
    executor.add_node(node)
    guard.trigger()
    executor.spin_until_future_complete(asked, timeout_sec=20)
    assert asked.result().success
    executor.spin_until_future_complete(Future(), timeout_sec=0.01)
    executor.shutdown()


@pytest.mark.parametrize("kind", ["SingleThreadedExecutor", "MultiThreadedExecutor"])
def test_a_spin_of_no_time_for_a_future_runs_what_is_ready_and_leaves_nothing_with_it(
    baton, node, kind
):
    asked = Future()
    guard = node.create_guard_condition(lambda: asked.set_result(1))
    executor = getattr(baton, kind)()
    executor.add_node(node)
    for timeout_s in (0, 0.001):
        executor.spin_until_future_complete(asked, timeout_sec=timeout_s)
        executor.spin_once_until_future_complete(asked, timeout_sec=timeout_s)
    assert asked._callbacks == []
    guard.trigger()
    assert wait_until(
        asked.done, lambda: executor.spin_until_future_complete(asked, timeout_sec=0)
    )
    executor.shutdown()
