// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <stdint.h>

#include <baton/ros_c/rmw_message_info.h>
#include <baton/ros_c/rmw_qos_profile.h>
#include <baton/ros_c/rosidl_type_support.h>

typedef enum rmw_endpoint_type_e {
  RMW_ENDPOINT_INVALID = 0,
  RMW_ENDPOINT_PUBLISHER,
  RMW_ENDPOINT_SUBSCRIPTION
} rmw_endpoint_type_t;

/// A publisher or a subscription, as C code of ROS describes it. The texts are an allocator's.
typedef struct rmw_topic_endpoint_info_s {
  const char* node_name;
  const char* node_namespace;
  const char* topic_type;
  rosidl_type_hash_t topic_type_hash;
  rmw_endpoint_type_t endpoint_type;
  uint8_t endpoint_gid[RMW_GID_STORAGE_SIZE];
  rmw_qos_profile_t qos_profile;
} rmw_topic_endpoint_info_t;
