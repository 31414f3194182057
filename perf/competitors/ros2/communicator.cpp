// SPDX-License-Identifier: Apache-2.0
//
// ROS 2 as perf_test sees it: one context a process, one node and one executor a
// subscriber, one node a publisher. Without loans publish(const M&), with --zero-copy
// borrow_loaned_message(). ROS 2 does not tell by which transport a message came, so peers are
// named after its middleware, and a message counts as copied that is not read from memory of
// several processes.
#include <fmt/format.h>
#include <rmw/rmw.h>
#include <unistd.h>

#include <array>
#include <atomic>
#include <baton_perf_ros2/msg/array16k.hpp>
#include <baton_perf_ros2/msg/array1k.hpp>
#include <baton_perf_ros2/msg/array1m.hpp>
#include <baton_perf_ros2/msg/array256k.hpp>
#include <baton_perf_ros2/msg/array2m.hpp>
#include <baton_perf_ros2/msg/array4k.hpp>
#include <baton_perf_ros2/msg/array4m.hpp>
#include <baton_perf_ros2/msg/array64k.hpp>
#include <baton_perf_ros2/msg/array8m.hpp>
#include <limits>
#include <optional>
#include <rclcpp/rclcpp.hpp>
#include <type_traits>
#include <utility>
#include <vector>

#include "clock.hpp"
#include "communicators/baton.hpp"
#include "communicators/shared_mappings.hpp"

namespace perf {
namespace {

std::vector<MatchedPeer> peers(size_t count, bool in_place) {
  const std::string middleware = rmw_get_implementation_identifier();
  const char* const reason = in_place ? "" : "publish(const M&), the middleware's own choice";
  return {count, {"of ROS 2", middleware, in_place, reason}};
}

std::string not_lent() {
  return fmt::format(
      "--zero-copy: {} lends no message of this type; for rmw_fastrtps_cpp set "
      "FASTRTPS_DEFAULT_PROFILES_FILE to perf/competitors/ros2/data_sharing.xml, "
      "RMW_FASTRTPS_USE_QOS_FROM_XML=1 and ROS_DISABLE_LOANED_MESSAGES=0",
      rmw_get_implementation_identifier());
}

/// What all endpoints of this process share.
struct Ros {
  Ros(const Options& given, const std::string& process)
      : options(given),
        type(given.message_type()),
        name(process),
        context(std::make_shared<rclcpp::Context>()) {
    rclcpp::InitOptions init;
    init.shutdown_on_signal = false;
    if (given.domain_id) init.set_domain_id(*given.domain_id);
    context->init(0, nullptr, init);
  }
  ~Ros() { context->shutdown("the run is over"); }
  Ros(const Ros&) = delete;

  rclcpp::Node::SharedPtr make_node(const char* role, Direction direction, unsigned index) const {
    rclcpp::NodeOptions node_options;
    node_options.context(context).use_global_arguments(false).use_intra_process_comms(
        options.intra_process);
    const char* const back = direction == Direction::back ? "_back" : "";
    const std::string node = fmt::format("perf_{}{}_{}_{}", role, back, index, getpid());
    return std::make_shared<rclcpp::Node>(node, node_options);
  }
  rclcpp::QoS qos() const {
    rclcpp::QoS qos(options.history_depth);
    if (options.keep_all) qos.keep_all();
    options.reliable ? qos.reliable() : qos.best_effort();
    options.transient_local ? qos.transient_local() : qos.durability_volatile();
    return qos;
  }
  /// All topics of a publisher are in one node. `index` counts through publishers and topics.
  rclcpp::Node::SharedPtr publisher_node(Direction direction, unsigned index) {
    if (index % options.topics == 0) {
      publisher_node_ = make_node("publisher", direction, index / options.topics);
    }
    return publisher_node_;
  }
  std::string topic(Direction direction, unsigned index) const {
    return direction == Direction::back ? options.topic + "_relay" : options.topic_name(index);
  }
  unsigned topic_count(Direction direction) const {
    return direction == Direction::back ? 1 : options.topics;
  }

