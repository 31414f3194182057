// SPDX-License-Identifier: Apache-2.0
#include <baton/ros_c/rcutils_shared_library.h>

#include <dlfcn.h>

#include <cstdio>
#include <cstring>

// The function of librcutils, if that is loaded: code that uses librcutils asks it what went wrong.
extern "C" __attribute__((weak)) void rcutils_set_error_state(const char* message, const char* file,
                                                              std::size_t line_number);

namespace {

rcutils_ret_t failed(rcutils_ret_t status, const char* message, int line) {
  if (rcutils_set_error_state != nullptr) {
    rcutils_set_error_state(message, "shared_library", static_cast<std::size_t>(line));
  }
  return status;
}

bool is_usable(const rcutils_allocator_t& allocator) {
  return allocator.allocate != nullptr && allocator.deallocate != nullptr;
}

}  // namespace

rcutils_shared_library_t rcutils_get_zero_initialized_shared_library() { return {}; }

rcutils_ret_t rcutils_load_shared_library(rcutils_shared_library_t* lib, const char* library_path,
                                          rcutils_allocator_t allocator) {
  if (lib == nullptr || library_path == nullptr || !is_usable(allocator)) {
    return failed(RCUTILS_RET_INVALID_ARGUMENT, "library, path or allocator is null", __LINE__);
  }
  if (lib->lib_pointer != nullptr) {
    return failed(RCUTILS_RET_INVALID_ARGUMENT, "this object has a library: unload it first",
                  __LINE__);
  }
  const std::size_t size = std::strlen(library_path) + 1;
  char* const path = static_cast<char*>(allocator.allocate(size, allocator.state));
  if (path == nullptr) return failed(RCUTILS_RET_BAD_ALLOC, "no memory for the path", __LINE__);
  std::memcpy(path, library_path, size);
  // It stays when it is unloaded: nodes and executors keep weak pointers to what its code made,
  // whose end is its code, too. class_loader loads plugins so, before the members of a node that it
  // used end.
  void* const opened = dlopen(library_path, RTLD_NOW | RTLD_NODELETE);
  if (opened == nullptr) {
    allocator.deallocate(path, allocator.state);
    const char* const reason = dlerror();
    return failed(RCUTILS_RET_ERROR, reason != nullptr ? reason : "dlopen() failed", __LINE__);
  }
  *lib = {opened, path, allocator};
  return RCUTILS_RET_OK;
}

void* rcutils_get_symbol(const rcutils_shared_library_t* lib, const char* symbol_name) {
  if (lib == nullptr || lib->lib_pointer == nullptr || symbol_name == nullptr) {
    failed(RCUTILS_RET_INVALID_ARGUMENT, "there is no library, or no name", __LINE__);
    return nullptr;
  }
  void* const symbol = dlsym(lib->lib_pointer, symbol_name);
  if (symbol == nullptr) {
    const char* const reason = dlerror();
    failed(RCUTILS_RET_ERROR, reason != nullptr ? reason : "the symbol is null", __LINE__);
  }
  return symbol;
}

bool rcutils_has_symbol(const rcutils_shared_library_t* lib, const char* symbol_name) {
  return lib != nullptr && lib->lib_pointer != nullptr && symbol_name != nullptr &&
         dlsym(lib->lib_pointer, symbol_name) != nullptr;
}

rcutils_ret_t rcutils_unload_shared_library(rcutils_shared_library_t* lib) {
  if (lib == nullptr || lib->lib_pointer == nullptr || !is_usable(lib->allocator)) {
    return failed(RCUTILS_RET_INVALID_ARGUMENT, "there is no library to unload", __LINE__);
  }
  const int status = dlclose(lib->lib_pointer);
  const char* const reason = status == 0 ? nullptr : dlerror();
  lib->allocator.deallocate(lib->library_path, lib->allocator.state);
  *lib = {};
  if (status == 0) return RCUTILS_RET_OK;
  return failed(RCUTILS_RET_ERROR, reason != nullptr ? reason : "dlclose() failed", __LINE__);
}

bool rcutils_is_shared_library_loaded(rcutils_shared_library_t* lib) {
  return lib != nullptr && lib->lib_pointer != nullptr;
}

rcutils_ret_t rcutils_get_platform_library_name(const char* library_name,
                                                char* library_name_platform,
                                                unsigned int buffer_size, bool debug) {
  if (library_name == nullptr || library_name_platform == nullptr) {
    return failed(RCUTILS_RET_INVALID_ARGUMENT, "name or buffer is null", __LINE__);
  }
  const int size = std::snprintf(library_name_platform, buffer_size, "lib%s%s.so", library_name,
                                 debug ? "d" : "");
  if (size >= 0 && static_cast<unsigned int>(size) < buffer_size) return RCUTILS_RET_OK;
  return failed(RCUTILS_RET_ERROR, "the buffer is too small for the library's name", __LINE__);
}
