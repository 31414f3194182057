// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <stdbool.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include <rcutils/allocator.h>

static inline bool rcutils_get_cwd(char* buffer, size_t max_length) {
  return buffer != NULL && getcwd(buffer, max_length) != NULL;
}
static inline bool rcutils_exists(const char* path) { return access(path, F_OK) == 0; }
static inline bool rcutils_is_readable(const char* path) { return access(path, R_OK) == 0; }
static inline bool rcutils_is_writable(const char* path) { return access(path, W_OK) == 0; }
static inline bool rcutils_is_readable_and_writable(const char* path) {
  return access(path, R_OK | W_OK) == 0;
}
static inline bool rcutils_is_directory(const char* path) {
  struct stat status;
  return stat(path, &status) == 0 && S_ISDIR(status.st_mode);
}
static inline bool rcutils_is_file(const char* path) {
  struct stat status;
  return stat(path, &status) == 0 && S_ISREG(status.st_mode);
}
/// 0 if the path is no file.
static inline size_t rcutils_get_file_size(const char* path) {
  struct stat status;
  return stat(path, &status) == 0 && S_ISREG(status.st_mode) ? (size_t)status.st_size : 0;
}
/// True also if the folder existed already.
static inline bool rcutils_mkdir(const char* path) {
  return path != NULL && path[0] == '/' &&
         (mkdir(path, S_IRWXU | S_IRWXG | S_IRWXO) == 0 || rcutils_is_directory(path));
}
/// The result has to be freed by the allocator.
static inline char* rcutils_join_path(const char* left, const char* right,
                                      rcutils_allocator_t allocator) {
  char* joined;
  size_t size;
  if (left == NULL || right == NULL || !rcutils_allocator_is_valid(&allocator)) return NULL;
  size = strlen(left) + strlen(right) + 2;
  joined = (char*)allocator.allocate(size, allocator.state);
  if (joined != NULL) (void)snprintf(joined, size, "%s/%s", left, right);
  return joined;
}
