// SPDX-License-Identifier: Apache-2.0
#include "communicators/baton.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <cmath>
#include <optional>
#include <utility>
#include <vector>

#include "communicators/baton_communicator.hpp"

namespace perf {
namespace {

// Reports say "udp" here, because readers care that messages travel as datagrams.
std::string transport_of(const baton::MatchInfo& match) {
  return match.transport == "dds" ? network_transport : match.transport;
}

std::optional<baton::TransportChoice> transport_choice(const Options& options) {
  if (options.over_network()) return baton::TransportChoice::udp;
  return std::nullopt;
}

}  // namespace

std::vector<MatchedPeer> peers_of(const std::vector<baton::MatchInfo>& matches) {
  std::vector<MatchedPeer> peers;
  for (const baton::MatchInfo& match : matches) {
    peers.push_back({match.process_name + " (pid " + std::to_string(match.pid) + ")",
                     transport_of(match), match.zero_copy, match.reason});
  }
  return peers;
}

BatonCommunicatorBase::BatonCommunicatorBase(const Options& options, const std::string& name)
    : options_(options),
      context_(std::make_shared<baton::Context>(
          baton::ContextOptions{.domain_id = options.domain_id,
                                .registry_dir = {},
                                .name = "perf_test " + name,
                                .on_event = {},
                                .transport = transport_choice(options)})) {}

baton::Node::SharedPtr BatonCommunicatorBase::make_node(const char* role, Direction direction,
                                                        unsigned index) const {
  baton::NodeOptions options;
  options.context(context_).use_global_arguments(false).use_intra_process_comms(
      options_.intra_process);
  const char* const way_back = direction == Direction::back ? "_back" : "";
  // The name has the pid, because the same command may run more than once in a domain.
  return std::make_shared<baton::Node>(
      fmt::format("perf_test_{}{}_{}_{}", role, way_back, index, getpid()), options);
}

baton::QoS BatonCommunicatorBase::qos() const {
  baton::QoS qos(options_.history_depth);
  if (options_.keep_all) qos.keep_all();
  options_.reliable ? qos.reliable() : qos.best_effort();
  options_.transient_local ? qos.transient_local() : qos.durability_volatile();
  return qos;
}

baton::Node::SharedPtr BatonCommunicatorBase::publisher_node(Direction direction, unsigned index) {
  if (index % options_.topics == 0) {
    publisher_node_ = make_node("publisher", direction, index / options_.topics);
  }
  return publisher_node_;
}

std::string BatonCommunicatorBase::topic(Direction direction, unsigned index) const {
  return direction == Direction::back ? options_.topic + "_relay" : options_.topic_name(index);
}

ReceptionPlan BatonCommunicatorBase::reception_plan(Direction direction, unsigned index) const {
  return {make_node("subscriber", direction, index),
          context_,
          direction == Direction::back ? std::vector{topic(direction, 0)} : options_.topic_names(),
          qos(),
          options_.message_type(),
          options_.callback_type,
          std::chrono::nanoseconds(std::llround(options_.spin_us * 1e3))};
}

std::unique_ptr<Communicator> make_baton_communicator(const Options& options,
                                                      const std::string& name) {
  auto made = make_fixed_size_communicator(options, name);
  return made ? std::move(made) : make_variable_size_communicator(options, name);
}

}  // namespace perf
