// SPDX-License-Identifier: Apache-2.0
// Tells when this machine has got or lost a network.
#pragma once

#include <functional>
#include <memory>

#include "base/event_loop.hpp"
#include "base/unique_fd.hpp"

namespace baton::dds {

/// Whether it has an IPv4 address beside those of the loopback interface, with a cable in it.
bool has_network();

/// Calls back in the loop's thread, once for what changes at about the same time, and once soon
/// after it was made. Without the right to listen to the kernel it never does.
class InterfaceWatch {
 public:
  InterfaceWatch(std::shared_ptr<base::EventLoop> loop, std::function<void()> changed);
  /// Waits for a callback that is running, unless this is in it.
  ~InterfaceWatch();
  InterfaceWatch(const InterfaceWatch&) = delete;
  InterfaceWatch& operator=(const InterfaceWatch&) = delete;

 private:
  void on_news();
  void call_soon();

  const std::shared_ptr<base::EventLoop> loop_;
  const std::function<void()> changed_;
  base::UniqueFd socket_;
  base::TimerId call_{};  // the loop's thread's own, as the next
  bool will_call_ = true;
};

}  // namespace baton::dds
