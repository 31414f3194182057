// SPDX-License-Identifier: Apache-2.0
/* What ROS's middleware interface says of a received message, in its words. */
#pragma once

#include <stdbool.h>
#include <stdint.h>

#include <baton/ros_c/rcl_time.h>

#define RMW_GID_STORAGE_SIZE 16u

/// What all ids and handles of Baton say of their origin.
#define BATON_IMPLEMENTATION_IDENTIFIER "baton"

#define RMW_MESSAGE_INFO_SEQUENCE_NUMBER_UNSUPPORTED UINT64_MAX

typedef struct rmw_gid_s {
  const char* implementation_identifier;
  uint8_t data[RMW_GID_STORAGE_SIZE];
} rmw_gid_t;

typedef struct rmw_message_info_s {
  rcutils_time_point_value_t source_timestamp;   /* 0: unknown */
  rcutils_time_point_value_t received_timestamp; /* 0: unknown */
  uint64_t publication_sequence_number;
  uint64_t reception_sequence_number;
  rmw_gid_t publisher_gid;
  bool from_intra_process;
} rmw_message_info_t;

typedef struct rmw_request_id_s {
  int8_t writer_guid[RMW_GID_STORAGE_SIZE];
  int64_t sequence_number;
} rmw_request_id_t;

typedef struct rmw_service_info_s {
  rcutils_time_point_value_t source_timestamp;
  rcutils_time_point_value_t received_timestamp;
  rmw_request_id_t request_id;
} rmw_service_info_t;
