// SPDX-License-Identifier: Apache-2.0
// Tells when this machine has got or lost a network.
#pragma once

#include <functional>
#include <memory>
#include <mutex>
#include <optional>

#include "base/event_loop.hpp"
#include "base/unique_fd.hpp"

namespace baton::dds {

/// Whether this machine has an IPv4 address on an interface with a cable, other than the loopback
/// one. Nothing when the kernel could not be asked, as without descriptors.
std::optional<bool> has_network();

/// Calls back in the loop's thread, once for changes at about the same time, and once soon after
/// the construction. A callback that returns false is called again a second later; one that
/// destroys this object returns true. Never calls back if the process may not listen to the kernel.
class InterfaceWatch {
 public:
  InterfaceWatch(std::shared_ptr<base::EventLoop> loop, std::function<bool()> changed);
  /// Waits for a running callback, unless that callback destroys this object.
  ~InterfaceWatch();
  InterfaceWatch(const InterfaceWatch&) = delete;
  InterfaceWatch& operator=(const InterfaceWatch&) = delete;

 private:
  void on_news();
  void call_in(std::int64_t delay_ns);
  void call();

  const std::shared_ptr<base::EventLoop> loop_;
  const std::function<bool()> changed_;
  base::UniqueFd socket_;
  bool will_call_ = true;  // used by the loop's thread only
  std::mutex mutex_;       // covers what follows; no callback runs under it
  base::TimerId call_{};
  bool ended_ = false;
};

}  // namespace baton::dds
