# SPDX-License-Identifier: Apache-2.0
"""Tests that are programs of their own, by launch_testing.legacy."""

import sys

from launch import LaunchDescription, LaunchService
from launch.actions import ExecuteProcess, OpaqueFunction, Shutdown, TimerAction
from launch_testing.legacy import LaunchTestService

WAITS = "import signal; signal.pause()"


def process(code: str) -> ExecuteProcess:
    return ExecuteProcess(cmd=[sys.executable, "-S", "-c", code])


def run(tests=(), fixtures=(), **options) -> int:
    description = LaunchDescription()
    tested = LaunchTestService()
    for each in fixtures:
        assert tested.add_fixture_action(description, each, **options) is each
    for each in tests:
        assert tested.add_test_action(description, each) is each
    service = LaunchService()
    service.include_launch_description(description)
    return tested.run(service)


def test_a_launch_ends_when_all_its_tests_have():
    node = process(WAITS)
    assert run([process("pass"), process("pass")], [node]) == 0
    assert node.return_code is not None


def test_a_test_that_fails_gives_its_status_and_ends_the_others():
    other = process(WAITS)
    assert run([process("raise SystemExit(7)"), other]) == 7
    assert other.return_code is not None


def test_a_process_that_the_tests_need_must_not_die():
    dies = "raise SystemExit(3)"
    assert run([process(WAITS)], [process(dies)]) == 3
    assert run([process("pass")], [process("raise SystemExit(0)")]) == 0
    for allowed in (True, [3]):
        assert run([process("pass")], [process(dies)], exit_allowed=allowed) == 0


def test_a_test_that_is_no_process_ends_the_launch_too():
    ran = []
    action = OpaqueFunction(function=lambda context: ran.append("ran"))
    assert run([action], [process(WAITS)]) == 0
    assert ran == ["ran"]


def test_a_test_that_does_not_end_is_a_failure():
    early = TimerAction(period=0.1, actions=[Shutdown(reason="early")])
    assert run([process(WAITS)], [early]) != 0
