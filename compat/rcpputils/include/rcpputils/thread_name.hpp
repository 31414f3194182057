// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <pthread.h>

#include <string>
#include <system_error>

namespace rcpputils {

/// Sets the name of the calling thread, of which the first 15 bytes are kept. Throws
/// std::system_error.
inline void set_thread_name(const std::string& name) {
  const int error = pthread_setname_np(pthread_self(), name.substr(0, 15).c_str());
  if (error != 0) throw std::system_error(error, std::generic_category(), "set_thread_name");
}

inline std::string get_thread_name() {
  char name[16];
  const int error = pthread_getname_np(pthread_self(), name, sizeof(name));
  if (error != 0) throw std::system_error(error, std::generic_category(), "get_thread_name");
  return name;
}

}  // namespace rcpputils
