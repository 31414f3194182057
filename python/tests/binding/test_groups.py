# SPDX-License-Identifier: Apache-2.0
"""Callback groups of users' own classes, which decide themselves what runs."""

import asyncio
import gc
import threading
import weakref

import pytest
from programs import wait_until
from std_msgs.msg import String
from std_srvs.srv import SetBool

from baton.callback_groups import (
    CallbackGroup,
    MutuallyExclusiveCallbackGroup,
    ReentrantCallbackGroup,
)
from baton.task import Future


class Door(CallbackGroup):
    """Lets callbacks through while it is open, and notes what it is asked."""

    def __init__(self):
        super().__init__()
        self.open = False
        self.asked = []

    def can_execute(self, entity):
        self.asked.append(entity)
        return self.open

    def beginning_execution(self, entity):
        self.asked.append("begins")
        return self.open

    def ending_execution(self, entity):
        self.asked.append("ends")


def refusals(door):
    return len(door.asked)


def test_the_kinds_of_rclpy_answer_as_there(node):
    group, timers = ReentrantCallbackGroup(), [object(), object()]
    assert all(group.can_execute(each) and group.beginning_execution(each) for each in timers)
    group = MutuallyExclusiveCallbackGroup()
    assert group.can_execute(timers[0]) and group.beginning_execution(timers[0])
    assert not group.can_execute(timers[1]) and not group.beginning_execution(timers[1])
    group.ending_execution(timers[0])
    assert group.can_execute(timers[1])


@pytest.mark.parametrize("kind", ["SingleThreadedExecutor", "MultiThreadedExecutor"])
def test_a_message_waits_until_its_group_lets_it_through(baton, node, kind):
    door, heard = Door(), []
    subscription = node.create_subscription(String, "words", heard.append, 10, callback_group=door)
    publisher = node.create_publisher(String, "words", 10)
    calls = []
    other = node.create_guard_condition(lambda: calls.append(1))
    executor = getattr(baton, kind)()
    executor.add_node(node)
    spinning = threading.Thread(target=executor.spin)
    spinning.start()
    assert wait_until(lambda: publisher.get_subscription_count())
    publisher.publish(String(data="a"))
    publisher.publish(String(data="b"))
    assert wait_until(lambda: refusals(door))
    assert heard == [] and door.asked[0] is subscription
    executed = executor.get_counters()["waits"]
    before = refusals(door)
    other.trigger()  # any other callback has the group asked again
    assert wait_until(lambda: calls and refusals(door) > before)
    assert heard == []
    door.open = True
    executor.wake()
    assert wait_until(lambda: len(heard) == 2)
    assert [message.data for message in heard] == ["a", "b"]
    assert wait_until(lambda: door.asked[-3:] == [subscription, "begins", "ends"])
    assert executor.get_counters()["waits"] - executed < 100  # it does not poll
    executor.shutdown()
    spinning.join()


def test_spin_once_asks_again_and_returns_in_time(baton, node):
    door, calls = Door(), []
    node.create_timer(0, lambda: calls.append(1), door)
    baton.spin_once(node, timeout_sec=0.01)
    assert calls == [] and refusals(door)
    before = refusals(door)
    baton.spin_once(node, timeout_sec=0.01)
    assert refusals(door) > before
    door.open = True
    baton.spin_once(node, timeout_sec=10)
    assert calls == [1]


def test_services_clients_and_guard_conditions_ask(baton, node):
    door = Door()

    def answer(request, response):
        response.success = request.data
        return response

    service = node.create_service(SetBool, "set", answer, callback_group=door)
    client = node.create_client(SetBool, "set", callback_group=door)
    guard = node.create_guard_condition(lambda: None, door)
    future = client.call_async(SetBool.Request(data=True))
    guard.trigger()
    assert wait_until(
        lambda: {service, guard} <= set(door.asked), lambda: baton.spin_once(node, timeout_sec=0.01)
    )
    assert not future.done()
    door.open = True
    assert wait_until(future.done, lambda: baton.spin_once(node, timeout_sec=0.1))
    assert client in door.asked and future.result().success


