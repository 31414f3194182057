// SPDX-License-Identifier: Apache-2.0
#pragma once

// The error that a thread set last. Nothing in Baton sets one: its functions say what went wrong in
// exceptions, and rcutils_ret_t functions by their number alone.
#ifndef __cplusplus
#error "rcutils/error_handling.h: there is a version for C++ only; include it from C++"
#endif

#include <cstdint>
#include <cstdio>
#include <cstring>

#include <rcutils/allocator.h>
#include <rcutils/macros.h>
#include <rcutils/snprintf.h>
#include <rcutils/types/rcutils_ret.h>

#define RCUTILS_ERROR_MESSAGE_MAX_LENGTH 1024
#define RCUTILS_ERROR_STATE_MESSAGE_MAX_LENGTH 768
#define RCUTILS_ERROR_STATE_FILE_MAX_LENGTH 229

struct rcutils_error_string_s {
  char str[RCUTILS_ERROR_MESSAGE_MAX_LENGTH];
};
using rcutils_error_string_t = rcutils_error_string_s;

struct rcutils_error_state_s {
  char message[RCUTILS_ERROR_STATE_MESSAGE_MAX_LENGTH];
  char file[RCUTILS_ERROR_STATE_FILE_MAX_LENGTH];
  std::uint64_t line_number;
};
using rcutils_error_state_t = rcutils_error_state_s;

namespace baton::client {
inline thread_local rcutils_error_state_t thread_error{};
inline thread_local bool thread_error_is_set = false;
}  // namespace baton::client

/// Nothing has to be made for it: RCUTILS_RET_OK, or RCUTILS_RET_INVALID_ARGUMENT for an allocator
/// that is not valid.
inline rcutils_ret_t rcutils_initialize_error_handling_thread_local_storage(
    rcutils_allocator_t allocator) {
  return rcutils_allocator_is_valid(&allocator) ? RCUTILS_RET_OK : RCUTILS_RET_INVALID_ARGUMENT;
}

/// A text that is too long is cut off.
inline void rcutils_set_error_state(const char* error_string, const char* file,
                                    std::size_t line_number) {
  rcutils_error_state_t& error = baton::client::thread_error;
  std::snprintf(error.message, sizeof(error.message), "%s", error_string);
  std::snprintf(error.file, sizeof(error.file), "%s", file);
  error.line_number = line_number;
  baton::client::thread_error_is_set = true;
}

inline bool rcutils_error_is_set() { return baton::client::thread_error_is_set; }

/// NULL when no error is set. Valid until this thread sets the next error or resets it.
inline const rcutils_error_state_t* rcutils_get_error_state() {
  return baton::client::thread_error_is_set ? &baton::client::thread_error : nullptr;
}

/// "<message>, at <file>:<line>", or "error not set".
inline rcutils_error_string_t rcutils_get_error_string() {
  rcutils_error_string_t text;
  const rcutils_error_state_t* const error = rcutils_get_error_state();
  if (error == nullptr) {
    std::snprintf(text.str, sizeof(text.str), "error not set");
  } else {
    std::snprintf(text.str, sizeof(text.str), "%.*s, at %.*s:%llu",
                  RCUTILS_ERROR_STATE_MESSAGE_MAX_LENGTH - 1, error->message,
                  RCUTILS_ERROR_STATE_FILE_MAX_LENGTH - 1, error->file,
                  static_cast<unsigned long long>(error->line_number));
  }
  return text;
}

inline void rcutils_reset_error() { baton::client::thread_error_is_set = false; }

#define RCUTILS_SAFE_FWRITE_TO_STDERR(text) ((void)::std::fputs(text, stderr))
#define RCUTILS_SAFE_FWRITE_TO_STDERR_WITH_FORMAT_STRING(...) \
  ((void)::std::fprintf(stderr, __VA_ARGS__))
#define RCUTILS_CAN_SET_MSG_AND_RETURN_WITH_ERROR_OF(error)
#define RCUTILS_SET_ERROR_MSG(message)                    \
  do {                                                    \
    rcutils_set_error_state(message, __FILE__, __LINE__); \
  } while (0)
#define RCUTILS_SET_ERROR_MSG_WITH_FORMAT_STRING(...)                               \
  do {                                                                              \
    char baton_error_text[RCUTILS_ERROR_STATE_MESSAGE_MAX_LENGTH];                  \
    (void)::std::snprintf(baton_error_text, sizeof(baton_error_text), __VA_ARGS__); \
    RCUTILS_SET_ERROR_MSG(baton_error_text);                                        \
  } while (0)
#define RCUTILS_CHECK_FOR_NULL_WITH_MSG(value, message, statement) \
  do {                                                             \
    if ((value) == NULL) {                                         \
      RCUTILS_SET_ERROR_MSG(message);                              \
      statement;                                                   \
    }                                                              \
  } while (0)
#define RCUTILS_CHECK_ARGUMENT_FOR_NULL(argument, error) \
  RCUTILS_CHECK_FOR_NULL_WITH_MSG(argument, #argument " argument is null", return error)
