# SPDX-License-Identifier: Apache-2.0
"""All actions for nodes, components and parameters."""

from launch.class_modules import module_for_each_class
from .composable_node_container import ComposableNodeContainer
from .lifecycle_node import LifecycleNode
from .lifecycle_transition import LifecycleTransition
from .load_composable_nodes import LoadComposableNodes
from .node import Node
from .ros_timer import ROSTimer, RosTimer
from .scope import (
    PushROSNamespace,
    PushRosNamespace,
    SetParameter,
    SetParametersFromFile,
    SetRemap,
    SetROSLogDir,
    SetUseSimTime,
)

__all__ = [
    "ComposableNodeContainer",
    "LifecycleNode",
    "LifecycleTransition",
    "LoadComposableNodes",
    "Node",
    "PushROSNamespace",
    "PushRosNamespace",
    "ROSTimer",
    "RosTimer",
    "SetParameter",
    "SetParametersFromFile",
    "SetROSLogDir",
    "SetRemap",
    "SetUseSimTime",
]

module_for_each_class(__name__)
