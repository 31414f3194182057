// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <dirent.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include <rcutils/allocator.h>
#include <rcutils/env.h>
#include <rcutils/strdup.h>

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
/// A copy: paths here have '/' already. Freed by the allocator.
static inline char* rcutils_to_native_path(const char* path, rcutils_allocator_t allocator) {
  return path != NULL ? rcutils_strdup(path, allocator) : NULL;
}
/// A copy, in which HOME stands for a '~' at the beginning; NULL without HOME. Freed by the
/// allocator.
static inline char* rcutils_expand_user(const char* path, rcutils_allocator_t allocator) {
  const char* home;
  char* expanded;
  size_t size;
  if (path == NULL || path[0] != '~') return rcutils_to_native_path(path, allocator);
  home = rcutils_get_home_dir();
  if (home == NULL || !rcutils_allocator_is_valid(&allocator)) return NULL;
  size = strlen(home) + strlen(path);
  expanded = (char*)allocator.allocate(size, allocator.state);
  if (expanded != NULL) (void)snprintf(expanded, size, "%s%s", home, path + 1);
  return expanded;
}

/// Stands at an entry of a folder, "." and ".." among them; `entry_name` is NULL behind the last.
typedef struct rcutils_dir_iter_s {
  const char* entry_name;
  rcutils_allocator_t allocator;
  void* state;
} rcutils_dir_iter_t;

/// False, and no name, when there is no other entry.
static inline bool rcutils_dir_iter_next(rcutils_dir_iter_t* iter) {
  const struct dirent* entry;
  if (iter == NULL) return false;
  entry = readdir((DIR*)iter->state);
  iter->entry_name = entry != NULL ? entry->d_name : NULL;
  return entry != NULL;
}
static inline void rcutils_dir_iter_end(rcutils_dir_iter_t* iter) {
  if (iter == NULL) return;
  (void)closedir((DIR*)iter->state);
  iter->allocator.deallocate(iter, iter->allocator.state);
}
/// At the first entry; NULL for what is no folder. rcutils_dir_iter_end() frees it.
static inline rcutils_dir_iter_t* rcutils_dir_iter_start(const char* directory_path,
                                                         const rcutils_allocator_t allocator) {
  rcutils_dir_iter_t* iter;
  DIR* folder;
  if (directory_path == NULL || !rcutils_allocator_is_valid(&allocator)) return NULL;
  folder = opendir(directory_path);
  if (folder == NULL) return NULL;
  iter = (rcutils_dir_iter_t*)allocator.allocate(sizeof(*iter), allocator.state);
  if (iter == NULL) {
    (void)closedir(folder);
    return NULL;
  }
  iter->allocator = allocator;
  iter->state = folder;
  (void)rcutils_dir_iter_next(iter);
  return iter;
}

/// Bytes of the files in a folder and in those below, `max_depth` folders deep; 0: all. Folders
/// that links lead to are left out.
static inline rcutils_ret_t rcutils_calculate_directory_size_with_recursion(
    const char* directory_path, const size_t max_depth, uint64_t* size,
    rcutils_allocator_t allocator) {
  rcutils_ret_t result = RCUTILS_RET_OK;
  rcutils_dir_iter_t* iter;
  if (directory_path == NULL || size == NULL) return RCUTILS_RET_INVALID_ARGUMENT;
  *size = 0;
  iter = rcutils_dir_iter_start(directory_path, allocator);
  if (iter == NULL) return RCUTILS_RET_ERROR;
  for (; iter->entry_name != NULL && result == RCUTILS_RET_OK; (void)rcutils_dir_iter_next(iter)) {
    struct stat status;
    uint64_t below = 0;
    char* path;
    if (strcmp(iter->entry_name, ".") == 0 || strcmp(iter->entry_name, "..") == 0) continue;
    path = rcutils_join_path(directory_path, iter->entry_name, allocator);
    if (path == NULL) {
      result = RCUTILS_RET_BAD_ALLOC;
    } else {
      if (lstat(path, &status) == 0 && S_ISDIR(status.st_mode)) {
        if (max_depth != 1) {
          result = rcutils_calculate_directory_size_with_recursion(
              path, max_depth == 0 ? 0 : max_depth - 1, &below, allocator);
        }
      } else {
        below = rcutils_get_file_size(path);
      }
      *size += below;
      allocator.deallocate(path, allocator.state);
    }
  }
  rcutils_dir_iter_end(iter);
  return result;
}
/// Of the files in this folder alone.
static inline rcutils_ret_t rcutils_calculate_directory_size(const char* directory_path,
                                                             uint64_t* size,
                                                             rcutils_allocator_t allocator) {
  return rcutils_calculate_directory_size_with_recursion(directory_path, 1, size, allocator);
}
