# SPDX-License-Identifier: Apache-2.0
"""Runs the launches of a file of tests, one behind the other, and the tests of each.

A launch belongs to the main thread, for the sake of its signals. So the tests that run beside it
are in a thread of their own, and those behind its end in the main thread.
"""

import sys
import threading
import traceback
import unittest

from launch import LaunchDescription, LaunchDescriptionSource, LaunchService
from launch.actions import IncludeLaunchDescription, RegisterEventHandler
from launch.event_handlers import OnProcessExit, OnProcessIO, OnProcessStart

from .loader import TestRun, bind
from .output import ActiveIoHandler
from .processes import ActiveProcInfoHandler
from .result import Result, failed, skipped


class LaunchTestRunner:
    """`arguments`: (name, value) pairs for the launch, which tests see as `test_args`."""

    def __init__(self, test_runs: list[TestRun], arguments=(), debug: bool = False) -> None:
        self._runs = test_runs
        self._arguments = list(arguments)
        self._debug = debug
        self.interrupted = False

    def validate(self) -> None:
        for run in self._runs:
            run.validate()

    def run(self) -> dict[str, Result]:
        """By the names of the launches; those that a Ctrl-C has left out are not there."""
        results: dict[str, Result] = {}
        for run in self._runs:
            if len(self._runs) > 1:
                print(f"\nStarting test run {run}", flush=True)
            launch = _Launch(run, self._arguments, self._debug)
            try:
                results[str(run)] = launch.run()
            except unittest.SkipTest as reason:
                print(f"{run} is skipped: {reason}", flush=True)
                results[str(run)] = skipped(run.cases(), str(reason))
            except LaunchEnded as error:
                print(error, file=sys.stderr, flush=True)
                results[str(run)] = failed(run.cases(), str(error))
                self.interrupted = launch.interrupted
                break
            except Exception as error:
                # The file's own function has failed; the report says so for each of its tests.
                text = "".join(traceback.format_exception(error))
                print(text, file=sys.stderr, flush=True)
                results[str(run)] = failed(run.cases(), text)
            self.interrupted = launch.interrupted
        return results


class LaunchEnded(Exception):
    """The launch was over before its tests were."""


class _Launch:
    """One launch with its tests."""

    def __init__(self, run: TestRun, arguments: list, debug: bool) -> None:
        self._run = run
        self._arguments = arguments
        self._service = LaunchService(debug=debug)
        self._info = ActiveProcInfoHandler()
        self._output = ActiveIoHandler()
        self._ready = threading.Event()
        self._over = threading.Event()
        self._result: Result | None = None
        self._late = False

    @property
    def interrupted(self) -> bool:
        return self._service.interrupted

    def run(self) -> Result:
        description, context = self._run.description(self._ready.set)
        values = {
            **context,
            **self._run.arguments,
            "proc_info": self._info,
            "proc_output": self._output,
            "test_args": dict(self._arguments),
        }
        bind(self._run.active, {**values, "launch_service": self._service})
        bind(self._run.after, values)
        self._service.include_launch_description(self._with_records(description))
        tests = threading.Thread(target=self._run_active, name="tests", daemon=True)
        tests.start()
        self._service.run(shutdown_when_idle=not self._run.markers.get("keep_alive", False))
        if not self._over.is_set():
            self._over.set()
            self._ready.set()
            raise LaunchEnded(self._why())
        tests.join()
        self._result.append(_run_suite(self._run.after))
        return self._result

    def _with_records(self, description: LaunchDescription) -> LaunchDescription:
        """The description, with handlers before it that note what processes do."""

        def started(event, context) -> None:
            self._output.track(event.process_name)
            self._info.append(event)

        return LaunchDescription(
            [
                RegisterEventHandler(OnProcessStart(on_start=started)),
                RegisterEventHandler(OnProcessExit(on_exit=lambda e, _: self._info.append(e))),
                RegisterEventHandler(
                    OnProcessIO(on_stdout=self._output.append, on_stderr=self._output.append)
                ),
                IncludeLaunchDescription(
                    LaunchDescriptionSource(description), launch_arguments=self._arguments
                ),
            ]
        )

    def _run_active(self) -> None:
        if not self._ready.wait(self._run.timeout):
            self._late = True
            self._service.shutdown()
            return
        if self._over.is_set():
            return
        try:
            self._result = _run_suite(self._run.active)
        finally:
            # What is set before a shutdown that the tests themselves ask for is their end, too.
            self._over.set()
            self._service.shutdown()

    def _why(self) -> str:
        if self._late:
            return (
                f"Timed out waiting for processes to start up: ReadyToTest was not visited within "
                f"{self._run.timeout:g} s"
            )
        if self._service.error is not None:
            return f"The launch failed before its tests ended: {self._service.error}"
        lines = ["Launch stopped before the active tests finished."]
        for event in self._info:
            code = getattr(event, "returncode", 0)
            if code:
                lines.append(f"Process '{event.process_name}' exited with {code}; it wrote:")
                said = b"".join(one.text for one in self._output[event.process_name])
                lines.append(said.decode(errors="replace"))
        return "\n".join(lines)


def _run_suite(suite: unittest.TestSuite) -> Result:
    # Keeps the cases: the report is written when all launches are over.
    suite._removeTestAtIndex = lambda index: None
    return unittest.TextTestRunner(verbosity=2, resultclass=Result).run(suite)