  const Options& options;
  const MessageType type;
  const std::string name;
  const rclcpp::Context::SharedPtr context;

 private:
  rclcpp::Node::SharedPtr publisher_node_;  // of the topics that were made last
};

template <class M>
class RosPublication final : public Publication {
 public:
  RosPublication(std::shared_ptr<Ros> ros, Direction direction, unsigned index)
      : ros_(std::move(ros)),
        node_(ros_->publisher_node(direction, index)),
        publisher_(node_->create_publisher<M>(ros_->topic(direction, index), ros_->qos())) {
    if (lends() && !publisher_->can_loan_messages()) throw RunError(not_lent());
  }

  std::optional<Frame> acquire() override {
    M* message = nullptr;
    if (lends()) {
      if (!loan_) loan_.emplace(publisher_->borrow_loaned_message());
      message = &loan_->get();
    } else {
      if (!own_) own_ = std::make_unique<M>(rosidl_runtime_cpp::MessageInitialization::SKIP);
      message = own_.get();
    }
    return ros_->type.frame_in(reinterpret_cast<std::byte*>(message));
  }
  bool publish() override {
    try {
      if (lends()) {
        publisher_->publish(*std::exchange(loan_, std::nullopt));
      } else {
        publisher_->publish(*own_);
      }
      return true;
    } catch (const std::exception& error) {
      refusal_ = error.what();
      return false;
    }
  }
  std::vector<MatchedPeer> matches() const override {
    return peers(publisher_->get_subscription_count(), lends());
  }
  EndpointCounters counters() const override { return {0, 0, refusal_}; }

 private:
  bool lends() const { return ros_->options.delivery == Delivery::zero_copy; }

  const std::shared_ptr<Ros> ros_;
  const rclcpp::Node::SharedPtr node_;
  const typename rclcpp::Publisher<M>::SharedPtr publisher_;
  std::optional<rclcpp::LoanedMessage<M>> loan_;
  std::unique_ptr<M> own_;
  std::string refusal_;
};

template <class M, class ExecutorT>
class RosReception final : public Reception {
 public:
  RosReception(std::shared_ptr<Ros> ros, Direction direction, unsigned index,
               MessageHandler& handler)
      : ros_(std::move(ros)),
        handler_(handler),
        node_(ros_->make_node("subscriber", direction, index)),
        executor_(options_in(ros_->context)) {
    for (unsigned topic = 0; topic < ros_->topic_count(direction); ++topic) {
      subscriptions_.push_back(node_->create_subscription<M>(
          ros_->topic(direction, topic), ros_->qos(),
          [this](std::shared_ptr<const M> message) { on_message(*message); }));
    }
    executor_.add_node(node_);
  }
  ~RosReception() override { executor_.remove_node(node_); }

  void receive(int64_t deadline_ns) override {
    const bool for_ever = deadline_ns == std::numeric_limits<int64_t>::max();
    const int64_t left_ns = for_ever ? -1 : std::max<int64_t>(0, deadline_ns - now_ns());
    executor_.spin_once(std::chrono::nanoseconds(left_ns));
  }
  void run() override { executor_.spin(); }
  void interrupt() override { executor_.cancel(); }
  std::vector<MatchedPeer> matches() const override {
    size_t publishers = 0;
    for (const auto& each : subscriptions_) publishers += each->get_publisher_count();
    return peers(publishers, reads_in_place());
  }
  EndpointCounters counters() const override {
    return {copied_.load(std::memory_order_relaxed), 0, ""};
  }

 private:
  static rclcpp::ExecutorOptions options_in(const rclcpp::Context::SharedPtr& context) {
    rclcpp::ExecutorOptions options;
    options.context = context;
    return options;
  }
  bool reads_in_place() const { return ros_->options.delivery == Delivery::zero_copy; }

