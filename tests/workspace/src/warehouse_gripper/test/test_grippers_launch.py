# SPDX-License-Identifier: Apache-2.0
import launch
import launch_testing.actions
import pytest


@pytest.mark.launch_test
def generate_test_description():
    return launch.LaunchDescription([launch_testing.actions.ReadyToTest()])
