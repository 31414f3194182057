# SPDX-License-Identifier: Apache-2.0
"""Lifecycle nodes: transitions, what goes along with them, and the services that lead them."""

import pytest
from programs import wait_until
from lifecycle_msgs.msg import State, Transition, TransitionEvent
from lifecycle_msgs.srv import ChangeState, GetAvailableTransitions, GetState
from std_msgs.msg import String

from baton.exceptions import RCLError
from baton.lifecycle import (
    LifecycleNode,
    SimpleManagedEntity,
    TransitionCallbackReturn,
)

SUCCESS, FAILURE, ERROR = TransitionCallbackReturn


def state_of(node):
    return node._state_machine.current_state[1]


@pytest.fixture
def make(baton):
    made = []

    def make(kind=LifecycleNode, **options):
        made.append(kind("lifecycle_node", **options))
        return made[-1]

    yield make
    for node in made:
        node.destroy_node()


def test_it_goes_through_all_states_and_refuses_what_does_not_begin_there(make):
    node = make(enable_communication_interface=False)
    assert state_of(node) == "unconfigured"
    with pytest.raises(RCLError, match="'activate' does not begin in the state 'unconfigured'"):
        node.trigger_activate()
    for trigger, state in (
        (node.trigger_configure, "inactive"),
        (node.trigger_activate, "active"),
        (node.trigger_deactivate, "inactive"),
        (node.trigger_cleanup, "unconfigured"),
        (node.trigger_shutdown, "finalized"),
    ):
        assert trigger() is SUCCESS
        assert state_of(node) == state
    with pytest.raises(RCLError, match="there are: none"):
        node.trigger_shutdown()


@pytest.mark.parametrize(
    ("configured", "repaired", "state"),
    [
        (FAILURE, SUCCESS, "unconfigured"),
        (ERROR, SUCCESS, "unconfigured"),
        (ERROR, FAILURE, "finalized"),
        (ValueError("broken"), ERROR, "finalized"),
        ("neither", SUCCESS, "unconfigured"),
    ],
)
def test_a_callback_that_fails_leads_back_or_to_on_error(make, configured, repaired, state):
    class Broken(LifecycleNode):
        def on_configure(self, left):
            assert (left.label, left.state_id) == ("unconfigured", 1)
            if isinstance(configured, Exception):
                raise configured
            return configured

        def on_error(self, left):
            return repaired

    node = make(Broken, enable_communication_interface=False)
    assert node.trigger_configure() is (FAILURE if configured is FAILURE else ERROR)
    assert state_of(node) == state


def test_its_publishers_publish_while_it_is_active(baton, make, node):
    lifecycle = make(enable_communication_interface=False)
    publisher = lifecycle.create_lifecycle_publisher(String, "words", 10)
    heard = []
    node.create_subscription(String, "words", lambda message: heard.append(message.data), 10)
    publisher.publish(String(data="too early"))
    lifecycle.trigger_configure()
    lifecycle.trigger_activate()
    assert publisher.is_activated
    publisher.publish(String(data="in time"))
    lifecycle.trigger_deactivate()
    publisher.publish(String(data="too late"))
    lifecycle.trigger_activate()
    publisher.publish(String(data="again"))
    assert wait_until(lambda: "again" in heard, lambda: baton.spin_once(node, timeout_sec=1))
    assert heard == ["in time", "again"]
    assert lifecycle.destroy_lifecycle_publisher(publisher)


def test_entities_go_along_and_may_stop_a_transition(make):
    class Door(SimpleManagedEntity):
        shut = False

        def on_activate(self, state):
            return FAILURE if self.shut else super().on_activate(state)

        @SimpleManagedEntity.when_enabled(when_not_enabled=lambda: "closed")
        def enter(self):
            return "entered"

    node, door = make(enable_communication_interface=False), Door()
    node.add_managed_entity(door)
    node.trigger_configure()
    assert door.enter() == "closed"
    door.shut = True
    assert node.trigger_activate() is FAILURE
    assert state_of(node) == "inactive"
    door.shut = False
    node.trigger_activate()
    assert door.enter() == "entered"


def test_others_lead_it_and_hear_of_it(baton, make, node):
    lifecycle = make()
    executor = baton.SingleThreadedExecutor()
    executor.add_node(node)
    executor.add_node(lifecycle)
    events = []
    node.create_subscription(
        TransitionEvent, "lifecycle_node/transition_event", events.append, 10
    )

    def call(service, name, request):
        client = node.create_client(service, f"lifecycle_node/{name}")
        assert client.wait_for_service(10)
        future = client.call_async(request)
        executor.spin_until_future_complete(future, 10)
        return future.result()

    def change(**transition):
        request = ChangeState.Request(transition=Transition(**transition))
        return call(ChangeState, "change_state", request).success

    assert change(id=Transition.TRANSITION_CONFIGURE)
    assert not change(id=Transition.TRANSITION_DEACTIVATE)
    assert change(label="activate")
    now = call(GetState, "get_state", GetState.Request()).current_state
    assert now == State(id=State.PRIMARY_STATE_ACTIVE, label="active")
    request = GetAvailableTransitions.Request()
    there = call(GetAvailableTransitions, "get_available_transitions", request)
    assert {t.transition.label for t in there.available_transitions} == {"deactivate", "shutdown"}
    graph = call(GetAvailableTransitions, "get_transition_graph", request).available_transitions
    assert len(graph) == 25
    assert change(id=Transition.TRANSITION_UNCONFIGURED_SHUTDOWN)  # whatever the state
    assert wait_until(lambda: len(events) == 6, lambda: executor.spin_once(1))
    assert [e.goal_state.label for e in events] == [
        "configuring", "inactive", "activating", "active", "shuttingdown", "finalized",
    ]  # fmt: skip
    executor.shutdown()
