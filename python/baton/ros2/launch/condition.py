# SPDX-License-Identifier: Apache-2.0
"""Whether an action is executed."""

from collections.abc import Callable


class Condition:
    def __init__(self, *, predicate: Callable | None = None) -> None:
        self._predicate = predicate

    @property
    def _predicate_func(self):
        """Launch files of some packages call it."""
        return self._predicate

    def describe(self) -> str:
        return f"{type(self).__name__}({self._predicate})"

    def evaluate(self, context) -> bool:
        return bool(self._predicate(context)) if self._predicate else False
