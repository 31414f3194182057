// SPDX-License-Identifier: Apache-2.0
// For the sources of ParameterStore.
#pragma once

#include <mutex>

#include <baton/exceptions.hpp>

#include "client/parameters/parameter_store.hpp"

namespace baton::client {

/// Holds the mutex, and forbids further changes by callbacks in the same thread.
class ParameterStore::Change {
 public:
  explicit Change(ParameterStore& store) : lock_(store.mutex_), store_(store) {
    if (store_.changing_) {
      throw exceptions::ParameterModifiedInCallbackException(
          "cannot set or declare a parameter, or change the callback from within set callback");
    }
    store_.changing_ = true;
  }
  ~Change() { store_.changing_ = false; }
  Change(const Change&) = delete;
  Change& operator=(const Change&) = delete;

 private:
  const std::lock_guard<std::recursive_mutex> lock_;
  ParameterStore& store_;
};

}  // namespace baton::client
