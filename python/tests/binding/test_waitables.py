# SPDX-License-Identifier: Apache-2.0
"""Waitables of users' own, as rclpy has them."""

import gc
import importlib
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
from baton.exceptions import InvalidHandle
from baton.guard_condition import GuardCondition
from baton.task import Future
from baton.waitable import NumberOfEntities, Waitable


class Words(Waitable):
    """Is ready when there is a word and the bell was rung."""

    def __init__(self, node, group=None, by_handle=False):
        super().__init__(group or node.default_callback_group)
        self.words = node.create_subscription(String, "words", None, 10)
        self.bell = node.create_guard_condition(None)
        self.rung = False
        self.heard = []
        self.by_handle = by_handle

    def get_num_entities(self):
        return NumberOfEntities(num_subs=1, num_gcs=1)

    def add_to_wait_set(self, wait_set):
        words, bell = self.words, self.bell
        if self.by_handle:
            words, bell = words.handle, bell.handle
        self.word_index = wait_set.add_subscription(words)
        self.bell_index = wait_set.add_guard_condition(bell)

    def is_ready(self, wait_set):
        self.rung = self.rung or wait_set.is_ready("guard_condition", self.bell_index)
        return self.rung and wait_set.is_ready("subscription", self.word_index)

    def take_data(self):
        return self.words.take().data

    async def execute(self, word):
        self.heard.append(word)


@pytest.fixture
def publisher(node):
    return node.create_publisher(String, "words", 10)


@pytest.mark.parametrize("by_handle", [False, True], ids=["by object", "by handle"])
@pytest.mark.parametrize("kind", ["SingleThreadedExecutor", "MultiThreadedExecutor"])
def test_a_waitable_runs_when_it_says_that_it_is_ready(baton, node, publisher, kind, by_handle):
    waitable = Words(node, ReentrantCallbackGroup(), by_handle)
    node.add_waitable(waitable)
    assert list(node.waitables) == [waitable]
    assert wait_until(publisher.get_subscription_count)
    publisher.publish(String(data="a"))
    publisher.publish(String(data="b"))
    executor = getattr(baton, kind)()
    executor.add_node(node)
    spinning = threading.Thread(target=executor.spin)
    spinning.start()
    waitable.bell.trigger()
    assert wait_until(lambda: waitable.heard == ["a", "b"])
    waits = executor.get_counters()["waits"]
    publisher.publish(String(data="c"))
    assert wait_until(lambda: waitable.heard == ["a", "b", "c"])
    assert executor.get_counters()["waits"] - waits < 100  # it does not poll
    executor.shutdown()
    spinning.join()


def test_a_message_that_is_not_taken_has_nothing_spin(baton, node, publisher):
    waitable = Words(node)
    node.add_waitable(waitable)
    publisher.publish(String(data="a"))
    executor = baton.SingleThreadedExecutor()
    executor.add_node(node)
    executor.spin_once(0.01)
    before = executor.get_counters()["waits"]
    executor.spin_once(0.05)
    assert executor.get_counters()["waits"] - before < 100
    assert waitable.heard == []
    waitable.bell.trigger()
    executor.spin_once(10)
    assert waitable.heard == ["a"]
    executor.shutdown()


def test_a_waitable_has_a_timer(baton, node):
    class Ticks(Waitable):
        def __init__(self):
            super().__init__(node.default_callback_group)
            self.timer = node.create_timer(0.001, None)
            self.ticks = []

        def get_num_entities(self):
            return NumberOfEntities(num_timers=1)

        def add_to_wait_set(self, wait_set):
            self.index = wait_set.add_timer(self.timer)

        def is_ready(self, wait_set):
            return wait_set.is_ready("timer", self.index)

        def take_data(self):
            return "tick"

        def execute(self, taken):
            self.ticks.append(taken)

    waitable = Ticks()
    node.add_waitable(waitable)
    for _ in range(3):
        baton.spin_once(node, timeout_sec=10)
    assert waitable.ticks == ["tick"] * 3


