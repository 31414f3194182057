# SPDX-License-Identifier: Apache-2.0
"""Tests of pytest that run beside a launch, and behind its end.

Written for Baton after the documented behaviour of ROS 2's package of this name. A function with
@launch_pytest.fixture makes the launch; tests with @pytest.mark.launch(fixture=...) name it.
"""

from . import actions, tools
from .fixture import fixture

__all__ = ["actions", "fixture", "tools"]
