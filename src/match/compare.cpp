// SPDX-License-Identifier: Apache-2.0
#include "match/compare.hpp"

#include <fmt/format.h>

namespace baton::match {
namespace {

std::string hash_of(const EndpointFacts& endpoint) {
  if (!endpoint.has_generated_type()) return fmt::format("{:016x}", endpoint.type_hash);
  return endpoint.type_hash_text.empty() ? "hash unknown" : endpoint.type_hash_text;
}

bool same_type(const EndpointFacts& one, const EndpointFacts& other) {
  return one.type_name == other.type_name && one.type_hash == other.type_hash &&
         one.has_generated_type() == other.has_generated_type() &&
         (one.type_hash_text == other.type_hash_text || one.type_hash_text.empty() ||
          other.type_hash_text.empty());
}

Verdict compare_types(const EndpointFacts& publisher, const EndpointFacts& subscription,
                      Encoding encoding) {
  if (!same_type(publisher, subscription)) {
    return {
        Refusal::incompatible_type,
        fmt::format("topic '{}': published as '{}' ({}), subscribed as '{}' ({}); use one type, "
                    "or another topic",
                    publisher.topic, publisher.type_name, hash_of(publisher),
                    subscription.type_name, hash_of(subscription))};
  }
  if (publisher.layout_hash == subscription.layout_hash) return {};
  if (!publisher.has_generated_type()) {
    return {
        Refusal::incompatible_layout,
        fmt::format("topic '{}': both sides call the type '{}' but lay it out differently "
                    "({:016x}, {:016x}); build both with the same definition and compiler flags",
                    publisher.topic, publisher.type_name, publisher.layout_hash,
                    subscription.layout_hash)};
  }
  if (encoding == Encoding::possible) return {};
  return {Refusal::incompatible_layout,
          fmt::format("topic '{}': both sides lay out '{}' differently, and nothing here encodes "
                      "messages; use one definition for both",
                      publisher.topic, publisher.type_name)};
}

/// The names that EndpointEvent uses.
const char* name_of(Policy policy) {
  switch (policy) {
    case Policy::reliability:
      return "reliability";
    case Policy::durability:
      return "durability";
    case Policy::deadline:
      return "deadline";
    case Policy::liveliness:
    case Policy::lease:
      return "liveliness";
  }
  return "";
}

std::string text_of(Policy policy, const Policies& offered, const Policies& requested) {
  switch (policy) {
    case Policy::reliability:
      return "policy RELIABILITY: the subscription asks for reliable, the publisher offers best "
             "effort; make the publisher reliable or the subscription best effort";
    case Policy::durability:
      return "policy DURABILITY: the subscription asks for transient local, the publisher offers "
             "volatile; make the publisher transient local or the subscription volatile";
    case Policy::deadline:
      return fmt::format(
          "policy DEADLINE: the subscription asks for a message within {}, the publisher offers "
          "{}; shorten the publisher's deadline or lengthen the subscription's",
          duration_text(requested.deadline_ns), duration_text(offered.deadline_ns));
    case Policy::liveliness:
      return "policy LIVELINESS: the subscription asks for manual by topic, the publisher offers "
             "automatic; make the publisher manual by topic or the subscription automatic";
    case Policy::lease:
      return fmt::format(
          "policy LIVELINESS: the subscription asks for a lease duration of {}, the publisher "
          "offers {}; shorten the publisher's or lengthen the subscription's",
          duration_text(requested.lease_ns), duration_text(offered.lease_ns));
  }
  return {};
}

}  // namespace

std::string duration_text(std::int64_t limit_ns) {
  if (limit_ns == unlimited_ns) return "no limit";
  return limit_ns % 1'000'000 == 0 ? fmt::format("{} ms", limit_ns / 1'000'000)
                                   : fmt::format("{} ns", limit_ns);
}

bool falls_short(Policy policy, const Policies& offered, const Policies& requested) {
  switch (policy) {
    case Policy::reliability:
      return requested.reliable && !offered.reliable;
    case Policy::durability:
      return requested.transient_local && !offered.transient_local;
    case Policy::deadline:
      return offered.deadline_ns > requested.deadline_ns;
    case Policy::liveliness:
      return requested.manual_by_topic && !offered.manual_by_topic;
    case Policy::lease:
      return offered.lease_ns > requested.lease_ns;
  }
  return false;
}

Verdict compare(const EndpointFacts& publisher, const EndpointFacts& subscription,
                Encoding encoding) {
  if (publisher.topic != subscription.topic) {
    return {Refusal::other_topic, fmt::format("publisher {} is on topic '{}', not on '{}'",
                                              publisher.id, publisher.topic, subscription.topic)};
  }
  Verdict verdict = compare_types(publisher, subscription, encoding);
  if (verdict.refusal != Refusal::none) return verdict;
  const Policies& offered = publisher.policies;
  const Policies& requested = subscription.policies;
  for (const Policy each : compared_policies) {
    if (!falls_short(each, offered, requested)) continue;
    return {Refusal::incompatible_qos,
            fmt::format("topic '{}': {}", publisher.topic, text_of(each, offered, requested)),
            name_of(each)};
  }
  return {};
}

bool meets_by_pointer(bool both_in_process, const EndpointFacts& publisher,
                      const EndpointFacts& subscription) {
  return both_in_process && publisher.topic == subscription.topic &&
         publisher.type_name == subscription.type_name &&
         publisher.type_hash == subscription.type_hash &&
         publisher.layout_hash == subscription.layout_hash;
}

}  // namespace baton::match
