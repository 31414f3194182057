// SPDX-License-Identifier: Apache-2.0
#include <baton/executors.hpp>

#include <algorithm>
#include <exception>
#include <mutex>
#include <thread>
#include <vector>

#include <baton/node.hpp>

#include "base/short_slice.hpp"
#include "client/executor/dispatcher.hpp"
#include "client/executor/group_state.hpp"
#include "client/executor/leader_followers.hpp"
#include "client/executor/wait_time.hpp"
#include "client/node/node_state.hpp"

namespace rclcpp {

using node_interfaces::detail::require_node;
namespace executors {
namespace {

/// A context that its owner keeps.
ExecutorOptions borrow(Context& context, std::chrono::nanoseconds spin) {
  ExecutorOptions options;
  options.context = std::shared_ptr<Context>(std::shared_ptr<void>(), &context);
  options.spin = spin;
  return options;
}

std::size_t threads_or_cores(std::size_t wanted) {
  constexpr std::size_t least = 2;
  return wanted != 0 ? wanted : std::max<std::size_t>(least, std::thread::hardware_concurrency());
}

}  // namespace

SingleThreadedExecutor::SingleThreadedExecutor(Context& context, std::chrono::nanoseconds spin)
    : Executor(borrow(context, spin)) {}

MultiThreadedExecutor::MultiThreadedExecutor(const ExecutorOptions& options,
                                             std::size_t number_of_threads,
                                             bool yield_before_execute,
                                             std::chrono::nanoseconds timeout)
    : Executor(options),
      number_of_threads_(threads_or_cores(number_of_threads)),
      timeout_(timeout),
      threads_(std::make_unique<client::LeaderFollowers>(dispatcher(), yield_before_execute)) {}

MultiThreadedExecutor::~MultiThreadedExecutor() = default;

bool MultiThreadedExecutor::runs_callbacks_of(const node_interfaces::NodeBaseInterface& node) {
  const auto groups = node.state()->groups();
  return std::any_of(groups.begin(), groups.end(), [this](const CallbackGroup::SharedPtr& group) {
    return threads_->runs_callbacks_of(*group->state());
  });
}

void MultiThreadedExecutor::spin() {
  const Spinning spinning(*this, "spin()");
  dispatcher().tell_unused_arguments();
  std::mutex mutex;
  std::exception_ptr thrown;  // the first one
  const auto work = [&] {
    const base::ShortSlice slice(wants_short_slices());
    try {
      threads_->work(client::wait_time_ns(timeout_));
    } catch (...) {
      const std::lock_guard lock(mutex);
      if (!thrown) thrown = std::current_exception();
      dispatcher().cancel();
    }
  };
  {
    std::vector<std::jthread> threads;
    try {
      for (std::size_t i = 1; i < number_of_threads_; ++i) threads.emplace_back(work);
    } catch (...) {  // the system has no more of them: those that there are have to end
      dispatcher().cancel();
      throw;
    }
    work();
  }
  if (thrown) std::rethrow_exception(thrown);
}

}  // namespace executors

node_interfaces::NodeBaseInterface::SharedPtr detail::node_base_of(
    const std::shared_ptr<Node>& node) {
  return require_node(node)->get_node_base_interface();
}

ExecutorOptions detail::options_for(const node_interfaces::NodeBaseInterface& node) {
  ExecutorOptions options;
  options.context = node.get_context();
  return options;
}

void spin(node_interfaces::NodeBaseInterface::SharedPtr node) {
  executors::SingleThreadedExecutor executor(detail::options_for(*require_node(node)));
  executor.add_node(node);
  executor.spin();
  executor.remove_node(node);
}

void spin(const std::shared_ptr<Node>& node) { spin(detail::node_base_of(node)); }

void spin_some(node_interfaces::NodeBaseInterface::SharedPtr node) {
  executors::SingleThreadedExecutor executor(detail::options_for(*require_node(node)));
  executor.spin_node_some(node);
}

void spin_some(const std::shared_ptr<Node>& node) { spin_some(detail::node_base_of(node)); }

void spin_all(node_interfaces::NodeBaseInterface::SharedPtr node,
              std::chrono::nanoseconds max_duration) {
  executors::SingleThreadedExecutor executor(detail::options_for(*require_node(node)));
  executor.add_node(node);
  executor.spin_all(max_duration);
  executor.remove_node(node);
}

void spin_all(const std::shared_ptr<Node>& node, std::chrono::nanoseconds max_duration) {
  spin_all(detail::node_base_of(node), max_duration);
}

}  // namespace rclcpp
