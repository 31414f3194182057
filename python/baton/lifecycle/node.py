# SPDX-License-Identifier: Apache-2.0
"""Lifecycle nodes."""

from __future__ import annotations

import traceback
from collections.abc import Iterable
from typing import Any, NamedTuple

from lifecycle_msgs import srv
from lifecycle_msgs.msg import State, Transition, TransitionDescription, TransitionEvent

from baton.exceptions import RCLError
from baton.lifecycle.entity import ManagedEntity
from baton.lifecycle.machine import (
    STATES,
    STEPS,
    StateMachine,
    Step,
    TransitionCallbackReturn,
)
from baton.lifecycle.publisher import LifecyclePublisher
from baton.node import Node

_CALLBACKS = {
    State.TRANSITION_STATE_CONFIGURING: "on_configure",
    State.TRANSITION_STATE_CLEANINGUP: "on_cleanup",
    State.TRANSITION_STATE_SHUTTINGDOWN: "on_shutdown",
    State.TRANSITION_STATE_ACTIVATING: "on_activate",
    State.TRANSITION_STATE_DEACTIVATING: "on_deactivate",
    State.TRANSITION_STATE_ERRORPROCESSING: "on_error",
}


class LifecycleState(NamedTuple):
    """A state, as the callbacks of transitions get it: the one that is left."""

    label: str
    state_id: int


