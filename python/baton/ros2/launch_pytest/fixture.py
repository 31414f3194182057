# SPDX-License-Identifier: Apache-2.0
"""The decorator of functions that make a launch description.

The fixture that it makes starts the launch, waits for ReadyToTest, and ends the launch when its scope
ends. Its value is what the function returns.
"""

import dataclasses
import functools
import inspect

import pytest
from launch import LaunchDescription
from launch_testing.actions import ReadyToTest
from launch_testing.loader import ready_actions

from .launch_run import Endings, LaunchRun, event_loops, launch_context, launch_service, runs_of

_SCOPES = ["function", "class", "module", "package", "session"]
_WIDEST = "__launch_pytest_scope__"
# What the made fixture asks for itself.
_OWN = ("request", "event_loop", "launch_service")


@dataclasses.dataclass(frozen=True)
class LaunchFixture:
    """Which fixture a mark means."""

    name: str
    scope: str


def fixture(
    function=None,
    *,
    scope: str = "function",
    shutdown_when_idle: bool = True,
    auto_shutdown: bool = True,
    **options,
):
    """As pytest.fixture(). The function returns a LaunchDescription, or a sequence that begins so.

    `shutdown_when_idle`: the launch ends when it has nothing to wait for. Without `auto_shutdown` the
    end of a launch is waited for, and not asked for: it ends by itself, or a test has it end.

    Gives the module the fixtures launch_service, launch_context and event_loop in the widest scope of
    its launch fixtures, unless it has its own.
    """
    if function is None:
        return functools.partial(
            fixture,
            scope=scope,
            shutdown_when_idle=shutdown_when_idle,
            auto_shutdown=auto_shutdown,
            **options,
        )
    start = _starter(function, Endings(shutdown_when_idle, auto_shutdown))
    start.launch_fixture = LaunchFixture(options.get("name") or function.__name__, scope)
    _offer(function.__globals__, scope)
    return pytest.fixture(scope=scope, **options)(start)


def scoped_fixtures(scope: str) -> dict:
    functions = {
        "event_loop": event_loops,
        "launch_service": launch_service,
        "launch_context": launch_context,
    }
    return {
        name: pytest.fixture(scope=scope, name=name)(function)
        for name, function in functions.items()
    }


def _offer(module: dict, scope: str) -> None:
    if scope == _SCOPES[0]:
        # The plugin has these, and a conftest.py may have wider ones, which this must not hide.
        return
    before = module.get(_WIDEST)
    if before is not None and _SCOPES.index(before) >= _SCOPES.index(scope):
        return
    for name, made in scoped_fixtures(scope).items():
        if name not in module or before is not None:
            module[name] = made
    module[_WIDEST] = scope


def _starter(function, endings: Endings):
    """A generator function for pytest.fixture(), with the arguments of `function` and its own."""
    wanted = inspect.signature(function).parameters

    def start(*args, **kwargs):
        __tracebackhide__ = True
        request, loop, service = (kwargs[name] for name in _OWN)
        given = {name: value for name, value in kwargs.items() if name in wanted}
        value = function(*args, **given)
        parts = value if inspect.isgenerator(value) else iter([value])
        made = next(parts)
        run = LaunchRun(loop, service, _description_in(made), endings)
        runs, name = runs_of(request.session), start.launch_fixture.name
        before = runs.get(name)
        runs[name] = run
        try:
            run.start()
            yield made
        finally:
            try:
                run.end()
            finally:
                run.forget()
                runs[name] = before
                for _ in parts:
                    raise RuntimeError(f"{name}() must stop iteration after yielding once")

    more = [
        inspect.Parameter(name, inspect.Parameter.KEYWORD_ONLY) for name in _OWN if name not in wanted
    ]
    start.__signature__ = inspect.Signature([*wanted.values(), *more])
    for name in ("__module__", "__name__", "__qualname__", "__doc__"):
        setattr(start, name, getattr(function, name))
    return start


def _description_in(made) -> LaunchDescription:
    """With one ReadyToTest. Throws TypeError or ValueError."""
    __tracebackhide__ = True
    first = made
    if not isinstance(made, LaunchDescription):
        first = made[0] if isinstance(made, (list, tuple)) and made else None
    if not isinstance(first, LaunchDescription):
        raise TypeError(
            "what a launch_pytest fixture returns must be either a launch description, or a sequence "
            f"whose first item is one: it is {made!r}"
        )
    ready = list(ready_actions([first]))
    if len(ready) > 1:
        raise ValueError("a launch description has only one ReadyToTest action: there are several")
    if not ready:
        first.add_action(ReadyToTest())
    return first
