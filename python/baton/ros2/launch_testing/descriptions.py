# SPDX-License-Identifier: Apache-2.0
"""Decorators: which launches a test makes, and which of its classes run after their end."""

import functools
from collections.abc import Callable, Iterable


def post_shutdown_test() -> Callable[[type], type]:
    """Of a class: its tests run when all processes have ended."""

    def decorate(test_class: type) -> type:
        if not isinstance(test_class, type):
            raise TypeError(f"post_shutdown_test() is for classes, and {test_class!r} is none")
        test_class.__post_shutdown_test__ = True
        return test_class

    return decorate


def parametrize(argnames: str, argvalues: Iterable) -> Callable:
    """Of generate_test_description(): one launch for each of the values, with all tests.

    `argnames`: names parted by commas; each of `argvalues` is a value, or a tuple of one for each.
    """
    names = [name.strip() for name in argnames.split(",") if name.strip()]
    rows = [value if isinstance(value, tuple) else (value,) for value in argvalues]
    for row in rows:
        if len(row) != len(names):
            raise ValueError(f"parametrize() has {len(names)} names ({argnames}), and values {row}")

    def decorate(function: Callable) -> Callable:
        @functools.wraps(function)
        def launches():
            for row in rows:
                arguments = dict(zip(names, row, strict=True))
                bound = functools.partial(function, **arguments)
                yield functools.update_wrapper(bound, function), arguments

        launches.__parametrized__ = True
        return launches

    return decorate


def ready_to_test_action_timeout(timeout: float) -> Callable:
    """Of generate_test_description(): seconds until ReadyToTest must have come; else 15."""

    def decorate(function: Callable) -> Callable:
        function.__ready_to_test_action_timeout__ = timeout
        return function

    return decorate