class LifecycleNodeMixin(ManagedEntity):
    """What makes a node a lifecycle node: the services and the topic by which others lead it.
    Callbacks of transitions are methods, on_configure(state) and so on; overriding ones call
    super() to take publishers along. One transition at a time."""

    def __init__(
        self, *, enable_communication_interface: bool = True, callback_group: Any = None
    ) -> None:
        if not isinstance(enable_communication_interface, bool):
            raise TypeError("enable_communication_interface must be a bool")
        self._state_machine = StateMachine()
        self._managed_entities: list[ManagedEntity] = []
        self._transition_events: Any = None
        if enable_communication_interface:
            self._communicate(callback_group)

    def _communicate(self, group: Any) -> None:
        node: Any = self
        self._transition_events = node.create_publisher(TransitionEvent, "~/transition_event", 10)
        for service, answer in (
            (srv.ChangeState, self._on_change_state),
            (srv.GetState, self._on_get_state),
            (srv.GetAvailableStates, self._on_get_states),
            (srv.GetAvailableTransitions, self._on_get_transitions),
        ):
            name = "".join(f"_{c.lower()}" if c.isupper() else c for c in service.__name__)[1:]
            node.create_service(service, f"~/{name}", answer, callback_group=group)
        node.create_service(
            srv.GetAvailableTransitions,
            "~/get_transition_graph",
            self._on_get_graph,
            callback_group=group,
        )

    # ---- transitions ----

    def trigger_configure(self) -> TransitionCallbackReturn:
        """Leads the node itself; raises RCLError when the transition does not begin here."""
        return self._change(self._state_machine.find(Transition.TRANSITION_CONFIGURE))

    def trigger_cleanup(self) -> TransitionCallbackReturn:
        return self._change(self._state_machine.find(Transition.TRANSITION_CLEANUP))

    def trigger_activate(self) -> TransitionCallbackReturn:
        return self._change(self._state_machine.find(Transition.TRANSITION_ACTIVATE))

    def trigger_deactivate(self) -> TransitionCallbackReturn:
        return self._change(self._state_machine.find(Transition.TRANSITION_DEACTIVATE))

    def trigger_shutdown(self) -> TransitionCallbackReturn:
        return self._change(self._state_machine.find_shutdown())

    def _change(self, step: Step) -> TransitionCallbackReturn:
        result = self._run(step)
        if self._state_machine.state == State.TRANSITION_STATE_ERRORPROCESSING:
            left = LifecycleState(STATES[step.start], step.start)
            self._enter(self._state_machine.find_result(self._call("on_error", left)))
        return result

    def _run(self, step: Step) -> TransitionCallbackReturn:
        self._enter(step)
        left = LifecycleState(STATES[step.start], step.start)
        result = self._call(_CALLBACKS[step.goal], left)
        self._enter(self._state_machine.find_result(result))
        return result

    def _call(self, name: str, left: LifecycleState) -> TransitionCallbackReturn:
        try:
            result = getattr(self, name)(left)
        except Exception:  # as in rclpy: a callback that raises has failed
            traceback.print_exc()
            return TransitionCallbackReturn.ERROR
        if not isinstance(result, TransitionCallbackReturn):
            node: Any = self
            node.get_logger().error(
                f"{name}() must return a TransitionCallbackReturn, and returned {result!r}"
            )
            return TransitionCallbackReturn.ERROR
        return result

    def _enter(self, step: Step) -> None:
        self._state_machine.state = step.goal
        if self._transition_events is None:
            return
        node: Any = self
        event = TransitionEvent(stamp=node.get_clock().now().to_msg())
        event.transition.id, event.transition.label = step.id, step.label
        event.start_state.id, event.start_state.label = step.start, STATES[step.start]
        event.goal_state.id, event.goal_state.label = step.goal, STATES[step.goal]
        self._transition_events.publish(event)

    # ---- what goes along ----

    def add_managed_entity(self, entity: ManagedEntity) -> None:
        """`entity` goes through all transitions from now on."""
        self._managed_entities.append(entity)

    def create_lifecycle_publisher(self, *args: Any, **kwargs: Any) -> LifecyclePublisher:
        """A publisher that publishes while the node is active; arguments of create_publisher()."""
        node: Any = self
        publisher = node.create_publisher(*args, publisher_class=LifecyclePublisher, **kwargs)
        self.add_managed_entity(publisher)
        return publisher

    def destroy_lifecycle_publisher(self, publisher: LifecyclePublisher) -> bool:
        node: Any = self
        if publisher in self._managed_entities:
            self._managed_entities.remove(publisher)
        return node.destroy_publisher(publisher)

    def _lead(self, name: str, state: LifecycleState) -> TransitionCallbackReturn:
        for entity in self._managed_entities:
            result = getattr(entity, name)(state)
            if result is not TransitionCallbackReturn.SUCCESS:
                return result
        return TransitionCallbackReturn.SUCCESS

    def on_configure(self, state: LifecycleState) -> TransitionCallbackReturn:
        return self._lead("on_configure", state)

    def on_cleanup(self, state: LifecycleState) -> TransitionCallbackReturn:
        return self._lead("on_cleanup", state)

    def on_shutdown(self, state: LifecycleState) -> TransitionCallbackReturn:
        return self._lead("on_shutdown", state)

    def on_activate(self, state: LifecycleState) -> TransitionCallbackReturn:
        return self._lead("on_activate", state)

    def on_deactivate(self, state: LifecycleState) -> TransitionCallbackReturn:
        return self._lead("on_deactivate", state)

    def on_error(self, state: LifecycleState) -> TransitionCallbackReturn:
        return self._lead("on_error", state)

    # ---- services ----

    def _on_change_state(self, request: Any, response: Any) -> Any:
        asked = request.transition
        try:
            if asked.id in (s.id for s in STEPS if s.label == "shutdown"):
                step = self._state_machine.find_shutdown()
            else:
                step = self._state_machine.find(asked.id, asked.label)
            response.success = self._change(step) is TransitionCallbackReturn.SUCCESS
        except RCLError as error:
            node: Any = self
            node.get_logger().error(str(error))
        return response

    def _on_get_state(self, request: Any, response: Any) -> Any:
        response.current_state = _state_message(self._state_machine.state)
        return response

    def _on_get_states(self, request: Any, response: Any) -> Any:
        response.available_states = [_state_message(each) for each in STATES]
        return response

    def _on_get_transitions(self, request: Any, response: Any) -> Any:
        response.available_transitions = _describe(self._state_machine.available)
        return response

    def _on_get_graph(self, request: Any, response: Any) -> Any:
        response.available_transitions = _describe(STEPS)
        return response


class LifecycleNode(LifecycleNodeMixin, Node):
    """A node that others configure, activate, deactivate and shut down, as in rclpy."""

    def __init__(
        self, node_name: str, *, enable_communication_interface: bool = True, **kwargs: Any
    ) -> None:
        """`kwargs` are those of Node."""
        Node.__init__(self, node_name, **kwargs)
        LifecycleNodeMixin.__init__(
            self, enable_communication_interface=enable_communication_interface
        )


def _state_message(state: int) -> State:
    return State(id=state, label=STATES[state])


def _describe(steps: Iterable[Step]) -> list[TransitionDescription]:
    return [
        TransitionDescription(
            transition=Transition(id=step.id, label=step.label),
            start_state=_state_message(step.start),
            goal_state=_state_message(step.goal),
        )
        for step in steps
    ]
