# SPDX-License-Identifier: Apache-2.0
"""When a lifecycle node changes its state."""

from launch.event_handler import EventHandler, entities_of

from ..events.lifecycle import StateTransition


class OnStateTransition(EventHandler):
    """Of one LifecycleNode (None: of all); None for a state or the transition: any."""

    def __init__(
        self,
        *,
        entities=None,
        target_lifecycle_node=None,
        transition: str | None = None,
        start_state: str | None = None,
        goal_state: str | None = None,
        matcher=None,
        **kwargs,
    ) -> None:
        function = entities if callable(entities) else None
        self.__function = function
        self.__target = target_lifecycle_node
        self.__wanted = {
            "transition": transition,
            "start_state": start_state,
            "goal_state": goal_state,
        }
        super().__init__(
            matcher=matcher or self._is_meant, entities=None if function else entities, **kwargs
        )

    def _is_meant(self, event) -> bool:
        if not isinstance(event, StateTransition):
            return False
        if self.__target is not None and event.action is not self.__target:
            return False
        return all(
            value is None or getattr(event, name) == value for name, value in self.__wanted.items()
        )

    @property
    def matcher_description(self) -> str:
        wanted = ", ".join(f"{name} {value}" for name, value in self.__wanted.items() if value)
        return f"StateTransition({wanted})"

    def handle(self, event, context):
        self._handled(event, context)
        return entities_of(self.__function(event, context)) if self.__function else self.entities
