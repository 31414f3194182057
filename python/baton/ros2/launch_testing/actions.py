# SPDX-License-Identifier: Apache-2.0
"""Actions of launch tests: the signal that tests may begin, and processes that are tests."""

import sys
from collections.abc import Callable

from launch.action import Action
from launch.actions import EmitEvent, ExecuteProcess, RegisterEventHandler, TimerAction
from launch.class_modules import module_for_each_class
from launch.event_handlers import OnProcessExit
from launch.events import matches_action
from launch.events.process import ShutdownProcess
from launch.frontend.expose import expose_action

__all__ = ["GTest", "PyTest", "ReadyToTest", "Test"]


@expose_action("ready_to_test")
class ReadyToTest(Action):
    """From here on the tests of a launch test may run."""

    def __init__(self, **kwargs) -> None:
        super().__init__(**kwargs)
        self._callbacks: list[Callable[[], None]] = []

    def _add_callback(self, callback: Callable[[], None]) -> None:
        self._callbacks.append(callback)

    def execute(self, context) -> None:
        for callback in self._callbacks:
            callback()


class Test(ExecuteProcess):
    """A process that is asked to end after `timeout` seconds; `kill_timeout` later it is killed."""

    # Not a test of pytest.
    __test__ = False

    def __init__(self, *, timeout=None, kill_timeout=5.0, **kwargs) -> None:
        super().__init__(**{"sigterm_timeout": kill_timeout, **kwargs})
        self.__timeout = timeout

    @property
    def timeout(self):
        return self.__timeout

    def execute(self, context):
        subs = super().execute(context) or []
        if self.__timeout is None:
            return subs
        end = EmitEvent(event=ShutdownProcess(process_matcher=matches_action(self)))
        timer = TimerAction(period=self.__timeout, actions=[end])
        over = OnProcessExit(target_action=self, on_exit=lambda event, context: timer.cancel())
        return [*subs, RegisterEventHandler(over), timer]


class GTest(Test):
    """Runs a test program."""

    def __init__(self, *, path, **kwargs) -> None:
        super().__init__(cmd=[path], **kwargs)
        self.__path = path

    @property
    def path(self):
        return self.__path


class PyTest(Test):
    """Runs pytest with a file."""

    def __init__(self, *, path, **kwargs) -> None:
        super().__init__(cmd=[sys.executable, "-m", "pytest", path], **kwargs)
        self.__path = path

    @property
    def path(self):
        return self.__path


module_for_each_class(__name__, ready=[ReadyToTest])