def test_a_guard_condition_that_no_node_made_and_a_future(baton, node):
    class Bell(Waitable):
        def __init__(self):
            super().__init__(node.default_callback_group)
            self.bell = GuardCondition(None, self.callback_group, context=node.context)
            self.future = Future()
            self.add_future(self.future)

        def get_num_entities(self):
            return NumberOfEntities(0, 1)

        def add_to_wait_set(self, wait_set):
            self.index = wait_set.add_guard_condition(self.bell)

        def is_ready(self, wait_set):
            return wait_set.is_ready("guard_condition", self.index)

        def take_data(self):
            return 42

        async def execute(self, data):
            self.future.set_result(data)

    waitable = Bell()
    waitable.bell.trigger()
    node.add_waitable(waitable)
    baton.spin_until_future_complete(node, waitable.future, timeout_sec=10)
    assert waitable.future.result() == 42
    again = waitable.future = Future()
    threading.Thread(target=waitable.bell.trigger).start()
    baton.spin_until_future_complete(node, again, timeout_sec=10)
    assert again.done()


def test_a_waitable_that_was_removed_does_not_run_and_may_come_back(baton, node, publisher):
    waitable = Words(node)
    waitable.rung = True
    node.add_waitable(waitable)
    node.remove_waitable(waitable)
    assert list(node.waitables) == []
    publisher.publish(String(data="a"))
    baton.spin_once(node, timeout_sec=0.01)
    assert waitable.heard == []
    node.add_waitable(waitable)
    assert wait_until(lambda: waitable.heard, lambda: baton.spin_once(node, timeout_sec=0.1))


def test_a_group_that_decides_is_asked_for_the_waitable(baton, node, publisher):
    class Door(CallbackGroup):
        open = False
        ended = 0

        def can_execute(self, entity):
            return entity is waitable and self.open

        def beginning_execution(self, entity):
            return True

        def ending_execution(self, entity):
            self.ended += 1

    door = Door()
    waitable = Words(node, door)
    waitable.rung = True
    node.add_waitable(waitable)
    publisher.publish(String(data="a"))
    baton.spin_once(node, timeout_sec=0.01)
    assert waitable.heard == []
    door.open = True
    baton.spin_once(node, timeout_sec=10)
    assert waitable.heard == ["a"] and door.ended == 1


class Bells(Waitable):
    """Looks at the first of its two bells until it is let go on, and is ready for the second."""

    def __init__(self, node, group):
        super().__init__(group)
        self.bells = [node.create_guard_condition(None, ReentrantCallbackGroup()) for _ in "ab"]
        self.looking, self.go_on = threading.Event(), threading.Event()
        self.runs = 0

    def get_num_entities(self):
        return NumberOfEntities(num_gcs=2)

    def add_to_wait_set(self, wait_set):
        self.indices = [wait_set.add_guard_condition(each) for each in self.bells]

    def is_ready(self, wait_set):
        first, second = (wait_set.is_ready("guard_condition", index) for index in self.indices)
        if first:
            self.looking.set()
            assert self.go_on.wait(30)
        return second

    def take_data(self):
        pass

    def execute(self, taken):
        self.runs += 1


@pytest.fixture
def spinning(baton, node):
    executor = baton.MultiThreadedExecutor(3)
    executor.add_node(node)
    thread = threading.Thread(target=executor.spin)
    thread.start()
    yield executor
    executor.shutdown()
    thread.join()


def test_what_comes_while_another_thread_looks_and_finds_nothing_is_seen(node, spinning):
    waitable, asked = Bells(node, ReentrantCallbackGroup()), []
    node.add_waitable(waitable)
    watch = node._watches[id(waitable)]
    begin = watch.begin

    def note():
        asked.append(begin())
        return asked[-1]

    watch.begin = note
    waitable.bells[0].trigger()
    assert waitable.looking.wait(30)
    waitable.bells[1].trigger()
    assert wait_until(lambda: asked == [True, False])
    waitable.go_on.set()
    assert wait_until(lambda: waitable.runs == 1)


def test_a_look_that_finds_nothing_holds_up_no_callback_of_its_group(node, spinning):
    class OneAtATime(MutuallyExclusiveCallbackGroup):
        refused = False

        def can_execute(self, entity):
            may = super().can_execute(entity)
            self.refused |= not may
            return may

    group, calls = OneAtATime(), []
    waitable = Bells(node, group)
    other = node.create_guard_condition(lambda: calls.append("other"), group)
    node.add_waitable(waitable)
    waitable.bells[0].trigger()
    assert waitable.looking.wait(30)
    other.trigger()
    assert wait_until(lambda: calls or group.refused)
    waitable.go_on.set()
    assert wait_until(lambda: calls == ["other"])
    waitable.bells[1].trigger()
    assert wait_until(lambda: waitable.runs == 1)


