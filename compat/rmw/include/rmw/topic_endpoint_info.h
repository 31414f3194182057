// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <baton/ros_c/topic_endpoint_info.h>

#include <rcutils/allocator.h>
#include <rcutils/strdup.h>
#include <rmw/types.h>

static inline rmw_topic_endpoint_info_t rmw_get_zero_initialized_topic_endpoint_info(void) {
  rmw_topic_endpoint_info_t info;
  memset(&info, 0, sizeof info);
  return info;
}

/// Replaces `*text`, which is null or of the same allocator, by a copy.
static inline rmw_ret_t baton_set_endpoint_text(const char** text, const char* value,
                                                rcutils_allocator_t* allocator) {
  char* copy;
  if (text == NULL || value == NULL || !rcutils_allocator_is_valid(allocator)) {
    return RMW_RET_INVALID_ARGUMENT;
  }
  copy = rcutils_strdup(value, *allocator);
  if (copy == NULL) return RMW_RET_BAD_ALLOC;
  allocator->deallocate((void*)*text, allocator->state);
  *text = copy;
  return RMW_RET_OK;
}

static inline rmw_ret_t rmw_topic_endpoint_info_set_node_name(rmw_topic_endpoint_info_t* info,
                                                              const char* node_name,
                                                              rcutils_allocator_t* allocator) {
  return baton_set_endpoint_text(info != NULL ? &info->node_name : NULL, node_name, allocator);
}

static inline rmw_ret_t rmw_topic_endpoint_info_set_node_namespace(rmw_topic_endpoint_info_t* info,
                                                                   const char* node_namespace,
                                                                   rcutils_allocator_t* allocator) {
  return baton_set_endpoint_text(info != NULL ? &info->node_namespace : NULL, node_namespace,
                                 allocator);
}

static inline rmw_ret_t rmw_topic_endpoint_info_set_topic_type(rmw_topic_endpoint_info_t* info,
                                                               const char* topic_type,
                                                               rcutils_allocator_t* allocator) {
  return baton_set_endpoint_text(info != NULL ? &info->topic_type : NULL, topic_type, allocator);
}

static inline rmw_ret_t rmw_topic_endpoint_info_set_topic_type_hash(
    rmw_topic_endpoint_info_t* info, const rosidl_type_hash_t* type_hash) {
  if (info == NULL || type_hash == NULL) return RMW_RET_INVALID_ARGUMENT;
  info->topic_type_hash = *type_hash;
  return RMW_RET_OK;
}

static inline rmw_ret_t rmw_topic_endpoint_info_set_endpoint_type(rmw_topic_endpoint_info_t* info,
                                                                  rmw_endpoint_type_t type) {
  if (info == NULL) return RMW_RET_INVALID_ARGUMENT;
  info->endpoint_type = type;
  return RMW_RET_OK;
}

/// A shorter gid is filled up with zeros.
static inline rmw_ret_t rmw_topic_endpoint_info_set_gid(rmw_topic_endpoint_info_t* info,
                                                        const uint8_t gid[], size_t size) {
  if (info == NULL || gid == NULL || size > sizeof info->endpoint_gid) {
    return RMW_RET_INVALID_ARGUMENT;
  }
  memset(info->endpoint_gid, 0, sizeof info->endpoint_gid);
  memcpy(info->endpoint_gid, gid, size);
  return RMW_RET_OK;
}

static inline rmw_ret_t rmw_topic_endpoint_info_set_qos_profile(
    rmw_topic_endpoint_info_t* info, const rmw_qos_profile_t* qos_profile) {
  if (info == NULL || qos_profile == NULL) return RMW_RET_INVALID_ARGUMENT;
  info->qos_profile = *qos_profile;
  return RMW_RET_OK;
}

/// Frees the texts, which are of that allocator.
static inline rmw_ret_t rmw_topic_endpoint_info_fini(rmw_topic_endpoint_info_t* info,
                                                     rcutils_allocator_t* allocator) {
  if (info == NULL || !rcutils_allocator_is_valid(allocator)) return RMW_RET_INVALID_ARGUMENT;
  allocator->deallocate((void*)info->node_name, allocator->state);
  allocator->deallocate((void*)info->node_namespace, allocator->state);
  allocator->deallocate((void*)info->topic_type, allocator->state);
  *info = rmw_get_zero_initialized_topic_endpoint_info();
  return RMW_RET_OK;
}
