// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <baton/ros_c/rosidl_type_support.h>
#include <rcutils/allocator.h>
#include <rcutils/types/rcutils_ret.h>

static inline rosidl_type_hash_t rosidl_get_zero_initialized_type_hash(void) {
  rosidl_type_hash_t hash;
  memset(&hash, 0, sizeof hash);
  return hash;
}

/// Writes "RIHS01_" and 64 hexadecimal digits into memory of the allocator, which the caller frees.
static inline rcutils_ret_t rosidl_stringify_type_hash(const rosidl_type_hash_t* type_hash,
                                                       rcutils_allocator_t allocator,
                                                       char** output_string) {
  static const char digits[] = "0123456789abcdef";
  const size_t prefix = 7;
  size_t i;
  char* text;
  if (type_hash == NULL || output_string == NULL || !rcutils_allocator_is_valid(&allocator)) {
    return RCUTILS_RET_INVALID_ARGUMENT;
  }
  text = (char*)allocator.allocate(prefix + 2 * ROSIDL_TYPE_HASH_SIZE + 1, allocator.state);
  if (text == NULL) return RCUTILS_RET_BAD_ALLOC;
  memcpy(text, "RIHS00_", prefix);
  text[4] = digits[type_hash->version >> 4];
  text[5] = digits[type_hash->version & 15];
  for (i = 0; i < ROSIDL_TYPE_HASH_SIZE; ++i) {
    text[prefix + 2 * i] = digits[type_hash->value[i] >> 4];
    text[prefix + 2 * i + 1] = digits[type_hash->value[i] & 15];
  }
  text[prefix + 2 * ROSIDL_TYPE_HASH_SIZE] = '\0';
  *output_string = text;
  return RCUTILS_RET_OK;
}

/// Reads what rosidl_stringify_type_hash() writes. RCUTILS_RET_INVALID_ARGUMENT for any other text.
static inline rcutils_ret_t rosidl_parse_type_hash_string(const char* type_hash_string,
                                                          rosidl_type_hash_t* hash_out) {
  const char* at;
  size_t i;
  if (type_hash_string == NULL || hash_out == NULL) return RCUTILS_RET_INVALID_ARGUMENT;
  *hash_out = rosidl_get_zero_initialized_type_hash();
  if (strlen(type_hash_string) != 7 + 2 * ROSIDL_TYPE_HASH_SIZE ||
      strncmp(type_hash_string, "RIHS01_", 7) != 0) {
    return RCUTILS_RET_INVALID_ARGUMENT;
  }
  at = type_hash_string + 7;
  for (i = 0; i < 2 * ROSIDL_TYPE_HASH_SIZE; ++i) {
    uint8_t digit;
    if (at[i] >= '0' && at[i] <= '9') {
      digit = (uint8_t)(at[i] - '0');
    } else if (at[i] >= 'a' && at[i] <= 'f') {
      digit = (uint8_t)(at[i] - 'a' + 10);
    } else {
      return RCUTILS_RET_INVALID_ARGUMENT;
    }
    hash_out->value[i / 2] = (uint8_t)(hash_out->value[i / 2] << 4 | digit);
  }
  hash_out->version = 1;
  return RCUTILS_RET_OK;
}
