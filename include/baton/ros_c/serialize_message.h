// SPDX-License-Identifier: Apache-2.0
/* Messages to bytes and back, for C and C++. Thread-safe for different arguments. */
#pragma once

#include <stddef.h>

#include <baton/ros_c/rcutils_uint8_array.h>
#include <baton/ros_c/rosidl_type_support.h>
#include <baton/visibility.hpp>

#ifdef __cplusplus
extern "C" {
#endif

/// RMW_RET_OK (0), RMW_RET_BAD_ALLOC (10), RMW_RET_INVALID_ARGUMENT (11) for a null pointer or a
/// type that Baton has not made, RMW_RET_ERROR (1) for a message that was changed while it was
/// read.
BATON_PUBLIC int baton_rmw_serialize(const void* ros_message,
                                     const rosidl_message_type_support_t* type_support,
                                     rmw_serialized_message_t* serialized_message);
/// `ros_message` is a constructed message. Also RMW_RET_ERROR for bytes that are no such message.
BATON_PUBLIC int baton_rmw_deserialize(const rmw_serialized_message_t* serialized_message,
                                       const rosidl_message_type_support_t* type_support,
                                       void* ros_message);

#ifdef __cplusplus
}
#endif
