# SPDX-License-Identifier: Apache-2.0
"""The states of a lifecycle node and the transitions between them: docs/lifecycle.md."""

from __future__ import annotations

from enum import Enum
from typing import NamedTuple

from lifecycle_msgs.msg import State, Transition

from baton.exceptions import RCLError


class TransitionCallbackReturn(Enum):
    SUCCESS = Transition.TRANSITION_CALLBACK_SUCCESS
    FAILURE = Transition.TRANSITION_CALLBACK_FAILURE
    ERROR = Transition.TRANSITION_CALLBACK_ERROR


STATES = {
    State.PRIMARY_STATE_UNKNOWN: "unknown",
    State.PRIMARY_STATE_UNCONFIGURED: "unconfigured",
    State.PRIMARY_STATE_INACTIVE: "inactive",
    State.PRIMARY_STATE_ACTIVE: "active",
    State.PRIMARY_STATE_FINALIZED: "finalized",
    State.TRANSITION_STATE_CONFIGURING: "configuring",
    State.TRANSITION_STATE_CLEANINGUP: "cleaningup",
    State.TRANSITION_STATE_SHUTTINGDOWN: "shuttingdown",
    State.TRANSITION_STATE_ACTIVATING: "activating",
    State.TRANSITION_STATE_DEACTIVATING: "deactivating",
    State.TRANSITION_STATE_ERRORPROCESSING: "errorprocessing",
}


class Step(NamedTuple):
    """A transition: its id, its label, and between which states it leads."""

    id: int
    label: str
    start: int
    goal: int


def _all_steps() -> list[Step]:
    unconfigured, inactive = State.PRIMARY_STATE_UNCONFIGURED, State.PRIMARY_STATE_INACTIVE
    active, finalized = State.PRIMARY_STATE_ACTIVE, State.PRIMARY_STATE_FINALIZED
    configuring = State.TRANSITION_STATE_CONFIGURING
    cleaning_up = State.TRANSITION_STATE_CLEANINGUP
    shutting_down = State.TRANSITION_STATE_SHUTTINGDOWN
    activating = State.TRANSITION_STATE_ACTIVATING
    deactivating = State.TRANSITION_STATE_DEACTIVATING
    failing = State.TRANSITION_STATE_ERRORPROCESSING
    asked = [
        Step(Transition.TRANSITION_CONFIGURE, "configure", unconfigured, configuring),
        Step(Transition.TRANSITION_CLEANUP, "cleanup", inactive, cleaning_up),
        Step(Transition.TRANSITION_ACTIVATE, "activate", inactive, activating),
        Step(Transition.TRANSITION_DEACTIVATE, "deactivate", active, deactivating),
        Step(
            Transition.TRANSITION_UNCONFIGURED_SHUTDOWN, "shutdown", unconfigured, shutting_down
        ),
        Step(Transition.TRANSITION_INACTIVE_SHUTDOWN, "shutdown", inactive, shutting_down),
        Step(Transition.TRANSITION_ACTIVE_SHUTDOWN, "shutdown", active, shutting_down),
    ]
    # What the callback's result leads to: after success, failure and error.
    results = {
        configuring: (10, inactive, unconfigured, failing),
        cleaning_up: (20, unconfigured, inactive, failing),
        activating: (30, active, inactive, failing),
        deactivating: (40, inactive, active, failing),
        shutting_down: (50, finalized, finalized, failing),
        failing: (60, unconfigured, finalized, finalized),
    }
    made = [
        Step(first + number, f"transition_{name}", start, goals[number])
        for start, (first, *goals) in results.items()
        for number, name in enumerate(("success", "failure", "error"))
    ]
    return asked + made


STEPS = _all_steps()


class StateMachine:
    """Where a node is. Not thread-safe."""

    def __init__(self) -> None:
        self.state = State.PRIMARY_STATE_UNCONFIGURED

    @property
    def current_state(self) -> tuple[int, str]:
        return self.state, STATES[self.state]

    @property
    def available(self) -> list[Step]:
        return [step for step in STEPS if step.start == self.state]

    def find(self, transition_id: int, label: str = "") -> Step:
        """The transition that is asked for; raises RCLError if it does not begin here."""
        for step in self.available:
            if (label and step.label == label) or (not label and step.id == transition_id):
                return step
        asked = label or next((s.label for s in STEPS if s.id == transition_id), transition_id)
        raise RCLError(
            f"the transition '{asked}' does not begin in the state '{STATES[self.state]}', where "
            f"there are: {', '.join(step.label for step in self.available) or 'none'}"
        )

    def find_result(self, result: TransitionCallbackReturn) -> Step:
        return self.find(0, f"transition_{result.name.lower()}")

    def find_shutdown(self) -> Step:
        return self.find(0, "shutdown")
