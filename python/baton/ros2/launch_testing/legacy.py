# SPDX-License-Identifier: Apache-2.0
"""Tests that are programs of their own: a launch ends with its tests, and its status is theirs."""

from launch.actions import EmitEvent, ExecuteLocal, RegisterEventHandler
from launch.event_handlers import OnExecutionComplete, OnProcessExit
from launch.events import Shutdown

__all__ = ["LaunchTestService"]


class LaunchTestService:
    """Runs a launch until its tests have ended. One that fails ends it at once."""

    def __init__(self) -> None:
        self._running: set = set()
        self._failed_status = 0

    def add_fixture_action(self, launch_description, action, exit_allowed=(0,)):
        """Adds what the tests need. A process of it that exits with another status than those of
        `exit_allowed` (True: any) ends the launch as failed."""

        def on_exit(event, context):
            allowed = exit_allowed
            if not isinstance(allowed, bool):
                allowed = event.returncode in allowed
            if allowed or context.is_shutdown:
                return []
            return self._fail(event.returncode, f"{event.process_name} fixture process died!")

        launch_description.add_action(action)
        if isinstance(action, ExecuteLocal):
            self._when(launch_description, OnProcessExit(target_action=action, on_exit=on_exit))
        return action

    def add_test_action(self, launch_description, action):
        """Adds a test: a process, which must exit with 0, or another action, which must not raise."""

        def on_exit(event, context):
            if event.returncode != 0:
                return self._fail(event.returncode, f"{event.process_name} test failed!")
            return self._end(action)

        def on_completion(event, context):
            future = event.action.get_asyncio_future()
            if future is not None and not future.cancelled() and future.exception():
                return self._fail(1, str(future.exception()))
            return self._end(action)

        # Handlers first: an action may end at once.
        if isinstance(action, ExecuteLocal):
            handler = OnProcessExit(target_action=action, on_exit=on_exit)
        else:
            handler = OnExecutionComplete(target_action=action, on_completion=on_completion)
        self._when(launch_description, handler)
        launch_description.add_action(action)
        self._running.add(action)
        return action

    def run(self, launch_service, *args, **kwargs) -> int:
        """Runs the launch. The status of what failed first; 1 for a test that did not end."""
        status = launch_service.run(*args, **kwargs) or self._failed_status
        return status or int(bool(self._running))

    @staticmethod
    def _when(launch_description, handler) -> None:
        launch_description.add_action(RegisterEventHandler(handler))

    def _end(self, action) -> list:
        self._running.discard(action)
        return [] if self._running else [EmitEvent(event=Shutdown(reason="all tests finished"))]

    def _fail(self, status: int, reason: str) -> list:
        self._failed_status = self._failed_status or status or 1
        return [EmitEvent(event=Shutdown(reason=reason))]
