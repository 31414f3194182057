# SPDX-License-Identifier: Apache-2.0
"""What the actions of this package share."""

from launch.class_modules import module_for_each_class

from .namespaces import (
    full_node_name,
    is_namespace_absolute,
    is_root_namespace,
    make_namespace_absolute,
    prefix_namespace,
)
from .parameter_files import flatten, parameters_for_node
from .parameters import (
    evaluate_parameter_dict,
    evaluate_parameters,
    normalize_parameters,
    normalize_remap_rule,
    normalize_remap_rules,
)
from .temporary_files import write_parameter_file
from .to_parameters_list import to_parameters_list
from .track_node_names import add_node_name, get_node_name_count

__all__ = [
    "add_node_name",
    "evaluate_parameter_dict",
    "evaluate_parameters",
    "flatten",
    "full_node_name",
    "get_node_name_count",
    "is_namespace_absolute",
    "is_root_namespace",
    "make_namespace_absolute",
    "normalize_parameters",
    "normalize_remap_rule",
    "normalize_remap_rules",
    "parameters_for_node",
    "prefix_namespace",
    "to_parameters_list",
    "write_parameter_file",
]

module_for_each_class(
    __name__,
    evaluate_parameters=[evaluate_parameter_dict, evaluate_parameters],
    namespace_utils=[
        is_namespace_absolute,
        is_root_namespace,
        make_namespace_absolute,
        prefix_namespace,
    ],
    normalize_parameters=[normalize_parameters],
    normalize_remap_rule=[normalize_remap_rule, normalize_remap_rules],
)