  void on_message(const M& message) {
    const int64_t entry_ns = now_ns();
    handler_.on_message(ros_->type.frame_in(reinterpret_cast<const std::byte*>(&message)),
                        entry_ns);
    if (reads_in_place() && !shared_.hold(&message)) {
      copied_.store(copied_.load(std::memory_order_relaxed) + 1, std::memory_order_relaxed);
    }
  }

  const std::shared_ptr<Ros> ros_;
  MessageHandler& handler_;
  const rclcpp::Node::SharedPtr node_;
  SharedMappings shared_;
  // The receiving thread writes this and the worker's main thread reads it. Relaxed: only a figure.
  std::atomic<uint64_t> copied_{0};
  std::vector<typename rclcpp::Subscription<M>::SharedPtr> subscriptions_;  // one for each topic
  ExecutorT executor_;
};

template <class M>
class RosCommunicator final : public Communicator {
 public:
  RosCommunicator(const Options& options, const std::string& name)
      : ros_(std::make_shared<Ros>(options, name)) {
    // perf_test writes and reads a message as one block of bytes.
    static_assert(std::is_trivially_copyable_v<M> && std::is_standard_layout_v<M>);
    if (sizeof(M) != ros_->type.size_bytes) throw RunError("ROS 2 lays this message out otherwise");
  }

  std::unique_ptr<Publication> publication(Direction direction, unsigned index) override {
    return std::make_unique<RosPublication<M>>(ros_, direction, index);
  }
  std::unique_ptr<Reception> reception(Direction direction, unsigned index,
                                       MessageHandler& handler) override {
    namespace executors = rclcpp::executors;
    switch (ros_->options.way) {
      case Way::single_threaded_executor:
        return make<executors::SingleThreadedExecutor>(direction, index, handler);
      case Way::static_single_threaded_executor:
        return make<executors::StaticSingleThreadedExecutor>(direction, index, handler);
      case Way::multi_threaded_executor:
        return make<executors::MultiThreadedExecutor>(direction, index, handler);
      default:
        throw RunError(
            fmt::format("--communicator {}: perf_ros2 has the single-threaded, the static "
                        "and the multi-threaded executor",
                        ros_->options.communicator));
    }
  }

 private:
  template <class ExecutorT>
  std::unique_ptr<Reception> make(Direction direction, unsigned index, MessageHandler& handler) {
    return std::make_unique<RosReception<M, ExecutorT>>(ros_, direction, index, handler);
  }

  const std::shared_ptr<Ros> ros_;
};

using Make = std::unique_ptr<Communicator> (*)(const Options&, const std::string&);

template <class M>
std::unique_ptr<Communicator> make_for(const Options& options, const std::string& name) {
  return std::make_unique<RosCommunicator<M>>(options, name);
}

namespace msg = baton_perf_ros2::msg;
constexpr std::array<std::pair<const char*, Make>, 9> makers = {
    std::pair{"Array1k", &make_for<msg::Array1k>}, {"Array4k", &make_for<msg::Array4k>},
    {"Array16k", &make_for<msg::Array16k>},        {"Array64k", &make_for<msg::Array64k>},
    {"Array256k", &make_for<msg::Array256k>},      {"Array1m", &make_for<msg::Array1m>},
    {"Array2m", &make_for<msg::Array2m>},          {"Array4m", &make_for<msg::Array4m>},
    {"Array8m", &make_for<msg::Array8m>},
};

}  // namespace

// The executors of perf_test's command line are those of ROS 2 in this program.
std::unique_ptr<Communicator> make_baton_communicator(const Options& options,
                                                      const std::string& name) {
  for (const auto& [message, make] : makers) {
    if (options.message == message) return make(options, name);
  }
  throw RunError(fmt::format("--msg {}: perf_ros2 has Array1k, 4k, 16k, 64k, 256k, 1m, 2m, 4m, 8m",
                             options.message));
}

}  // namespace perf
