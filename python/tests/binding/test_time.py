# SPDX-License-Identifier: Apache-2.0
"""Simulated time: clocks that are set by hand, and clocks that follow /clock."""

import threading

import pytest
from builtin_interfaces.msg import Time as TimeMessage
from programs import wait_until
from rcl_interfaces.msg import SetParametersResult
from rosgraph_msgs.msg import Clock as ClockMessage

from baton.clock import Clock, ClockChange, ClockType, JumpThreshold, ROSClock
from baton.duration import Duration
from baton.exceptions import InvalidParameterValueException, ROSInterruptException
from baton.parameter import Parameter
from baton.time import Time
from baton.time_source import TimeSource
from baton.timer import Rate

SECOND = 1_000_000_000


def at(seconds):
    return Time(seconds=seconds, clock_type=ClockType.ROS_TIME)


def test_a_clock_tells_the_time_that_it_is_set_to_while_that_is_active(baton):
    clock, jumps, before = ROSClock(), [], []
    threshold = JumpThreshold(
        min_forward=Duration(seconds=1), min_backward=Duration(seconds=-1), on_clock_change=True
    )
    handle = clock.create_jump_callback(
        threshold, pre_callback=lambda: before.append(clock.now()), post_callback=jumps.append
    )
    clock.set_ros_time_override(at(5))
    assert not clock.ros_time_is_active and clock.now() > at(1000)
    clock._set_ros_time_is_active(True)
    assert clock.ros_time_is_active and clock.now() == at(5)
    clock.set_ros_time_override(at(7))
    clock.set_ros_time_override(at(7.5))  # below the threshold
    clock.set_ros_time_override(at(2))
    assert clock.now() == at(2)
    clock._set_ros_time_is_active(False)
    assert clock.now() > at(1000)
    assert [(jump.clock_change, jump.delta.nanoseconds) for jump in jumps] == [
        (ClockChange.ROS_TIME_ACTIVATED, 0),
        (ClockChange.ROS_TIME_NO_CHANGE, 2 * SECOND),
        (ClockChange.ROS_TIME_NO_CHANGE, -5.5 * SECOND),
        (ClockChange.ROS_TIME_DEACTIVATED, 0),
    ]
    assert before[1] == at(5)
    handle.unregister()
    with pytest.raises(TypeError, match="a Time is needed, not int"):
        clock.set_ros_time_override(5)


def test_a_sleep_ends_when_the_clock_is_set_to_its_time(baton):
    clock = ROSClock()
    clock._set_ros_time_is_active(True)
    slept = []
    sleeping = threading.Thread(target=lambda: slept.append(clock.sleep_until(at(10))))
    sleeping.start()
    clock.set_ros_time_override(at(9))
    assert slept == []
    clock.set_ros_time_override(at(10))
    sleeping.join(30)
    assert slept == [True]


@pytest.fixture
def clock_publisher(baton):
    node = baton.Node("simulator")
    publisher = node.create_publisher(ClockMessage, "/clock", 10)

    def publish(seconds):
        publisher.publish(ClockMessage(clock=TimeMessage(sec=seconds)))

    yield publish
    node.destroy_node()


def test_clocks_of_a_time_source_follow_the_parameter_and_the_topic(baton, node, clock_publisher):
    source, clock, late = TimeSource(node=node), ROSClock(), ROSClock()
    source.attach_clock(clock)
    late._set_ros_time_is_active(True)
    source.attach_clock(late)
    assert not source.ros_time_is_active and not late.ros_time_is_active
    node.set_parameters([Parameter("use_sim_time", value=True)])
    assert source.ros_time_is_active and clock.ros_time_is_active
    assert clock.now() == at(0)
    assert wait_until(lambda: clock.now() == at(3), lambda: clock_publisher(3))
    latest = Clock(clock_type=ClockType.ROS_TIME)
    source.attach_clock(latest)
    assert latest.now() == at(3)
    source.ros_time_is_active = False
    assert not node.get_parameter("use_sim_time").value
    assert not clock.ros_time_is_active and clock.now() > at(1000)


