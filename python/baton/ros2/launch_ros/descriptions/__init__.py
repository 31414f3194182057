# SPDX-License-Identifier: Apache-2.0
"""What is in a container, and parameters."""

from ..parameter_descriptions import Parameter, ParameterFile, ParameterValue
from .composable_node import ComposableNode

__all__ = ["ComposableNode", "Parameter", "ParameterFile", "ParameterValue"]
