// SPDX-License-Identifier: Apache-2.0
#include "shm/endpoint.hpp"

#include <fmt/format.h>

namespace baton::shm {
namespace {

std::string hash_of(const Endpoint& endpoint) {
  return endpoint.type_hash_text.empty() ? fmt::format("{:016x}", endpoint.type_hash)
                                         : endpoint.type_hash_text;
}

}  // namespace

Verdict compare(const Endpoint& publisher, const Endpoint& subscription) {
  if (publisher.topic != subscription.topic) {
    return {Refusal::other_topic, fmt::format("publisher {} is on topic '{}', not on '{}'",
                                              publisher.id, publisher.topic, subscription.topic)};
  }
  if (publisher.type_name != subscription.type_name ||
      publisher.type_hash != subscription.type_hash ||
      publisher.type_hash_text != subscription.type_hash_text) {
    return {Refusal::incompatible_type,
            fmt::format("topic '{}': published as '{}' ({}), subscribed as '{}' ({}); use one type, "
                        "or another topic",
                        publisher.topic, publisher.type_name, hash_of(publisher),
                        subscription.type_name, hash_of(subscription))};
  }
  // Generated types travel as CDR then.
  if (publisher.layout_hash != subscription.layout_hash && publisher.type_hash_text.empty()) {
    return {Refusal::incompatible_layout,
            fmt::format("topic '{}': both sides call the type '{}' but lay it out differently "
                        "({:016x}, {:016x}); build both with the same definition and compiler flags",
                        publisher.topic, publisher.type_name, publisher.layout_hash,
                        subscription.layout_hash)};
  }
  if (subscription.policy.reliable && !publisher.policy.reliable) {
    return {Refusal::incompatible_qos,
            fmt::format("topic '{}': policy RELIABILITY: the subscription asks for reliable, the "
                        "publisher offers best effort; make the publisher reliable or the "
                        "subscription best effort",
                        publisher.topic)};
  }
  if (subscription.policy.transient_local && !publisher.policy.transient_local) {
    return {Refusal::incompatible_qos,
            fmt::format("topic '{}': policy DURABILITY: the subscription asks for transient local, "
                        "the publisher offers volatile; make the publisher transient local or the "
                        "subscription volatile",
                        publisher.topic)};
  }
  return {};
}

}  // namespace baton::shm
