// SPDX-License-Identifier: Apache-2.0
// Tells when a registry directory changes.
//
// inotify; where its instances are used up (128 per user by default) the directory is read every
// 250 ms instead.
// Thread safety: the loop's thread only, except for construction and destruction.
#pragma once

#include <functional>
#include <memory>
#include <string>

#include "base/event_loop.hpp"
#include "base/unique_fd.hpp"

namespace baton::transport {

class RegistryWatch {
 public:
  struct Callbacks {
    // A participant's file came, changed or went.
    std::function<void(const std::string& id)> on_participant;
    // The watch lost count: look at all participants.
    std::function<void()> on_anything;
  };

  /// Never fails. If the watch polls, `polling_reason()` says why.
  RegistryWatch(base::EventLoop& loop, int directory_fd, Callbacks callbacks);
  ~RegistryWatch();
  RegistryWatch(const RegistryWatch&) = delete;
  RegistryWatch& operator=(const RegistryWatch&) = delete;

  const std::string& polling_reason() const { return polling_reason_; }

 private:
  base::Status watch(int directory_fd);
  void read_events();

  base::EventLoop& loop_;
  const Callbacks callbacks_;
  base::UniqueFd inotify_;
  std::string polling_reason_;
  base::TimerId poll_timer_{};
};

}  // namespace baton::transport