def test_a_bell_that_the_group_refuses_at_the_last_moment_is_not_lost(baton, node):
    class Fickle(CallbackGroup):
        begins = 0

        def can_execute(self, entity):
            return True

        def beginning_execution(self, entity):
            self.begins += 1
            return self.begins > 1

        def ending_execution(self, entity):
            pass

    group = Fickle()
    waitable = Bells(node, group)
    node.add_waitable(waitable)
    waitable.bells[1].trigger()
    baton.spin_once(node, timeout_sec=0.01)
    assert waitable.runs == 0 and group.begins == 1
    assert wait_until(lambda: waitable.runs, lambda: baton.spin_once(node, timeout_sec=0.1))
    assert group.begins == 2


def test_what_a_waitable_cannot_wait_for_says_what_to_do(node):
    client = node.create_client(SetBool, "set")

    class Asking(Waitable):
        def __init__(self, name, part, number):
            super().__init__(node.default_callback_group)
            self.name, self.part, self.number = name, part, number

        def get_num_entities(self):
            return self.number

        def add_to_wait_set(self, wait_set):
            getattr(wait_set, self.name)(self.part)

    one = NumberOfEntities(1, 1, 1, 1, 1, 1)
    for name, part, number, error, text in (
        ("add_client", client, one, NotImplementedError, "call_async"),
        ("add_service", client, one, NotImplementedError, "create_service"),
        ("add_event", client, one, NotImplementedError, "event_callbacks"),
        ("add_subscription", client, one, TypeError, "is no Subscription"),
        ("add_timer", node.create_timer(1, print), one, ValueError, "callback None"),
        ("add_timer", node.create_timer(1, None), NumberOfEntities(1), RuntimeError, "num_timers"),
    ):
        with pytest.raises(error, match=text):
            node.add_waitable(Asking(name, part, number))
    assert list(node.waitables) == []
    assert repr(one + one).endswith("num_timers=2)")
    with pytest.raises(NotImplementedError, match="get_num_entities"):
        Waitable(node.default_callback_group).get_num_entities()


def test_what_a_waitable_raises_comes_out_of_spin(baton, node, publisher):
    waitable = Words(node)
    waitable.take_data = lambda: 1 / 0
    waitable.rung = True
    node.add_waitable(waitable)
    publisher.publish(String(data="a"))
    with pytest.raises(ZeroDivisionError):
        baton.spin_once(node, timeout_sec=10)


def test_a_waitable_that_was_destroyed_is_left_out(baton, node, publisher):
    class Destroyed(Words):
        destroyed = True

        def __enter__(self):
            if self.destroyed:
                raise InvalidHandle("destroyed")

    waitable = Destroyed(node)
    waitable.rung = True
    node.add_waitable(waitable)
    publisher.publish(String(data="a"))
    baton.spin_once(node, timeout_sec=0.01)
    assert waitable.heard == []
    waitable.destroyed = False
    assert wait_until(lambda: waitable.heard, lambda: baton.spin_once(node, timeout_sec=0.1))


def test_a_node_with_a_waitable_is_collected(baton):
    node = baton.Node("waiting")
    waitable = Words(node)
    node.add_waitable(waitable)
    alive = weakref.ref(node)
    del node, waitable
    gc.collect()
    assert alive() is None


def test_a_waitable_that_was_written_for_rclpy_runs_as_it_is(baton, node):
    importlib.import_module("baton.rclpy")
    from rclpy.impl.implementation_singleton import rclpy_implementation as _rclpy
    from rclpy.waitable import NumberOfEntities, Waitable

    class Bell(Waitable):
        def __init__(self, node):
            super().__init__(ReentrantCallbackGroup())
            with node.context.handle:
                self.guard = _rclpy.GuardCondition(node.context.handle)
            self.index, self.ready, self.taken = None, False, []

        def is_ready(self, wait_set):
            if wait_set.is_ready("guard_condition", self.index):
                self.ready = True
            return self.ready

        def take_data(self):
            self.ready = False
            return "rung"

        async def execute(self, taken_data):
            self.taken.append(taken_data)

        def get_num_entities(self):
            return NumberOfEntities(0, 1, 0, 0, 0)

        def add_to_wait_set(self, wait_set):
            self.index = wait_set.add_guard_condition(self.guard)

    waitable = Bell(node)
    node.add_waitable(waitable)
    for _ in range(2):
        with waitable.guard:
            waitable.guard.trigger_guard_condition()
        baton.spin_once(node, timeout_sec=10)
    assert waitable.taken == ["rung", "rung"]
