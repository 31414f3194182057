// SPDX-License-Identifier: Apache-2.0
// Libraries that are opened at run time, for C and C++. libbaton has these functions under the
// names and with the layout of rcutils', so that class_loader and rcpputils, wherever libbaton
// comes before librcutils, load with them: every symbol is looked up at once, and a library that
// misses one is refused instead of ending the process when the symbol is first called.
#pragma once

#include <stdbool.h>
#include <stddef.h>

#include <baton/ros_c/rcutils_allocator.h>
#include <baton/ros_c/rcutils_ret.h>
#include <baton/visibility.hpp>

#ifdef __cplusplus
extern "C" {
#endif

typedef struct rcutils_shared_library_s {
  void* lib_pointer;
  char* library_path;
  rcutils_allocator_t allocator;
} rcutils_shared_library_t;

BATON_PUBLIC rcutils_shared_library_t rcutils_get_zero_initialized_shared_library(void);

/// Runs the constructors of the library's static objects. `lib` must be empty; `library_path` is a
/// path, or a name that the dynamic linker looks for. Why it failed is what dlopen() says:
/// librcutils' rcutils_get_error_string() tells it where librcutils is linked too, as
/// rcpputils::SharedLibrary's exception does. Thread-safe for different `lib`.
BATON_PUBLIC rcutils_ret_t rcutils_load_shared_library(rcutils_shared_library_t* lib,
                                                       const char* library_path,
                                                       rcutils_allocator_t allocator);
/// NULL if there is no such symbol.
BATON_PUBLIC void* rcutils_get_symbol(const rcutils_shared_library_t* lib, const char* symbol_name);
BATON_PUBLIC bool rcutils_has_symbol(const rcutils_shared_library_t* lib, const char* symbol_name);
/// Gives up the library, which stays mapped: nodes may know of what its code made. One that is
/// loaded again by the same path is the same, statics included.
BATON_PUBLIC rcutils_ret_t rcutils_unload_shared_library(rcutils_shared_library_t* lib);
BATON_PUBLIC bool rcutils_is_shared_library_loaded(rcutils_shared_library_t* lib);
/// "lib<name>.so", with a "d" behind the name if `debug`. RCUTILS_RET_ERROR if the buffer is too
/// small.
BATON_PUBLIC rcutils_ret_t rcutils_get_platform_library_name(const char* library_name,
                                                             char* library_name_platform,
                                                             unsigned int buffer_size, bool debug);

#ifdef __cplusplus
}
#endif
