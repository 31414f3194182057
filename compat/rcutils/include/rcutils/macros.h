// SPDX-License-Identifier: Apache-2.0
#pragma once

#define RCUTILS_WARN_UNUSED __attribute__((warn_unused_result))
#define RCUTILS_DEPRECATED __attribute__((deprecated))
#define RCUTILS_DEPRECATED_WITH_MSG(message) __attribute__((deprecated(message)))
#define RCUTILS_ATTRIBUTE_PRINTF_FORMAT(format_index, arguments_index) \
  __attribute__((format(printf, format_index, arguments_index)))
#ifdef __cplusplus
#define RCUTILS_THREAD_LOCAL thread_local
#else
#define RCUTILS_THREAD_LOCAL _Thread_local
#endif
#define RCUTILS_NONNULL __attribute__((nonnull))
#define RCUTILS_NONNULL_ARGS(...) __attribute__((nonnull(__VA_ARGS__)))
#define RCUTILS_RETURNS_NONNULL __attribute__((returns_nonnull))
#define RCUTILS_HAS_NONNULL 1
#define BATON_STRINGIFY(text) #text
#define RCUTILS_STRINGIFY(text) BATON_STRINGIFY(text)
#define RCUTILS_UNUSED(name) ((void)(name))
#define RCUTILS_LIKELY(condition) __builtin_expect((condition), 1)
#define RCUTILS_UNLIKELY(condition) __builtin_expect((condition), 0)
#define BATON_JOIN(left, right) left##right
#define RCUTILS_JOIN(left, right) BATON_JOIN(left, right)
// Where tests of ROS make functions fail on purpose. Here they never do.
#define RCUTILS_CAN_RETURN_WITH_ERROR_OF(error)
#define RCUTILS_CAN_FAIL_WITH(statement)
