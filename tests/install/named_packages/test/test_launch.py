# SPDX-License-Identifier: Apache-2.0
"""A launch test as packages have them; `word:=` other than 'said' lets it fail."""

import unittest

import launch
import launch.actions
import launch.substitutions
import launch_testing.actions
import launch_testing.markers


@launch_testing.markers.keep_alive
def generate_test_description():
    return launch.LaunchDescription(
        [
            launch.actions.DeclareLaunchArgument("word", default_value="said"),
            launch.actions.ExecuteProcess(
                cmd=["echo", launch.substitutions.LaunchConfiguration("word")]
            ),
            launch_testing.actions.ReadyToTest(),
        ]
    )


class TestWord(unittest.TestCase):
    def test_the_word_is_said(self, proc_output):
        proc_output.assertWaitFor("said\n", timeout=3, stream="stdout")
