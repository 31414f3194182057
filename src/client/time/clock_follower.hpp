// SPDX-License-Identifier: Apache-2.0
// Clocks that follow /clock while a node's parameter use_sim_time says so.
//
// Thread safety: all of it. While a clock is changed mutex_ is not held, nor is that of the
// parameters: the clock's jump callbacks are the user's, and may read parameters. So the clocks
// follow the parameter when it has been set, behind its callbacks.
#pragma once

#include <cstdint>
#include <memory>
#include <mutex>
#include <optional>
#include <vector>

#include <baton/clock.hpp>
#include <baton/node_interfaces/node_base_interface.hpp>
#include <baton/node_interfaces/node_parameters_interface.hpp>
#include <baton/qos.hpp>
#include <baton/subscription.hpp>
#include <rosgraph_msgs/msg/clock.hpp>

#include "client/time/clock_thread.hpp"

namespace baton::client {

class ClockFollower : public std::enable_shared_from_this<ClockFollower> {
 public:
  ClockFollower(const QoS& qos, bool use_clock_thread);

  void attach(const node_interfaces::NodeBaseInterface::SharedPtr& node,
              const node_interfaces::NodeParametersInterface::SharedPtr& parameters);
  void detach();
  void attach(const Clock::SharedPtr& clock);
  void detach(const Clock::SharedPtr& clock);

  bool use_clock_thread() const;
  void use_clock_thread(bool use);
  bool has_clock_thread() const;

 private:
  using Message = rosgraph_msgs::msg::Clock;
  struct Reception {
    std::shared_ptr<ClockThread> thread;
    CallbackGroup::SharedPtr group;
    Subscription<Message>::SharedPtr subscription;

    ~Reception() {
      if (thread) thread->remove(group);
    }
  };

  void watch(node_interfaces::NodeParametersInterface& parameters);
  rcl_interfaces::msg::SetParametersResult check(const std::vector<Parameter>& parameters) const;
  void follow();
  void simulate(bool on, std::unique_ptr<Reception>& ended);
  std::unique_ptr<Reception> receive(const node_interfaces::NodeBaseInterface::SharedPtr& node);
  void on_message(const Message& message);
  void on_time(std::int64_t time_ns);

  const QoS qos_;
  // Held for a whole change of the clocks; taken before mutex_. Recursive: jump callbacks may
  // attach.
  std::recursive_mutex switching_;

  mutable std::mutex mutex_;  // covers what follows
  bool use_clock_thread_;
  bool simulated_ = false;
  node_interfaces::NodeBaseInterface::SharedPtr node_;
  node_interfaces::NodeParametersInterface::SharedPtr parameters_;
  node_interfaces::OnSetParametersCallbackHandle::SharedPtr checks_;
  std::shared_ptr<void> follows_;
  std::unique_ptr<Reception> reception_;
  std::optional<std::int64_t> last_ns_;
  bool told_of_negative_time_ = false;
  std::vector<Clock::SharedPtr> clocks_;
};

}  // namespace baton::client
