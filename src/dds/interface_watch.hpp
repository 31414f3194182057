// SPDX-License-Identifier: Apache-2.0
// Tells when this machine has got or lost a network.
#pragma once

#include <functional>
#include <memory>

#include "base/event_loop.hpp"
#include "base/unique_fd.hpp"

namespace baton::dds {

/// Whether this machine has an IPv4 address on an interface with a cable, other than the loopback
/// one.
bool has_network();

/// Calls back in the loop's thread, once for changes at about the same time, and once soon after
/// the construction. Never calls back if the process may not listen to the kernel.
class InterfaceWatch {
 public:
  InterfaceWatch(std::shared_ptr<base::EventLoop> loop, std::function<void()> changed);
  /// Waits for a running callback, unless that callback destroys this object.
  ~InterfaceWatch();
  InterfaceWatch(const InterfaceWatch&) = delete;
  InterfaceWatch& operator=(const InterfaceWatch&) = delete;

 private:
  void on_news();
  void call_soon();

  const std::shared_ptr<base::EventLoop> loop_;
  const std::function<void()> changed_;
  base::UniqueFd socket_;
  base::TimerId call_{};  // used by the loop's thread only, like the next member
  bool will_call_ = true;
};

}  // namespace baton::dds
