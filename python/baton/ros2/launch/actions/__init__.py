# SPDX-License-Identifier: Apache-2.0
"""All actions of launch files."""

from ..class_modules import module_for_each_class
from .configurations import (
    DeclareLaunchArgument,
    PopLaunchConfigurations,
    PushLaunchConfigurations,
    ResetLaunchConfigurations,
    SetLaunchConfiguration,
    UnsetLaunchConfiguration,
)
from .environment import (
    AppendEnvironmentVariable,
    PopEnvironment,
    PushEnvironment,
    ReplaceEnvironmentVariables,
    ResetEnvironment,
    SetEnvironmentVariable,
    UnsetEnvironmentVariable,
)
from .event_actions import EmitEvent, RegisterEventHandler, Shutdown, UnregisterEventHandler
from .execute_local import ExecuteLocal
from .execute_process import ExecuteProcess
from .group_action import GroupAction
from .include_launch_description import IncludeLaunchDescription
from .log import Log, LogDebug, LogError, LogInfo, LogWarning
from .loops import ForEach, ForLoop
from .opaque import OpaqueCoroutine, OpaqueFunction
from .timer_action import TimerAction

ShutdownAction = Shutdown

__all__ = [
    "AppendEnvironmentVariable",
    "DeclareLaunchArgument",
    "EmitEvent",
    "ExecuteLocal",
    "ExecuteProcess",
    "ForEach",
    "ForLoop",
    "GroupAction",
    "IncludeLaunchDescription",
    "Log",
    "LogDebug",
    "LogError",
    "LogInfo",
    "LogWarning",
    "OpaqueCoroutine",
    "OpaqueFunction",
    "PopEnvironment",
    "PopLaunchConfigurations",
    "PushEnvironment",
    "PushLaunchConfigurations",
    "RegisterEventHandler",
    "ReplaceEnvironmentVariables",
    "ResetEnvironment",
    "ResetLaunchConfigurations",
    "SetEnvironmentVariable",
    "SetLaunchConfiguration",
    "Shutdown",
    "ShutdownAction",
    "TimerAction",
    "UnregisterEventHandler",
    "UnsetEnvironmentVariable",
    "UnsetLaunchConfiguration",
]

module_for_each_class(__name__, shutdown_action=[Shutdown])
