// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <mutex>

#include <baton/executor.hpp>
#include <baton/visibility.hpp>

namespace baton::components {

/// An executor for each of several nodes, and a thread that spins it. Thread safety: all members.
class BATON_PUBLIC ComponentThreads {
 public:
  ComponentThreads();
  /// Ends all threads and waits for them.
  ~ComponentThreads();
  ComponentThreads(const ComponentThreads&) = delete;
  ComponentThreads& operator=(const ComponentThreads&) = delete;

  /// Throws std::runtime_error if another executor has the node, std::system_error if there is no
  /// thread to be had. What a callback throws ends the process, as it does in every thread.
  void start(std::uint64_t id, std::shared_ptr<Executor> executor,
             node_interfaces::NodeBaseInterface::SharedPtr node);
  /// The executor begins no further callback. Does not wait for the one that runs.
  void stop(std::uint64_t id);
  /// Whether the stopped thread has ended, or there was none.
  bool has_ended(std::uint64_t id);

 private:
  struct OneThread;

  std::mutex mutex_;  // covers what follows
  std::map<std::uint64_t, std::unique_ptr<OneThread>> threads_;
};

}  // namespace baton::components
