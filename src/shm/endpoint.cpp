// SPDX-License-Identifier: Apache-2.0
#include "shm/endpoint.hpp"

#include <fmt/format.h>

#include <utility>

namespace baton::shm {
namespace {

std::string hash_of(const Endpoint& endpoint) {
  return endpoint.type_hash_text.empty() ? fmt::format("{:016x}", endpoint.type_hash)
                                         : endpoint.type_hash_text;
}

std::string duration_text(std::int64_t ns) {
  if (ns == unlimited_ns) return "no limit";
  return ns % 1'000'000 == 0 ? fmt::format("{} ms", ns / 1'000'000) : fmt::format("{} ns", ns);
}

Verdict refuse_policy(const char* policy, std::string text) {
  return {Refusal::incompatible_qos, std::move(text), policy};
}

Verdict compare_policies(const std::string& topic, const Policy& offered, const Policy& requested) {
  if (requested.reliable && !offered.reliable) {
    return refuse_policy(
        "reliability",
        fmt::format("topic '{}': policy RELIABILITY: the subscription asks for reliable, the "
                    "publisher offers best effort; make the publisher reliable or the subscription "
                    "best effort",
                    topic));
  }
  if (requested.transient_local && !offered.transient_local) {
    return refuse_policy(
        "durability",
        fmt::format("topic '{}': policy DURABILITY: the subscription asks for transient local, the "
                    "publisher offers volatile; make the publisher transient local or the "
                    "subscription volatile",
                    topic));
  }
  if (offered.deadline_ns > requested.deadline_ns) {
    return refuse_policy(
        "deadline",
        fmt::format(
            "topic '{}': policy DEADLINE: the subscription asks for a message within {}, the "
            "publisher offers {}; shorten the publisher's deadline or lengthen the "
            "subscription's",
            topic, duration_text(requested.deadline_ns), duration_text(offered.deadline_ns)));
  }
  if (requested.manual_by_topic && !offered.manual_by_topic) {
    return refuse_policy(
        "liveliness",
        fmt::format("topic '{}': policy LIVELINESS: the subscription asks for manual by topic, the "
                    "publisher offers automatic; make the publisher manual by topic or the "
                    "subscription automatic",
                    topic));
  }
  if (offered.lease_ns > requested.lease_ns) {
    return refuse_policy(
        "liveliness",
        fmt::format(
            "topic '{}': policy LIVELINESS: the subscription asks for a lease duration of {}, "
            "the publisher offers {}; shorten the publisher's or lengthen the subscription's",
            topic, duration_text(requested.lease_ns), duration_text(offered.lease_ns)));
  }
  return {};
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
    return {
        Refusal::incompatible_type,
        fmt::format("topic '{}': published as '{}' ({}), subscribed as '{}' ({}); use one type, "
                    "or another topic",
                    publisher.topic, publisher.type_name, hash_of(publisher),
                    subscription.type_name, hash_of(subscription))};
  }
  // Generated types travel as CDR then.
  if (publisher.layout_hash != subscription.layout_hash && publisher.type_hash_text.empty()) {
    return {
        Refusal::incompatible_layout,
        fmt::format("topic '{}': both sides call the type '{}' but lay it out differently "
                    "({:016x}, {:016x}); build both with the same definition and compiler flags",
                    publisher.topic, publisher.type_name, publisher.layout_hash,
                    subscription.layout_hash)};
  }
  return compare_policies(publisher.topic, publisher.policy, subscription.policy);
}

}  // namespace baton::shm
