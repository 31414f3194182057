// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <baton/baton.hpp>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <stdexcept>
#include <string>
#include <thread>
#include <utility>

#include "clock.hpp"

namespace node_costs {

inline baton::Node::SharedPtr make_node(const baton::Context::SharedPtr& context,
                                        const std::string& name, bool in_process = false) {
  baton::NodeOptions options;
  options.context(context).use_global_arguments(false).use_intra_process_comms(in_process);
  return std::make_shared<baton::Node>(name, options);
}

inline baton::ExecutorOptions options_in(const baton::Context::SharedPtr& context) {
  baton::ExecutorOptions options;
  options.context = context;
  return options;
}

inline baton::Context::SharedPtr make_context() {
  return std::make_shared<baton::Context>(baton::ContextOptions{});
}

/// Waits for the match, because messages published before it are lost. Throws std::runtime_error if
/// there is none in time.
inline void wait_for_readers(const baton::PublisherBase& publisher, std::size_t count = 1) {
  const std::int64_t deadline_ns = perf::now_ns() + 10 * perf::ns_per_s;
  while (publisher.get_subscription_count() < count) {
    if (perf::now_ns() > deadline_ns) {
      throw std::runtime_error(std::string("no subscription was found on ") +
                               publisher.get_topic_name());
    }
    perf::sleep_until_ns(perf::now_ns() + 1'000'000);
  }
}

/// A node whose executor spins in a thread of its own as long as this object lives.
class SpinningNode {
 public:
  SpinningNode(const baton::Context::SharedPtr& context, baton::Node::SharedPtr node)
      : node_(std::move(node)), executor_(options_in(context)) {
    executor_.add_node(node_);
    thread_ = std::thread([this] { executor_.spin(); });
  }
  ~SpinningNode() {
    executor_.cancel();
    thread_.join();
  }

 private:
  const baton::Node::SharedPtr node_;
  baton::executors::SingleThreadedExecutor executor_;
  std::thread thread_;
};

}  // namespace node_costs
