# SPDX-License-Identifier: Apache-2.0
"""Conditions of actions. True is true or 1, false is false or 0, in any case."""

from collections.abc import Iterable

from .class_modules import module_for_each_class
from .condition import Condition
from .errors import InvalidConditionExpressionError
from .utilities import normalize_to_list_of_substitutions, perform_substitutions, text_of

__all__ = [
    "IfCondition",
    "InvalidConditionExpressionError",
    "LaunchConfigurationEquals",
    "LaunchConfigurationNotEquals",
    "UnlessCondition",
    "evaluate_condition_expression",
]


def evaluate_condition_expression(context, expression: Iterable) -> bool:
    text = perform_substitutions(context, list(expression))
    word = text.strip().lower()
    if word in ("true", "1"):
        return True
    if word in ("false", "0"):
        return False
    raise InvalidConditionExpressionError(
        f"the condition is '{text}': it must be true, false, 1 or 0"
    )


class IfCondition(Condition):
    """True if the text is true or 1."""

    def __init__(self, predicate_expression) -> None:
        self.__expression = normalize_to_list_of_substitutions(predicate_expression)
        super().__init__(predicate=self._holds)

    def _holds(self, context) -> bool:
        return evaluate_condition_expression(context, self.__expression)

    def describe(self) -> str:
        return f"{type(self).__name__}({text_of(self.__expression)})"


class UnlessCondition(IfCondition):
    """True if the text is false or 0."""

    def _holds(self, context) -> bool:
        return not super()._holds(context)


class LaunchConfigurationEquals(Condition):
    """True if a launch configuration is set and has this value; None: if it is not set."""

    def __init__(self, launch_configuration_name: str, expected_value) -> None:
        self.__name = launch_configuration_name
        self.__expected = (
            None if expected_value is None else normalize_to_list_of_substitutions(expected_value)
        )
        super().__init__(predicate=self._holds)

    def _holds(self, context) -> bool:
        expected = (
            None if self.__expected is None else perform_substitutions(context, self.__expected)
        )
        return context.launch_configurations.get(self.__name) == expected


class LaunchConfigurationNotEquals(LaunchConfigurationEquals):
    """The opposite of LaunchConfigurationEquals."""

    def _holds(self, context) -> bool:
        return not super()._holds(context)

module_for_each_class(
    __name__, evaluate_condition_expression_impl=[evaluate_condition_expression]
)
