# SPDX-License-Identifier: Apache-2.0
"""Texts, entities and typed values in the forms in which launch files write them."""

from ..class_modules import module_for_each_class
from .entities import (
    normalize_to_list_of_entities,
    visit_all_entities_and_collect_futures,
)
from .texts import (
    ensure_argument_type,
    is_a,
    is_a_subclass,
    isclassinstance,
    normalize_to_list_of_substitutions,
    perform_substitutions,
    text_of,
)
from .type_utils import (
    coerce_to_type,
    normalize_typed_substitution,
    perform_typed_substitution,
)

__all__ = [
    "coerce_to_type",
    "ensure_argument_type",
    "is_a",
    "is_a_subclass",
    "isclassinstance",
    "normalize_to_list_of_entities",
    "normalize_to_list_of_substitutions",
    "normalize_typed_substitution",
    "perform_substitutions",
    "perform_typed_substitution",
    "text_of",
    "visit_all_entities_and_collect_futures",
]

# ROS 2 has a module for each function, too.
module_for_each_class(
    __name__,
    class_tools_impl=[is_a, is_a_subclass, isclassinstance],
    ensure_argument_type_impl=[ensure_argument_type],
    normalize_to_list_of_entities_impl=[normalize_to_list_of_entities],
    normalize_to_list_of_substitutions_impl=[normalize_to_list_of_substitutions],
    perform_substitutions_impl=[perform_substitutions],
    visit_all_entities_and_collect_futures_impl=[visit_all_entities_and_collect_futures],
)
