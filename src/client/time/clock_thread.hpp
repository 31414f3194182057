// SPDX-License-Identifier: Apache-2.0
// The thread that receives /clock for all nodes of a context that want one. The nodes share it,
// because a context has room for fewer executors than nodes.
#pragma once

#include <memory>
#include <thread>

#include <baton/callback_group.hpp>
#include <baton/context.hpp>

namespace baton::client {

/// Thread safety: all of it.
class ClockThread {
 public:
  /// The clock thread of a context; it ends with its last holder. Throws exceptions::Error when the
  /// context has 512 executors and wait sets already.
  static std::shared_ptr<ClockThread> of(const Context::SharedPtr& context);
  ~ClockThread();

  /// Callbacks of the group run in this thread until the group is removed.
  void add(const CallbackGroup::SharedPtr& group);
  void remove(const CallbackGroup::SharedPtr& group);

 private:
  class Loop;
  explicit ClockThread(const Context::SharedPtr& context);

  const std::shared_ptr<Loop> loop_;  // shared with the thread
  std::thread thread_;
};

}  // namespace baton::client
