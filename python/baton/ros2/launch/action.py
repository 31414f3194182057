# SPDX-License-Identifier: Apache-2.0
"""An entity that does something when it is visited, unless its condition says no."""

from .condition import Condition
from .errors import located
from .events.basic import ExecutionComplete
from .launch_description_entity import LaunchDescriptionEntity
from .location import here


class Action(LaunchDescriptionEntity):
    """Base of all actions: execute() is called once for each visit."""

    def __init__(self, *, condition: Condition | None = None) -> None:
        if (
            condition is not None
            and not isinstance(condition, Condition)
            and not callable(condition)
        ):
            raise TypeError(
                f"condition of {type(self).__name__} is a {type(condition).__name__}; "
                "give IfCondition(...) or UnlessCondition(...)"
            )
        self.__condition = condition
        self.location = here()

    @staticmethod
    def parse(entity, parser) -> tuple[type, dict]:
        """For launch files of XML and YAML: the class and the arguments to make one with."""
        kwargs = {}
        if_text = entity.get_attr("if", optional=True)
        unless_text = entity.get_attr("unless", optional=True)
        if if_text is not None and unless_text is not None:
            raise RuntimeError("if and unless cannot both be given; join them in one expression")
        from .conditions import IfCondition, UnlessCondition

        if if_text is not None:
            kwargs["condition"] = IfCondition(parser.parse_substitution(if_text))
        if unless_text is not None:
            kwargs["condition"] = UnlessCondition(parser.parse_substitution(unless_text))
        return Action, kwargs

    @property
    def condition(self):
        return self.__condition

    def visit(self, context) -> list[LaunchDescriptionEntity] | None:
        try:
            if self.__condition is None or self.__condition.evaluate(context):
                return self.execute(context)
        except Exception as error:
            raise located(error, self.location) from error.__cause__
        finally:
            self._announce_completion(context)
        return None

    def _announce_completion(self, context) -> None:
        event = ExecutionComplete(action=self)
        if not context.would_handle_event(event):
            return
        future = self.get_asyncio_future()
        if future is None:
            context.emit_event_sync(event)
        else:
            future.add_done_callback(lambda _: context.emit_event_sync(event))

    def execute(self, context) -> list[LaunchDescriptionEntity] | None:
        """Does the action; what it returns is visited next."""
        return None

    def get_sub_entities(self) -> list[LaunchDescriptionEntity]:
        return []

    def describe_sub_entities(self) -> list[LaunchDescriptionEntity]:
        return [] if self.__condition is not None else self.get_sub_entities()

    def describe_conditional_sub_entities(self):
        subs = self.get_sub_entities() if self.__condition is not None else []
        describe = getattr(self.__condition, "describe", lambda: "its condition")
        return [(f"if {describe()}", subs)] if subs else []