def test_a_coroutine_ends_before_its_group_hears_of_it(baton, node):
    class OneAtATime(MutuallyExclusiveCallbackGroup):
        def ending_execution(self, entity):
            steps.append("ends")
            super().ending_execution(entity)

    group, steps = OneAtATime(), []

    async def callback():
        steps.append("began")
        await asyncio.sleep(0)  # lint-ok: no_sleep_in_tests: yields to the loop
        steps.append("ended")

    first = node.create_guard_condition(callback, group)
    second = node.create_guard_condition(lambda: steps.append("second"), group)
    first.trigger()
    baton.spin_once(node, timeout_sec=10)
    second.trigger()
    assert wait_until(lambda: "second" in steps, lambda: baton.spin_once(node, timeout_sec=0.1))
    assert steps[:4] == ["began", "ended", "ends", "second"]


def test_a_group_waits_for_a_coroutine_that_began_in_a_thread_of_cpp(baton, node):
    class OneAtATime(MutuallyExclusiveCallbackGroup):
        refused = False

        def can_execute(self, entity):
            self.refused |= not super().can_execute(entity)
            return super().can_execute(entity)

    group, steps, go_on = OneAtATime(), [], Future()
    busy, done = threading.Event(), threading.Event()

    def keep_the_thread_of_python():
        if threading.get_ident() == spinning.ident:
            busy.set()
            done.wait(30)

    async def callback():
        steps.append("began")
        await go_on
        steps.append("ended")

    keeper = node.create_guard_condition(keep_the_thread_of_python, ReentrantCallbackGroup())
    first = node.create_guard_condition(callback, group)
    second = node.create_guard_condition(lambda: steps.append("second"), group)
    executor = baton.MultiThreadedExecutor(2)
    executor.add_node(node)
    spinning = threading.Thread(target=executor.spin)
    spinning.start()
    assert wait_until(busy.is_set, keeper.trigger)
    first.trigger()
    assert wait_until(lambda: steps)
    second.trigger()
    assert wait_until(lambda: group.refused or len(steps) > 1)
    assert steps == ["began"]
    go_on.set_result(None)
    done.set()
    assert wait_until(lambda: len(steps) == 3)
    assert steps == ["began", "ended", "second"]
    executor.shutdown()
    spinning.join()


def test_a_group_that_counts_is_throttled_by_a_timer(baton, node):
    """As rclpy's example custom_callback_group."""

    class Throttled(CallbackGroup):
        def __init__(self):
            super().__init__()
            self.bucket = 2

        def can_execute(self, entity):
            return self.bucket > 0

        def beginning_execution(self, entity):
            self.bucket -= 1
            return self.bucket >= 0

        def ending_execution(self, entity):
            pass

    group, calls = Throttled(), []

    def refill():
        calls.append("refill")
        group.bucket = 2

    node.create_timer(0.05, refill)
    node.create_timer(0.001, lambda: calls.append("call"), group)
    assert wait_until(
        lambda: calls.count("refill") == 3, lambda: baton.spin_once(node, timeout_sec=1)
    )
    assert calls[:3] == ["call", "call", "refill"]
    assert calls.count("call") == 6


def test_what_a_group_raises_comes_out_of_spin(baton, node):
    class Broken(CallbackGroup):
        def can_execute(self, entity):
            raise ValueError("on purpose")

    node.create_guard_condition(lambda: None, Broken()).trigger()
    with pytest.raises(ValueError, match="on purpose"):
        baton.spin_once(node, timeout_sec=10)


def test_a_group_hears_of_the_end_of_a_callback_that_destroys_its_own_entity(baton, node):
    door, made = Door(), []
    door.open = True

    def destroys(destroy):
        def callback(*_):
            destroy(made.pop())
            gc.collect()

        return callback

    publisher = node.create_publisher(String, "words", 10)
    made.append(
        node.create_timer(0.001, destroys(node.destroy_timer), door, autostart=False)
    )
    heard = destroys(node.destroy_subscription)
    made.append(node.create_subscription(String, "words", heard, 10, callback_group=door))
    assert wait_until(publisher.get_subscription_count)
    publisher.publish(String(data="a"))
    baton.spin_once(node, timeout_sec=10)
    made[0].reset()
    baton.spin_once(node, timeout_sec=10)
    assert made == []
    assert door.asked[1:3] == door.asked[4:6] == ["begins", "ends"]


def test_a_node_with_a_group_that_knows_it_is_collected(baton):
    class Knowing(Door):
        def __init__(self, node):
            super().__init__()
            self.node = node

    node = baton.Node("known")
    group = Knowing(node)
    node.create_subscription(String, "words", lambda message: None, 1, callback_group=group)
    node.create_client(SetBool, "set", callback_group=group)
    node.create_timer(1, lambda: None, group)
    alive = weakref.ref(node)
    del node, group
    gc.collect()
    assert alive() is None
