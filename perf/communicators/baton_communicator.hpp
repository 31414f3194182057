// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <baton/baton.hpp>
#include <memory>
#include <string>

#include "communicator.hpp"
#include "communicators/baton_publication.hpp"
#include "communicators/baton_reception.hpp"
#include "options.hpp"

namespace perf {

/// A participant and what all its endpoints have in common, whatever their message is.
class BatonCommunicatorBase : public Communicator {
 public:
  BatonCommunicatorBase(const Options& options, const std::string& name);

 protected:
  /// Each endpoint has a node of its own. The nodes have the default options, except for arguments
  /// and in-process delivery.
  baton::Node::SharedPtr make_node(const char* role, Direction direction, unsigned index) const;
  /// All topics of a publisher are in one node. `index` counts through publishers and topics.
  baton::Node::SharedPtr publisher_node(Direction direction, unsigned index);
  baton::QoS qos() const;
  std::string topic(Direction direction, unsigned index) const;
  ReceptionPlan reception_plan(Direction direction, unsigned index) const;
  const Options& options() const { return options_; }

 private:
  const Options& options_;
  const baton::Context::SharedPtr context_;
  baton::Node::SharedPtr publisher_node_;  // of the topics that were made last
};

template <class M>
class BatonCommunicator final : public BatonCommunicatorBase {
 public:
  using BatonCommunicatorBase::BatonCommunicatorBase;

  std::unique_ptr<Publication> publication(Direction direction, unsigned index) override {
    return make_publication<M>(options().publish_type, publisher_node(direction, index),
                               topic(direction, index), qos(), options().message_type());
  }

  std::unique_ptr<Reception> reception(Direction direction, unsigned index,
                                       MessageHandler& handler) override {
    return make_reception<M>(options().way, reception_plan(direction, index), handler);
  }
};

/// Null if the message is not of this kind. There are two functions in two sources because each
/// takes long to compile.
std::unique_ptr<Communicator> make_fixed_size_communicator(const Options& options,
                                                           const std::string& name);
std::unique_ptr<Communicator> make_variable_size_communicator(const Options& options,
                                                              const std::string& name);

}  // namespace perf