def test_a_time_source_goes_from_node_to_node(baton, node, clock_publisher):
    other = baton.Node("other", parameter_overrides=[Parameter("use_sim_time", value=True)])
    source, clock = TimeSource(node=node), ROSClock()
    source.attach_clock(clock)
    assert not source.ros_time_is_active
    source.attach_node(other)
    assert source.ros_time_is_active
    assert wait_until(lambda: clock.now() == at(4), lambda: clock_publisher(4))
    node.set_parameters([Parameter("use_sim_time", value=True)])
    source.detach_node()
    assert not source.ros_time_is_active and not clock.ros_time_is_active
    source.attach_node(other)
    other.destroy_node()
    assert not clock.ros_time_is_active


def test_clocks_of_a_time_source_without_a_node_tell_what_they_are_set_to(baton, node):
    source, clock, late = TimeSource(), ROSClock(), ROSClock()
    source.attach_clock(clock)
    source.ros_time_is_active = True
    clock.set_ros_time_override(at(5))
    assert source.ros_time_is_active and clock.now() == at(5)
    source.attach_clock(late)
    assert late.ros_time_is_active
    source.attach_node(node)
    assert not any(each.ros_time_is_active for each in (source, clock, late))


def test_a_time_source_refuses_what_cannot_follow(node):
    source = TimeSource(node=node)
    for kind in (ClockType.SYSTEM_TIME, ClockType.STEADY_TIME):
        with pytest.raises(ValueError, match="ROS_TIME"):
            source.attach_clock(Clock(clock_type=kind))
    with pytest.raises(TypeError, match="a Node is needed"):
        source.attach_node("node")


def test_a_time_source_says_that_a_callback_refuses_simulated_time(node):
    source = TimeSource(node=node)
    node.add_on_set_parameters_callback(
        lambda parameters: SetParametersResult(successful=False, reason="a real robot")
    )
    with pytest.raises(InvalidParameterValueException, match="a real robot"):
        source.ros_time_is_active = True
    assert not source.ros_time_is_active


def test_the_end_of_a_rate_wakes_its_sleeper_and_no_other(baton, node):
    rate, ended = node.create_rate(1e-7), []
    until = node.get_clock().now() + Duration(seconds=0.5)

    def sleep():
        with pytest.raises(ROSInterruptException):
            rate.sleep()
        ended.append("rate")

    def sleep_by_the_clock():
        ended.append(node.get_clock().sleep_until(until))

    threads = [threading.Thread(target=each) for each in (sleep, sleep_by_the_clock)]
    for each in threads:
        each.start()
    assert node.destroy_rate(rate)
    for each in threads:
        each.join(30)
    assert ended == ["rate", True] and node.get_clock().now() >= until
    with pytest.raises(ROSInterruptException):
        rate.sleep()


class SlowClock:
    """Its sleepers begin to sleep one by one: cancel_sleep() wakes the first of them alone."""

    def __init__(self):
        self._handle = self
        self.asleep = []

    def now(self):
        return at(0)

    def sleep_until(self, until_ns, context):
        woken = threading.Event()
        self.asleep.append(woken)
        woken.wait(30)

    def cancel_sleep(self):
        if self.asleep:
            self.asleep.pop(0).set()


def test_the_end_of_a_rate_waits_for_each_of_its_sleepers(baton, node):
    clock, ended = SlowClock(), []
    rate = Rate(SECOND, clock, node.context)

    def sleep():
        with pytest.raises(ROSInterruptException):
            rate.sleep()
        ended.append("rate")

    threads = [threading.Thread(target=sleep) for _ in range(3)]
    for each in threads:
        each.start()
    assert wait_until(lambda: len(clock.asleep) == len(threads))
    rate.destroy()
    assert clock.asleep == []
    for each in threads:
        each.join(30)
    assert ended == ["rate"] * len(threads)
