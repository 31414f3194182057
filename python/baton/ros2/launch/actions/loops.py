# SPDX-License-Identifier: Apache-2.0
"""Actions that make others, several times."""

from collections.abc import Callable

from ..action import Action
from ..event_handler import entities_of
from ..utilities import (
    normalize_to_list_of_substitutions,
    normalize_typed_substitution,
    perform_substitutions,
    perform_typed_substitution,
)


class ForEach(Action):
    """Calls function(**values) for each set of values: a text like `{name: a, id: 1};{name: b}`."""

    SEPARATOR = ";"

    def __init__(self, input_values, *, function: Callable, **kwargs) -> None:
        super().__init__(**kwargs)
        self.__values = normalize_to_list_of_substitutions(input_values)
        self.__function = function

    def execute(self, context) -> list:
        import yaml

        text = perform_substitutions(context, self.__values)
        visited: list = []
        for part in filter(str.strip, text.split(self.SEPARATOR)):
            try:
                values = yaml.safe_load(part)
            except yaml.YAMLError as error:
                raise ValueError(f"'{part}' is not YAML: {error}") from None
            if not isinstance(values, dict):
                raise ValueError(f"'{part}' is no mapping of names to values, as {{name: a}}")
            visited += entities_of(self.__function(**values))
        return visited


class ForLoop(Action):
    """Calls function(0), function(1), ... `length` times."""

    def __init__(self, length, *, function: Callable, name: str = "i", **kwargs) -> None:
        super().__init__(**kwargs)
        self.__length = normalize_typed_substitution(length, int)
        self.__function = function
        self.__name = name

    def execute(self, context) -> list:
        visited: list = []
        for index in range(perform_typed_substitution(context, self.__length, int)):
            visited += entities_of(self.__function(**{self.__name: index}))
        return visited
