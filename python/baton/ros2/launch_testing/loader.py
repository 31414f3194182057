# SPDX-License-Identifier: Apache-2.0
"""The launches of a file of tests, and the tests that belong to each."""

import dataclasses
import functools
import inspect
import unittest
from collections.abc import Callable, Iterator

from .actions import ReadyToTest

_READY_TIMEOUT_S = 15


@dataclasses.dataclass
class TestRun:
    """One launch. `active`: tests that run beside it, `after`: those that run behind its end."""

    # Not a test of pytest.
    __test__ = False

    name: str
    describe: Callable
    arguments: dict
    active: unittest.TestSuite
    after: unittest.TestSuite

    @property
    def timeout(self) -> float:
        return getattr(self.describe, "__ready_to_test_action_timeout__", _READY_TIMEOUT_S)

    @property
    def markers(self) -> dict:
        return getattr(self.describe, "__markers__", {})

    def description(self, on_ready: Callable[[], None]) -> tuple:
        """(launch description, names for tests); calls `on_ready` when ReadyToTest is visited."""
        made = self.describe()
        description, context = made if isinstance(made, tuple) else (made, {})
        ready = next(ready_actions([description]), None)
        if ready is None:
            raise LookupError(
                "generate_test_description functions must return a LaunchDescription containing a "
                "ReadyToTest action: add launch_testing.actions.ReadyToTest()"
            )
        ready._add_callback(on_ready)
        return description, context

    def normalized_test_description(self, ready_fn: Callable[[], None]) -> tuple:
        """The name that ROS has for it."""
        return self.description(ready_fn)

    def cases(self) -> Iterator[unittest.TestCase]:
        yield from cases_of(self.active)
        yield from cases_of(self.after)

    def validate(self) -> None:
        """Throws if the arguments of generate_test_description() and of parametrize() differ."""
        parameters = inspect.signature(inspect.unwrap(self.describe)).parameters
        for name in self.arguments:
            if name not in parameters:
                raise TypeError(
                    "Could not find an argument in generate_test_description matching "
                    f"parametrized argument '{name}'"
                )
        for name, parameter in parameters.items():
            if name not in self.arguments and parameter.default is parameter.empty:
                hint = "; ROS has ReadyToTest() instead" if name == "ready_fn" else ""
                raise TypeError(
                    f"generate_test_description has unexpected extra argument '{name}'{hint}"
                )

    def __str__(self) -> str:
        return self.name + _suffix(self.arguments)


def ready_actions(entities) -> Iterator[ReadyToTest]:
    for entity in entities:
        if isinstance(entity, ReadyToTest):
            yield entity
        yield from ready_actions(entity.describe_sub_entities())
        for _, subs in entity.describe_conditional_sub_entities():
            yield from ready_actions(subs)


def _suffix(arguments: dict) -> str:
    return f"[{', '.join(map(str, arguments.values()))}]" if arguments else ""


def load_tests(module, name: str = "launch_tests") -> list[TestRun]:
    """One run for each set of values of parametrize(), else one."""
    describe = getattr(module, "generate_test_description", None)
    if describe is None:
        raise LookupError(
            f"the file {module.__file__} has no function generate_test_description()"
        )
    launches = describe() if hasattr(describe, "__parametrized__") else [(describe, {})]
    return [
        TestRun(name, function, arguments, *_suites(module, arguments))
        for function, arguments in launches
    ]


# The name that ROS has.
LoadTestsFromPythonModule = load_tests


def _suites(module, arguments: dict) -> tuple[unittest.TestSuite, unittest.TestSuite]:
    active, after = unittest.TestSuite(), unittest.TestSuite()
    for one in vars(module).values():
        if not isinstance(one, type) or not issubclass(one, unittest.TestCase):
            continue
        # A class of its own for each launch: what is bound to it belongs to that launch alone.
        names = {"__module__": one.__module__, "__qualname__": one.__qualname__}
        copy = type(one.__name__, (one,), names)
        suite = unittest.defaultTestLoader.loadTestsFromTestCase(copy)
        for case in cases_of(suite):
            _rename(case, _suffix(arguments))
        (after if getattr(one, "__post_shutdown_test__", False) else active).addTest(suite)
    return active, after


def _rename(case: unittest.TestCase, suffix: str) -> None:
    method = getattr(case, case._testMethodName)
    case._testMethodName += suffix
    setattr(case, case._testMethodName, method)


def cases_of(suite) -> Iterator[unittest.TestCase]:
    for one in suite:
        if isinstance(one, unittest.TestSuite):
            yield from cases_of(one)
        else:
            yield one


def bind(suite: unittest.TestSuite, values: dict) -> None:
    """Gives tests what they name as an argument; `self.NAME` has it, too."""
    classes = {type(case): None for case in cases_of(suite)}
    for test_class in classes:
        for name, value in values.items():
            if not hasattr(test_class, name):
                setattr(test_class, name, value)
        for name in ("setUpClass", "tearDownClass"):
            setattr(test_class, name, _bound(getattr(test_class, name), values))
    for case in cases_of(suite):
        for name in ("setUp", "tearDown", case._testMethodName):
            setattr(case, name, _bound(getattr(case, name), values))


def _bound(function: Callable, values: dict) -> Callable:
    wanted = inspect.signature(function).parameters
    arguments = {name: value for name, value in values.items() if name in wanted}
    # The marks of unittest, as that a failure is expected, are attributes of the function.
    return functools.update_wrapper(functools.partial(function, **arguments), function)
