// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <condition_variable>
#include <functional>
#include <list>
#include <mutex>
#include <thread>

#include <baton/components/node_instance_wrapper.hpp>

namespace baton::components {

/// Components that were unloaded while a callback of theirs ran. Each is destroyed when its
/// callback ends. There is a thread for them only as long as there are such components. Thread
/// safety: all members.
class LateDestruction {
 public:
  LateDestruction() = default;
  /// Waits until all these components are destroyed.
  ~LateDestruction() { wait(); }
  LateDestruction(const LateDestruction&) = delete;
  LateDestruction& operator=(const LateDestruction&) = delete;

  /// `is_quiet` is called until it returns true.
  void add(NodeInstanceWrapper component, std::function<bool()> is_quiet);
  void wait();

 private:
  struct Late {
    NodeInstanceWrapper component;
    std::function<bool()> is_quiet;
  };
  void work();

  std::mutex mutex_;  // covers what follows
  std::condition_variable all_gone_;
  std::list<Late> waiting_;
  bool working_ = false;
  std::thread thread_;
};

}  // namespace baton::components
