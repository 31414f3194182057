// SPDX-License-Identifier: Apache-2.0
// Memory of ROS's structures of parameters. Files are read by
// rclcpp::parameter_map_from_yaml_file().
#pragma once

#include <rcl_yaml_param_parser/types.h>

/// Room for 128 nodes, and none that is in use. Null when there is no memory. To be given back by
/// rcl_yaml_node_struct_fini().
static inline rcl_params_t* rcl_yaml_node_struct_init(rcutils_allocator_t allocator) {
  const size_t capacity = 128;
  rcl_params_t* const made =
      (rcl_params_t*)allocator.zero_allocate(1, sizeof(rcl_params_t), allocator.state);
  if (made == NULL) return NULL;
  made->allocator = allocator;
  made->capacity_nodes = capacity;
  made->node_names = (char**)allocator.zero_allocate(capacity, sizeof(char*), allocator.state);
  made->params = (rcl_node_params_t*)allocator.zero_allocate(capacity, sizeof(rcl_node_params_t),
                                                             allocator.state);
  if (made->node_names != NULL && made->params != NULL) return made;
  allocator.deallocate(made->node_names, allocator.state);
  allocator.deallocate(made->params, allocator.state);
  allocator.deallocate(made, allocator.state);
  return NULL;
}

/// Frees a value, whose parts were allocated with `allocator`.
static inline void rcl_yaml_variant_fini(rcl_variant_t* value, rcutils_allocator_t allocator) {
  if (value == NULL) return;
#define BATON_FREE_ARRAY(array)                               \
  do {                                                        \
    if ((array) != NULL) {                                    \
      allocator.deallocate((array)->values, allocator.state); \
      allocator.deallocate((array), allocator.state);         \
      (array) = NULL;                                         \
    }                                                         \
  } while (0)
  BATON_FREE_ARRAY(value->byte_array_value);
  BATON_FREE_ARRAY(value->bool_array_value);
  BATON_FREE_ARRAY(value->integer_array_value);
  BATON_FREE_ARRAY(value->double_array_value);
#undef BATON_FREE_ARRAY
  if (value->string_array_value != NULL) {
    rcutils_string_array_t* const texts = value->string_array_value;
    size_t i;
    for (i = 0; i < texts->size; ++i) {
      texts->allocator.deallocate(texts->data[i], texts->allocator.state);
    }
    if (texts->data != NULL) texts->allocator.deallocate(texts->data, texts->allocator.state);
    allocator.deallocate(texts, allocator.state);
    value->string_array_value = NULL;
  }
  allocator.deallocate(value->bool_value, allocator.state);
  allocator.deallocate(value->integer_value, allocator.state);
  allocator.deallocate(value->double_value, allocator.state);
  allocator.deallocate(value->string_value, allocator.state);
  value->bool_value = NULL;
  value->integer_value = NULL;
  value->double_value = NULL;
  value->string_value = NULL;
}

/// Frees all that the structure has. Does nothing for a null pointer.
static inline void rcl_yaml_node_struct_fini(rcl_params_t* params) {
  size_t node;
  size_t one;
  rcutils_allocator_t allocator;
  if (params == NULL) return;
  allocator = params->allocator;
  for (node = 0; node < params->num_nodes; ++node) {
    rcl_node_params_t* const of_node = &params->params[node];
    for (one = 0; one < of_node->num_params; ++one) {
      if (of_node->parameter_names != NULL) {
        allocator.deallocate(of_node->parameter_names[one], allocator.state);
      }
      if (of_node->parameter_values != NULL) {
        rcl_yaml_variant_fini(&of_node->parameter_values[one], allocator);
      }
    }
    allocator.deallocate(of_node->parameter_names, allocator.state);
    allocator.deallocate(of_node->parameter_values, allocator.state);
    if (params->node_names != NULL) {
      allocator.deallocate(params->node_names[node], allocator.state);
    }
  }
  allocator.deallocate(params->node_names, allocator.state);
  allocator.deallocate(params->params, allocator.state);
  allocator.deallocate(params, allocator.state);
}
