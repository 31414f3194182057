// SPDX-License-Identifier: Apache-2.0
// The thread that receives /clock for all nodes of a context which want one: there may be more
// nodes than a context has room for executors.
#pragma once

#include <memory>
#include <thread>

#include <baton/callback_group.hpp>
#include <baton/context.hpp>

namespace baton::client {

/// Thread safety: all of it.
class ClockThread {
 public:
  /// The one of the context; it ends with the last holder. Throws exceptions::Error when the
  /// context has 64 executors and wait sets already.
  static std::shared_ptr<ClockThread> of(const Context::SharedPtr& context);
  ~ClockThread();

  /// Its callbacks run here until it is removed.
  void add(const CallbackGroup::SharedPtr& group);
  void remove(const CallbackGroup::SharedPtr& group);

 private:
  class Loop;
  explicit ClockThread(const Context::SharedPtr& context);

  const std::shared_ptr<Loop> loop_;  // shared with the thread
  std::thread thread_;
};

}  // namespace baton::client
