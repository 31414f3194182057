# SPDX-License-Identifier: Apache-2.0
"""Several transitions of lifecycle nodes, each after the one before."""

from launch.action import Action
from launch.utilities import normalize_to_list_of_substitutions, perform_substitutions

from ..events.lifecycle import ChangeState, StateTransition, matches_node_name
from ..events.lifecycle.lifecycle_events import TRANSITIONS

_GOALS = {1: "inactive", 2: "unconfigured", 3: "active", 4: "inactive", 5: "finalized"}
_GOALS |= {6: "finalized", 7: "finalized"}


class LifecycleTransition(Action):
    """`transition_ids`: by number or label. The next one is asked for when the goal is reached."""

    def __init__(self, *, lifecycle_node_names, transition_ids, **kwargs) -> None:
        super().__init__(**kwargs)
        self.__names = [normalize_to_list_of_substitutions(one) for one in lifecycle_node_names]
        self.__transitions = [
            one if isinstance(one, int) else normalize_to_list_of_substitutions(one)
            for one in transition_ids
        ]
        if not self.__names or not self.__transitions:
            raise ValueError("LifecycleTransition needs names of nodes, and transitions")

    def execute(self, context) -> None:
        labels = {label: number for number, label in TRANSITIONS.items()}
        numbers = []
        for one in self.__transitions:
            if isinstance(one, int):
                numbers.append(one)
                continue
            text = perform_substitutions(context, one)
            number = int(text) if text.isdigit() else labels.get(text)
            if number not in TRANSITIONS:
                raise ValueError(f"transition '{text}': there are {', '.join(labels)}")
            numbers.append(number)
        for parts in self.__names:
            name = perform_substitutions(context, parts)
            _chain(context, name if name.startswith("/") else "/" + name, numbers)


def _chain(context, name: str, numbers: list[int]) -> None:
    from launch.event_handler import EventHandler

    left = list(numbers)

    def ask() -> None:
        context.emit_event_sync(
            ChangeState(lifecycle_node_matcher=matches_node_name(name), transition_id=left[0])
        )

    class _Next(EventHandler):
        def handle(self, event, context):
            del left[0]
            if left:
                ask()
            else:
                context.unregister_event_handler(self)
            return []

    def reached(event) -> bool:
        return (
            isinstance(event, StateTransition)
            and bool(left)
            and getattr(event.action, "node_name", None) == name
            and event.goal_state == _GOALS.get(left[0])
        )

    context.register_event_handler(_Next(matcher=reached))
    ask()
