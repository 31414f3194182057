# SPDX-License-Identifier: Apache-2.0
"""A launch test of add_ros_test(), which gives it a domain of its own."""

import os
import unittest

import launch
import launch.actions
import launch_testing.actions
import launch_testing.markers


@launch_testing.markers.keep_alive
def generate_test_description():
    say = launch.actions.ExecuteProcess(cmd=["sh", "-c", "echo domain $ROS_DOMAIN_ID"])
    return launch.LaunchDescription([say, launch_testing.actions.ReadyToTest()])


class TestDomain(unittest.TestCase):
    def test_processes_are_in_the_domain_of_the_test(self, proc_output):
        domain = os.environ["ROS_DOMAIN_ID"]
        self.assertNotEqual("0", domain)
        proc_output.assertWaitFor(f"domain {domain}\n", timeout=3, stream="stdout")
