// SPDX-License-Identifier: Apache-2.0
// Callbacks that are registered as long as their handle is held.
#pragma once

#include <algorithm>
#include <list>
#include <memory>
#include <stdexcept>
#include <utility>

namespace baton::client {

/// Not thread-safe. Callbacks must not change the list that calls them.
template <class Handle>
class CallbackList {
 public:
  using Callback = decltype(Handle::callback);

  std::shared_ptr<Handle> add(Callback callback) {
    auto handle = std::make_shared<Handle>();
    handle->callback = std::move(callback);
    handles_.push_front(handle);
    return handle;
  }

  /// Throws std::runtime_error with the text `missing` if the callback is not registered.
  void remove(const Handle* handle, const char* missing) {
    const auto found = std::find_if(handles_.begin(), handles_.end(), [&](const auto& entry) {
      return handle != nullptr && entry.lock().get() == handle;
    });
    if (found == handles_.end()) throw std::runtime_error(missing);
    handles_.erase(found);
  }

  /// Calls the newest first, until `call(callback)` returns false.
  template <class Call>
  void for_each(Call&& call) {
    for (auto entry = handles_.begin(); entry != handles_.end();) {
      if (const auto handle = entry->lock()) {
        if (!call(handle->callback)) return;
        ++entry;
      } else {
        entry = handles_.erase(entry);
      }
    }
  }

 private:
  std::list<std::weak_ptr<Handle>> handles_;
};

}  // namespace baton::client
