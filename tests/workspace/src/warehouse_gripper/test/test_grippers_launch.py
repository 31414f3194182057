# SPDX-License-Identifier: Apache-2.0
import sys
import unittest

import launch
import launch.actions
import launch_testing
import launch_testing.actions
import pytest


@pytest.mark.launch_test
def generate_test_description():
    greet = "import signal; print('gripper is open', flush=True); signal.pause()"
    process = launch.actions.ExecuteProcess(
        cmd=[sys.executable, "-c", greet], name="gripper", output="screen"
    )
    return launch.LaunchDescription([process, launch_testing.actions.ReadyToTest()])


class TestGripper(unittest.TestCase):
    def test_says_that_it_is_open(self, proc_output):
        proc_output.assertWaitFor("gripper is open", stream="stdout", timeout=30)


@launch_testing.post_shutdown_test()
class TestEnd(unittest.TestCase):
    def test_ends_by_the_signal_of_the_launch(self, proc_info):
        launch_testing.asserts.assertExitCodes(proc_info, [launch_testing.asserts.EXIT_SIGINT])
